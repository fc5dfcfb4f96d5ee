# The computer of all scenarios: how QEMU is started, and its state after booting once.
import hashlib
import os
import pathlib
import subprocess
import tempfile

from . import cache
from .guest import Guest
from .guest_files import base_layer, program_layer
from .kernel import Kernel

# KVM is not used even where it works: the lab shall be the same everywhere.
HARDWARE = [
    "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-nodefaults",
    "-no-user-config", "-display", "none", "-no-reboot",
    "-device", "qemu-xhci,id=xhci,p2=8,p3=8", "-device", "virtio-serial-pci"]
# usb-storage waits a second by itself after each plug; the scenarios that care turn it on again.
PARAMETERS = (
    "console=ttyS0 quiet loglevel=7 panic=-1 mitigations=off nokaslr random.trust_cpu=on"
    " cryptomgr.notests usb-storage.delay_use=0")


class Machine:
    """The command that starts the computer, with this kernel and this program inside."""

    def __init__(self, program, layer=None, megabytes=384):
        """Takes one more layer of files, made by `layer(kernel)`, and the memory that it needs."""
        self.program = program
        kernel = Kernel()
        layers = [base_layer(kernel), program_layer(program)] + ([layer(kernel)] if layer else [])
        stamp = hashlib.sha256(repr(layers).encode()).hexdigest()[:16]
        initrd = cache.FOLDER / f"initrd-{stamp}"
        if not cache.has(initrd):
            cache.publish(initrd, b"".join(each.read_bytes() for each in layers))
            cache.prune("initrd-*")
        self.command = [
            *HARDWARE, "-m", str(megabytes), "-kernel", str(kernel.image), "-initrd", str(initrd),
            "-append", PARAMETERS, "-mon", "chardev=qmp,mode=control"]
        for name in ("commands", "agent"):
            self.command += ["-device", f"virtserialport,chardev={name},name={name}"]
        version = subprocess.run([HARDWARE[0], "--version"], capture_output=True).stdout
        stamp = hashlib.sha256(repr((version, self.command)).encode()).hexdigest()[:16]
        self.state = cache.FOLDER / f"state-{stamp}"

    def guest(self, folder):
        """A guest that has just booted."""
        if not cache.has(self.state):
            self.boot()
        return Guest(self, folder, self.state)

    def boot(self):
        """Boots once and keeps the state: under emulation that is most of a short scenario."""
        with tempfile.TemporaryDirectory(prefix="fox-lab-boot-") as folder:
            guest = Guest(self, pathlib.Path(folder))
            try:
                part = self.state.with_name(f"{self.state.name}.{os.getpid()}.part")
                guest.save(part)
                part.rename(self.state)
            finally:
                guest.close()
        cache.prune("state-*")
