# Crash consistency: every sector that a push writes, and what a pull right after it would leave.
from .fat_volume import SECTOR, FatVolume, where
from .firmware import factory_volume, wav
from .judgement import Judgement


def push(bench, fox, old, new):
    """Plugs in, waits for the push, and judges each state that the medium went through."""
    before, first = fox.volume(), fox.log.count()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    sectors = fox.log.sectors(first)
    volume = FatVolume(before.image)
    for number, (sector, data) in enumerate(sectors, 1):
        volume.image[sector * SECTOR:(sector + 1) * SECTOR] = data
        found = Judgement(volume, old, new)
        bench.check(found.is_sound,
                    f"{fox.name}, after sector {number} of {len(sectors)} ({where(sector)}): {found}")
    end = fox.volume().image
    other = [where(at // SECTOR) for at in range(0, len(end), SECTOR)
             if end[at:at + SECTOR] != volume.image[at:at + SECTOR]]
    bench.same(other, [], "sectors that the write log does not explain")
    bench.check(found.is_new, f"{fox.name}, at the end: {found}")
    return len(sectors)


def every_prefix(bench, options):
    """Pushes from factory to draft and from draft to draft on a mount; returns what was judged."""
    count = 0
    first = bench.draft()
    # Out of the way: a draft goes by itself onto a new fox only when no other one is free.
    bench.guest.sh(f"mv {bench.drafts}/hunt /home/admin/hunt")
    bench.automount(options)
    bench.agent()
    # With 12 entries more, the temporary file's entry is in another sector than the old one's.
    for crowd, name in ((0, "same"), (12, "split")):
        volume = factory_volume()
        for number in range(crowd):
            volume.write(f"F{number}.TXT", b"")
        fox = bench.fox(name, volume=volume)
        bench.another(name, "/home/admin/hunt")
        names = ("settings.txt", "audio.wav", ".callsign.wav")
        old = {each: fox.read(each) for each in names}
        count += push(bench, fox, old, first)
        # Longer settings, shorter audio.
        bench.set(name, FREQ_MHZ="146.5800", DUTY_CYCLE="80", CALLSIGN="K1FOXES")
        bench.stage(name, "audio.wav", wav(0.9, 700))
        bench.guest.detach(fox)
        fox.boot()
        old = {each: fox.read(each) for each in names}
        count += push(bench, fox, old, bench.staged(name))
    return f"{count} states judged, entries in one directory sector and in two"
