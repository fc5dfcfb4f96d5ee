# While nothing happens, nothing happens: an agent with a synced fox beside it, for a minute.
import time

TITLE = "an idle agent for 60 s: context switches and resident memory"
LONG, ALONE = True, True
SWITCHES = ("p=$(pidof fox-sync); cat /proc/$p/task/*/status | awk '/ctxt_switches/ { n += $2 }"
            " END { print n }'")


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    time.sleep(3)
    before = int(bench.guest.sh(SWITCHES))
    time.sleep(60)
    switches = int(bench.guest.sh(SWITCHES)) - before
    descriptors, threads, resident = bench.process()
    bench.same(switches, 0, "context switches in 60 s")
    return (f"{switches} context switches, {resident / 1024:.1f} MB resident, {threads} threads,"
            f" {descriptors} descriptors")
