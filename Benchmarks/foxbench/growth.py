# Part 5: how the cost of a sync grows with files, bytes, devices and history.
import math
import pathlib
import shutil
import subprocess
import tempfile

from . import namespace
from .commands import fill
from .lab import noise
from .process import homed, peak_of, take
from .report import Section, Table, median

TITLE = "Growth"


def slope(points):
    """The exponent of a power law by least squares on a log-log scale; None for too few points."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    x, y = (sum(each[i] for each in logs) / len(logs) for i in (0, 1))
    return (sum((a - x) * (b - y) for a, b in logs)
            / sum((a - x) ** 2 for a, _ in logs))


def fox_sync(program, environment, *words):
    run = subprocess.run([str(program), *map(str, words)], env=environment, capture_output=True,
                         text=True)
    if run.returncode:
        raise SystemExit(f"bench: fox-sync {' '.join(map(str, words))}: {run.stderr}{run.stdout}")


def cost(command, environment, rounds, peak=True):
    """Medians of some calls; `peak` takes one more, so it is not for what works only once."""
    runs = [take(command, environment) for _ in range(rounds)]
    if any(each.status for each in runs):
        raise SystemExit(f"bench: {command}: exit {runs[0].status}")
    return {"wall": median([each.wall for each in runs]),
            "cpu": median([each.cpu for each in runs]),
            "peak": peak_of(command, environment) if peak else 0}


def one_fox(program, folder, sizes, rounds):
    """A first push and an up-to-date check of one fox with WAVs of these sizes."""
    environment = homed(folder / "home")
    fox_sync(program, environment, "draft", "new", "--firmware", "pacificon", "hunt")
    fox_sync(program, environment, "draft", "set", "hunt", "CALLSIGN=K1FOX", "FREQ_MHZ=146.52")
    drafts = folder / "home/drafts/hunt"
    for number, size in enumerate(sizes):
        name = "audio.wav" if number == 0 else f"audio{number}.wav"
        (drafts / name).write_bytes(noise(size, 7, 8000))
    text = (drafts / "settings.txt").read_text().replace("K1FOX", "")
    pushes = []
    fox = folder / "fox"
    for turn in range(max(1, rounds // 2)):
        namespace.stand_in(fox, text)
        home = homed(folder / f"home{turn}")
        shutil.copytree(folder / "home", folder / f"home{turn}")
        pushes.append(cost([program, "sync", "--force", "--volume", fox], home, 1, False))
        if turn == 0:
            check = cost([program, "sync", "--volume", fox], home, rounds)
        namespace.unmount(fox)
    namespace.stand_in(fox, text)
    last = homed(folder / "last")
    shutil.copytree(folder / "home", folder / "last")
    pushes[0]["peak"] = peak_of([program, "sync", "--force", "--volume", fox], last)
    namespace.unmount(fox)
    return {"push": {"wall": median([each["wall"] for each in pushes]),
                     "cpu": median([each["cpu"] for each in pushes]), "peak": pushes[0]["peak"]},
            "check": check}


def several(program, folder, count, rounds):
    """Up-to-date checks of several foxes in one call."""
    environment = homed(folder / "home")
    fox_sync(program, environment, "draft", "new", "hunt")
    fox_sync(program, environment, "draft", "set", "hunt", "CALLSIGN=K1FOX", "FREQ_MHZ=146.52")
    (folder / "home/drafts/hunt/audio.wav").write_bytes(noise(1_000_000, 8))
    (folder / "home/fox-sync.conf").write_text(
        f"[volumes]\nfile-systems = tmpfs\nstand-ins = {folder}/foxes\n")
    foxes = [folder / f"foxes/fox{n}" for n in range(count)]
    for fox in foxes:
        namespace.stand_in(fox)
        fox_sync(program, environment, "sync", "--draft", "hunt", "--volume", fox)
    found = cost([program, "sync"], environment, rounds)
    for fox in foxes:
        namespace.unmount(fox)
    return {"check": found}


def history(program, folder, count, rounds):
    """One check and one listing with so many runs in the log, a tenth of them this fox's."""
    environment = homed(folder / "home")
    fox_sync(program, environment, "draft", "new", "hunt")
    fox_sync(program, environment, "draft", "set", "hunt", "CALLSIGN=K1FOX", "FREQ_MHZ=146.52")
    namespace.stand_in(folder / "fox")
    fox_sync(program, environment, "sync", "--volume", folder / "fox")
    fill(folder / "home/fox-sync.db", count, own=True)
    found = {"check": cost([program, "sync", "--volume", folder / "fox"], environment, rounds),
             "log": cost([program, "log"], environment, rounds),
             "status": cost([program, "status"], environment, rounds)}
    namespace.unmount(folder / "fox")
    return found


