# Part 1 in words: the tables, the goals, and why a goal is missed.
from .report import Section, Table, median, ratio, times
from .works import CONTENDERS, LABELS, TITLE, WORKS

# What a 4 KiB erase and program of the flash takes, and what full-speed USB carries at best.
SWITCH_SECONDS, READ_SPEED = 0.05, 1_000_000


def section(data):
    """The figures in words."""
    out = Section(TITLE)
    out.say(
        "Measured in the lab: Debian's kernel in QEMU's emulation, a PicoFox of 15 MiB on emulated"
        " USB, vfat mounted as a desktop mounts it (`flush`).",
        "Measured once, the contenders one after the other." if data["rounds"] == 1
        else f"Medians of {data['rounds']} interleaved rounds; of 5 MB of WAV at a fox's speed there is one.",
        "'Written', 'sectors' and 'block switches' come from the medium's own write log, without"
        " the two writes of the dirty flag that each mount costs everybody;",
        "a block switch is one erase and program of the firmware's 4 KiB write-back cache.",
        "'Read' is what the kernel fetched from the fox.",
        "'Flash' is computed, not measured: 50 ms a block switch and 1 MB/s of reading, which is"
        " what a real fox takes at the least, whoever asks.",
        "Times under emulation are only good for comparison; the computer's own disk is memory"
        " here, so a backup costs less time than on a real disk.")
    for work, title in WORKS:
        rows = data["results"].get(work)
        if not rows:
            continue
        out.head(title)
        table = Table("", "wall s", "× cp + cmp", "CPU s", "peak MB", "written kB", "sectors",
                      "block switches", "read kB", "flash s")
        base = median([each["wall"] for each in rows["cp-cmp"]]) if "cp-cmp" in rows else None
        for contender in [each for each in ["read", *CONTENDERS, "fox-agent"] if each in rows]:
            each = rows[contender]
            m = {key: median([run[key] for run in each])
                 for key in ("wall", "cpu", "peak", "sectors", "switches", "read")}
            name = LABELS[contender]
            if any(run["status"] and not run["sectors"] and work != "nothing" for run in each):
                name += f" (exit {each[-1]['status']}, nothing written: not measured)"
            elif any(run.get("wrong") for run in each):
                name += " (the files are not all there)"
            table.add(name, m["wall"], times(ratio(m["wall"], base)), m["cpu"], m["peak"],
                      m["sectors"] * 0.512, f"{m['sectors']:.0f}", f"{m['switches']:.0f}",
                      m["read"] / 1000, m["switches"] * SWITCH_SECONDS + m["read"] / READ_SPEED)
        out.table(table)
        out.say(EXPLAINED[work])
    protections(out, data)
    tenfold_table(out, data)
    goals(out, data)
    out.say("In the guest: " + ", ".join(data["versions"]) + ".")
    return out


EXPLAINED = {
    "nothing": "`cp` cannot know that nothing differs, so it writes everything again; rsync, rclone and"
               " fox-sync read the fox and find out. unison and `cp -u` look only at sizes and times,"
               " so they are fast, and blind to a byte that went bad. A program that reads without"
               " asking for no access times (rsync, rclone, `cat`) has the kernel write them once a"
               " day: a fox that was only looked at has then been written to, and stops transmitting."
               " The agent's time has the mount in it, which was there before the others began.",
    "setting": "`cp` is told which file differs, which is kind to it; with `cmp` of the whole set it"
               " knows in the end what fox-sync knows. fox-sync overwrites settings.txt in place,"
               " within its one sector; the others write a new file or cut the old one.",
    "wav-slow": "Measured once, by those who read what is there. The flash decides: writing takes fifty seconds"
                " for everybody.",
    "wav": "fox-sync reads the old files (to see that nobody edited them, and to back them up), writes"
           " the new one under a temporary name, reads it back before it takes its name, and once more"
           " at the end. The extra block switches are those of the rename that no pulled plug can"
           " tear.",
    "first": "The same for thirteen files. unison has to be told which side wins, or it takes every"
             " difference for a conflict. rclone and unison are two-way or mirroring: see below for"
             " what that does to the files that the firmware made for itself."}


def protections(out, data):
    if not data["protections"]:
        return
    out.head("What they protect from")
    table = Table("", "verified", "backed up", "kept a conflict safe", "left the fox's own files")
    for name, each in data["protections"].items():
        lost = sorted({file for runs in data["results"].values()
                       for run in runs.get(name, []) for file in run.get("lost", [])})
        table.add(LABELS[name], each["verified"], each["backup"], each["conflict"],
                  "no, removed " + ", ".join(lost) if lost else "yes")
    out.table(table)
    out.say(
        "Each of these was tried, none is taken from a manual. Verified: the device falsifies one byte"
        " of each long write (device-mapper's flakey target); who still ends with exit 0 has not"
        " looked. Backed up: after an ordinary change, the old settings are looked for on the computer."
        " A conflict: another computer set one frequency on the fox and the owner another in the"
        " draft; afterwards the first is looked for, on the fox and on the computer.")


