# Runs scenarios, some guests at a time, and prints the table at the end.
import importlib.util
import pathlib
import queue
import shutil
import tempfile
import threading
import time
import traceback

from .bench import Bench, Failed
from .guest import GuestError

SCENARIOS = pathlib.Path(__file__).resolve().parent.parent / "scenarios"


class Scenario:
    """One file in scenarios/: its sentence, the set it belongs to, and `run(bench)`."""

    def __init__(self, path):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        self.name, self.title, self.run = path.stem, module.TITLE, module.run
        self.own = getattr(module, "OWN", False)  # it starts a computer of its own: 'make proof'
        self.set = "proof" if self.own else "long" if getattr(module, "LONG", False) else "core"
        self.alone = getattr(module, "ALONE", False)  # it measures time
        self.limit = getattr(module, "LIMIT", 900)  # seconds
        self.weight = getattr(module, "WEIGHT", 1)  # the heaviest begin
        self.result, self.note, self.seconds = None, "", 0


def scenarios():
    found = [Scenario(path) for path in sorted(SCENARIOS.glob("*.py"))]
    return {each.name: each for each in found}


def perform(scenario, machine, keep):
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"fox-lab-{scenario.name}-"))
    bench, started = Bench(machine, folder), time.monotonic()
    # Whatever hangs ends with its guest.
    limit = threading.Timer(scenario.limit, bench.close)
    limit.start()
    try:
        scenario.note = scenario.run(bench) or ""
        scenario.result = "ok"
    except (Failed, GuestError, AssertionError) as error:
        scenario.result, scenario.note = "FAILED", str(error)
        if bench.computer:
            said = [line for line in bench.computer.said().splitlines() if ": ignored" not in line]
            scenario.note += "\n".join(["", "--- the agent said:", *said[-40:]])
    except SystemExit as error:  # what it needs is not there; the others may have it
        scenario.result, scenario.note = "FAILED", str(error)
    except Exception:
        scenario.result, scenario.note = "FAILED", traceback.format_exc()
    finally:
        limit.cancel()
        bench.close()
        scenario.seconds = time.monotonic() - started
        if keep or scenario.result != "ok":
            scenario.note += f"\nkept: {folder}" if scenario.result != "ok" or keep else ""
        else:
            shutil.rmtree(folder, ignore_errors=True)


def run(chosen, machine, jobs, keep):
    """Runs all of them; returns whether all passed."""
    started = time.monotonic()
    if not all(each.own for each in chosen) and not machine.state.exists():
        machine.boot()
        print(f"  booted ({time.monotonic() - started:.1f} s)", flush=True)

    def work(waiting):
        while True:
            try:
                scenario = waiting.get_nowait()
            except queue.Empty:
                return
            perform(scenario, machine, keep)
            print(f"  {scenario.result:6} {scenario.name} ({scenario.seconds:.1f} s)", flush=True)

    for alone, count in ((False, jobs), (True, 1)):
        waiting = queue.Queue()
        for each in sorted(chosen, key=lambda each: -each.weight):
            if each.alone == alone:
                waiting.put(each)
        threads = [threading.Thread(target=work, args=(waiting,)) for _ in range(count)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    table(chosen, time.monotonic() - started)
    return all(each.result == "ok" for each in chosen)


def table(chosen, total):
    width = max(len(each.title) for each in chosen)
    print(f"\n{'scenario':{width}}  result  seconds")
    for each in chosen:
        head, *rest = each.note.splitlines() or [""]
        print(f"{each.title:{width}}  {each.result:6}  {each.seconds:7.1f}"
              + (f"  {head}" if head else ""))
        for line in rest:
            print(f"{'':{width}}  {line}" if each.result == "ok" else f"    {line}")
    failed = sum(1 for each in chosen if each.result != "ok")
    print(f"{len(chosen)} scenarios, {failed} failed, {total:.0f} s in all", flush=True)
