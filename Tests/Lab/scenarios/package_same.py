# The same sources make the same package wherever they are built, and nothing is fetched for it.
import hashlib
import os
import shutil
import subprocess

from foxlab.debian import ROOT

TITLE = "the package twice: built in two folders, one of them without a network: the same bytes"
ALONE, OWN, LIMIT = True, True, 3600
KEPT_OUT = shutil.ignore_patterns(".build", ".git")


def made(folder, *before):
    """Runs `make deb` in a folder, with lintian in it; returns the package."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    run = subprocess.run([*before, "make", "-C", folder, "deb"], capture_output=True, text=True,
                         env=environment, timeout=LIMIT)
    print(f"$ {' '.join([*before, 'make deb'])}   # in {folder}")
    if run.returncode:
        raise SystemExit(f"lab: make deb in {folder}: {(run.stdout + run.stderr)[-3000:]}")
    [package] = (folder / ".build/package").iterdir()
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    print(f"  {digest}  {package.name}  {package.stat().st_size} bytes", flush=True)
    return package


def run(bench):
    here = made(ROOT)
    elsewhere = bench.folder / "another" / "folder"
    # Not with the times that the files have here.
    shutil.copytree(ROOT, elsewhere, ignore=KEPT_OUT, copy_function=shutil.copy, symlinks=True)
    alone = ["unshare", "--net", *([] if os.geteuid() == 0 else ["--map-current-user"])]
    there = made(elsewhere, *alone)
    bench.check(here.read_bytes() == there.read_bytes(), f"{here} and {there} differ")
    return f"{here.stat().st_size} bytes, the same"
