# What a pull may leave on the medium, sampled sector by sector, is plugged in as a fox and finished.
import random

from foxlab.fat_volume import SECTOR, FatVolume
from foxlab.firmware import wav
from foxlab.judgement import Judgement
from foxlab.stops import Tracer

TITLE = "a seeded sample of a push's sector prefixes, each kind of state among them: all are finished"
LONG, LIMIT, WEIGHT = True, 3600, 9
SEED, COUNT = 5, 12  # of each push
STATE = "/home/fox/.local/state/fox-sync"


def push(bench, fox):
    """Pushes; returns the sectors it wrote, and the host's database as of each of its commits."""
    first, commits = fox.log.count(), []
    bench.agent()
    tracer = Tracer(bench)
    tracer.start(f"-P {STATE}/fox-sync.db-wal -e inject=fdatasync:signal=STOP:when=1+ >&9 2>&9")
    bench.guest.plug(fox)
    while True:
        match = bench.guest.expect(rf"stopped by SIGSTOP|^{fox.serial}: (\S+)", 120)
        if match[1]:
            break
        bench.guest.sh(f"rm -rf /run/commit{len(commits)}; cp -a {STATE} /run/commit{len(commits)}")
        commits.append(len(fox.log.sectors(first)))
        bench.guest.sh("kill -CONT $(pidof fox-sync)")
    bench.same(match[1], "pushed", "the result")
    tracer.end()
    bench.guest.sh("kill -CONT $(pidof fox-sync)")
    bench.remove(fox)
    sectors = fox.log.sectors(first)
    bench.stop_agent()
    return sectors, commits


def kind(volume, old, new):
    """What sort of state a medium is in."""
    found = Judgement(volume, old, new)
    temporary = [(each.first != 0, each.size != 0) for each in volume.entries()
                 if each.name.startswith("foxsync")]
    return (tuple(found.holds.items()), tuple(found.broken), found.lost > 0, tuple(temporary),
            volume.entry("settings.txt").size)


def finish(bench, fox, image, commit, new):
    """Plugs it in as often as a person would, and says what came of each time."""
    bench.guest.detach(fox)
    fox.image.write_bytes(image)
    bench.guest.sh(f"rm -rf {STATE} && cp -a /run/commit{commit} {STATE}")
    results = []
    while len(results) < 3:
        bench.guest.plug(fox)
        bench.mounted(fox)
        bench.guest.fox_sync("sync", check=False)
        results.append(bench.runs()[0]["result"])
        bench.remove(fox)
        if results[-1] in ("pushed", "converged", "up-to-date"):
            break
    bench.holds(fox, new)
    left = [each for each in fox.volume().names() if each.startswith("foxsync")]
    bench.same(left, [], "left behind")
    return " → ".join(results)


def sample(bench, fox, new, moments):
    """One push, and its sampled prefixes; returns how many states there were of how many kinds."""
    names = (*new, ".callsign.wav")
    old = {each: fox.read(each) for each in names}
    before = bytes(fox.volume().image)
    sectors, commits = push(bench, fox)
    volume, kinds = FatVolume(before), {}
    for number, (sector, data) in enumerate(sectors, 1):
        volume.image[sector * SECTOR:(sector + 1) * SECTOR] = data
        kinds.setdefault(kind(volume, old, new), []).append(number)
    chosen = {moments.choice(numbers) for numbers in kinds.values()}
    rest = sorted(set(range(1, len(sectors) + 1)) - chosen)
    chosen |= set(moments.sample(rest, max(0, COUNT - len(chosen))))
    results = {}
    for number in sorted(chosen):
        volume = FatVolume(before)
        for sector, data in sectors[:number]:
            volume.image[sector * SECTOR:(sector + 1) * SECTOR] = data
        commit = max(at for at, written in enumerate(commits) if written <= number)
        result = finish(bench, fox, volume.image, commit, new)
        results[result] = results.get(result, 0) + 1
    return (f"{len(chosen)} of {len(sectors)} states, {len(kinds)} kinds: "
            + ", ".join(f"{count} × {result}" for result, count in sorted(results.items())))


def run(bench):
    moments, notes = random.Random(SEED), []
    draft = bench.draft()
    bench.automount()
    fox = bench.fox()
    notes.append("first push, " + sample(bench, fox, draft, moments))
    # Longer settings and shorter audio, with entries in two sectors of the root.
    volume = fox.volume()
    for number in range(14):
        volume.write(f"F{number}.TXT", b"")
    bench.guest.detach(fox)
    volume.save(fox.image)
    fox.boot()
    bench.set("hunt", FREQ_MHZ="146.5800", DUTY_CYCLE="80", CALLSIGN="K1FOXES")
    bench.stage("hunt", "audio.wav", wav(0.9, 700))
    notes.append("a later one, " + sample(bench, fox, bench.staged(), moments))
    return "\n".join(notes)
