# Part 2: those that wait for a stick: what they take while nothing happens, and how soon they read.
import pathlib
import re
import tempfile
import time

from . import lab
from .report import Section, Table, median, number, ratio, times

TITLE = "Waiting for a fox"
WATCHERS = ["fox-sync", "devmon", "udiskie", "poller"]
PROCESSES = {"fox-sync": 1, "devmon": 2, "udiskie": 3, "poller": 1}
LABELS = {"fox-sync": "`fox-sync agent`", "devmon": "devmon (udevil)",
          "udiskie": "udiskie, udisksd and a bus", "poller": "a shell loop that looks every 2 s"}
VERSIONS = [["dpkg-query", "-W", "udevil"], ["/usr/bin/udiskie", "--version"]]


def measure(program, quick, note):
    seconds, plugs = (15, 3) if quick else (60, 5)
    machine = lab.lab_machine(program, lab.agent_layer, 1024)
    results = {}
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as folder:
        bench = lab.Bench(machine, pathlib.Path(folder))
        guest = bench.guest
        guest.user = "root"
        try:
            # As in a boot of a whole system: these are there, and say that no stick is a stranger.
            guest.sh("mkdir -p /run/fox-sync /run/dbus /var/lib/udisks2 /var/run /media"
                     " && printf '[mount]\\nmode = always\\n' >/run/fox-sync/fox-sync.conf")
            guest.sh("export FOX_SYNC_HOME=/run/fox-sync HOME=/home/admin; fox-sync draft new hunt"
                     " && fox-sync draft set hunt CALLSIGN=K1FOX FREQ_MHZ=146.52")
            # udev's word and the read get their times from the same clock.
            guest.sh("udevadm monitor --udev --subsystem-match=block | bash -c 'while read -r line;"
                     " do echo \"$EPOCHREALTIME $line\"; done' >/run/events 2>/dev/null &")
            fox = bench.fox()
            for name in WATCHERS:
                guest.sh(f"watcher stop {name}", check=False)
                try:
                    results[name] = one(bench, fox, name, seconds, plugs)
                except (lab.GuestError, lab.Failed) as error:
                    results[name] = {"error": str(error)[-600:]}
                note(f"agent: {name}: {results[name]}")
        finally:
            bench.close()
    return {"results": results, "seconds": seconds, "plugs": plugs}


def one(bench, fox, name, seconds, plugs):
    guest = bench.guest
    guest.sh(f"watcher start {name}")
    time.sleep(5)
    # Once before: what is only loaded at the first stick is in memory then, as in daily use.
    delays = [plugged(bench, fox, name) for _ in range(plugs)]
    time.sleep(8)
    before, threads = state(guest, name)
    if before[2] < PROCESSES[name]:
        raise lab.GuestError(f"{name} is not running: "
                             + guest.sh(f"tail -n 5 /run/said.{name} /run/said.udisksd /run/said.bus 2>/dev/null || true"))
    time.sleep(seconds)
    after, now = state(guest, name)
    # A thread that has ended meanwhile is not counted backwards.
    switches = sum(max(0, count - threads.get(thread, 0)) for thread, count in now.items())
    said = guest.sh(f"tail -n 6 /run/said.{name} /run/said.udisksd 2>/dev/null || true")
    guest.sh(f"watcher stop {name}")
    known = [each for each in delays if each is not None]
    return {"switches": switches * 60 / seconds, "resident": after[0] / 1024,
            "private": after[1] / 1024, "processes": after[2],
            "delay": 1000 * median(known) if known else None, "reads": len(known),
            "said": "" if known else said[-900:]}


def state(guest, name):
    """(resident kB, private kB, processes), and the context switches of each thread."""
    head, *lines = guest.sh(f"watcher state {name}").splitlines()
    return ([int(each) for each in head.split()],
            {thread: int(count) for thread, count in (line.split() for line in lines)})


def plugged(bench, fox, name):
    """Seconds from udev's event to the first read of the settings, or None when there was none."""
    guest = bench.guest
    guest.sh(": >/run/reads; : >/run/events")
    guest.plug(fox)
    node = bench.node(fox)
    if name == "fox-sync":
        # The export has milliseconds; a run begins when the settings were read.
        done = ("fox-sync log export - 2>/dev/null | tail -n 1 | grep -o '\"started\":[0-9]*'")
        before = guest.sh(f"export FOX_SYNC_HOME=/run/fox-sync; {done} || true")
        check = f"export FOX_SYNC_HOME=/run/fox-sync; [ \"$({done})\" != '{before.strip()}' ]"
    else:
        check = "[ -s /run/reads ]"
    deadline = time.monotonic() + 15
    while guest.status(check)[0]:
        if time.monotonic() > deadline:
            break
        time.sleep(0.2)
    events = guest.sh("cat /run/events")
    found = re.search(rf"^([0-9.]+) UDEV .* add .*/{node.rsplit('/', 1)[1]} ", events, re.M)
    if name == "fox-sync":
        text = guest.sh(f"export FOX_SYNC_HOME=/run/fox-sync; {done} || true")
        read = int(text.split(":")[1]) / 1000 if ":" in text else None
    else:
        text = guest.sh("cat /run/reads").split()
        read = float(text[0]) if text else None
    time.sleep(1)
    guest.sh(f"for m in $(grep '^{node} ' /proc/mounts | cut -d' ' -f2); do umount $m; done",
             check=False)
    bench.pull(fox)
    return read - float(found[1]) if read and found else None


def section(data):
    out = Section(TITLE)
    out.say(
        "Measured in the lab, where udev, USB and vfat are real; each mounts by itself, fox-sync as"
        f" on a bench computer (`mode = always`). Wake-ups are context switches in /proc over"
        f" {data['seconds']} s after {data['plugs']} plugs, given for a minute; memory is resident,"
        " and what no other process shares.",
        "For udiskie the daemon and the bus that it cannot do without are counted, since a bench"
        " computer runs them for nothing else; on a desktop they are there anyway.",
        "'First read' is the median time from udev's event for the partition to the end of the first"
        " read of settings.txt.")
    table = Table("", "wake-ups a minute", "resident MB", "private MB", "processes",
                  "first read, ms", "× fox-sync")
    own = data["results"].get("fox-sync", {})
    for name, each in data["results"].items():
        if "error" in each:
            table.add(LABELS[name] + " (could not be run)", "–", "–", "–", "–", "–", "–")
            continue
        table.add(LABELS[name], each["switches"], each["resident"], each["private"],
                  f"{each['processes']}", each["delay"], times(ratio(each["delay"], own.get("delay"))))
    out.table(table)
    out.say(
        "The poller's own switches are counted, not those of the `sleep` that it starts each time.",
        "fox-sync unmaps its code when it has nothing to do: the kernel keeps that in the page cache, and"
        " takes it first when somebody needs the room.",
        "Those that end in an event handler wait for udev, too; the poller waits up to two seconds"
        " more, and mounts whatever it sees read-write: the first thing that it does to a fox is to"
        " write to it.")
    if "switches" in own:
        out.goal("an idle agent", "no wake-ups", number(own["switches"]) + " a minute",
                 own["switches"] == 0, "something in the agent ticks")
        out.goal("the agent's memory", "under 12 MB resident", f"{own['resident']:.1f} MB",
                 own["resident"] < 12, "what is left when the code is unmapped is the program's data"
                 " and that of its C libraries")
    return out
