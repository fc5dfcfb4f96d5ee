# While nothing happens, nothing happens: an agent with a synced fox beside it, for a minute.
import time

from foxlab.guest import AGENT

TITLE = "an idle agent for 60 s: context switches and resident memory"
LONG, ALONE = True, True


def switches(bench):
    """The context switches of each of the agent's threads."""
    lines = bench.guest.sh(
        f"cd /proc/{AGENT}/task && for t in *;"
        " do awk -v t=$t '/ctxt_switches/ { n += $2 }"
        " END { print t, n }' $t/status; done").splitlines()
    return {thread: int(count) for thread, count in (line.split() for line in lines)}


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    # Threads that Dispatch made for the sync end some seconds after it.
    time.sleep(15)
    before = switches(bench)
    time.sleep(60)
    after = switches(bench)
    bench.same(after, before, "context switches of each thread, 60 s later")
    descriptors, threads, resident = bench.process()
    bench.check(resident < 12 * 1024, f"{resident} kB resident")
    return (f"0 context switches, {resident / 1024:.1f} MB resident, {threads} threads,"
            f" {descriptors} descriptors")
