# A FAT that was left dirty: reported and checked, and repaired only when somebody asked for it.
import hashlib

from foxlab.fat_volume import SECTOR, START, FatVolume

TITLE = "a dirty FAT: reported; with repair = yes backed up whole, repaired, synced; power-off"
WEIGHT = 2
FLAG = START * SECTOR + 37
IMAGES = "/home/admin/.local/share/fox-sync/backups/images"


def damage(volume):
    """As a pull leaves it: the flag, and clusters that nobody owns."""
    volume.image[FLAG] |= 1
    volume.set_fat(9000, 0xFFFF)
    return volume


def run(bench):
    bench.headless()
    draft = bench.draft()
    bench.agent()
    fox = bench.fox()
    damage(fox.volume()).save(fox.image)
    bench.guest.plug(fox)
    bench.synced(fox)
    words = " ".join(bench.runs()[0]["warnings"])
    bench.check("left dirty" in words and "fsck.fat" in words, f"the log's warnings: {words}")
    bench.pull(fox)
    found = bench.holds(fox, draft)
    bench.same(found.lost, 1, "lost clusters, which nobody asked to repair")
    bench.same(bench.guest.sh(f"ls {IMAGES} 2>/dev/null || true"), "", "images")

    bench.stop_agent()
    bench.headless(repair="yes", power_off="yes")
    bench.agent()
    bench.set("hunt", FREQ_MHZ="146.700")
    draft = bench.staged()
    before = hashlib.sha256(fox.volume().image[START * SECTOR:]).hexdigest()
    bench.guest.plug(fox)
    bench.synced(fox)
    words = " ".join(bench.runs()[0]["warnings"])
    bench.check("repaired it" in words, f"the log's warnings: {words}")
    bench.same(bench.guest.sh(f"cat {IMAGES}/*.img | sha256sum").split()[0], before,
               "the image before the repair")
    bench.wait("! ls /sys/class/block | grep -q ^sd", "the fox is not switched off")
    bench.guest.pull(fox)
    found = bench.holds(fox, draft)
    bench.same((found.lost, fox.volume().image[FLAG] & 1), (0, 0), "lost clusters, dirty flag")

    # It comes back after that, and somebody else's dirty stick is nobody's to repair.
    bench.guest.plug(fox)
    bench.synced(fox, "up-to-date")
    bench.wait("! ls /sys/class/block | grep -q ^sd", "the fox is not switched off")
    bench.guest.pull(fox)
    volume = FatVolume()
    volume.write("settings.txt", b"theme=dark\n")
    stick = bench.fox("stick", volume=damage(volume))
    bench.guest.plug(stick)
    bench.guest.expect("not a PicoFox")
    bench.check("sd" in bench.guest.sh("ls /sys/class/block"), "the stick was switched off")
    bench.pull(stick)
    bench.check(stick.volume().image == volume.image, "the stick has changed")
    bench.same(len(stick.log.sectors()), 0, "sectors written to the stick")
