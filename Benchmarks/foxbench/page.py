# docs/performance.md: what is written around the parts' tables.
import importlib

from .report import Table

HEAD = """<!-- Written by 'make bench'; changes by hand are lost. -->

# Performance

What fox-sync costs beside what people use for the same work today. `make bench` measures all of it
again, contenders taking turns in one run, and writes this page. No figure here is a promise or a
test: they are medians from one computer, good for the ratios between lines of one table."""


def page(records):
    out, goals, sections = [HEAD], [], []
    for name, record in records.items():
        part = importlib.import_module(f"foxbench.{name}")
        section = part.section(record["data"])
        goals += section.goals
        said = f"Measured on {record['date']} in {record['seconds']} s"
        if record["versions"]:
            said += "; " + ", ".join(record["versions"])
        section.say(said + ".")
        sections.append(section)
    newest = max(records.values(), key=lambda each: each["date"])
    machine = newest["machine"]
    out.append(
        f"The computer: {machine['cores']} cores ({machine['processor']}), {machine['memory']} GB of"
        f" memory, Linux {machine['kernel']}; {newest['program']}, release build.")
    if goals:
        table = Table("goal", "wanted", "measured", "met")
        for what, wanted, found, is_met, _ in goals:
            table.add(what, wanted, found, "yes" if is_met else "no")
        out += ["## The goals", table.markdown()]
        misses = [f"- {what}: {why}." for what, _, _, is_met, why in goals if not is_met and why]
        if misses:
            out += ["What is missed, and why:", "\n".join(misses)]
    out += [each.markdown() for each in sections]
    return "\n\n".join(out) + "\n"
