# A Debian as it is after installing it, on a disk image; made once and kept outside of git.
import hashlib
import inspect
import os
import pathlib
import shutil
import subprocess
import tempfile

from . import cache
from .guest_files import MODULES, Archive
from .kernel import Kernel
from .tools import output, which

FILES = pathlib.Path(__file__).resolve().parent.parent / "debian"
PACKAGES = (
    "systemd-sysv udev dbus dbus-user-session libpam-systemd udisks2 polkitd sudo kmod procps"
    " man-db bash-completion")
# Fetched and not installed: that the package wants them is for apt to find out, without a network.
CACHED = "dosfstools libmount1 libsndfile1 libsoxr0 libsqlite3-0 libssl3 libstdc++6"
DISK_MODULES = ["virtio_pci", "virtio_blk", "crc32c_generic", "ext4"]
MORE_MODULES = ["virtio_blk", "ext4", "autofs4", "nls_iso8859-1", "nls_ascii", "loop"]
MEBIBYTES = 1200


def sources():
    """Debian's own entries among those that apt uses here."""
    lines = output("apt-get", "indextargets", "--format",
                   "$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages")
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    return "".join(
        f"deb [signed-by={keys}] {' '.join(line.split()[1:])}\n"
        for line in lines.splitlines() if line.startswith("Debian "))


class DebianImage:
    """The kernel, the first files and the disk."""

    def __init__(self):
        self.kernel = Kernel()
        parts = [self.kernel.version, PACKAGES, CACHED, *MODULES, *DISK_MODULES, *MORE_MODULES,
                 MEBIBYTES, inspect.getsource(self.make)]
        parts += [each.read_text() for each in sorted(FILES.iterdir())]
        stamp = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        self.disk = cache.FOLDER / f"debian-{stamp}.img"
        self.initrd = cache.FOLDER / f"debian-initrd-{stamp}"
        if not cache.has(self.disk):
            cache.FOLDER.mkdir(parents=True, exist_ok=True)
            self.make()
            cache.prune("debian-*")
        cache.publish(self.initrd, self.first_files())

    def first_files(self):
        """What finds the disk and goes on from it."""
        archive = Archive()
        for name in ("dev", "proc", "sys", "disk"):
            archive.add(name, mode=0o040755)
        archive.program(which("busybox"), "bin/busybox")
        lines = ["#!/bin/busybox sh", "b=/bin/busybox", "$b mount -t devtmpfs dev /dev"]
        for each in self.in_order(DISK_MODULES):
            archive.file(self.kernel.modules / each, f"modules/{pathlib.Path(each).name}")
            lines.append(f"$b insmod /modules/{pathlib.Path(each).name}")
        lines += ["while [ ! -b /dev/vda ]; do $b sleep 0.1; done", "$b mount -t ext4 /dev/vda /disk",
                  "$b mount --move /dev /disk/dev", "exec $b switch_root /disk /sbin/init"]
        archive.add("init", "\n".join([*lines, ""]).encode(), 0o100755)
        return archive.closed()

    def in_order(self, names):
        """Modules with what they need before them: modules.dep has it the other way round."""
        found = []
        for name in names:
            if name.replace("-", "_") in self.kernel.builtin:
                continue
            path, needs = self.kernel.needs[name.replace("-", "_")]
            found += [each for each in [*reversed(needs), path] if each not in found]
        return found

    def make(self):
        print("  installing a Debian on a disk image (minutes, once)", flush=True)
        root = [] if os.geteuid() == 0 else [which("fakeroot")]
        release = next(line.split("=")[1] for line in pathlib.Path("/etc/os-release").read_text()
                       .splitlines() if line.startswith("VERSION_CODENAME="))
        with tempfile.TemporaryDirectory(prefix="fox-lab-debian-", dir=cache.FOLDER) as folder:
            folder = pathlib.Path(folder)
            run = subprocess.run([
                which("mmdebstrap"), "--variant=minbase", "--skip=cleanup/apt", f"--include={PACKAGES}",
                "--aptopt=APT::Install-Recommends \"false\"",
                # apt outside, so that nothing of this computer's is needed within.
                "--customize-hook=APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get install --yes"
                f" --download-only {CACHED}",
                f"--customize-hook=FILES={FILES} sh {FILES}/setup \"$1\"",
                release, str(folder / "root.tar"), "-"],
                input=sources(), capture_output=True, text=True)
            if run.returncode:
                raise SystemExit(f"lab: Debian cannot be installed: {run.stderr[-2000:]}")
            self.modules(folder / "modules")
            part = folder / "disk"
            script = (
                f"mkdir tree && tar -xf root.tar -C tree --numeric-owner && rm root.tar &&"
                f" rm -f tree/etc/apt/apt.conf.d/99mmdebstrap &&"
                f" mkdir -p tree/usr/lib/modules && cp -r modules tree/usr/lib/modules/{self.kernel.version} &&"
                f" {which('mke2fs')} -q -t ext4 -d tree -L root disk {MEBIBYTES}M")
            subprocess.run([*root, "sh", "-c", script], cwd=folder, check=True)
            part.rename(self.disk)

    def modules(self, folder):
        """The kernel's modules that a computer with foxes loads, with their index."""
        names = self.kernel.closure([*MODULES, *DISK_MODULES, *MORE_MODULES])
        for each in names:
            target = folder / each
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.kernel.modules / each, target)
        for each in self.kernel.modules.glob("modules.*"):
            shutil.copyfile(each, folder / each.name)
