# From udev's event to settings.txt, read off the medium, over a hundred plugs of a bench computer.
import re

from foxlab.fat_volume import CLUSTER_SECTORS, DATA

TITLE = "100 plugs: time from the partition's udev event to settings.txt read, and to 'up to date'"
LONG, ALONE, LIMIT = True, True, 900
COUNT = 100
TRACE = "/sys/kernel/tracing"


def run(bench):
    bench.headless()
    bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.pull(fox)
    # The kernel notes when the block layer has delivered that one sector, by the clock that the
    # monitor's lines are stamped with. Nobody is slowed down by it, as by a tracer of calls.
    sector = DATA + (fox.volume().entry("settings.txt").first - 2) * CLUSTER_SECTORS
    bench.guest.sh(
        f"mount -t tracefs none {TRACE} && cd {TRACE} && echo mono >trace_clock"
        f" && echo 'sector == {sector}' >events/block/block_rq_complete/filter"
        " && echo 1 >events/block/block_rq_complete/enable && echo 1 >tracing_on")
    bench.guest.sh("udevadm monitor --udev --subsystem-match=block >&9 2>&9 &")
    reads, checks = [], []
    for _ in range(COUNT):
        bench.guest.sh(f"echo >{TRACE}/trace")
        bench.guest.plug(fox)
        event = bench.guest.expect(r"^UDEV +\[([0-9.]+)\] add .*/sd[a-z]+1 ")
        at = bench.guest.lines[bench.guest.taken - 1][0]
        bench.synced(fox, "up-to-date")
        checks.append(bench.guest.lines[bench.guest.taken - 1][0] - at)
        trace = bench.guest.sh(f"cat {TRACE}/trace")
        done = [float(each) for each in re.findall(r" ([0-9]+\.[0-9]+): block_rq_complete", trace)]
        bench.check(done, f"settings.txt was not read from the medium:\n{trace}")
        reads.append(min(done) - float(event[1]))
        bench.pull(fox)
    return (f"settings.txt read: {distribution(reads)}\nup to date: {distribution(checks)}"
            " (emulated)")


def distribution(times):
    times = sorted(1000 * each for each in times)
    at = {name: times[min(len(times) - 1, int(len(times) * part))]
          for name, part in (("median", 0.5), ("90 %", 0.9), ("99 %", 0.99))}
    return (f"ms: least {times[0]:.0f}, " + ", ".join(f"{k} {v:.0f}" for k, v in at.items())
            + f", most {times[-1]:.0f}")
