# Stopping fox-sync at a chosen system call, so that what happens then is no matter of luck.
import re
import shlex
from dataclasses import dataclass

from .bench import Failed
from .guest import AGENT

# What a run does on the fox, on the database and on the backups. Not openat and getdents64: the
# agent's main thread uses them too, whenever it looks.
CALLS = ("openat2,pread64,pwrite64,fsync,fdatasync,sync_file_range,renameat,unlinkat,syncfs,flock")
LINE = re.compile(r"(?:\[pid +)?(\d+)\]? +(\w+)\((.*)")


@dataclass(frozen=True)
class Call:
    """One system call of a run: the n-th of its kind in its thread, and on what."""

    thread: str
    name: str
    number: int
    words: str

    def __str__(self):
        return f"{self.name} {self.number}"


def calls(text):
    """The calls of the thread that did the run, in their order."""
    found, counts = [], {}
    for line in text.splitlines():
        if (match := LINE.search(line)) and "resumed>" not in line:
            thread, name, words = match.groups()
            counts[thread, name] = counts.get((thread, name), 0) + 1
            found.append(Call(thread, name, counts[thread, name], words))
    runs = {each.thread for each in found if each.name == "flock"}
    return [each for each in found if each.thread in runs]


def stages(found, folder):
    """One call, or two, of each stage of a run: what it is called, and where it is.

    `found` are the calls of a whole push of a WAV and of settings, `folder` where it was mounted.
    """
    def on(*words, name=None):
        return lambda each: (name is None or each.name == name) and all(
            word in each.words for word in words)

    def first(label, accepts, after=0, last=False):
        places = [at for at, each in enumerate(found) if at >= after and accepts(each)]
        if not places:
            raise Failed(f"the run has no call for '{label}'")
        place = places[-1] if last else places[0]
        result.append((label, found[place]))
        return place

    result = []
    first("recognise", on(folder, "settings.txt", name="openat2"))
    at = first("identify", on(".lock", name="flock"))
    at = first("snapshot", on(folder, "audio.wav", name="openat2"), at)
    at = first("back up", on("/backups/", name="fsync"), at)
    at = first("journal", on(".local/state", name="fdatasync"), at)
    at = first("write the WAV", on("foxsync.tmp", name="pwrite64"), at)
    at = first("its data to the medium", on("foxsync.tmp", name="sync_file_range"), at)
    at = first("its entry to the medium", on("foxsync.tmp", name="fsync"), at)
    at = first("read the WAV back", on("foxsync.tmp", name="openat2"), at)
    at = first("rename", on("foxsync.tmp", name="renameat"), at)
    at = first("its new entry to the medium", on(name="fsync"), at)
    at = first("remove the old ID", on("callsign", name="unlinkat"), at)
    first("pad the settings", on("settings.txt", name="pwrite64"), at)
    at = first("write the settings", on("settings.txt", name="pwrite64"), at, last=True)
    at = first("settings to the medium", on("settings.txt", name="fsync"), at)
    at = first("verify", on("audio.wav", name="openat2"), at)
    # The first commit after that: the last one notes the availability.
    first("record", on(".local/state", name="fdatasync"), at)
    return result


class Tracer:
    """strace on a running agent, or around a command."""

    def __init__(self, bench):
        self.bench, self.guest = bench, bench.guest

    def watch(self):
        """Writes down the agent's calls from now on."""
        self.start("-o /run/strace")

    def heard(self):
        """Ends watching, and returns the calls of the run."""
        self.end()
        return calls(self.guest.sh("cat /run/strace"))

    def arm(self, call):
        """Stops the agent right after a call, the next time that a run comes to it."""
        self.start(f"-e inject={call.name}:signal=STOP:when={call.number} >&9 2>&9")

    def start(self, rest):
        self.guest.sh(f"strace -f -y -qq -s 0 -e trace={CALLS} -p {AGENT} {rest} &")
        self.bench.wait(
            f"for t in /proc/{AGENT}/task/*/status; do"
            " grep -q 'TracerPid:[^0-9]*0$' $t && exit 1; done; exit 0", "strace does not attach")

    def stopped(self, timeout=180):
        """Waits until it has stopped, and returns the call after which it did."""
        since = self.guest.taken
        self.guest.expect("stopped by SIGSTOP", timeout)
        lines = self.guest.lines[since:self.guest.taken]
        # Its result may have been said before: whoever waits for that looks from here on.
        self.guest.taken = since
        for _, line in reversed(lines):
            if (match := LINE.search(line)) and "resumed>" not in line:
                return match[2] + "(" + match[3]
        raise Failed("it stopped at no call")

    def go_on(self):
        """Lets it go on, without strace."""
        self.guest.sh("kill -CONT $(pidof fox-sync)")
        self.end()

    def end(self):
        self.guest.sh("kill $(pidof strace); while pidof strace >/dev/null; do sleep 0.05; done")


class Command:
    """A command beside the agent, stopped at its first call on a file of the fox."""

    def __init__(self, bench, words):
        self.bench, self.guest, self.words = bench, bench.guest, words

    def stop_at(self, call, file, timeout=180):
        """Runs it until right after the call."""
        folder = self.guest.sh("ls -d /media/fox/*").strip()
        line = shlex.join([
            "strace", "-f", "-y", "-qq", "-s", "0", "-P", file, "-P", f"{folder}/{file}",
            "-e", f"trace={call}", "-e", f"inject={call}:signal=STOP:when=1",
            "fox-sync", *self.words])
        self.guest.sh(
            f"{{ su {self.guest.user} -c {shlex.quote(line)}; echo ended $?; }} >&9 2>&9 &")
        if self.guest.expect(r"stopped by SIGSTOP|^ended (\d+)", timeout)[1]:
            raise Failed(f"{self.words} ended without {call} on {file}")

    def go_on(self, timeout=180):
        """Lets it go on to its end, and returns its exit code."""
        self.guest.sh("kill -CONT $(pidof fox-sync)")  # the agent, which runs, does not mind
        return int(self.guest.expect(r"^ended (\d+)", timeout)[1])
