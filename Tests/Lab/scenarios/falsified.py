# A medium that falsifies FAT or root folder under a push: read back from the device, and never verified.
import shlex

from foxlab.fat_volume import FAT1, FAT_SECTORS, ROOT, ROOT_ENTRIES, SECTOR, START, TOTAL
from foxlab.firmware import wav

TITLE = "FAT or root folder falsified under pad, held-dir and removal: verification failed, then written again"
WEIGHT = 4
TABLES = {"FAT": (FAT1 - START, 2 * FAT_SECTORS), "root": (ROOT - START, ROOT_ENTRIES * 32 // SECTOR)}


class Mapper:
    """A fox's partition behind the kernel's device mapper, which can falsify what is written to a part."""

    def __init__(self, guest, node, folder):
        self.guest, self.node, self.folder = guest, node, folder

    def table(self, part=None, byte=0, value=0):
        """The lines of the table; `byte` counts from 1 and is of each write, as dm-flakey has it."""
        begin, count = TABLES[part] if part else (TOTAL, 0)
        rows = [(0, begin, f"linear {self.node} 0")]
        if count:
            rows += [(begin, count, f"flakey {self.node} {begin} 0 86400 5 corrupt_bio_byte {byte} w {value} 0"),
                     (begin + count, TOTAL - begin - count, f"linear {self.node} {begin + count}")]
        return "\n".join(f"{at} {length} {target}" for at, length, target in rows)

    def dmsetup(self, *words, table=None):
        line = shlex.join(["dmsetup", "--noudevsync", "--noudevrules", *words])
        self.guest.sh(line + (f" <<'END'\n{table}\nEND" if table else ""))

    def mount(self):
        self.dmsetup("create", "fox", table=self.table())
        self.guest.sh(f"mkdir -p {self.folder} && mount -t vfat /dev/dm-0 {self.folder}")

    def falsify(self, *words):
        """Exchanges the table under the mount; without words nothing is falsified any more."""
        self.dmsetup("reload", "fox", table=self.table(*words))
        self.dmsetup("suspend", "fox")
        self.dmsetup("resume", "fox")

    def unmount(self):
        self.guest.sh(f"umount {self.folder}")
        self.dmsetup("remove", "fox")


def sync(bench, folder):
    """One sync by hand: (exit code, the run)."""
    status, _ = bench.guest.fox_sync("sync", "--volume", folder, check=False)
    return status, bench.runs()[0]


def run(bench):
    bench.guest.user = "root"
    bench.guest.sh("modprobe dm-flakey")
    notes = []
    for way in ("pad", "held-dir", "removal"):
        for part in TABLES:
            notes.append(f"{way}, {part}: {falsified(bench, way, part)}")
    return "; ".join(notes)


def falsified(bench, way, part):
    name = f"{way}-{part}".lower()
    old = bench.draft(name, audio={"audio.wav": wav(20, 500)})
    fox = bench.fox(name)
    bench.guest.plug(fox)
    folder = f"/media/{name}"
    mapper = Mapper(bench.guest, bench.node(fox), folder)
    mapper.mount()
    bench.guest.fox_sync("sync", "--volume", folder, "--draft", name)
    bench.same(bench.runs()[0]["method"], "direct", "how the first push was verified")
    bench.check(fox.judge({}, old).is_new, f"the first push: {fox.judge({}, old)}")

    file = "settings.txt" if way == "pad" else "audio.wav"
    if way == "pad":
        bench.set(name, FREQ_MHZ="146.700")
    elif way == "held-dir":
        bench.stage(name, "audio.wav", wav(30, 700))
    else:
        bench.guest.sh(f"rm {bench.drafts}/{name}/audio.wav")
    new = bench.staged(name)
    entry = fox.volume().entry(file)
    if part == "FAT":
        # The high byte of an entry in the middle of the table's sector, of the old chain or the new.
        byte, value = 100, 0xAA
    elif way == "removal":
        byte, value = entry.slots[-1] * 32 + 1, ord("A")
    else:
        byte, value = entry.slots[-1] * 32 + 30, 0x77
    mapper.falsify(part, byte, value)
    status, result = sync(bench, folder)
    found = fox.judge(old, new)
    what = f"{way} with {part} falsified: {result['result']}: {result['message']} (medium: {found})"
    if (way, part) == ("pad", "FAT"):
        # It writes no FAT at all.
        bench.same((status, result["result"], result["method"]), (0, "pushed", "direct"), what)
        bench.check(found.is_new, what)
    else:
        bench.same((status, result["result"]), (6, "verification-failed"), what)
        bench.check("verified" not in result["message"], what)
    said = result["message"]

    # As soon as the medium is honest again, the next contact makes it right or says that it is not.
    mapper.falsify()
    _, again = sync(bench, folder)
    found = fox.judge(old, new)
    if again["result"] in ("pushed", "converged", "up-to-date"):
        bench.check(found.is_new, f"{what}; then {again['result']}: {again['message']} (medium: {found})")
    mapper.unmount()
    bench.pull(fox)
    return f"{said.split(';')[0]}; then {again['result']}"
