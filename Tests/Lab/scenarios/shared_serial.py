# Cheap readers give every device the same serial number, or none: nothing would tell two apart.
from foxlab.fat_volume import where
from foxlab.fox import SERIAL

TITLE = "two volumes behind one serial number, or a device without any: not written"


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()

    # A device without a serial number, made by the guest's own gadget.
    nameless = bench.fox("nameless")
    bench.guest.lay_in(nameless)
    before = nameless.volume().read("settings.txt")
    bench.guest.sh("gadget up /dev/vda")
    bench.guest.expect("has no serial number, so it is not written")
    bench.guest.sh("umount /media/fox/*; gadget down; sync")
    bench.check(nameless.volume().read("settings.txt") == before, "its settings have changed")
    sectors = [where(sector) for sector, _ in nameless.log.sectors()]
    bench.check(set(sectors) <= {"boot sector"}, f"written: {sectors}")

    # Two that say the same. The first comes alone, and is written by right: it is clear until then.
    first, second = bench.fox("first", serial=SERIAL), bench.fox("second", serial=SERIAL)
    bench.guest.plug(first)
    bench.synced(first)
    bench.guest.plug(second)
    bench.guest.expect("another volume has the identity")
    sectors = [where(sector) for sector, _ in second.log.sectors()]
    bench.check(set(sectors) <= {"boot sector"}, f"written to the second: {sectors}")
