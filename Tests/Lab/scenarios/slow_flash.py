# Five foxes on a hub, each as slow as flash: together they take hardly longer than the slowest alone.
import time

from foxlab.firmware import wav

TITLE = "five foxes on a hub at 100 kB/s each, in parallel: at most 1.3 times the slowest alone"
LONG, ALONE, LIMIT = True, True, 600
SPEED = 100_000


def run(bench):
    bench.guest.hub()
    draft = bench.draft()
    bench.guest.sh("mv " + bench.drafts + "/hunt /home/admin/hunt")
    bench.automount()
    bench.agent()
    foxes = [bench.fox() for _ in range(5)]
    for number, fox in enumerate(foxes, 1):
        fox.port = f"1.{number}"
        bench.another(fox.name, "/home/admin/hunt")
        bench.guest.plug(fox)
        bench.synced(fox)
        bench.remove(fox)

    bench.stop_agent()

    def change(number):
        bench.stage(foxes[0].name, "audio.wav", wav(60, 400 + 10 * number))
        for fox in foxes[1:]:
            bench.guest.sh(f"cd {bench.drafts} && cp {foxes[0].name}/audio.wav {fox.name}/")

    def seconds_of_a_sync(those):
        """Enumeration under emulation takes longer than on a real hub, so the clock starts after."""
        for fox in those:
            bench.guest.plug(fox)
        for fox in those:
            bench.mounted(fox)
        started = time.monotonic()
        bench.guest.fox_sync("sync")
        return time.monotonic() - started

    for fox in foxes:
        bench.guest.throttle(fox, SPEED)
    change(1)
    alone = []
    for fox in foxes:
        alone.append(seconds_of_a_sync([fox]))
        bench.remove(fox)
    change(2)
    new = {**draft, "audio.wav": wav(60, 420)}
    together = seconds_of_a_sync(foxes)
    for fox in foxes:
        bench.holds(fox, new)
    ratio = together / max(alone)
    note = (f"alone {min(alone):.1f} to {max(alone):.1f} s, five together {together:.1f} s,"
            f" ratio {ratio:.2f}")
    bench.check(ratio <= 1.3, note)
    return note
