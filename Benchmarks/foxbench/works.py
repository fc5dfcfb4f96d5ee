# What part 1 measures: who brings what onto a fox, and how fast the medium is meanwhile.

TITLE = "Bringing files onto a fox"
CONTENDERS = ["cp", "cp-cmp", "rsync", "rsync-inplace", "rclone", "unison", "udev", "fox-sync"]
QUICK = ["cp-cmp", "rsync", "fox-sync"]
# A loop over ten slow foxes takes a minute each time, so not all of them are asked.
TENFOLD = ["fox-sync", "cp-cmp", "udev", "rsync"]
LABELS = {
    "read": "reading all files once (`cat`)", "cp": "`cp` + `sync`",
    "cp-cmp": "`cp` + `sync` + drop caches + `cmp`", "rsync": "`rsync -a --checksum --fsync`",
    "rsync-inplace": "the same with `--inplace`", "rclone": "`rclone sync --checksum` + `sync`",
    "unison": "`unison -batch -fat` + `sync`", "udev": "the usual udev recipe (`cp -ru`, `sync`)",
    "fox-sync": "`fox-sync sync`", "fox-agent": "`fox-sync agent`, from the mount on"}
# Full-speed USB carries about 1 MB a second, and the flash takes 80 to 100 kB. Where little is
# written, the medium is as slow as that; where megabytes are, it would take minutes each time.
SPEEDS = {"nothing": {"bps-read": 1_000_000},
          "setting": {"bps-read": 1_000_000, "bps-write": 100_000},
          "wav-slow": {"bps-read": 1_000_000, "bps-write": 100_000}}
WORKS = [("nothing", "Nothing to do (settings and 5 MB of WAV), read at 1 MB/s as from a fox"),
         ("setting", "One setting changed (the same set), at a fox's speed"),
         ("wav", "5 MB of WAV changed, as fast as the emulation goes"),
         ("wav-slow", "5 MB of WAV changed, at a fox's speed"),
         ("first", "First push of a full set of 12 MB (settings and 12 WAVs)")]
# Five megabytes at the speed of flash take a minute each: the ones that show it, once.
ONCE = {"wav-slow": ["cp-cmp", "rsync", "fox-sync"]}
# Who has somebody else's files to begin with: what only reads, and the agent, which is fox-sync.
LIKE = {"read": "cp", "fox-agent": "fox-sync"}


def contenders_of(work, contenders):
    """Those of the contenders that do a work, the agent, and whoever only shows what reading costs."""
    if work in ONCE:
        return [each for each in contenders if each in ONCE[work]]
    more = {"nothing": ["fox-agent", "read"], "setting": ["fox-agent"]}
    return contenders + more.get(work, [])
