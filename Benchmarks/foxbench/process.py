# Running programs of this computer and seeing what they take.
import os
import pathlib
import subprocess
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Taken:
    """What one call took."""

    wall: float  # seconds
    cpu: float  # seconds, of the process and its children
    status: int
    out: bytes


def take(command, environment=None, out=None, folder=None):
    """Runs a program to its end; its output is read only where somebody wants it."""
    sink = subprocess.PIPE if out else subprocess.DEVNULL
    started = time.perf_counter()
    process = subprocess.Popen(
        [str(each) for each in command], env=environment, stdin=subprocess.DEVNULL, stdout=sink,
        stderr=subprocess.STDOUT if out else subprocess.DEVNULL, cwd=folder)
    text = process.stdout.read() if out else b""
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    return Taken(wall, usage.ru_utime + usage.ru_stime, process.returncode, text)


def peak_of(command, environment=None):
    """MB resident at the most, of the largest process of a call of its own.

    A process begins with the peak of the one that started it, and this one is larger than most that
    are measured: something small stands in between.
    """
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["/usr/bin/time", "-q", "-o", file.name, "-f", "%M", "--",
                        *(str(each) for each in command)], env=environment,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        return int(file.read().split()[-1]) / 1024


def interleaved(commands, rounds, environment=None):
    """Takes turns: {name: [Taken …]} of {name: command}, each round begun by another one."""
    names, found = list(commands), {name: [] for name in commands}
    for turn in range(rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            found[name].append(take(commands[name], environment))
    return found


def homed(folder, **more):
    """The environment of a fox-sync whose every file is below a folder."""
    environment = {**os.environ, "FOX_SYNC_HOME": str(folder), "TZ": "UTC", **more}
    environment.pop("NOTIFY_SOCKET", None)
    return environment


def status(pid):
    """Resident kB, open descriptors, threads and context switches of a process."""
    root = pathlib.Path(f"/proc/{pid}")
    fields = dict(line.split(":", 1) for line in (root / "status").read_text().splitlines()
                  if ":" in line)
    switches = 0
    for task in (root / "task").iterdir():
        try:
            for line in (task / "status").read_text().splitlines():
                if "ctxt_switches" in line:
                    switches += int(line.split()[1])
        except OSError:  # it ended meanwhile
            pass
    return {"resident": int(fields["VmRSS"].split()[0]), "threads": int(fields["Threads"]),
            "descriptors": len(list((root / "fd").iterdir())), "switches": switches,
            "private": private(root)}


def private(root):
    """kB that the process shares with nobody."""
    try:
        text = (root / "smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))


def version(*command):
    """The first line that a program says about itself."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return f"{command[0]}: not there"
    lines = (run.stdout or run.stderr).strip().splitlines()
    return lines[0] if lines else f"{command[0]}: says nothing"
