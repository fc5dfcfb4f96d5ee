# A PicoFox's flash as bytes: laid out as its formatter does it, files put in and read without a kernel.
#
# The layout is SdFat's FatFormatter for 15 MiB: an MBR, one partition of type 0x04 from sector 231,
# FAT16 with clusters of 1 KiB, the constant serial number 1234567 and a blank label.
import re
import struct
from dataclasses import dataclass

SECTOR = 512
SECTORS = 30720
START = 231  # of the partition
TOTAL = 30489  # its sectors
CLUSTER_SECTORS = 2
CLUSTER = CLUSTER_SECTORS * SECTOR
FAT_SECTORS = 60
ROOT_ENTRIES = 512
FAT1 = START + 1
ROOT = FAT1 + 2 * FAT_SECTORS
DATA = ROOT + ROOT_ENTRIES * 32 // SECTOR
CLUSTERS = (TOTAL - (DATA - START)) // CLUSTER_SECTORS
END_OF_CHAIN = 0xFFF8
DATE = (2025 - 1980) << 9 | 1 << 5 | 1  # the firmware has no clock: always 1 January


@dataclass
class Entry:
    """One directory entry: where it is, what it says."""

    name: str
    slots: list  # its records in the root, the long name's first
    first: int  # cluster
    size: int
    is_file: bool


def chs(sector):
    """A sector's address for the MBR's old fields, on SdFat's geometry for up to 16 MB."""
    cylinder, rest = divmod(sector, 2 * 32)
    head, sector = divmod(rest, 32)
    return bytes([head, (cylinder >> 2 & 0xC0) | sector + 1, cylinder & 0xFF])


