# The plug is pulled in the middle of the commands by which a person decides.
from foxlab.fat_volume import FatVolume
from foxlab.stops import Command

TITLE = "pulled during resolve, pull and restore: ends at once, fox and draft whole, done the next time"
LONG, LIMIT, WEIGHT = True, 3600, 9
AT = {
    "snapshot": ("openat2", "audio.wav"),
    "the WAV's data": ("pwrite64", "foxsync.tmp"),
    "the WAV's entry": ("fsync", "foxsync.tmp"),
    "rename": ("renameat", "foxsync.tmp"),
    "the stale ID": ("unlinkat", ".callsign.wav"),
    "pad": ("pwrite64", "settings.txt"),
    "settings to the medium": ("fsync", "settings.txt")}
CASES = [
    *(("resolve", "draft", at) for at in ("snapshot", "the stale ID", "settings to the medium")),
    *(("resolve", "merge", at) for at in ("snapshot", "pad")),
    ("resolve", "device", "snapshot"), ("pull", None, "snapshot"),
    *(("restore", None, at) for at in ("snapshot", "the WAV's data", "the WAV's entry", "rename",
                                       "pad"))]


def run(bench):
    bench.draft()
    bench.guest.sh(f"mv {bench.drafts}/hunt /home/admin/hunt")
    bench.automount()
    bench.agent()
    said, idle = [], None
    for index, (command, side, at) in enumerate(CASES):
        name, what = f"case{index}", f"{command} {side or ''} cut at '{at}'"
        bench.another(name, "/home/admin/hunt")
        fox = bench.fox(name)
        factory = {each: fox.read(each) for each in ("settings.txt", "audio.wav")}
        bench.guest.plug(fox)
        bench.synced(fox)
        bench.remove(fox)
        number = next(each["run"] for each in bench.runs() if each["device"] == fox.serial)
        idle = idle or bench.process()
        bench.guest.detach(fox)
        fox.boot()
        edited = fox.read("settings.txt").replace(b"MORSE_WPM=15", b"MORSE_WPM=12")
        fox.edit("settings.txt", edited)
        bench.set(name, FREQ_MHZ="146.700")
        draft = bench.staged(name)
        old = {each: fox.read(each) for each in draft}
        # Nobody is there to be asked whether the draft's own changes may go.
        force = ["--force"] if (command, side) in (("resolve", "device"), ("pull", None)) else []
        words = {"resolve": ["resolve", fox.serial, "--keep", side, *force],
                 "pull": ["pull", fox.serial, name, *force],
                 "restore": ["backup", "restore", number]}[command]

        bench.guest.plug(fox)
        bench.synced(fox, "held")
        bench.mounted(fox)
        cut = Command(bench, words)
        cut.stop_at(*AT[at])
        bench.pull(fox)
        status = cut.go_on()
        bench.check(status != 0, f"{what}: it says that all is well")
        last = bench.runs()[0]
        bench.same((last["result"], last["device"]), ("interrupted", fox.serial), f"{what}: the log")
        bench.check("went away" in last["message"], f"{what}: the log says {last['message']}")
        left = fox.judge(old, {})
        bench.same(left.broken, [], what)
        before, medium = bench.staged(name), fox.volume()

        bench.guest.plug(fox)
        contact = bench.guest.expect(rf"^{fox.serial}: (\S+)")[1]
        bench.mounted(fox)
        bench.guest.fox_sync(*words)
        goal = factory if command == "restore" else bench.staged(name)
        for each, state in fox.judge(old, goal).holds.items():
            bench.check(state == "new", f"{what}: afterwards {each} is {state}")
        # What the cut left is of one side or the other, file by file; so is the draft.
        found = fox.judge(old, goal)
        bench.check(found.is_new, f"{what}: {found}")
        for each in goal:
            bench.check(mixed(each, medium, old, goal), f"{what}: {each} is neither old nor new")
        bench.check(before in (draft, bench.staged(name)), f"{what}: the draft is neither")
        if command == "restore":
            bench.assign(fox, name)
            bench.guest.fox_sync("sync")
            bench.holds(fox, draft)
        bench.remove(fox)
        bench.guest.detach(fox)
        said.append(f"{what}: {contact} at the next contact")
    after = bench.settled(idle)
    return (f"agent beside: descriptors {idle[0]} → {after[0]}, threads {idle[1]} → {after[1]},"
            f" resident {idle[2]} → {after[2]} kB\n" + "\n".join(said))


def mixed(name, volume: FatVolume, old, new):
    """Whether a file is wholly of one side; newlines behind settings count for nothing."""
    content = volume.read(name)
    if name == "settings.txt":
        return content.rstrip(b"\n") in (old[name].rstrip(b"\n"), new[name].rstrip(b"\n"))
    return content in (old[name], new[name])
