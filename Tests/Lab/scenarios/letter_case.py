# Names in another letter case: put right on vfat, with every sector prefix judged.
from foxlab.crash import push
from foxlab.fat_volume import FatVolume
from foxlab.firmware import factory_volume, wav
from foxlab.options import DEFAULT

TITLE = "letter case on vfat, every sector prefix judged: names old or new, at the end exactly right"
WEIGHT = 6
SPELLED = {"settings.txt": "SETTINGS.TXT", "audio.wav": "Audio.wav"}


def respell(bench, fox):
    """Gives the fox's files other spellings, as another computer would; returns what they hold."""
    bench.guest.detach(fox)
    volume = fox.volume()
    old = {each: volume.read(each) for each in SPELLED}
    for name, spelled in SPELLED.items():
        volume.remove(name)
        volume.write(spelled, old[name])
    volume.save(fox.image)
    return old


def exact(bench, fox):
    """Holds the fox to the canonical names, and to the file system's own check."""
    names = fox.volume().names()
    bench.same([each for each in names if each.lower() in SPELLED], [
        each for each in names if each in SPELLED], f"{fox.name}: the names")
    left = [each for each in names if each.startswith("foxsync")]
    bench.same(left, [], f"{fox.name}: left behind")


def run(bench):
    count = 0
    bench.draft()
    bench.guest.sh(f"mv {bench.drafts}/hunt /home/admin/hunt")
    bench.automount(DEFAULT)
    bench.agent()
    # 16 more entries bring all others into the second sector of the root.
    for name, firmware, crowd in (("first", "stock-r2", 0), ("second", "stock", 16)):
        volume = FatVolume()
        for number in range(crowd):
            volume.write(f"F{number}.TXT", b"")
        factory = factory_volume(firmware)
        for each in factory.names():
            volume.write(each, factory.read(each))
        names = ("settings.txt", "audio.wav", ".callsign.wav")
        old = {each: volume.read(each) for each in names}
        for each, spelled in SPELLED.items():
            volume.remove(each)
            volume.write(spelled, old[each])
        fox = bench.fox(name, volume=volume)
        bench.another(name, "/home/admin/hunt")
        # From factory settings: settings in place, the audio by rename.
        first = bench.staged(name)
        count += push(bench, fox, old, first)
        exact(bench, fox)
        # Nothing but the names, where the firmware deletes what is spelled otherwise.
        if firmware == "stock-r2":
            old = respell(bench, fox)
            count += push(bench, fox, old, old)
            exact(bench, fox)
        # Longer settings, and the audio again.
        bench.set(name, FREQ_MHZ="146.5800", DUTY_CYCLE="80", CALLSIGN="K1FOXES")
        bench.stage(name, "audio.wav", wav(0.9, 700))
        old = respell(bench, fox)
        count += push(bench, fox, old, bench.staged(name))
        exact(bench, fox)
    return f"{count} states judged, entries in the first sector of the root and in the second"
