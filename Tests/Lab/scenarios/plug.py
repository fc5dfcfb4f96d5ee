# The whole line once: enumeration, udev, a desktop's mount, the agent, the medium.
from foxlab.firmware import FIRMWARES

TITLE = "a fresh fox is plugged in: the draft is on its medium, verified past the cache"


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    old = {"settings.txt": FIRMWARES["stock"].settings, "audio.wav": fox.read("audio.wav")}
    bench.guest.plug(fox)
    bench.synced(fox)
    # No logind there gives its user the fox's device: 'headless' has one that may open it.
    bench.same(bench.runs()[0]["method"], "data", "how it was verified")
    bench.holds(fox, draft, old)
    bench.remove(fox)
    bench.holds(fox, draft, old)
    bench.same([name for name in fox.volume().names() if name.endswith(".tmp")], [], "left behind")
    fox.boot()
    bench.holds(fox, draft, old)
    return f"{len(fox.log.sectors())} sectors written"
