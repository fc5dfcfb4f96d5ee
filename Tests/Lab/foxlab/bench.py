# What a scenario gets: foxes, a guest, a draft in it, an agent, and checks that say what was wrong.
import base64
import shlex
import time

from .firmware import wav
from .fox import Fox
from .guest import AGENT
from .options import FLUSH

DRAFT = {"CALLSIGN": "K1FOX", "FREQ_MHZ": "146.520", "MORSE_FARNSWORTH_WPM": "15"}


class Failed(Exception):
    """What a scenario expected did not come about."""


class Bench:
    """One scenario's workplace, thrown away afterwards."""

    def __init__(self, machine, folder):
        self.machine, self.folder = machine, folder
        self.computer = None
        self.count = 0

    # The computer

    @property
    def drafts(self):
        home = "/home/admin" if self.guest.user == "root" else f"/home/{self.guest.user}"
        return f"{home}/.local/share/fox-sync/drafts"

    @property
    def guest(self):
        """The guest, started when it is first asked for."""
        if not self.computer:
            self.computer = self.machine.guest(self.folder)
        return self.computer

    def close(self):
        if self.computer:
            self.computer.close()
            self.computer = None

    def automount(self, options=""):
        """Starts a desktop's automounter, or one with other options."""
        self.guest.sh(f"automount {shlex.quote(options)} >/run/automount.log 2>&1 &"
                      if options else "automount >/run/automount.log 2>&1 &")
        # It hears nothing before its monitor listens.
        self.wait("pidof udevadm", "the automounter does not start")

    def agent(self, *words):
        """Starts the agent as the user and waits until it watches."""
        line = shlex.join(["exec", "fox-sync", "agent", "--verbose", *words])
        self.guest.sh(f"su {self.guest.user} -c {shlex.quote(line)} >&9 2>&9 &")
        self.guest.expect("watching for foxes")

    def headless(self, mode="always", **options):
        """A bench computer: nobody mounts but the agent itself, which runs as root."""
        self.guest.user = "root"
        lines = [f"{name.replace('_', '-')} = {value}"
                 for name, value in {"mode": mode, **options}.items()]
        self.guest.sh("mkdir -p /home/admin/.config/fox-sync /run/user/0")
        self.guest.put("/home/admin/.config/fox-sync/fox-sync.conf",
                       "\n".join(["[mount]", *lines, ""]).encode())

    def stop_agent(self):
        self.guest.sh(f"kill {AGENT}")
        self.guest.expect("^stopped$")

    def wait(self, command, otherwise, timeout=120):
        """Waits until a command in the guest succeeds."""
        deadline = time.monotonic() + timeout * self.guest.patience
        while self.guest.status(command)[0]:
            if time.monotonic() > deadline:
                raise Failed(otherwise)
            time.sleep(0.05)

    # Foxes and drafts

    def fox(self, name=None, **options):
        self.count += 1
        return Fox(self.folder, name or f"fox{self.count}", **options)

    def draft(self, name="hunt", settings=None, audio=None, firmware=None):
        """Stages a draft in the guest; returns its files as they are to be on a fox."""
        words = ["--firmware", firmware] if firmware else []
        self.guest.fox_sync("draft", "new", *words, name)
        values = {**DRAFT, **(settings or {})}
        if firmware == "pacificon":
            values.pop("MORSE_FARNSWORTH_WPM")
        self.set(name, **values)
        for file, content in (audio or {"audio.wav": wav(1.2, 500)}).items():
            self.stage(name, file, content)
        return self.staged(name)

    def set(self, name, **values):
        self.guest.fox_sync("draft", "set", name, *(f"{k}={v}" for k, v in values.items()))

    def stage(self, name, file, content):
        path = f"{self.drafts}/{name}/{file}"
        self.guest.put(path, content)
        self.guest.sh(f"chown {self.guest.user} {path}")

    def staged(self, name="hunt"):
        text = self.guest.sh(
            f"cd {self.drafts}/{name} && for f in *; do echo \"$f $(base64 -w0 <$f)\"; done")
        return {file: base64.b64decode(data)
                for file, data in (line.split() for line in text.splitlines())}

    def synced(self, fox, result="pushed", timeout=180):
        """Waits for the agent's result about a fox."""
        return self.guest.expect(rf"^{fox.serial}: {result}\b", timeout)

    def another(self, name, of="hunt"):
        """One more draft for no fox yet, with the files of another."""
        self.guest.sh(f"cd {self.drafts} && mkdir {name} && cp {of}/* {name}/"
                      f" && chown -R {self.guest.user} {name}")

    def assign(self, fox, draft):
        self.guest.fox_sync("assign", fox.serial, draft)

    def written(self, fox, requests, timeout=180):
        """Waits until so many writes more have reached a fox's medium, or its run has ended.

        A run may need fewer writes than one before: the slower a medium, the more the kernel joins.
        """
        wanted, deadline = fox.log.count() + requests, time.monotonic() + timeout
        said = len(self.guest.lines)
        while fox.log.count() < wanted and not any(
                line.startswith(f"{fox.serial}: pushed") for _, line in self.guest.lines[said:]):
            if time.monotonic() > deadline:
                raise Failed(f"{fox.name} was not written {requests} times")
            time.sleep(0.001)

    def pull_after(self, fox, requests):
        """Pulls a fox when so many writes more have reached its medium, or its run has ended."""
        self.written(fox, requests)
        self.guest.pull(fox)

    def process(self):
        """What the agent holds: (descriptors, threads, resident kB)."""
        text = self.guest.sh(
            f"p={AGENT};"
            " ls /proc/$p/fd | wc -l; ls /proc/$p/task | wc -l;"
            " sed -n 's/VmRSS:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/$p/status")
        return tuple(int(each) for each in text.split())

    def remove(self, fox):
        """Unmounts, and pulls then."""
        self.unmount(fox)
        self.pull(fox)

    def node(self, fox):
        """The partition's device node, once udev has finished with it."""
        link = f"/dev/disk/by-id/usb-*{fox.serial}*-part1"
        self.wait(f"ls {link}", f"{fox.name} does not appear")
        return self.guest.sh(f"readlink -f {link}").strip()

    def mounted(self, fox):
        """Waits until the automounter has mounted it, and says where."""
        node = self.node(fox)
        self.wait(f"grep -q '^{node} ' /proc/mounts", f"{fox.name} is not mounted")
        return self.guest.sh(f"grep '^{node} ' /proc/mounts | cut -d' ' -f2").strip()

    def settled(self, idle, timeout=120):
        """Waits until the agent holds no more than when it was idle; returns what it holds.

        Threads that Dispatch made for a burst of events live on for some seconds, and its timer from
        the first edit of a draft to the end: one descriptor, however much happens.
        """
        idle = (idle[0] + 1, *idle[1:])
        deadline = time.monotonic() + timeout
        while True:
            now = self.process()
            if now[0] <= idle[0] and now[1] <= idle[1]:
                return now
            if time.monotonic() > deadline:
                raise Failed(f"descriptors and threads: {now[:2]}, when idle {idle[:2]}")
            time.sleep(0.5)

    def pull(self, fox):
        """Pulls without unmounting, and waits until udev knows."""
        self.guest.pull(fox)
        self.gone(fox)

    def gone(self, fox):
        """Waits until udev knows that a fox was pulled."""
        self.wait(f"! ls /dev/disk/by-id | grep -q {fox.serial}", f"{fox.name} does not go away")

    def mount(self, fox, folder, options=FLUSH):
        """Mounts by hand, as somebody does who is no automounter; returns the device node."""
        node = self.node(fox)
        self.guest.sh(f"mkdir -p {folder} && mount -t vfat -o {options} {node} {folder}")
        return node

    def unmount(self, fox):
        node = self.node(fox)
        self.guest.sh(f"for m in $(grep '^{node} ' /proc/mounts | cut -d' ' -f2);"
                      " do umount $m && rmdir $m; done")

    def runs(self):
        """The log, the newest run first."""
        return self.guest.json_lines("log")

    # Checks

    @staticmethod
    def check(condition, otherwise):
        if not condition:
            raise Failed(otherwise)

    def same(self, found, wanted, what):
        self.check(found == wanted, f"{what}: {found!r}, expected {wanted!r}")

    def holds(self, fox, files, old=None):
        """The medium has exactly these files' content, and nothing is broken."""
        found = fox.judge(old or {}, files)
        self.check(found.is_new, f"on {fox.name}: {found}")
        return found
