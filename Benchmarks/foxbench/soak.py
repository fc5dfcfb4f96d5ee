# The soak: ten thousand plugs of one agent, and what it holds before and after.
import os
import pathlib
import subprocess
import tempfile
import time

from . import namespace
from .lab import noise
from .process import homed, status
from .report import Section, Table, number

TITLE = "Ten thousand plugs"
PLUGS, EVERY = 10_000, 1_000


def measure(program, quick, note):
    return namespace.inside(soak, program, 300 if quick else PLUGS, 100 if quick else EVERY)


def soak(program, plugs, every):
    """Four stand-ins that come and go in turn, so that the agent always has something to do."""
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as name:
        folder = pathlib.Path(name)
        environment = homed(folder / "home")
        for words in (["draft", "new", "hunt"],
                      ["draft", "set", "hunt", "CALLSIGN=K1FOX", "FREQ_MHZ=146.52"]):
            subprocess.run([program, *words], env=environment, check=True, stdout=subprocess.DEVNULL)
        (folder / "home/drafts/hunt/audio.wav").write_bytes(noise(20_044, 9))
        (folder / "home/fox-sync.conf").write_text(
            f"[volumes]\nfile-systems = tmpfs\nstand-ins = {folder}/plugged\n")
        foxes = {f"fox{n}": {"settings.txt": namespace.FACTORY.encode()} for n in range(4)}
        for fox in foxes:
            (folder / "plugged" / fox).mkdir(parents=True)
        (folder / "ready").mkdir()
        agent = subprocess.Popen([str(program), "agent"], env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            found = turns(agent, environment, program, folder, foxes, plugs, every)
        finally:
            agent.terminate()
            agent.wait()
        # With nobody who has it open, all of the log is in the one file.
        found["database"] = os.path.getsize(folder / "home/fox-sync.db") / 1e6
        return found


def turns(agent, environment, program, folder, foxes, plugs, every):
    def until(words):
        for line in agent.stdout:
            if words in line:
                return line
        raise SystemExit(f"bench: the agent ended before it said '{words}'")

    def plug(fox, result):
        """A new volume with the files that are on the fox, there all at once as at a plug."""
        ready, target = folder / "ready", folder / "plugged" / fox
        namespace.mount("fox", ready, "tmpfs", namespace.MS_NOSUID, "size=2m")
        for name, content in foxes[fox].items():
            (ready / name).write_bytes(content)
        namespace.move(ready, target)
        line = until(f"/{fox}: {result}")
        if result != "up-to-date":
            foxes[fox] = {each.name: each.read_bytes() for each in target.iterdir()}
        namespace.unmount(target)
        until(f"/{fox}: unmounted")
        return line

    def look(count):
        base = folder / "home"
        sizes = [os.path.getsize(base / each) for each in os.listdir(base)
                 if each.startswith("fox-sync.db")]
        # What it says is said before the last run's own files are closed: the least of some looks.
        looks = []
        for _ in range(20):
            looks.append(status(agent.pid))
            time.sleep(0.01)
        held = looks[-1]
        return {"plugs": count, "descriptors": min(each["descriptors"] for each in looks), "threads": held["threads"],
                "resident": held["resident"] / 1024, "private": held["private"] / 1024,
                "database": sum(sizes) / 1e6, "seconds": time.monotonic() - started}

    started = time.monotonic()
    until("watching")
    for fox in foxes:
        # The draft that nobody has goes to the first; the others are told.
        plug(fox, "")
        subprocess.run([program, "assign", f"path:{folder}/plugged/{fox}", "hunt"], env=environment,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        plug(fox, "")
    for fox in list(foxes) * 5:
        plug(fox, "up-to-date")
    looks, names = [look(0)], list(foxes)
    for count in range(1, plugs + 1):
        plug(names[count % len(names)], "up-to-date")
        if count % every == 0:
            looks.append(look(count))
            print(f"soak: {looks[-1]}", flush=True)
    return {"looks": looks, "plugs": plugs}


def section(data):
    out = Section(TITLE)
    first, last = data["looks"][0], data["looks"][-1]
    out.say(
        f"One agent, and stand-ins that are mounted and unmounted {data['plugs']:,} times, each plug"
        " waiting for the one before to be looked into, logged and gone.",
        f"It took {last['seconds']:.0f} s, {1000 * last['seconds'] / data['plugs']:.1f} ms a plug.",
        "Descriptors and memory must not grow; the database grows by one run each time, and that is"
        " its purpose.")
    table = Table("after plugs", "descriptors", "threads", "resident MB", "private MB",
                  "database MB", "ms a plug")
    before = first
    for each in data["looks"]:
        count = each["plugs"] - before["plugs"]
        table.add(f"{each['plugs']:,}", f"{each['descriptors']}", f"{each['threads']}",
                  each["resident"], each["private"], each["database"],
                  1000 * (each["seconds"] - before["seconds"]) / count if count else "–")
        before = each
    out.table(table)
    out.say(f"When the agent has ended, the database has {data['database']:.1f} MB,"
            f" {1e6 * data['database'] / data['plugs']:,.0f} bytes a run with all its indices; while it"
            " runs, up to 4 MB more wait in the write-ahead log.")
    out.goal("10,000 plugs", "no descriptor more",
             f"{last['descriptors'] - first['descriptors']:+d} descriptors,"
             f" {number(last['resident'] - first['resident'])} MB",
             last["descriptors"] <= first["descriptors"], "")
    return out
