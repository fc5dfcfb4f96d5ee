# Somebody else mounts each fox at about the moment at which fox-sync does: who is first changes nothing.
TITLE = "50 mount races, mode always and auto: each fox synced, none forgotten, no race told as a failure"
WEIGHT = 12
LONG, LIMIT = True, 3600
RACES = 50
# What an automounter does, after some time: again and again until it works.
RIVAL = """
mkdir -p /media/rival; rm -f /run/rival
( sleep {delay}
  n=0
  until mount -t vfat -o flush,uid=1000 {node} /media/rival 2>/dev/null; do
      n=$((n + 1)); [ $n -lt 1000 ] || break; sleep 0.02
  done
  touch /run/rival
) >/dev/null 2>&1 &
"""


def run(bench):
    bench.headless("always")
    bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.pull(fox)
    won = 0
    for race in range(RACES):
        if race == RACES // 2:
            bench.stop_agent()
            bench.headless("auto")
            bench.agent()
        bench.set("hunt", FREQ_MHZ=f"146.{500 + race}")
        draft = bench.staged()
        bench.guest.plug(fox)
        node = bench.node(fox)
        # `always` mounts as soon as udev is done, `auto` 5 s after that.
        late = 0 if race < RACES // 2 else 4.5
        delay = f"{late + race % 25 * 0.05:.2f}"
        bench.guest.sh(RIVAL.format(node=node, delay=delay))
        # The draft is another in each race: only a push is an answer.
        bench.synced(fox)
        won += bench.runs()[0]["volume"] == "/media/rival"
        bench.wait("ls /run/rival", "the rival does not mount")
        bench.wait("umount /media/rival", "what the rival mounted cannot be unmounted")
        bench.pull(fox)
        bench.holds(fox, draft)
    words = bench.guest.said()
    bench.check("locks/" not in words, "an internal path was told")
    bench.check("cannot be mounted" not in words, "a lost race was told as a failure")
    results = {each["result"] for each in bench.runs()}
    bench.check(results <= {"pushed", "up-to-date"}, f"the log has {results}")
    return f"{RACES} races, {won} synced where the other had mounted it"
