# mode = auto: fox-sync mounts only what nobody else mounts.
TITLE = "mode = auto: mounts what nobody does within its grace; who was first is used where it is"


def run(bench):
    bench.headless("auto")
    draft = bench.draft()
    bench.agent()
    alone = bench.fox("alone")
    bench.guest.plug(alone)
    bench.synced(alone)
    bench.check(bench.runs()[0]["volume"].startswith("/dev/"), "somebody else has mounted it")
    bench.same(bench.guest.sh("grep -c vfat /proc/mounts || true").strip(), "0", "mounts in sight")
    bench.pull(alone)
    bench.holds(alone, draft)

    # Somebody who needs a moment, but less than the grace.
    bench.another("late")
    late = bench.fox("late")
    bench.guest.plug(late)
    bench.mount(late, "/media/fox/by-hand")
    bench.synced(late)
    bench.same(bench.runs()[0]["volume"], "/media/fox/by-hand", "where it was synced")
    bench.unmount(late)

    # An automounter, which is faster still.
    bench.automount()
    bench.another("quick")
    quick = bench.fox("quick")
    bench.guest.plug(quick)
    bench.synced(quick)
    folder = bench.mounted(quick)
    bench.same(bench.runs()[0]["volume"], folder, "where it was synced")
    # One that comes now, and that nobody mounts, is mounted when its grace is over, and those of both
    # are over before. Nothing more has happened to either: one whose owner has unmounted it is on its
    # way out.
    bench.guest.sh("kill $(pidof udevadm)")
    bench.wait("! pidof udevadm", "the automounter does not end")
    bench.another("last")
    last = bench.fox("last")
    bench.guest.plug(last)
    bench.synced(last)
    for fox in (late, quick):
        volumes = [each["volume"] for each in bench.runs() if each["device"] == fox.serial]
        bench.same(len(volumes), 1, f"runs of {fox.name}, on {volumes}")
        bench.holds(fox, draft)
