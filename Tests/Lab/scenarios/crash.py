# Crash consistency: every sector that a push writes, and what a pull right after it would leave.
from foxlab.fat_volume import FatVolume, SECTOR, where
from foxlab.firmware import factory_volume, wav
from foxlab.judgement import Judgement
from foxlab.options import DEFAULT, FLUSH

TITLE = "every prefix of a push's sectors: settings and WAV old or new, nothing dangling or shared"
WEIGHT = 8


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


def run(bench):
    count = 0
    first = bench.draft()
    # Out of the way: a draft goes by itself onto a new fox only when no other one is free.
    bench.guest.sh("mv /home/fox/.local/share/fox-sync/drafts/hunt /root/hunt")
    for options, kind in ((FLUSH, "flush"), (DEFAULT, "default")):
        bench.automount(options)
        bench.agent()
        for crowd, place in ((0, "same"), (12, "split")):
            name = f"{kind}-{place}"
            volume = factory_volume()
            for number in range(crowd):
                volume.write(f"F{number}.TXT", b"")
            fox = bench.fox(name, volume=volume)
            bench.another(name, "/root/hunt")
            names = ("settings.txt", "audio.wav", ".callsign.wav")
            old = {each: fox.read(each) for each in names}
            count += push(bench, fox, old, first)
            # And from draft to draft: longer settings, shorter audio.
            bench.set(name, FREQ_MHZ="146.5800", DUTY_CYCLE="80", CALLSIGN="K1FOXES")
            bench.stage(name, "audio.wav", wav(0.9, 700))
            bench.guest.detach(fox)
            fox.boot()
            old = {each: fox.read(each) for each in names}
            count += push(bench, fox, old, bench.staged(name))
        bench.stop_agent()
        bench.guest.sh("kill $(pidof udevadm)")
    return f"{count} states judged: flush and default mounts, entries in one sector and in two"
