# An unchanged fox is looked at and not written: only the mount's own dirty flag moves.
from foxlab.options import READ_ONLY

TITLE = "the second plug is up to date: fox-sync writes 0 sectors, read-only mounts none at all"
WEIGHT = 3


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    fox.boot()

    # The first mount of a day may also write access dates; the control says what a mount costs.
    first = fox.log.count()
    bench.guest.plug(fox)
    bench.synced(fox, "up-to-date")
    bench.remove(fox)
    checked = len(fox.log.sectors(first))
    bench.stop_agent()
    first = fox.log.count()
    bench.guest.plug(fox)
    bench.mounted(fox)
    bench.remove(fox)
    control = len(fox.log.sectors(first))
    bench.same(checked, control, "sectors of an up-to-date check (a mere mount)")

    bench.guest.sh("kill $(pidof udevadm)")
    bench.automount(READ_ONLY)
    bench.agent()
    first = fox.log.count()
    bench.guest.plug(fox)
    bench.synced(fox, "up-to-date")
    bench.remove(fox)
    bench.same(len(fox.log.sectors(first)), 0, "sectors on a read-only mount")
    return f"read-write mount: {checked} sectors, without fox-sync {control}; read-only: 0"
