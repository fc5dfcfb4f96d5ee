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
    bench.same(bench.runs()[0]["method"], "direct", "how it was verified")
    bench.same(bench.guest.sh("grep -c vfat /proc/mounts || true").strip(), "0", "mounts in sight")
    # What the agent met is known, though nobody sees a mount.
    bench.same(bench.guest.json("status")["devices"][0]["availability"]["state"], "available", "its status")
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
    # What a held run offers works on a fox that nobody has mounted, too.
    bench.guest.detach(fox)
    fox.edit("settings.txt", new["settings.txt"].replace(b"146.700", b"146.580"))
    bench.guest.plug(fox)
    bench.synced(fox, "held")
    bench.guest.fox_sync("resolve", fox.serial, "--keep", "draft")
    bench.pull(fox)
    bench.holds(fox, new)
    results = [each["result"] for each in bench.runs()]
    wanted = {"pushed", "up-to-date", "interrupted", "held"}
    bench.check(set(results) <= wanted, f"the log says {results}")
