# Reads an image as the firmware would and says what is wrong with it: the lab's verdict on a medium.
from .fat_volume import CLUSTERS, FatVolume


class Judgement:
    """What a medium holds, file by file, and what is broken about it.

    `holds` says of each name that was asked for: 'old', 'new', 'missing', or in what it is neither.
    `broken` is what must never be: dangling entries, clusters with two owners, names that come twice,
    chains that are cut. `lost` clusters cost space until fsck and hurt nobody.
    """

    def __init__(self, volume: FatVolume, old, new):
        self.holds, self.broken, self.lost = {}, [], 0
        if not volume.mounts():
            self.broken.append("the firmware finds no volume and formats")
            return
        fat, entries, owners = volume.fat(), volume.entries(), {}
        for entry in entries:
            if not entry.is_file:
                continue
            clusters, is_whole = volume.chain(entry.first, fat)
            if entry.first and not clusters:
                self.broken.append(f"{entry.name} dangles: its first cluster is free")
            elif not is_whole or entry.size > len(clusters) * 1024:
                self.broken.append(f"{entry.name} is cut: its chain breaks off")
            for each in clusters:
                owners.setdefault(each, set()).add(entry.name)
        for names in {tuple(sorted(names)) for names in owners.values() if len(names) > 1}:
            self.broken.append(" and ".join(names) + " share clusters")
        lower = [entry.name.lower() for entry in entries]
        for name in sorted({each for each in lower if lower.count(each) > 1}):
            self.broken.append(f"{name} is there twice")
        self.lost = sum(
            1 for each in range(2, CLUSTERS + 2) if fat[each] != 0 and each not in owners)
        for name in sorted(set(old) | set(new)):
            entry = volume.entry(name)
            content = None if entry is None else volume.content(entry, fat)
            self.holds[name] = self.side(name, content, old.get(name), new.get(name))

    @staticmethod
    def side(name, content, old, new):
        # Settings may have newlines behind them, which every firmware skips.
        def same(wanted):
            if content is None or wanted is None:
                return content is None and wanted is None
            if name == "settings.txt" and content.startswith(wanted):
                return not content[len(wanted):].strip(b"\n")
            return content == wanted
        if same(new):
            return "new"
        if same(old):
            return "old"
        return "missing" if content is None else f"neither ({len(content)} bytes)"

    @property
    def is_sound(self):
        return not self.broken and all(each in ("old", "new") for each in self.holds.values())

    @property
    def is_new(self):
        return not self.broken and all(each == "new" for each in self.holds.values())

    def __str__(self):
        words = [f"{name} {state}" for name, state in self.holds.items()] + self.broken
        return ", ".join(words) + (f", {self.lost} clusters lost" if self.lost else "")


def judge(path, old, new):
    """Judges the image in a file; `old` and `new` map names to bytes."""
    return Judgement(FatVolume.load(path), old, new)
