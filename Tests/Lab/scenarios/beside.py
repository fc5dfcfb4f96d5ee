# A fox that cannot be written, and one that needs a decision, are nobody else's delay.
TITLE = "a read-only fox and a conflict on a hub beside two good ones: those are synced all the same"
WEIGHT = 4


def run(bench):
    bench.guest.hub()
    bench.automount()
    bench.agent()
    foxes = {name: bench.fox(name) for name in ("good", "edited", "locked", "late")}
    drafts = {}
    for port, (name, fox) in enumerate(foxes.items(), 1):
        fox.port = f"1.{port}"
        drafts[name] = bench.draft(name) if name == "good" else None
        if name != "good":
            bench.another(name, "good")
            drafts[name] = drafts["good"]
        if name == "locked":
            fox.read_only = True
        bench.guest.plug(fox)
        if name == "locked":
            bench.guest.expect(rf"^{fox.serial}: failed .*read-only")
            bench.assign(fox, name)
        else:
            bench.synced(fox)
        bench.remove(fox)
    edited = foxes["edited"]
    bench.guest.detach(edited)
    edited.edit("settings.txt", drafts["edited"]["settings.txt"].replace(b"K1FOX", b"N0BOD"))
    for name in foxes:
        bench.set(name, FREQ_MHZ="146.700")
        drafts[name] = bench.staged(name)
    for fox in foxes.values():
        bench.guest.plug(fox)
    wanted = {foxes["good"].serial: "pushed", foxes["late"].serial: "pushed",
              edited.serial: "held", foxes["locked"].serial: "failed"}
    seen = {}
    while len(seen) < len(wanted):
        match = bench.guest.expect(r"^([0-9A-F]{16}): (\S+)")
        seen[match[1]] = match[2]
    bench.same(seen, wanted, "results")
    for name in ("good", "late"):
        bench.holds(foxes[name], drafts[name])
