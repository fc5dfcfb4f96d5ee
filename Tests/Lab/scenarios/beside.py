# A fox that cannot be written, one to decide about and one that is pulled are nobody else's delay.
TITLE = "five on a hub, one read-only, one in conflict, one pulled: the other two are synced all the same"
WEIGHT = 4


def run(bench):
    bench.guest.hub()
    bench.automount()
    bench.agent()
    foxes = {name: bench.fox(name, read_only=name == "locked")
             for name in ("good", "edited", "locked", "cut", "late")}
    for port, fox in enumerate(foxes.values(), 1):
        fox.port = f"1.{port}"
        bench.guest.plug(fox)
    for _ in foxes:
        bench.guest.expect(": no-draft")
    # While one is there, it would be synced as soon as it is clear what with.
    for fox in foxes.values():
        bench.remove(fox)
    drafts = {"edited": bench.draft("edited")}
    for name, fox in foxes.items():
        if name != "edited":
            bench.another(name, "edited")
        bench.assign(fox, name)
    bench.guest.plug(foxes["edited"])
    bench.synced(foxes["edited"])
    bench.remove(foxes["edited"])
    edited = foxes["edited"]
    bench.guest.detach(edited)
    edited.edit("settings.txt", drafts["edited"]["settings.txt"].replace(b"K1FOX", b"N0BOD"))
    for name in foxes:
        bench.set(name, FREQ_MHZ="146.700")
        drafts[name] = bench.staged(name)
    cut = foxes["cut"]
    bench.guest.throttle(cut, 0, 20)
    for fox in foxes.values():
        bench.guest.plug(fox)
    bench.pull_after(cut, 5)
    wanted = {cut.serial: "interrupted", foxes["good"].serial: "pushed",
              foxes["late"].serial: "pushed", edited.serial: "held", foxes["locked"].serial: "failed"}
    seen = {}
    while len(seen) < len(wanted):
        match = bench.guest.expect(r"^([0-9A-F]{16}): (\S+)")
        seen[match[1]] = match[2]
    bench.same(seen, wanted, "results")
    for name in ("good", "late"):
        bench.holds(foxes[name], drafts[name])
