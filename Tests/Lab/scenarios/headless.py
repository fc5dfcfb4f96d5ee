# A bench computer without a desktop: the agent mounts by itself, and pulling is safe at any time.
TITLE = "headless: mounted by the agent itself, out of sight; up to date writes 0 sectors; pulled, finished"
WEIGHT = 3


def run(bench):
    bench.headless()
    draft = bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.same(bench.guest.sh("grep -c vfat /proc/mounts || true").strip(), "0", "mounts in sight")
    bench.pull(fox)  # nothing was unmounted by hand: that is the point
    found = bench.holds(fox, draft)
    bench.check(fox.volume().image[231 * 512 + 37] == 0, "the volume was left marked as in use")
    fox.boot()

    first = fox.log.count()
    bench.guest.plug(fox)
    bench.synced(fox, "up-to-date")
    bench.pull(fox)
    bench.same(len(fox.log.sectors(first)), 0, "sectors of an up-to-date check")

    bench.set("hunt", FREQ_MHZ="146.700")
    new = bench.staged()
    bench.guest.throttle(fox, 0, 20)
    bench.guest.plug(fox)
    bench.pull_after(fox, 3)
    bench.guest.expect(rf"^{fox.serial}: (interrupted|pushed)")
    found = fox.judge(draft, new)
    bench.check(found.is_sound, str(found))
    bench.guest.throttle(fox)
    bench.guest.plug(fox)
    bench.synced(fox, "(pushed|up-to-date)")
    bench.pull(fox)
    bench.holds(fox, new)
    results = [each["result"] for each in bench.runs()]
    bench.check(set(results) <= {"pushed", "up-to-date", "interrupted"}, f"the log says {results}")
