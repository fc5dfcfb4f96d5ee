# What each kind of change costs the flash: sectors written, and 4 KiB blocks erased and programmed.
from foxlab.firmware import wav
from foxlab.fat_volume import where

TITLE = "cost of each change: sectors, 4 KiB block switches (the mount's two included)"
LONG = True


def run(bench):
    bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    changes = [
        ("first push", lambda: None),
        ("nothing", lambda: None),
        ("one value, same length", lambda: bench.set("hunt", FREQ_MHZ="146.540")),
        ("callsign, longer", lambda: bench.set("hunt", CALLSIGN="K1ABCD")),
        ("WAV of 9 KB", lambda: bench.stage("hunt", "audio.wav", wav(0.9))),
        ("WAV of 300 KB", lambda: bench.stage("hunt", "audio.wav", wav(30))),
        ("300 KB over 300 KB", lambda: bench.stage("hunt", "audio.wav", wav(30, 500))),
        ("value and WAV of 9 KB", lambda: (bench.set("hunt", DUTY_CYCLE="50"),
                                           bench.stage("hunt", "audio.wav", wav(0.9, 700))))]
    lines = []
    for name, change in changes:
        change()
        first = fox.log.count()
        bench.guest.plug(fox)
        bench.synced(fox, "(pushed|up-to-date)")
        bench.remove(fox)
        sectors = fox.log.sectors(first)
        data = sum(1 for sector, _ in sectors if where(sector).startswith("cluster"))
        lines.append(f"{name}: {len(sectors)} sectors ({data} of data),"
                     f" {fox.log.block_switches(sectors)} block switches")
    return "\n".join(lines)
