# sda comes back as sdb and sdc, as after a suspend, while the mounts of its earlier stays are left.
from foxlab.firmware import wav

TITLE = "sda comes back as sdb and sdc, stale mounts left: synced where it is now, a cut run finished"
FOLDER = "/media/fox/0012-D687"


def run(bench):
    draft = bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    nodes = [bench.mount(fox, FOLDER)]
    bench.synced(fox)
    bench.holds(fox, draft)
    idle = bench.process()
    bench.pull(fox)  # the mount stays, as on a computer that sleeps

    # The name is taken, so the mount gets a suffix.
    bench.set("hunt", FREQ_MHZ="146.700")
    draft = bench.staged()
    bench.guest.plug(fox)
    nodes.append(bench.mount(fox, FOLDER + "1"))
    bench.synced(fox)
    bench.same(bench.runs()[0]["volume"], FOLDER + "1", "where it was synced")
    bench.holds(fox, draft)
    bench.pull(fox)

    # Cut in the middle of a file this time.
    old = draft
    bench.stage("hunt", "audio.wav", wav(3, 700))
    draft = bench.staged()
    bench.guest.throttle(fox, 0, 10)
    wanted = fox.log.count() + 4
    bench.guest.plug(fox)
    nodes.append(bench.mount(fox, FOLDER + "2"))
    bench.pull_after(fox, wanted - fox.log.count())
    bench.synced(fox, "interrupted")
    found = fox.judge(old, draft)
    bench.check(found.is_sound, str(found))
    bench.guest.throttle(fox)
    bench.guest.plug(fox)
    nodes.append(bench.mount(fox, FOLDER + "3"))
    bench.same(len(set(nodes)), 4, f"names of the device, {nodes}")
    bench.synced(fox)
    bench.holds(fox, draft)

    # By hand, too, and when somebody clears up, the one that is in use stays untouched.
    bench.check("up-to-date" in bench.guest.fox_sync("sync")[1], "sync by hand finds another volume")
    bench.guest.sh(f"umount -l {FOLDER}; umount {FOLDER}1; umount {FOLDER}2")
    device = bench.guest.json("status")["devices"][0]
    bench.same((device["availability"]["state"], device["volume"]), ("available", FOLDER + "3"), "its status")
    bench.remove(fox)
    bench.holds(fox, draft)
    bench.settled(idle)
    return f"{', '.join(node.removeprefix('/dev/') for node in nodes)}"
