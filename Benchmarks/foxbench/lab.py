# The lab of Tests/Lab with the contenders inside: the same computer, kernel, USB and vfat for all.
import hashlib
import os
import pathlib
import random
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE.parent / "Tests/Lab"))

from foxlab import cache  # noqa: E402
from foxlab.bench import Bench, Failed  # noqa: E402
from foxlab.fat_volume import FatVolume, where  # noqa: E402
from foxlab.firmware import FIRMWARES, factory_volume  # noqa: E402
from foxlab.fox import Fox  # noqa: E402
from foxlab.guest import GuestError  # noqa: E402
from foxlab.guest_files import Archive, merged  # noqa: E402
from foxlab.machine import Machine  # noqa: E402
from foxlab.options import FLUSH  # noqa: E402
from foxlab.tools import which  # noqa: E402
from foxlab.write_log import WriteLog  # noqa: E402

__all__ = [
    "Bench", "FIRMWARES", "FLUSH", "Failed", "FatVolume", "Fox", "GuestError", "WriteLog", "agent_layer",
    "device_layer", "factory_volume", "lab_machine", "noise", "where"]

# Real copies, not busybox's, since those are what people have.
DEVICE_TOOLS = ["bash", "time", "cp", "cat", "cmp", "sync", "rsync", "rclone", "unison", "dmsetup"]
DEVICE_MODULES = ["dm-mod", "dm-flakey"]
AGENT_TOOLS = ["bash", "udevil", "dbus-daemon", "ps", "pgrep", "pkill", "awk", "sed"]
PYTHON = pathlib.Path("/usr/lib/python3.11")


def noise(size, seed, rate=5000):
    """A canonical WAV of `size` bytes in all: quiet noise, so that nothing compresses."""
    count = (size - 44) // 2
    samples = bytearray(random.Random(seed).randbytes(2 * count))
    samples[1::2] = bytes(samples[1::2]).translate(bytes(each & 0x07 for each in range(256)))
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + 2 * count, b"WAVE", b"fmt ", 16, 1, 1,
                       rate, 2 * rate, 2, 16, b"data", 2 * count) + bytes(samples)


def lab_machine(program, layer, megabytes):
    return Machine(program, layer, megabytes)


def kept(name, sources, make):
    """A layer from the cache, made anew when one of its sources has changed."""
    stamp = hashlib.sha256(repr([
        (str(each), os.stat(each).st_mtime_ns, os.stat(each).st_size)
        for each in [*sources, pathlib.Path(__file__)]]).encode()).hexdigest()[:16]
    path = cache.FOLDER / f"{name}-{stamp}.cpio"
    if not cache.has(path):
        archive = Archive()
        make(archive)
        cache.publish(path, archive.closed())
        cache.prune(f"{name}-*.cpio")
    return path


def scripts():
    return sorted(each for each in (HERE / "guest").iterdir() if each.is_file())


def device_layer(kernel):
    """The contenders that copy, the files they copy, and a device-mapper target that falsifies."""
    tools = {name: pathlib.Path(which(name)).resolve() for name in DEVICE_TOOLS}

    def make(archive):
        archive.add("opt/bench", mode=0o040755)
        for name, source in tools.items():
            archive.program(source, f"opt/bench/{name}")
        for each in scripts():
            archive.file(each, f"opt/bench/{each.name}", 0o100755)
        # The tools' names of old, too: a script may call them by path.
        archive.link("usr/bin/bash", "/opt/bench/bash")
        for each in kernel.closure(DEVICE_MODULES):
            archive.file(kernel.modules / each, f"usr/lib/modules/{kernel.version}/{each}")
        for name, size, seed in (("5mb-a", 5_000_000, 1), ("5mb-b", 5_000_000, 2),
                                 ("300kb-a", 300_044, 3), ("300kb-b", 300_044, 4)):
            archive.add(f"bench/wav/{name}.wav", noise(size, seed))
        for number in range(12):
            archive.add(f"bench/wav/set-{number}.wav", noise(1_000_000, 10 + number, 8000))

    return kept("bench-device", [*tools.values(), *scripts()], make)


def agent_layer(kernel):
    """The contenders that wait: devmon, and udiskie with the daemon and the bus that it needs."""
    tools = {name: pathlib.Path(which(name)).resolve() for name in AGENT_TOOLS}
    devmon = pathlib.Path(which("devmon"))
    udisksd = pathlib.Path("/usr/libexec/udisks2/udisksd")
    python = pathlib.Path("/usr/bin/python3").resolve()

    def tree(archive, folder, skip=()):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(part in skip for part in path.parts):
                if path.suffix == ".so" or ".so." in path.name:
                    archive.program(path, merged(path))
                else:
                    archive.file(path.resolve(), merged(path))

    def make(archive):
        # procps and GNU's tools, whose options devmon uses.
        for name, source in tools.items():
            archive.program(source, f"usr/bin/{name}")
        archive.file(devmon, "usr/bin/devmon", 0o100755)
        archive.program(udisksd, merged(udisksd))
        archive.program(python, "usr/bin/python3")
        tree(archive, PYTHON, ("test", "idlelib", "ensurepip", "lib2to3", "unittest", "pydoc_data",
                               "__pycache__"))
        packages = pathlib.Path("/usr/lib/python3/dist-packages")
        for name in ("gi", "udiskie", "yaml", "pkg_resources"):
            tree(archive, packages / name, ("__pycache__",))
        archive.file(packages / "docopt.py", merged(packages / "docopt.py"))
        girepository = pathlib.Path("/usr/lib/x86_64-linux-gnu/girepository-1.0")
        for name in ("GLib-2.0", "GObject-2.0", "Gio-2.0", "GModule-2.0"):
            archive.file(girepository / f"{name}.typelib")
        archive.file("/usr/bin/udiskie", "usr/bin/udiskie", 0o100755)
        archive.file("/etc/udevil/udevil.conf")
        modules = pathlib.Path("/usr/lib/x86_64-linux-gnu/udisks2/modules")
        if modules.is_dir():
            tree(archive, modules)
        # What udisksd loads by name when it mounts.
        for each in sorted(pathlib.Path("/usr/lib/x86_64-linux-gnu").glob("libbd_*.so.*")):
            archive.program(each.resolve(), merged(each))
        for each in sorted(pathlib.Path("/etc/libblockdev/conf.d").glob("*")):
            archive.file(each)
        rules = pathlib.Path("/usr/lib/udev/rules.d/80-udisks2.rules")
        if rules.exists():
            archive.file(rules, str(rules))
        for each in scripts():
            archive.file(each, f"usr/bin/{each.name}", 0o100755)

    return kept("bench-agent", [*tools.values(), devmon, udisksd, python, *scripts()], make)
