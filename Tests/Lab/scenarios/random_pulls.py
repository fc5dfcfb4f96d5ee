# Fifty pulls at seeded random moments, between any two writes and within them.
import random
import time

TITLE = "50 pulls at random moments (seed 5): never anything but old or new, always finished"
LONG, LIMIT = True, 3600
SEED, COUNT = 5, 50


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    first = bench.fox()
    old = {name: first.read(name) for name in ("settings.txt", "audio.wav")}
    bench.guest.plug(first)
    bench.synced(first)
    total = first.log.count()
    bench.remove(first)
    idle = bench.process()
    moments, cut = random.Random(SEED), 0
    for number in range(COUNT):
        bench.another(f"cut{number}")
        fox = bench.fox(f"cut{number}")
        bench.guest.attach(fox)
        bench.guest.throttle(fox, 0, 20)
        after, pause = moments.randint(1, total - 1), moments.uniform(0, 0.05)
        bench.guest.plug(fox)
        bench.written(fox, after)
        time.sleep(pause)
        bench.guest.pull(fox)
        bench.guest.throttle(fox)
        what = f"pull {number}, {pause * 1000:.0f} ms after write {after} of {total}"
        found = fox.judge(old, draft)
        bench.check(found.is_sound, f"{what}: {found}")
        bench.guest.plug(fox)
        # The result of the run that was cut, if there was one, comes first.
        bench.synced(fox, "(pushed|up-to-date|converged)", 90)
        bench.wait("[ $(ls /media/fox | wc -l) = 1 ]", f"{what}: mounts are left")
        bench.holds(fox, draft)
        bench.remove(fox)
        bench.holds(fox, draft)
        results = [each["result"] for each in bench.runs() if each.get("device") == fox.serial]
        cut += "interrupted" in results
        bench.check(set(results) <= {"pushed", "up-to-date", "converged", "interrupted"},
                    f"{what}: the log says {results}")
        bench.guest.detach(fox)
        fox.image.unlink()
    after = bench.settled(idle)
    return (f"{cut} runs were cut; descriptors {idle[0]} → {after[0]}, threads {idle[1]} →"
            f" {after[1]}, resident {idle[2]} → {after[2]} kB")
