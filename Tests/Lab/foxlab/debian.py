# A computer with an installed Debian: systemd, its package manager, a person at the console.
import json
import os
import pathlib
import subprocess
import time

from .debian_image import DebianImage
from .guest import Guest, GuestError
from .guest_files import merged
from .machine import HARDWARE, PARAMETERS

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent


def package(program, folder, version=None):
    """Builds the Debian package, under another version when one is given."""
    words = [ROOT / "packaging/debian/build", program, folder, *([version] if version else [])]
    # What is unpacked a minute later need not be small.
    environment = {**os.environ, "DPKG_DEB_COMPRESSOR_TYPE": "gzip"}
    run = subprocess.run(list(map(str, words)), capture_output=True, text=True, env=environment)
    if run.returncode:
        raise SystemExit(f"lab: the package cannot be built: {run.stderr}")
    return pathlib.Path(run.stdout.strip())


# A starved guest is slow, and nothing worse: neither its kernel nor systemd shall think otherwise.
PATIENT = "rcupdate.rcu_cpu_stall_suppress=1 nosoftlockup systemd.default_timeout_start_sec=900"


class DebianMachine:
    """The command that starts it. Its disk is as it was installed, whatever was done to it before."""

    def __init__(self, image, files, parameters):
        self.command = [
            *(each for each in HARDWARE if each != "-no-reboot"), "-m", "768",
            "-kernel", str(image.kernel.image), "-initrd", str(image.initrd),
            "-append",
            PARAMETERS.replace("usb-storage.delay_use=0", f"root=/dev/vda rw {PATIENT} {parameters}"),
            "-drive", f"file={image.disk},format=raw,if=virtio,snapshot=on",
            "-drive", f"file={files},format=raw,if=virtio,read-only=on",
            "-mon", "chardev=qmp,mode=control"]
        for name in ("commands", "agent"):
            self.command += ["-device", f"virtserialport,chardev={name},name={name}"]


class Debian(Guest):
    """The running computer; what is typed on it and what it answers is printed, and kept in a file."""

    boot_seconds = 900
    patience = 10

    def __init__(self, folder, packages, desktop):
        """Boots with these packages at hand; with `desktop`, a person logs in at the console."""
        folder = pathlib.Path(folder)
        # Tar pads; a disk is whole sectors.
        files = folder / "packages.tar"
        subprocess.run(["tar", "-cf", files, "-C", packages[0].parent, *(each.name for each in packages)],
                       check=True)
        image = DebianImage()
        parameters = "" if desktop else "systemd.mask=getty@tty1.service"
        super().__init__(DebianMachine(image, files, parameters), folder)
        self.user = "root"
        self.note("booted", f"{time.monotonic() - self.started:.0f} s under emulation")
        # apt reads a package as a user of its own.
        self.sh("mkdir -p /srv/packages && tar -xf /dev/vdb -C /srv/packages && chmod -R a+rX /srv/packages")

    def tell(self, *lines):
        text = "".join(f"{line}\n" for line in lines)
        print(text, end="", flush=True)
        with open(self.folder / "transcript.txt", "a") as file:
            file.write(text)

    def note(self, what, more=""):
        self.tell(f"--- {what}" + (f" ({more})" if more else ""))

    def type(self, line, user="fox", timeout=180, check=True):
        """Types a line at a login shell of a person; returns what it prints."""
        home = "/srv/packages"
        # Whatever asks whether to go on is told yes.
        self.tell(f"{user}$ {line}")
        status, text = self.status(
            f"yes 2>/dev/null | runuser --login {user} -c "
            + quoted(f"export XDG_RUNTIME_DIR=/run/user/$(id -u); cd {home}; {line}"), timeout)
        # Of a line that was drawn over and over, the last.
        self.tell(*(f"  {each.rstrip(chr(13)).split(chr(13))[-1]}" for each in text.split("\n")[:-1]))
        if status:
            self.tell(f"  (exit {status})")
        if check and status:
            raise GuestError(f"exit {status} of {line!r}: {text}")
        return text

    def bench_json(self, *words):
        """The one object that fox-sync-bench prints."""
        return self.bench_json_lines(*words)[0]

    def bench_json_lines(self, *words):
        """The objects that fox-sync-bench prints, one a line."""
        text = self.sh(" ".join(["fox-sync-bench", *words, "--json"]))
        return [json.loads(line) for line in text.splitlines()]

    def reset(self):
        """The power goes and comes back: nothing is unmounted, nothing is written any more."""
        self.note("the computer loses its power, and gets it back")
        self.qmp("system_reset")
        began = time.monotonic()
        self.commands.settimeout(self.boot_seconds)
        while (line := self.commands_file.readline()) != b"ready\n":
            if not line:
                raise GuestError(f"it did not boot again: {self.log_tail()}")
        self.note("booted again", f"{time.monotonic() - began:.0f} s")

    def follow(self, title, block=0):
        """Types what the README has in a block of the section with this title, word for word."""
        return "".join(self.type(line) for line in readme(title)[block])

    def plug(self, fox, serial=None):
        self.note(f"{fox.name} is plugged in")
        super().plug(fox, serial)

    def pull(self, fox):
        super().pull(fox)
        self.note(f"{fox.name} is pulled out")

    def files(self):
        """Every name on its disk."""
        return set(self.sh("find / -xdev -printf '%p\\n'").splitlines())

    def strangers(self, before):
        """Names on its disk that were not there before and that no installed package owns."""
        owned = {merged(name) for name in self.sh("cat /var/lib/dpkg/info/*.list").splitlines()}
        # Of the package manager, of the log, of udisks and of whoever is logged in.
        others = ("/var/lib/dpkg/", "/var/lib/apt/", "/var/log/", "/var/cache/", "/srv/packages/",
                  "/home/", self.sh("echo ~root/").strip(), "/var/lib/systemd/timers",
                  "/var/lib/systemd/random-seed", "/var/lib/systemd/linger", "/var/lib/udisks2", "/media/", "/tmp/", "/var/tmp/",
                  "/var/lib/sudo", "/var/spool/")
        return {name for name in self.files() - before
                if not name.startswith(others) and merged(name) not in owned}


def readme(title):
    """The blocks of shell lines in a section of the README."""
    section = (ROOT / "README.md").read_text().split(f"# {title}\n")[1].split("\n## ")[0]
    section = section.split("\n### ")[0]
    return [block.split("```")[0].strip().splitlines()
            for block in section.split("```sh\n")[1:]]


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"
