# The plug is pulled while the fox is written; the next contact finishes the work.
from foxlab.firmware import FIRMWARES

TITLE = "pulled after the n-th write of a push: old or new on the medium, finished at the next plug"
WEIGHT = 9


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    whole = bench.fox()
    old = {name: whole.read(name) for name in ("settings.txt", "audio.wav")}
    assert old["settings.txt"] == FIRMWARES["stock"].settings
    bench.guest.plug(whole)
    bench.synced(whole)
    total = whole.log.count()
    bench.remove(whole)
    idle = bench.process()

    moments = sorted({2, total // 4, total // 2, 3 * total // 4, total - 1})
    for number in moments:
        name = f"hunt{number}"
        bench.another(name)
        fox = bench.fox(f"cut{number}")
        bench.guest.attach(fox)
        bench.guest.throttle(fox, 0, 20)
        bench.guest.plug(fox)
        bench.pull_after(fox, number)
        if number > 2:
            bench.guest.expect(rf"^{fox.serial}: (interrupted|failed|pushed)|: (gone|unplugged|removed"
                               r"|unmounted|disconnected)")
        else:
            # Those are the mount's own writes: the agent may not have seen the fox at all.
            bench.gone(fox)
        found = fox.judge(old, draft)
        bench.check(found.is_sound, f"pulled after write {number} of {total}: {found}")
        bench.guest.throttle(fox)
        bench.guest.plug(fox)
        bench.synced(fox, "(pushed|up-to-date|converged)")
        bench.holds(fox, draft, old)
        bench.remove(fox)
        found = bench.holds(fox, draft, old)
        left = [each for each in fox.volume().names() if each.startswith("foxsync")]
        bench.same(left, [], f"left behind after the cut at write {number}")
        results = [each["result"] for each in bench.runs() if each.get("device") == fox.serial]
        bench.check(all(each in ("pushed", "up-to-date", "converged", "interrupted")
                        for each in results),
                    f"the log says {results} of the cut at write {number}")
        if total // 4 <= number <= 3 * total // 4:
            bench.check("interrupted" in results, f"the log says {results}, not interrupted")
    bench.settled(idle)
    bench.same(bench.guest.sh("grep -c /media/fox /proc/mounts || true").strip(), "0", "mounts left")
    return f"after writes {', '.join(map(str, moments))} of {total}"
