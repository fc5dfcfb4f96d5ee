# What QEMU's blklogwrites recorded: each write that reached a fox's medium, in order.
import struct

from .fat_volume import SECTOR

MAGIC = 0x6A736677736872


class WriteLog:
    """A log in the format of the kernel's dm-log-writes; it may still be growing."""

    def __init__(self, path):
        self.path = path

    def count(self):
        """How many requests it has by now."""
        if not self.path.exists():  # it was never plugged in
            return 0
        with open(self.path, "rb") as file:
            head = file.read(28)
        if len(head) < 28:
            return 0
        magic, _, count, size = struct.unpack("<QQQI", head)
        # Until the first write the head may be empty.
        return count if magic == MAGIC and size == SECTOR else 0

    def requests(self, first=0, last=None):
        """(sector, bytes) of each write from request `first` up to `last`."""
        last = self.count() if last is None else last
        with open(self.path, "rb") as file:
            at, found = SECTOR, []
            for number in range(last):
                file.seek(at)
                sector, count, flags, _ = struct.unpack("<QQQQ", file.read(32))
                at += SECTOR
                if flags & 4:  # a discard has no data
                    continue
                if number >= first and count:
                    file.seek(at)
                    found.append((sector, file.read(count * SECTOR)))
                at += count * SECTOR
        return found

    def sectors(self, first=0, last=None):
        """(sector, its bytes), one by one."""
        return [
            (sector + index, data[index * SECTOR:(index + 1) * SECTOR])
            for sector, data in self.requests(first, last)
            for index in range(len(data) // SECTOR)]

    @staticmethod
    def block_switches(sectors):
        """How often the firmware's 4 KiB write-back cache has to erase and program."""
        blocks = [sector // 8 for sector, _ in sectors]
        return sum(1 for i, block in enumerate(blocks) if i == 0 or block != blocks[i - 1])
