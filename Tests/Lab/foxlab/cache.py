# Where the lab keeps what is made once: outside of git, and gone without harm.
import os
import pathlib

FOLDER = pathlib.Path(
    os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "fox-sync" / "lab"


def prune(pattern, keep):
    """Removes all but the newest files of a kind."""
    files = sorted(FOLDER.glob(pattern), key=lambda path: path.stat().st_mtime)
    for path in files[:-keep]:
        path.unlink(missing_ok=True)


def publish(path, data):
    """Writes a file that appears whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(data)
    part.rename(path)
