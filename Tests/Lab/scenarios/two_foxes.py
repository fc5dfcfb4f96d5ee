# Every PicoFox has the same filesystem UUID; only the USB serial tells two of them apart.
TITLE = "two foxes with one UUID, plugged in together: each gets its own draft"


def run(bench):
    drafts = {
        "north": bench.draft("north", {"CALLSIGN": "K1NOR"}),
        "south": bench.draft("south", {"CALLSIGN": "K1SOU", "FREQ_MHZ": "146.540"})}
    foxes = {"north": bench.fox(), "south": bench.fox()}
    bench.automount()
    bench.agent()
    for fox in foxes.values():
        bench.guest.plug(fox)
        bench.synced(fox, "no-draft")
    folders = {bench.mounted(fox) for fox in foxes.values()}
    bench.same(len(folders), 2, "mount folders")
    # While one is there, it would be synced as soon as it is clear what with.
    for fox in foxes.values():
        bench.remove(fox)
    for name, fox in foxes.items():
        bench.assign(fox, name)
    # The other way round and at once: nodes and folders change hands.
    south, north = foxes["south"], foxes["north"]
    bench.guest.plug(south)
    bench.guest.plug(north)
    bench.guest.expect(r": pushed \(")
    bench.guest.expect(r": pushed \(")
    for name, fox in foxes.items():
        bench.holds(fox, drafts[name])
        bench.remove(fox)
        bench.holds(fox, drafts[name])
