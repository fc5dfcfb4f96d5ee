# The Debian package on a desktop: a person at the console, udisks mounts, the user's service syncs.
from foxlab.debian import Debian, package
from foxlab.mp3 import mp3

TITLE = "the package on a desktop: udisks mounts for a logged-in person, her service syncs"
ALONE, OWN, LIMIT = True, True, 3600


def run(bench):
    new = package(bench.machine.program, bench.folder / "packages")
    computer = bench.computer = Debian(bench.folder, [new], desktop=True)
    steps(bench, computer)
    return "see the transcript above"


def steps(bench, computer):
    computer.put("/srv/packages/fox.mp3", mp3(1.2, 500))
    computer.user = "fox"
    before = computer.files()
    computer.follow("Debian, Raspberry Pi OS", 1)
    computer.type("loginctl --no-legend list-sessions")
    for scope in ("--user", "--system"):
        bench.check(not computer.type(f"systemctl {scope} --no-legend list-units 'fox-sync*'"),
                    "the installation started a service")
    computer.follow("On a desktop")
    draft = bench.staged()
    fox = bench.fox("fox1")
    computer.plug(fox)
    bench.synced(fox, timeout=180)
    node = bench.node(fox)
    computer.type(f"findmnt --noheadings {node}")
    computer.follow("On a desktop", 1)
    computer.type("systemctl --user --no-pager --full status fox-sync.service")
    computer.type(f"udisksctl unmount --no-user-interaction --block-device {node}")
    bench.pull(fox)
    bench.holds(fox, draft)
    computer.note("the medium has the draft, and is marked as cleanly unmounted")
    bench.check(fox.volume().image[231 * 512 + 37] == 0, "the volume was left marked as in use")
    fox.boot()

    computer.note("the same fox, edited at another computer: held")
    edited = fox.read("settings.txt").replace(b"146.520", b"146.300")
    fox.edit("settings.txt", edited)
    computer.plug(fox)
    bench.synced(fox, "held", 180)
    computer.type("fox-sync status")
    computer.type(f"udisksctl unmount --no-user-interaction --block-device {bench.node(fox)}")
    bench.pull(fox)
    bench.same(fox.read("settings.txt"), edited, "settings.txt of the fox that was held")

    computer.note("the same version once more, as an upgrade installs it")
    main = "systemctl --user show -P MainPID fox-sync.service"
    was = computer.type(main).strip()
    computer.type("sudo apt install --reinstall ./fox-sync_*.deb")
    bench.check(computer.type(main).strip() not in (was, "0"), "the service of her session was not restarted")

    bench.check("thread priority" not in computer.said(), "Dispatch complains in the journal")
    computer.type("systemctl --user disable --now fox-sync.service")
    computer.follow("Removing it")
    left = computer.strangers(before)
    bench.same(left, set(), "left by the purge")
    bench.same(bench.staged(), draft, "the draft after the purge")
