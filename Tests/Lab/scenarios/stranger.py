# Somebody's ordinary stick is looked at once, not written, not talked about.
from foxlab.fat_volume import FatVolume
from foxlab.options import READ_ONLY

TITLE = "a stranger's stick is left alone: 0 sectors by fox-sync, none on a read-only mount"


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()
    volume = FatVolume()
    volume.write("settings.txt", b"theme=dark\nlanguage=en\nCALLSIGN=K7XYZ\n")
    volume.write("Holiday photo 1.jpg", b"\xff\xd8\xff" + b"x" * 5000)
    volume.write("audio.wav", b"RIFF" + b"\0" * 3000)
    stick = bench.fox("stick", volume=volume)
    bench.guest.plug(stick)
    bench.guest.expect(r"not a PicoFox|no PicoFox|no settings|fewer than|settings\.txt")
    bench.remove(stick)
    bench.check(stick.volume().image == volume.image, "the stranger's stick has changed")
    sectors = stick.log.sectors()
    bench.check(len(sectors) <= 2, f"{len(sectors)} sectors were written to it")
    bench.guest.sh("kill $(pidof udevadm)")
    bench.automount(READ_ONLY)
    first = stick.log.count()
    bench.guest.plug(stick)
    bench.mounted(stick)
    bench.guest.expect(r"settings\.txt|PicoFox")
    bench.remove(stick)
    bench.same(stick.log.count() - first, 0, "writes on a read-only mount")
    bench.same(bench.runs(), [], "runs in the log")
    return f"read-write mount: {len(sectors)} sectors, all the mount's own"
