# Finding and running the programs of this computer.
import os
import shutil
import subprocess


def which(name):
    """A program's path; those of the administrator are not on everybody's."""
    path = os.environ.get("PATH", "") + ":/usr/local/sbin:/usr/sbin:/sbin"
    found = shutil.which(name, path=path)
    if not found:
        raise SystemExit(f"lab: {name} is not installed; scripts/setup lab does that")
    return found


def output(*command):
    """What a program prints; empty when it fails."""
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()