def tenfold_table(out, data):
    if not data["ten"]:
        return
    out.head("Ten foxes, each as slow as flash (100 kB/s): a setting and 300 KB of WAV")
    table = Table("", "one fox, s", "ten foxes, s", "ten / one", "block switches a fox")
    for name, each in data["ten"].items():
        one_alone, ten = each["one"]["wall"], each["ten"]["wall"]
        label = LABELS[name] + (" (some are wrong)" if each["wrong"] else "")
        table.add(label, one_alone, ten, times(ratio(ten, one_alone)), f"{each['one']['switches']}")
    out.table(table)
    out.say("fox-sync has a thread a fox, and udev would start its recipe for all of them; the others"
            " are the loop that a person writes. Plugging in is not counted. Measured once: a loop over ten"
            " slow foxes takes its time. All of them share two emulated processors.")


def goals(out, data):
    def middle(work, name, key="wall"):
        return median([run[key] for run in data["results"].get(work, {}).get(name, [])])
    why = reasons(data)
    read, own = middle("nothing", "read"), middle("nothing", "fox-sync")
    if own is not None:
        sectors = middle("nothing", "fox-sync", "sectors")
        out.goal("up to date: sectors written", "0", f"{sectors:.0f}", sectors == 0)
        if read:
            out.goal("up to date: time", "1.05 × reading once", times(own / read),
                     own <= 1.05 * read, why["nothing"])
    for work, title in (("setting", "one setting changed"),
                        ("wav-slow", "5 MB of WAV changed, at a fox's speed"),
                        ("wav", "5 MB of WAV changed, on a fast medium")):
        base, own = middle(work, "cp-cmp"), middle(work, "fox-sync")
        if base and own:
            out.goal(f"{title}: time", "1.05 × cp + sync + drop + cmp", times(own / base),
                     own <= 1.05 * base, why[work])
    switches = middle("setting", "fox-sync", "switches")
    if switches is not None:
        out.goal("one setting: block switches", "2", f"{switches:.0f}", switches <= 2)
    if "fox-sync" in data["ten"]:
        each = data["ten"]["fox-sync"]
        found = each["one"]["switches"]
        out.goal("a setting and 300 KB of WAV: block switches", "82", f"{found}", found <= 82,
                 why["switches"])
        found = ratio(each["ten"]["wall"], each["one"]["wall"])
        out.goal("ten foxes in parallel", "1.3 × one", times(found), found <= 1.3, why["ten"])


def reasons(data):
    """Why each goal is missed, if it is."""
    start = data.get("start", {})
    begin = ("under emulation a program's first steps are slow: to say its version alone takes fox-sync"
             + (f" {start['fox-sync']:.1f} s here" if start else " most of a second here")
             + ", on the computer itself some milliseconds (see Start-up), and a whole run without a medium's"
               " time some tens of them (see Growth, CPU)")
    return {
        "nothing": "each file is read once, and its digest computed meanwhile; what is left is the program's"
                   " own time, for its start, its database and its note in the log: " + begin,
        "setting": "it reads the whole set before (nobody's edit is overwritten), where `cmp` reads it after;"
                   " the rest is the program's own time, the backup, and the notes in the journal, each of"
                   " which waits for the disk: " + begin,
        "wav": "the old file is read before it is replaced, for the backup, and the new one is read back"
               " twice: before it takes its name, and when all is done: three times 5 MB where `cmp` reads"
               " them once. This medium is so fast that reading and digests are all that takes time; on a"
               " fox, where writing is, see "
               + ("the same work at a fox's speed" if data["results"].get("wav-slow")
                  else "the table's last column"),
        "wav-slow": "5 MB are read three times where `cmp` reads them once: the old file before it is"
                    " replaced (nobody's edit is overwritten, and there is a backup), and the new one before"
                    " it takes its name and when all is done. Without the backup of what is replaced it could"
                    " be twice; the time of writing is the same",
        "switches": "the data of the WAV alone is 75 blocks, and the setting 2; FAT, folder and the freeing of"
                    " the old clusters make the rest, in the order that no pulled plug can tear: the kernel"
                    " writes both copies of each sector of the FAT in turns. `cp` needs as many",
        "ten": "ten runs share two emulated processors, and their digests; each fox is written at its full"
               " speed"}
