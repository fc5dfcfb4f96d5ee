# Somebody changed the fox at another computer: held, and untouched.
from foxlab.firmware import wav

TITLE = "a fox that was edited elsewhere is held, its medium untouched"


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    bench.guest.detach(fox)
    edited = draft["settings.txt"].replace(b"146.520", b"146.580")
    fox.edit("settings.txt", edited)
    fox.boot()
    before = fox.volume().image
    bench.guest.plug(fox)
    bench.synced(fox, "held")
    bench.guest.expect("next: fox-sync ")
    bench.remove(fox)
    bench.check(fox.volume().image == before, "the medium of a held fox has changed")

    # What it offers goes on: here by taking the draft's side.
    bench.guest.plug(fox)
    bench.synced(fox, "held")
    bench.guest.fox_sync("resolve", fox.serial, "--keep", "draft")
    bench.holds(fox, draft)
    bench.remove(fox)

    # Audio likewise.
    bench.guest.detach(fox)
    fox.edit("audio.wav", wav(0.7, 900))
    bench.guest.plug(fox)
    bench.synced(fox, "held")
