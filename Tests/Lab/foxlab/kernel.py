# Debian's own kernel: fetched as a package, unpacked and never installed.
import lzma
import pathlib
import shutil
import struct
import subprocess

from . import cache


class Kernel:
    """The kernel's ELF image and its modules, unpacked in the cache."""

    def __init__(self):
        meta = "linux-image-" + output("dpkg", "--print-architecture")
        package = next(
            line.split()[1] for line in output("apt-cache", "depends", meta).splitlines()
            if line.strip().startswith("Depends: linux-image"))
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

    def fetch(self, package):
        part = self.folder.with_name(self.folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=part, check=True,
                       stderr=subprocess.DEVNULL)
        subprocess.run(["dpkg-deb", "-x", *part.glob("*.deb"), part], check=True)
        for each in part.glob("*.deb"):
            each.unlink()
        version = next((part / "lib/modules").iterdir()).name
        subprocess.run(["depmod", "-b", part, version], check=True)
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


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
