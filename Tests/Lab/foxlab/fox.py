# A virtual PicoFox: an image with a serial number that can be plugged into a guest.
import hashlib
import pathlib
import shutil

from .fat_volume import FatVolume
from .firmware import FIRMWARES, factory_volume
from .judgement import judge
from .write_log import WriteLog

SERIAL = "E6614C311B6A5B2C"


class Fox:
    """One fox; `base` is its medium as it was when it was made or last marked."""

    def __init__(self, folder, name, firmware="stock", serial=None, volume=None, read_only=False):
        self.name, self.serial, self.read_only = name, serial or self.serial_of(name), read_only
        self.firmware = FIRMWARES[firmware]
        self.image = pathlib.Path(folder) / f"{name}.img"
        self.log = WriteLog(pathlib.Path(folder) / f"{name}.log")
        (volume or factory_volume(firmware)).save(self.image)
        self.plugs = 0
        self.bad_sectors = []  # that cannot be read, from the next attaching on
        self.port = None

    @staticmethod
    def serial_of(name):
        """16 hexadecimal digits like those of a flash chip, others for each name."""
        return "E661" + hashlib.sha256(name.encode()).hexdigest()[:12].upper()

    def volume(self):
        return FatVolume.load(self.image)

    def read(self, name):
        return self.volume().read(name)

    def boot(self):
        """Switched on away from the computer; only while it is not plugged in."""
        volume = self.volume()
        self.firmware.boot(volume)
        volume.save(self.image)

    def edit(self, name, content):
        """Somebody else's computer writes a file; only while it is not plugged in."""
        volume = self.volume()
        volume.write(name, content)
        volume.save(self.image)

    def judge(self, old, new):
        return judge(self.image, old, new)

    def copy(self, path):
        shutil.copyfile(self.image, path)
        return path
