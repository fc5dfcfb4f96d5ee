# A fox detaches and attaches itself again right after it starts, and cables are plugged in twice.
import time

TITLE = "add, remove, add: at once, before the mount and after it; one push, nothing is left hanging"


def run(bench):
    draft = bench.draft()
    bench.guest.sh("echo 1 >/sys/module/usb_storage/parameters/delay_use")  # as on a real computer
    bench.automount()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    time.sleep(0.01)
    bench.guest.pull(fox)
    bench.guest.plug(fox)
    bench.node(fox)
    bench.guest.pull(fox)
    bench.guest.plug(fox)
    bench.mounted(fox)
    bench.guest.pull(fox)
    bench.guest.plug(fox)
    bench.synced(fox, "(pushed|up-to-date)")
    bench.holds(fox, draft)
    bench.remove(fox)
    bench.holds(fox, draft)
    results = [each["result"] for each in bench.runs()]
    bench.check(set(results) <= {"pushed", "interrupted", "up-to-date"} and "pushed" in results,
                f"the log says {results}")
