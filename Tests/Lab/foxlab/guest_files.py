# The files of the guest, as an uncompressed initramfs: unpacking would cost time under emulation.
import hashlib
import os
import pathlib
import re
import subprocess
import tempfile

from . import cache
from .tools import output, which

HERE = pathlib.Path(__file__).resolve().parent.parent
MODULES = [
    "xhci-pci", "usb-storage", "sd_mod", "vfat", "nls_cp437", "nls_ascii", "nls_utf8",
    "nls_iso8859-1", "virtio_pci", "virtio_console", "virtio_blk", "dummy_hcd", "libcomposite",
    "usb_f_mass_storage",
    "dm-flakey"]
RULES = ["50-udev-default", "60-block", "60-persistent-storage", "80-drivers", "99-systemd"]


class Archive:
    """A newc cpio in the making; a later entry replaces an earlier one of the same path."""

    def __init__(self):
        self.data, self.paths = bytearray(), set()

    def add(self, path, data=b"", mode=0o100644):
        path = path.strip("/")
        parent = os.path.dirname(path)
        if parent and parent not in self.paths:
            self.add(parent, mode=0o040755)
        self.paths.add(path)
        name = path.encode() + b"\0"
        fields = (1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name), 0)
        self.data += b"070701" + b"".join(b"%08X" % each for each in fields) + name
        self.data += b"\0" * (-len(self.data) % 4) + data
        self.data += b"\0" * (-len(self.data) % 4)

    def link(self, path, target):
        self.add(path, target.encode(), 0o120777)

    def file(self, source, path=None, mode=0o100644):
        self.add(path or str(source), pathlib.Path(source).read_bytes(), mode)

    def program(self, source, path=None, stripped=False):
        """A program, with every library at the place where the loader looks for it."""
        if stripped:  # as 'make install' does
            with tempfile.NamedTemporaryFile() as copy:
                subprocess.run([which("strip"), "-o", copy.name, str(source)], check=True)
                self.file(copy.name, path, 0o100755)
        else:
            self.file(source, path or merged(source), 0o100755)
        listing = subprocess.run(["ldd", str(source)], capture_output=True, text=True).stdout
        for library in re.findall(r"(/\S+) \(0x", listing):
            if merged(library).strip("/") not in self.paths:
                self.file(library, merged(library), 0o100755)

    def closed(self):
        self.add("TRAILER!!!")
        self.data += b"\0" * (-len(self.data) % 512)
        return bytes(self.data)


def merged(path):
    """A path on a system whose /bin, /sbin and /lib are those of /usr."""
    return re.sub(r"^/(bin|sbin|lib|lib64)/", r"/usr/\1/", str(path))


def base_layer(kernel):
    """Shell, udevd and modules; the same for every scenario, so it is kept."""
    sources = sorted((HERE / "guest").iterdir()) + [pathlib.Path(__file__)]
    tools = [which(name) for name in ("busybox", "kmod", "udevadm", "fsck.fat", "strace", "dmsetup")]
    stamp = hashlib.sha256(repr((kernel.version, [
        (str(path), os.stat(path).st_mtime_ns) for path in [*sources, *tools]])).encode())
    path = cache.FOLDER / f"base-{stamp.hexdigest()[:16]}.cpio"
    if cache.has(path):
        return path
    archive = Archive()
    for name in ("bin", "sbin", "lib", "lib64"):
        archive.add(f"usr/{name}", mode=0o040755)
        archive.link(name, f"usr/{name}")
    for name in ("proc", "sys", "dev", "run", "tmp", "mnt", "media/fox", "home/admin", "etc/udev/rules.d",
                 "home/fox"):
        archive.add(name, mode=0o040755)
    busybox, kmod, udevadm, fsck, strace, dmsetup = tools
    archive.program(busybox, "usr/bin/busybox")
    for name in output(busybox, "--list").split():
        if name not in ("busybox", "modprobe", "insmod", "rmmod", "lsmod", "depmod", "init"):
            archive.link(f"usr/bin/{name}", "busybox")
    archive.program(kmod, "usr/bin/kmod")
    archive.link("usr/sbin/modprobe", "../bin/kmod")
    archive.program(udevadm, "usr/bin/udevadm")
    archive.program(fsck, "usr/sbin/fsck.fat")
    archive.program(strace, "usr/bin/strace")
    archive.program(dmsetup, "usr/sbin/dmsetup")
    udev = next(each for each in map(pathlib.Path, ("/usr/lib", "/lib"))
                if (each / "systemd/systemd-udevd").exists())
    archive.program(udev / "systemd/systemd-udevd", "usr/lib/systemd/systemd-udevd")
    for name in RULES:
        archive.file(udev / f"udev/rules.d/{name}.rules", f"usr/lib/udev/rules.d/{name}.rules")
    for name in ("ata_id", "scsi_id"):
        archive.program(udev / "udev" / name, f"usr/lib/udev/{name}")
    archive.file("/etc/udev/udev.conf")
    archive.add("etc/passwd", b"root:x:0:0::/home/admin:/bin/sh\nfox:x:1000:1000::/home/fox:/bin/sh\n")
    groups = [line for line in pathlib.Path("/etc/group").read_text().splitlines()
              if line.split(":")[2] not in ("0", "1000")]
    archive.add("etc/group", "\n".join([*groups, "root:x:0:", "fox:x:1000:", ""]).encode())
    archive.add("etc/nsswitch.conf", b"passwd: files\ngroup: files\n")
    folder = f"usr/lib/modules/{kernel.version}"
    for each in kernel.closure(MODULES):
        archive.file(kernel.modules / each, f"{folder}/{each}")
    for name in ("dep", "alias", "symbols", "softdep", "order", "builtin", "builtin.modinfo"):
        archive.file(kernel.modules / f"modules.{name}", f"{folder}/modules.{name}")
    for each in (HERE / "guest").iterdir():
        archive.file(each, "init" if each.name == "init" else f"usr/bin/{each.name}", 0o100755)
    cache.publish(path, archive.closed())
    cache.prune("base-*.cpio")
    return path


def program_layer(program):
    """The program under test with its libraries; made anew when it was built anew."""
    status = os.stat(program)
    stamp = hashlib.sha256(repr((
        str(program), status.st_size, status.st_mtime_ns, os.stat(__file__).st_mtime_ns)).encode())
    path = cache.FOLDER / f"program-{stamp.hexdigest()[:16]}.cpio"
    if not cache.has(path):
        archive = Archive()
        archive.program(program, "usr/bin/fox-sync", stripped=True)
        cache.publish(path, archive.closed())
        cache.prune("program-*.cpio")
    return path
