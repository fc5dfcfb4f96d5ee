# From udev's event to the end of the check, over a hundred plugs of a bench computer.
TITLE = "100 plugs: time from the partition's udev event to 'up to date'"
LONG, ALONE, LIMIT = True, True, 900
COUNT = 100


def run(bench):
    bench.headless()
    bench.draft()
    bench.agent()
    fox = bench.fox()
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.pull(fox)
    # The event comes through the same channel as the agent's words, so both have the same clock.
    bench.guest.sh("udevadm monitor --udev --subsystem-match=block >&9 2>&9 &")
    times = []
    for _ in range(COUNT):
        bench.guest.plug(fox)
        bench.guest.expect(r"^UDEV .* add .*/sd[a-z]+1 ")
        event = bench.guest.lines[bench.guest.taken - 1][0]
        bench.synced(fox, "up-to-date")
        times.append(bench.guest.lines[bench.guest.taken - 1][0] - event)
        bench.pull(fox)
    times.sort()
    at = {name: times[min(len(times) - 1, int(len(times) * part))] * 1000
          for name, part in (("median", 0.5), ("90 %", 0.9), ("99 %", 0.99))}
    return (f"ms: least {times[0] * 1000:.0f}, "
            + ", ".join(f"{name} {value:.0f}" for name, value in at.items())
            + f", most {times[-1] * 1000:.0f} (emulated)")
