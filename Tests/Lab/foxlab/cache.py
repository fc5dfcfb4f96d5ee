# Where the lab keeps what is made once: outside of git, and gone without harm.
import os
import pathlib
import time

FOLDER = pathlib.Path(
    os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "fox-sync" / "lab"


# Longer than any run of the lab: another one may be using what this one does not.
IN_USE = 2 * 3600


def prune(pattern):
    """Removes files of a kind that no run has used for long."""
    for path in FOLDER.glob(pattern):
        try:
            if time.time() - path.stat().st_mtime > IN_USE:
                path.unlink()
        except FileNotFoundError:  # another run was faster
            pass


def has(path):
    """Whether a file is there; it is then used, and stays."""
    try:
        os.utime(path)
        return True
    except FileNotFoundError:
        return False


def publish(path, data):
    """Writes a file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.rename(path)
