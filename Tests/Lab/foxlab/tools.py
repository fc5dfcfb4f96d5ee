# Finding and running the programs of this computer.
import os
import shlex
import shutil
import subprocess


def which(name):
    """A program's path; those of the administrator are not on everybody's."""
    path = os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin"
    found = shutil.which(name, path=path)
    if not found:
        raise SystemExit(f"lab: {name} is not installed; scripts/setup lab does that")
    return found


def output(*command, check=True):
    """What a program prints; when it fails that ends the run, or is empty without `check`."""
    run = subprocess.run(command, capture_output=True, text=True)
    if check and run.returncode:
        raise SystemExit(
            f"lab: {shlex.join(map(str, command))}: exit {run.returncode}: {run.stderr.strip()}")
    return run.stdout.strip()
