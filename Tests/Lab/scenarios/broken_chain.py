# A cluster chain that ends in the middle: named as what it is, with the command; repaired where asked for.
from foxlab.fat_volume import FatVolume

TITLE = "a broken cluster chain: told with its cause and command, mounted by others or not; repair = yes goes on"
WEIGHT = 2
IMAGES = "/home/admin/.local/share/fox-sync/backups/images"


def broken(fox):
    """The fourth cluster of audio.wav's chain is free in both tables."""
    volume = fox.volume()
    chain, _ = volume.chain(volume.entry("audio.wav").first)
    volume.set_fat(chain[3], 0)
    volume.save(fox.image)


def run(bench):
    bench.headless()
    bench.draft()
    bench.agent()
    fox = bench.fox()
    broken(fox)
    bench.guest.plug(fox)
    bench.synced(fox, "damaged")
    last = bench.runs()[0]
    bench.check("the FAT is damaged" in last["message"] and "audio.wav" in last["message"], str(last))
    node = bench.node(fox)
    bench.check(last["next"][0] == f"sudo fsck.fat -n {node}", str(last["next"]))

    # Mounted read-write by somebody: the kernel turns it read-only.
    bench.mount(fox, "/media/fox/1")
    bench.synced(fox, "damaged")
    last = bench.runs()[0]
    bench.check("made the mount read-only" in last["message"], str(last))
    wanted = f"sudo umount /media/fox/1 && sudo fsck.fat -n {node}"
    bench.same(last["next"][0], wanted, "the next command")
    _, text = bench.guest.fox_sync("doctor", "/media/fox/1", check=False)
    bench.check("FREQ_MHZ" in text and wanted in text, text)
    bench.unmount(fox)
    bench.pull(fox)

    bench.stop_agent()
    bench.headless(repair="yes")
    bench.agent()
    bench.guest.plug(fox)
    bench.guest.expect(rf"^{fox.serial}: (pushed|held)")
    words = " ".join(bench.runs()[0]["warnings"])
    bench.check("repaired it" in words and "audio.wav" in words, f"the log's warnings: {words}")
    bench.check(bench.guest.sh(f"ls {IMAGES}").count(".img"), "there is no image")
    bench.pull(fox)
    volume = FatVolume.load(fox.image)
    bench.check(volume.chain(volume.entry("audio.wav").first)[1], "the chain is broken still")
