# Somebody else mounts each fox at about the moment at which fox-sync does: who is first changes nothing.
TITLE = "50 mount races, mode auto and always: each synced, none forgotten; unmounted by the other, tried again"
WEIGHT = 4
RACES = 50
# What an automounter does, after some time: again and again until it works, and 2 s later unmounted.
RIVAL = """
mkdir -p /media/rival
( sleep {delay}
  n=0
  until mount -t vfat -o flush,uid=1000 {node} /media/rival 2>/dev/null; do
      n=$((n + 1)); [ $n -lt 300 ] || exit 0; sleep 0.02
  done
) >/dev/null 2>&1 &
"""


def run(bench):
    bench.headless("always")
    bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    won = 0
    for race in range(RACES):
        if race == RACES // 2:
            bench.pull(fox)
            bench.stop_agent()
            bench.headless("auto")
            bench.agent()
        bench.pull(fox) if race != RACES // 2 else None
        bench.set("hunt", FREQ_MHZ=f"146.{500 + race}")
        # Edits settle before the plug, so that the plug alone starts a run.
        draft = bench.staged()
        bench.guest.plug(fox)
        node = bench.node(fox)
        # `always` mounts within some 50 ms of udev's last event, `auto` 5 s after it.
        delay = (race % 25) * 0.01 if race < RACES // 2 else 4.6 + (race % 25) * 0.03
        bench.guest.sh(RIVAL.format(node=node, delay=f"{delay:.2f}"))
        bench.synced(fox, "(pushed|up-to-date)")
        place = bench.runs()[0]["volume"]
        won += place == "/media/rival"
        bench.wait(f"! pidof mount && {{ umount /media/rival 2>/dev/null || ! grep -q {node} /proc/mounts; }}",
                   "the rival's mount cannot be unmounted")
        files = bench.runs()[0]
        bench.check(files["result"] in ("pushed", "up-to-date"), f"race {race}: {files}")
        found = bench.guest.sh(f"mkdir -p /mnt/look && mount -o ro {node} /mnt/look"
                               " && grep FREQ /mnt/look/settings.txt; umount /mnt/look")
        bench.check(f"146.{500 + race}" in found, f"race {race}, {place}: the fox has {found}")
    words = bench.guest.said()
    bench.check("locks/" not in words, "an internal path was told")
    bench.check("cannot be mounted" not in words, "a lost race was told as a failure")
    del draft
    return f"{RACES} races, {won} synced where the other had mounted it"
