# The plug is pulled at each stage of a run, which is made to stop there for as long as it takes.
from foxlab.stops import Tracer, stages

TITLE = "pulled at each stage of a push: the log says lost, nothing hangs, finished at the next plug"
LONG, LIMIT, WEIGHT = True, 3600, 9
# Before the device is identified there is nothing that the log could be about.
UNLOGGED = ("recognise", "identify")


def run(bench):
    draft = bench.draft()
    bench.automount()
    bench.agent()
    tracer = Tracer(bench)
    whole = bench.fox()
    old = {name: whole.read(name) for name in ("settings.txt", "audio.wav")}
    tracer.watch()
    bench.guest.plug(whole)
    bench.synced(whole, timeout=120)
    folder = bench.mounted(whole)
    moments = stages(tracer.heard(), folder)
    bench.remove(whole)
    # A second one, so that what is made once is there.
    bench.another("again")
    again = bench.fox("again")
    bench.guest.plug(again)
    bench.synced(again)
    bench.remove(again)
    idle, said = bench.process(), []

    for index, (stage, call) in enumerate(moments):
        bench.another(f"cut{index}")
        fox = bench.fox(f"cut{index}")
        tracer.arm(call)
        bench.guest.plug(fox)
        where = tracer.stopped()
        bench.pull(fox)
        tracer.go_on()
        found = fox.judge(old, draft)
        bench.check(found.is_sound, f"pulled at '{stage}', after {where}: {found}")
        if stage not in UNLOGGED:
            bench.synced(fox, "(interrupted|pushed)", 90)
        bench.wait("[ $(ls /media/fox | wc -l) = 0 ]", f"after '{stage}' mounts are left")
        bench.guest.plug(fox)
        bench.synced(fox, "(pushed|up-to-date|converged)", 90)
        bench.holds(fox, draft)
        bench.remove(fox)
        bench.holds(fox, draft)
        left = [each for each in fox.volume().names() if each.startswith("foxsync")]
        bench.same(left, [], f"left behind after '{stage}'")
        runs = [each for each in bench.runs() if each.get("device") == fox.serial]
        results = [each["result"] for each in reversed(runs)]
        # All was on the medium already when only the database had to be written.
        wanted = "pushed" if stage == "record" else "interrupted"
        if stage not in UNLOGGED:
            bench.same(results[0], wanted, f"the log of a pull at '{stage}', after {where}")
            bench.check(wanted == "pushed" or "went away" in runs[-1]["message"],
                        f"'{stage}': the log says {runs[-1]['message']}")
        said.append(f"{stage}: {' → '.join(results)}")
        bench.guest.detach(fox)
        fox.image.unlink()
    after = bench.settled(idle)
    bench.check(after[2] < idle[2] + 2048, f"resident {idle[2]} → {after[2]} kB")
    return (f"descriptors {idle[0]} → {after[0]}, threads {idle[1]} → {after[1]},"
            f" resident {idle[2]} → {after[2]} kB\n" + "\n".join(said))
