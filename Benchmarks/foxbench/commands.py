# Part 3: how long the commands take that people and scripts call all day.
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from .process import homed, interleaved, peak_of, take
from .report import Section, Table, median, ratio, times

TITLE = "The commands"
ENTRIES = 100_000
REMOTE = "/usr/lib/systemd/systemd-journal-remote"
LIST = "SELECT * FROM runs ORDER BY sequence DESC, rowid DESC LIMIT {}"


def home(program, folder):
    """A home with a draft and a fox in a folder that was synced once."""
    environment = homed(folder / "home")
    fox = folder / "fox"
    fox.mkdir(parents=True)
    (fox / "settings.txt").write_text(
        "CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=146.565000\nDUTY_CYCLE=100\nATTENUATION=0\nMORSE_WPM=15\n"
        "MORSE_FARNSWORTH_WPM=10\nMORSE_TONE=600\nMORSE_TONE_VOL=70\n")
    for words in (["draft", "new", "hunt"],
                  ["draft", "set", "hunt", "CALLSIGN=K1FOX", "FREQ_MHZ=146.52"],
                  ["sync", "--volume", str(fox)]):
        run = subprocess.run([program, *words], env=environment, capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(f"bench: fox-sync {' '.join(words)}: {run.stderr}{run.stdout}")
    return environment, fox


def fill(database, count, devices=10, own=False):
    """Adds runs to a log, as many foxes of a club had them over the years.

    With `own`, the fox that was synced already has its share of them.
    """
    connection = sqlite3.connect(database)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(runs)")]
    template = dict(zip(columns, connection.execute(
        "SELECT * FROM runs ORDER BY rowid DESC LIMIT 1").fetchone()))
    known = connection.execute("SELECT * FROM devices LIMIT 1").fetchone()
    names = [row[1] for row in connection.execute("PRAGMA table_info(devices)")]
    for index in range(devices):
        record = dict(zip(names, known), id=f"E6614C311B6A{index:04X}", name=f"fox {index}")
        connection.execute(
            f"INSERT OR IGNORE INTO devices ({','.join(names)}) VALUES"
            f" ({','.join('?' * len(names))})", [record[name] for name in names])
    have = connection.execute("SELECT count(*) FROM runs").fetchone()[0]
    results = ["up-to-date"] * 8 + ["pushed", "held"]

    def rows():
        for index in range(have, count):
            device = f"E6614C311B6A{index % devices:04X}"
            if own and index % devices == 0:
                device = template["device"]
            record = dict(template, id=f"{index:08x}", device=device,
                          started=1_700_000_000_000 + index * 1000,
                          finished=1_700_000_000_500 + index * 1000,
                          result=results[index // devices % len(results)],
                          sequence=1_700_000_000_000 + index * 1000)
            yield [record[name] for name in columns]
    connection.executemany(
        f"INSERT OR REPLACE INTO runs ({','.join(columns)}) VALUES ({','.join('?' * len(columns))})",
        rows())
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def journal(folder, count):
    """A systemd journal with as many entries, or None where none can be made."""
    if not os.path.exists(REMOTE) or not shutil.which("journalctl"):
        return None
    path = folder / "runs.journal"
    writer = subprocess.Popen(
        [REMOTE, f"--output={path}", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    for index in range(count):
        writer.stdin.write(
            b"__REALTIME_TIMESTAMP=%d\n__MONOTONIC_TIMESTAMP=%d\n"
            b"_BOOT_ID=0123456789abcdef0123456789abcdef\nSYSLOG_IDENTIFIER=fox-sync\n"
            b"DEVICE=E6614C311B6A%04X\nRESULT=up-to-date\n"
            b"MESSAGE=fox %d: up-to-date (hunt): nothing differs; nothing was written\n\n"
            % (1_700_000_000_000_000 + index * 1_000_000, 1_000_000 + index * 1_000_000,
               index % 10, index % 10))
    writer.stdin.close()
    return path if writer.wait() == 0 and path.exists() else None


def measure(program, quick, note):
    rounds = 7 if quick else 31
    count = 10_000 if quick else ENTRIES
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as name:
        folder = pathlib.Path(name)
        environment, _ = home(program, folder)
        starts = compared({
            "true": ["/bin/true"], "sqlite3 --version": ["sqlite3", "--version"],
            "rsync --version": ["rsync", "--version"], "rclone version": ["rclone", "version"],
            "python3 -c pass": ["/usr/bin/python3", "-c", "pass"],
            "fox-sync --version": [program, "--version"],
            "fox-sync status": [program, "status"],
            "lsblk": ["lsblk", "-o", "NAME,SERIAL,MOUNTPOINT"],
            "fox-sync draft check hunt": [program, "draft", "check", "hunt"],
        }, rounds, environment)
        note("commands: start-up")
        database = folder / "home/fox-sync.db"
        fill(database, count)
        file = journal(folder, count)
        note(f"commands: {count} runs")
        logs = {}
        for lines in (20, 1000):
            commands = {
                "fox-sync log": [program, "log", "-n", lines],
                "fox-sync log --json": [program, "log", "--json", "-n", lines],
                "sqlite3": ["sqlite3", database, LIST.format(lines)]}
            if file:
                commands["journalctl"] = ["journalctl", "--no-pager", f"--file={file}", "-n", lines]
            logs[str(lines)] = compared(commands, rounds, environment)
        # One fox's runs that ended in one way: what the journal and the shell have to search for.
        commands = {
            "fox-sync log": [program, "log", "-n", 20, "--device", "fox 3", "--result", "up-to-date"],
            "sqlite3": ["sqlite3", database, LIST.format(20).replace(
                " ORDER", " WHERE device = 'E6614C311B6A0003' AND result = 'up-to-date' ORDER")]}
        if file:
            commands["journalctl"] = ["journalctl", "--no-pager", f"--file={file}", "-n", 20,
                                      "DEVICE=E6614C311B6A0003", "RESULT=up-to-date"]
        logs["filtered"] = compared(commands, rounds, environment)
        sizes = {"database": database.stat().st_size,
                 "journal": file.stat().st_size if file else None}
        command = [program, "log", "-n", count, "--json"]
        whole = {"wall": take(command, environment).wall, "peak": peak_of(command, environment)}
    return {"rounds": rounds, "entries": count, "starts": starts, "logs": logs,
            "sizes": sizes, "whole": whole}


def compared(commands, rounds, environment):
    """Medians of interleaved calls, and the peak of one more of each."""
    found = interleaved(commands, rounds, environment)
    return {name: {"ms": 1000 * median([each.wall for each in runs]),
                   "cpu": 1000 * median([each.cpu for each in runs]),
                   "peak": peak_of(commands[name], environment),
                   "status": max(each.status for each in runs)} for name, runs in found.items()}


def section(data):
    out = Section(TITLE)
    out.say(f"Medians of {data['rounds']} interleaved calls on this computer, each a new process with"
            " its output thrown away.")
    out.head("Start-up")
    table = Table("", "ms", "× true", "CPU ms", "peak MB")
    base = data["starts"]["true"]["ms"]
    for name, each in data["starts"].items():
        table.add(f"`{name}`", each["ms"], times(ratio(each["ms"], base)), each["cpu"], each["peak"])
    out.table(table)
    out.say("`true` is what any process costs here; the distance to it is the program's own.",
            "`status` opens the database and asks udev and the mount table; `draft check` reads the"
            " draft and every WAV's header.")
    out.head(f"The log, over {data['entries']:,} runs")
    table = Table("", "the newest 20, ms", "× sqlite3", "the newest 1,000, ms", "× sqlite3",
                  "20 of one fox and result, ms", "peak MB")
    for name in data["logs"]["1000"]:
        a, b = data["logs"]["20"][name], data["logs"]["1000"][name]
        c = data["logs"]["filtered"].get(name)
        table.add(f"`{name}`", a["ms"], times(ratio(a["ms"], data["logs"]["20"]["sqlite3"]["ms"])),
                  b["ms"], times(ratio(b["ms"], data["logs"]["1000"]["sqlite3"]["ms"])),
                  c["ms"] if c else "–", b["peak"])
    out.table(table)
    sizes = data["sizes"]
    out.say(
        "`sqlite3` runs the same query on the same database and prints it without a word of"
        " explanation; the distance to it is fox-sync's start-up and its table.",
        "`journalctl` reads a journal of as many entries, made with systemd-journal-remote."
        if sizes["journal"] else "A journal of as many entries could not be made here.",
        f"The database has {sizes['database'] / 1e6:.1f} MB"
        + (f", the journal {sizes['journal'] / 1e6:.1f} MB." if sizes["journal"] else "."),
        f"All {data['entries']:,} runs as JSON take {data['whole']['wall']:.2f} s and"
        f" {data['whole']['peak']:.0f} MB.")
    version = data["starts"]["fox-sync --version"]["ms"]
    newest = data["logs"]["20"]["fox-sync log"]["ms"]
    out.goal("`--version`", "under 10 ms", f"{version:.1f} ms", version < 10,
             "nearly all of it is the loader, which looks up the symbols of libcrypto and SQLite among"
             " those of seventeen libraries; on this computer `sqlite3 --version` takes"
             f" {data['starts']['sqlite3 --version']['ms']:.1f} ms, and the processors were not idle"
             f" (`true`: {base:.1f} ms)")
    out.goal("`log -n 20` over 100,000 runs", "under 20 ms", f"{newest:.1f} ms", newest < 20,
             "the start-up of the program")
    return out
