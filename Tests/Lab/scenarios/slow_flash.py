# Five foxes on a hub, each as slow as flash: together they take hardly longer than the slowest alone.
import time

from foxlab.firmware import wav

TITLE = "five foxes on a hub at 100 kB/s each, in parallel: at most 1.3 times the slowest alone"
LONG, ALONE, LIMIT = True, True, 600
SPEED = 100_000


def run(bench):
    bench.guest.hub()
    draft = bench.draft(audio={"audio.wav": wav(30)})
    bench.guest.sh("mv " + bench.drafts + "/hunt /home/root/hunt")
    bench.automount()
    bench.agent()
    foxes = [bench.fox() for _ in range(5)]
    for number, fox in enumerate(foxes, 1):
        fox.port = f"1.{number}"
        bench.another(fox.name, "/home/root/hunt")
        bench.guest.plug(fox)
        bench.synced(fox)
        bench.remove(fox)

    def changed(number):
        for fox in foxes:
            bench.stage(fox.name, "audio.wav", wav(30, 400 + 10 * number))

    alone = []
    changed(1)
    for fox in foxes:
        bench.guest.throttle(fox, SPEED)
        started = time.monotonic()
        bench.guest.plug(fox)
        bench.synced(fox)
        alone.append(time.monotonic() - started)
        bench.remove(fox)
    changed(2)
    new = {**draft, "audio.wav": wav(30, 420)}
    started = time.monotonic()
    for fox in foxes:
        bench.guest.plug(fox)
    for _ in foxes:
        bench.guest.expect(": pushed", 120)
    together = time.monotonic() - started
    for fox in foxes:
        bench.holds(fox, new)
    ratio = together / max(alone)
    note = (f"alone {min(alone):.1f} to {max(alone):.1f} s, five together {together:.1f} s,"
            f" ratio {ratio:.2f}")
    bench.check(ratio <= 1.3, note)
    return note