def every(program, quick):
    rounds = 3 if quick else 7
    counts = [1, 10, 100, 400] if quick else [1, 4, 16, 64, 200, 400]
    sizes = [1_000, 1_000_000, 14_000_000] if quick else [
        1_000, 100_000, 500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000, 14_000_000]
    devices = [1, 4, 16] if quick else [1, 2, 4, 8, 16]
    runs = [100, 10_000, 100_000] if quick else [100, 1_000, 10_000, 100_000, 1_000_000]
    results = {"files": {}, "bytes": {}, "devices": {}, "history": {}}
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as name:
        top = pathlib.Path(name)

        def fresh(kind, value):
            folder = top / f"{kind}-{value}"
            folder.mkdir()
            return folder
        for value in counts:
            results["files"][value] = one_fox(program, fresh("files", value), [1044] * value, rounds)
        for value in sizes:
            results["bytes"][value] = one_fox(program, fresh("bytes", value), [value], rounds)
        for value in devices:
            results["devices"][value] = several(program, fresh("devices", value), value, rounds)
        for value in runs:
            folder = fresh("history", value)
            results["history"][value] = history(program, folder, value, rounds)
            shutil.rmtree(folder, ignore_errors=True)
    return results


def measure(program, quick, note):
    results = namespace.inside(every, program, quick)
    note("growth: done")
    return {"results": results, "rounds": 3 if quick else 7}


WHY = {
    ("files", "check"): "every file is opened, read and hashed once, and the root is listed; nothing"
                        " is compared with every other file",
    ("files", "push"): "each file costs its own temporary, two read-backs, a rename and two notes in"
                       " the journal, each of which waits for the computer's disk",
    ("bytes", "check"): "each byte of the fox is read and hashed once, and so is the draft's",
    ("bytes", "push"): "each byte is read, backed up, written, and read back twice",
    ("devices", "check"): "each fox has a thread of its own; they share the processors and take"
                          " turns at the database",
    ("history", "check"): "the newest runs of a fox are found by an index, not by reading its past",
    ("history", "log"): "the newest twenty are the end of an index",
    ("history", "status"): "the last run of each fox is looked up by an index; only of a fox that no"
                           " run ever proved, all runs are looked through for one"}


def section(data):
    out = Section(TITLE)
    out.say(
        "Measured on this computer with tmpfs volumes as foxes, so that the medium costs nothing and"
        f" only the program's own growth is seen; medians of {data['rounds']} calls.",
        "The exponent is the slope on a log-log scale by least squares: 1 is proportional, 0 is"
        " constant. The second one is that of the upper half of the range, where the fixed cost of"
        " starting a program counts less.")
    table = Table("", "from … to", "wall ms", "CPU ms", "peak MB", "exponent (wall)",
                  "upper half (CPU)")
    sentences = []
    titles = {"check": "up to date", "push": "first push", "log": "`log`", "status": "`status`"}
    units = {"files": "files", "bytes": "bytes of WAV", "devices": "foxes", "history": "runs logged"}
    for kind, points in data["results"].items():
        values = sorted(points, key=float)
        for what in points[values[0]]:
            series = [(float(v), points[v][what]) for v in values]
            ends = [series[0][1], series[-1][1]]
            whole = slope([(x, each["wall"]) for x, each in series])
            upper = slope([(x, each["cpu"]) for x, each in series[len(series) // 2:]])
            table.add(f"{units[kind]}: {titles[what]}",
                      f"{float(values[0]):,.0f} … {float(values[-1]):,.0f}",
                      " … ".join(f"{1000 * each['wall']:.0f}" for each in ends),
                      " … ".join(f"{1000 * each['cpu']:.0f}" for each in ends),
                      " … ".join(f"{each['peak']:.0f}" for each in ends), whole,
                      "–" if upper is None else f"{upper:.2f}")
            sentences.append(f"- {units[kind]}, {titles[what]}: {WHY[kind, what]}.")
    out.table(table)
    out.say("\n".join(sentences))
    return out
