# The ids of a real PicoFox, 239a:cafe at full speed, from a gadget in the guest itself.
from foxlab.fox import SERIAL

TITLE = "a gadget with the real USB ids (239a:cafe, full speed, partition at 231): pushed"


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox("gadget", serial=SERIAL)
    bench.guest.lay_in(fox)
    bench.guest.sh(f"gadget up /dev/vda {SERIAL}")
    bench.synced(fox)
    properties = bench.guest.sh("udevadm info --query=property --name=" + bench.node(fox))
    for wanted in ("ID_VENDOR_ID=239a", "ID_MODEL_ID=cafe", "ID_VENDOR=AI6YM", "ID_MODEL=PicoFox",
                   f"ID_SERIAL_SHORT={SERIAL}", "ID_FS_UUID=0012-D687",
                   "ID_PART_ENTRY_OFFSET=231", "ID_PART_ENTRY_TYPE=0x4"):
        bench.check(wanted in properties.split(), f"udev does not say {wanted}:\n{properties}")
    bench.unmount(fox)
    bench.guest.sh("gadget down; sync")
    bench.holds(fox, draft)
