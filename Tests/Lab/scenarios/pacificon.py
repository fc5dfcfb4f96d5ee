# A firmware that rewrites settings.txt at every power-up has edited nothing.
from foxlab.firmware import wav

TITLE = "pacificon rewrites its settings.txt at power-up: still up to date"


def run(bench):
    draft = bench.draft(firmware="pacificon", audio={"audio.wav": wav(1, 500, 8000)})
    bench.automount()
    bench.agent()
    fox = bench.fox(firmware="pacificon")
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    bench.holds(fox, draft)
    bench.guest.detach(fox)
    fox.boot()
    bench.check(fox.read("settings.txt") != draft["settings.txt"], "the firmware rewrote nothing")
    first = fox.volume().image
    bench.guest.plug(fox)
    bench.synced(fox, "up-to-date")
    bench.remove(fox)
    bench.check(fox.volume().image == first, "an up-to-date fox was written")

    # A changed draft is pushed over the firmware's own text.
    bench.set("hunt", FREQ_MHZ="146.700")
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    bench.guest.detach(fox)
    fox.boot()
    bench.check(b"FREQ_MHZ=146.700000\n" in fox.read("settings.txt"), "the new frequency is lost")
