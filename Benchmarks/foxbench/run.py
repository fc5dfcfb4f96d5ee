# Runs the parts, keeps what each found, and writes the page from all that is kept.
import importlib
import json
import os
import pathlib
import platform
import time

from .page import page
from .process import version

# In this order; 'soak' is only run when it is named.
PARTS = ["device", "agent", "commands", "audio", "growth", "soak"]
DEFAULT = PARTS[:-1]


def machine_kind():
    """The kind of computer, without its name."""
    model = next((line.split(":", 1)[1].strip() for line in
                  pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    memory = int(pathlib.Path("/proc/meminfo").read_text().split()[1]) / 1e6
    return {"cores": os.cpu_count(), "processor": model, "memory": round(memory),
            "kernel": platform.release().split("-")[0], "load": os.getloadavg()[0]}


def main(options, root):
    if not options.program.exists():
        raise SystemExit(f"bench: there is no {options.program}: 'make build' makes it")
    program = options.program.resolve()
    kept = root / ".build/bench" / ("quick" if options.quick else "full")
    kept.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()

    def note(text):
        print(f"bench {time.monotonic() - started:7.1f} s  {text}", flush=True)

    for name in options.parts or DEFAULT:
        part = importlib.import_module(f"foxbench.{name}")
        begun = time.monotonic()
        note(f"{name}: begins")
        data = part.measure(program, options.quick, note)
        if data is None:
            note(f"{name}: cannot be measured here")
            continue
        record = {"data": data, "date": time.strftime("%Y-%m-%d", time.gmtime()),
                  "seconds": round(time.monotonic() - begun), "machine": machine_kind(),
                  "versions": [version(*each) for each in getattr(part, "VERSIONS", [])],
                  "program": version(program, "--version")}
        (kept / f"{name}.json").write_text(json.dumps(record))
        print("\n" + part.section(data).text() + "\n", flush=True)
    records = {name: json.loads((kept / f"{name}.json").read_text())
               for name in PARTS if (kept / f"{name}.json").exists()}
    output = options.output or (
        root / ".build/bench/performance.md" if options.quick else root / "docs/performance.md")
    output.write_text(page(records))
    note(f"written: {output}")
    return 0
