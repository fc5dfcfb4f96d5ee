# The six states of a fox, each brought about by what really happens, each seen by who watches.
import json

from foxlab.fat_volume import CLUSTER_SECTORS, DATA
from foxlab.options import READ_ONLY

TITLE = "available, not mounted, no settings, read-only, I/O error, gone: in status and status --follow"
WEIGHT = 2


def states(bench, fox):
    """Every state that `status --follow` has shown, in its order."""
    found = []
    for line in bench.guest.sh("cat /run/follow").splitlines():
        for device in json.loads(line)["devices"]:
            state = device["availability"]["state"]
            if device["device"] == fox.serial and found[-1:] != [state]:
                found.append(state)
    return found


def belongings(bench):
    """Drafts, and what each device's base and draft are."""
    return bench.guest.sh(f"cd {bench.drafts} && find . -type f | sort | xargs sha256sum"), [
        (each["device"], each["draft"]) for each in bench.guest.json("status")["devices"]]


def run(bench):
    bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.mount(fox, "/media/fox/1")
    bench.synced(fox)
    command = "fox-sync status --follow --json"
    bench.guest.sh(f"su {bench.guest.user} -c '{command}' >/run/follow 2>/run/follow.errors &")
    before, wanted = belongings(bench), []

    def shows(state):
        if wanted[-1:] != [state]:
            wanted.append(state)
        # Who follows has it by events alone; who asks once gets the same.
        bench.wait(f"tail -n 1 /run/follow | grep -q '\"{state}\"'",
                   f"nobody who follows the status saw {state!r}")
        now = bench.guest.json("status")["devices"][0]["availability"]
        bench.same(now["state"], state, "the status")
        return now

    shows("available")
    bench.unmount(fox)
    shows("not mounted")
    bench.pull(fox)
    bench.check("unplugged" in shows("gone")["reason"], "it does not say why")

    # Mounted read-only.
    bench.guest.plug(fox)
    bench.mount(fox, "/media/fox/2", READ_ONLY)
    bench.synced(fox, "up-to-date")
    bench.check(shows("read-only")["since"], "it does not say since when")
    bench.unmount(fox)
    shows("not mounted")
    bench.pull(fox)
    shows("gone")

    # Somebody has made it something else.
    bench.guest.detach(fox)
    good = fox.read("settings.txt")
    fox.edit("settings.txt", b"theme=dark\nlanguage=en\n")
    bench.guest.plug(fox)
    bench.mount(fox, "/media/fox/3")
    bench.guest.expect("cannot be read")
    shows("no valid settings.txt")
    bench.unmount(fox)
    bench.pull(fox)
    shows("gone")

    # A sector of settings.txt that cannot be read.
    bench.guest.detach(fox)
    fox.edit("settings.txt", good)
    first = fox.volume().entry("settings.txt").first
    fox.bad_sectors = [DATA + (first - 2) * CLUSTER_SECTORS]
    bench.guest.plug(fox)
    bench.mount(fox, "/media/fox/4")
    bench.guest.expect("EIO|Input/output error")
    shows("I/O error")
    bench.unmount(fox)
    bench.pull(fox)
    shows("gone")
    bench.guest.detach(fox)
    fox.bad_sectors = []

    bench.guest.plug(fox)
    bench.mount(fox, "/media/fox/5")
    bench.synced(fox, "up-to-date")
    shows("available")
    seen = [state for state in states(bench, fox) if state != "not mounted"]
    bench.same(seen, [state for state in wanted if state != "not mounted"], "what was followed")
    bench.same(belongings(bench), before, "drafts and assignments")
    words = bench.guest.said() + bench.guest.sh("cat /run/follow")
    bench.check("disconnected" not in words, "something is called disconnected")
    return " → ".join(wanted)