class FatVolume:
    """The bytes of the flash, which every method reads anew: they may be any prefix of a write."""

    def __init__(self, image=None):
        self.image = bytearray(image) if image is not None else self.formatted()

    @classmethod
    def load(cls, path):
        with open(path, "rb") as file:
            return cls(file.read())

    def save(self, path):
        with open(path, "wb") as file:
            file.write(self.image)

    @staticmethod
    def formatted():
        image = bytearray(b"\xff" * (SECTORS * SECTOR))  # erased flash
        mbr = bytearray(SECTOR)
        mbr[446:462] = struct.pack(
            "<B3sB3sII", 0, chs(START), 4, chs(START + TOTAL - 1), START, TOTAL)
        mbr[510:] = b"\x55\xaa"
        boot = bytearray(SECTOR)
        struct.pack_into(
            "<3s8sHBHBHHBHHHII", boot, 0, b"\xeb\x76\x90", b" " * 8, SECTOR, CLUSTER_SECTORS, 1, 2,
            ROOT_ENTRIES, 0, 0xF8, FAT_SECTORS, 0, 0, START, TOTAL)
        struct.pack_into("<BBBI11s8s", boot, 36, 0x80, 0, 0x29, 1234567, b" " * 11, b"FAT16\0\0\0")
        boot[510:] = b"\x55\xaa"
        image[START * SECTOR:DATA * SECTOR] = bytes((DATA - START) * SECTOR)
        image[:SECTOR] = mbr
        image[START * SECTOR:(START + 1) * SECTOR] = boot
        for fat in (FAT1, FAT1 + FAT_SECTORS):
            image[fat * SECTOR:fat * SECTOR + 4] = b"\xf8\xff\xff\xff"
        return image

    def mounts(self):
        """Whether the firmware finds its volume: partition 1 of the MBR, a FAT of this kind."""
        start = struct.unpack_from("<I", self.image, 454)[0]
        boot = self.image[START * SECTOR:(START + 1) * SECTOR]
        return (
            self.image[510:512] == b"\x55\xaa" and self.image[450] != 0 and start == START
            and boot[510:] == b"\x55\xaa" and boot[11:13] == b"\0\2"
            and boot[13] == CLUSTER_SECTORS and boot[16] == 2)

    # The table of clusters

    def fat(self, copy=0):
        at = (FAT1 + copy * FAT_SECTORS) * SECTOR
        return list(struct.unpack_from(f"<{CLUSTERS + 2}H", self.image, at))

    def set_fat(self, cluster, value):
        for fat in (FAT1, FAT1 + FAT_SECTORS):
            struct.pack_into("<H", self.image, fat * SECTOR + 2 * cluster, value)

    def chain(self, first, fat=None):
        """The clusters from `first` on, and whether the chain ends as it should."""
        fat = fat or self.fat()
        found, cluster = [], first
        while 2 <= cluster < CLUSTERS + 2 and fat[cluster] != 0:
            if cluster in found or len(found) > CLUSTERS:
                return found, False
            found.append(cluster)
            cluster = fat[cluster]
        return found, first == 0 or cluster >= END_OF_CHAIN

    def cluster(self, number):
        at = (DATA + (number - 2) * CLUSTER_SECTORS) * SECTOR
        return slice(at, at + CLUSTER)

    # Files of the root

    def record(self, slot):
        return bytes(self.image[ROOT * SECTOR + 32 * slot:ROOT * SECTOR + 32 * slot + 32])

    def set_record(self, slot, record):
        self.image[ROOT * SECTOR + 32 * slot:ROOT * SECTOR + 32 * slot + 32] = record

    def entries(self):
        found, long, slots = [], {}, []
        for slot in range(ROOT_ENTRIES):
            record = self.record(slot)
            if record[0] == 0:
                break
            if record[0] == 0xE5 or record[11] & 0x08 and record[11] != 0x0F:
                long, slots = {}, []
                continue
            slots.append(slot)
            if record[11] == 0x0F:
                text = (record[1:11] + record[14:26] + record[28:32]).decode("utf-16le", "replace")
                long[record[0] & 31] = text.split("\0")[0]
                continue
            base = record[:8].decode("latin1").rstrip()
            extension = record[8:11].decode("latin1").rstrip()
            base = base.lower() if record[12] & 8 else base
            extension = extension.lower() if record[12] & 16 else extension
            short = base + ("." + extension if extension else "")
            name = "".join(long[part] for part in sorted(long)) or short
            first, size = struct.unpack_from("<HI", record, 26)
            found.append(Entry(name, slots, first, size, not record[11] & 0x10))
            long, slots = {}, []
        return found

    def names(self):
        return [entry.name for entry in self.entries()]

    def entry(self, name):
        wanted = name.lower()
        return next((each for each in self.entries() if each.name.lower() == wanted), None)

    def content(self, entry, fat=None):
        """What an entry's chain reaches, cut to its size."""
        clusters, _ = self.chain(entry.first, fat)
        return b"".join(bytes(self.image[self.cluster(each)]) for each in clusters)[:entry.size]

    def read(self, name):
        entry = self.entry(name)
        return None if entry is None else self.content(entry)

    def remove(self, name):
        """Removes as SdFat does: the chain first, and a broken one keeps its entry."""
        entry = self.entry(name)
        if entry is None:
            return True
        clusters, is_whole = self.chain(entry.first)
        if not is_whole or (entry.first and not clusters):
            return False
        for each in clusters:
            self.set_fat(each, 0)
        for slot in entry.slots:
            self.image[ROOT * SECTOR + 32 * slot] = 0xE5
        return True

    def write(self, name, content):
        """Makes a file anew, in the first free records and clusters."""
        assert self.remove(name), f"{name} cannot be removed"
        fat = self.fat()
        free = (each for each in range(2, CLUSTERS + 2) if fat[each] == 0)
        clusters = [next(free) for _ in range(-(-len(content) // CLUSTER))]
        for index, each in enumerate(clusters):
            self.set_fat(each, clusters[index + 1] if index + 1 < len(clusters) else 0xFFFF)
            part = content[index * CLUSTER:(index + 1) * CLUSTER]
            at = self.cluster(each).start
            self.image[at:at + len(part)] = part
        records = self.records(name, clusters[0] if clusters else 0, len(content))
        slot = self.free_slots(len(records))
        for index, record in enumerate(records):
            self.set_record(slot + index, record)

    def free_slots(self, count):
        run = 0
        for slot in range(ROOT_ENTRIES):
            run = run + 1 if self.record(slot)[0] in (0, 0xE5) else 0
            if run == count:
                return slot - count + 1
        raise ValueError("the root is full")

    def records(self, name, first, size):
        fits = re.fullmatch(r"([a-z0-9_-]{1,8}|[A-Z0-9_-]{1,8})(?:\.([a-z0-9]{1,3}|[A-Z0-9]{1,3}))?",
                            name)
        base, _, extension = name.rpartition(".") if "." in name[1:] else (name, "", "")
        if fits:
            flags = (8 if base.islower() else 0) | (16 if extension.islower() else 0)
            alias, long = base.upper().ljust(8) + extension.upper().ljust(3), []
        else:
            flags, stem = 0, re.sub(r"[^A-Z0-9_-]", "", base.upper())
            taken = {self.record(slot)[:11] for slot in range(ROOT_ENTRIES)}
            alias = next(
                text for text in (f"{stem[:6]}~{n}".ljust(8) + extension.upper()[:3].ljust(3)
                                  for n in range(1, 10)) if text.encode() not in taken)
            long = self.long_records(name, alias.encode())
        return long + [struct.pack(
            "<11sBBBHHHHHHHI", alias.encode(), 0x20, flags, 0, 0, DATE, DATE, 0, 0, DATE, first,
            size)]

    @staticmethod
    def long_records(name, alias):
        total = 0
        for byte in alias:
            total = ((total >> 1) + ((total & 1) << 7) + byte) & 0xFF
        units = list(name.encode("utf-16le")[i:i + 2] for i in range(0, 2 * len(name), 2))
        if len(units) % 13:
            units.append(b"\0\0")
        units += [b"\xff\xff"] * (-len(units) % 13)
        parts = [b"".join(units[i:i + 13]) for i in range(0, len(units), 13)]
        records = []
        for number, part in enumerate(parts, 1):
            last = 0x40 if number == len(parts) else 0
            records.insert(0, struct.pack(
                "<B10sBBB12sH4s", number | last, part[:10], 0x0F, 0, total, part[10:22], 0,
                part[22:]))
        return records


def where(sector):
    """What a sector of the flash belongs to, in words."""
    if sector < FAT1:
        return "MBR" if sector < START else "boot sector"
    if sector < ROOT:
        copy, offset = divmod(sector - FAT1, FAT_SECTORS)
        return f"FAT{copy + 1}+{offset}"
    if sector < DATA:
        return f"root+{sector - ROOT}"
    return f"cluster {(sector - DATA) // CLUSTER_SECTORS + 2}"
