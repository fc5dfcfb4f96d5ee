# Debian's own kernel: fetched as a package, unpacked and never installed.
import lzma
import os
import pathlib
import shutil
import struct
import subprocess

from . import cache
from .tools import output, which


class Kernel:
    """The kernel's ELF image and its modules, unpacked in the cache."""

    def __init__(self):
        meta = "linux-image-" + output("dpkg", "--print-architecture")
        package = self.current(meta) or self.current(meta, refresh=True)
        if not package:
            raise SystemExit(f"lab: apt knows no {meta}; the lab needs Debian's kernel")
        self.folder = cache.FOLDER / package
        if not (self.folder / "vmlinux").exists():
            self.fetch(package)
        self.image = self.folder / "vmlinux"
        self.modules = next((self.folder / "lib/modules").iterdir())
        self.version = self.modules.name
        self.needs = {}
        for line in (self.modules / "modules.dep").read_text().splitlines():
            path, _, needs = line.partition(":")
            self.needs[module_name(path)] = (path, needs.split())
        self.builtin = {
            module_name(line) for line in (self.modules / "modules.builtin").read_text().split()}

    @staticmethod
    def current(meta, refresh=False):
        """The package behind the one that always means the newest kernel."""
        if refresh:
            root = [] if os.geteuid() == 0 else ["sudo", "-n"]
            output(*root, "apt-get", "update", "-qq")
        for line in output("apt-cache", "depends", meta, check=False).splitlines():
            if line.strip().startswith("Depends: linux-image"):
                return line.split()[1]
        return None

    def fetch(self, package):
        part = self.folder.with_name(self.folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        download = subprocess.run(
            ["apt-get", "download", "-qq", package], cwd=part, capture_output=True, text=True)
        if download.returncode:
            raise SystemExit(f"lab: the kernel cannot be fetched: {download.stderr.strip()}")
        subprocess.run(["dpkg-deb", "-x", *part.glob("*.deb"), part], check=True)
        for each in part.glob("*.deb"):
            each.unlink()
        version = next((part / "lib/modules").iterdir()).name
        subprocess.run([which("depmod"), "-b", part, version], check=True)
        packed = next(part.glob("boot/vmlinuz-*")).read_bytes()
        # The boot protocol's header says where the payload is. Unpacking it here saves two seconds
        # of every boot under emulation; QEMU starts the ELF through its PVH entry.
        at, size = struct.unpack_from("<II", packed, 0x248)
        at += (packed[0x1F1] + 1) * 512
        (part / "vmlinux").write_bytes(
            lzma.LZMADecompressor().decompress(packed[at:at + size]))
        shutil.rmtree(self.folder, ignore_errors=True)
        part.rename(self.folder)

    def closure(self, names):
        """Paths of modules and all that they need, relative to the modules' folder."""
        found = []
        for name in names:
            key = name.replace("-", "_")
            if key in self.builtin:
                continue
            path, needs = self.needs[key]
            found += [each for each in [*needs, path] if each not in found]
        return found


def module_name(path):
    return pathlib.Path(path).name.split(".ko")[0].replace("-", "_")

