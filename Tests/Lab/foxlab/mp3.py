# A sound as people have them: by libsndfile, which building fox-sync needs anyway.
import array
import ctypes
import ctypes.util
import math
import pathlib
import tempfile

MPEG_LAYER_III, WRITE = 0x230082, 0x20


class Info(ctypes.Structure):
    """libsndfile's SF_INFO."""

    _fields_ = [("frames", ctypes.c_int64), *((name, ctypes.c_int) for name in (
        "rate", "channels", "format", "sections", "seekable"))]


def mp3(seconds, hertz=600, rate=44_100):
    """One tone, in mono."""
    library = ctypes.CDLL(ctypes.util.find_library("sndfile") or "libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    samples = array.array("h", (
        int(12000 * math.sin(2 * math.pi * hertz * n / rate)) for n in range(int(rate * seconds))))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "fox.mp3"
        info = Info(rate=rate, channels=1, format=MPEG_LAYER_III)
        file = ctypes.c_void_p(library.sf_open(bytes(path), WRITE, ctypes.byref(info)))
        if not file:
            raise SystemExit("lab: this libsndfile writes no MP3; 1.1 or later does")
        short = (ctypes.c_short * len(samples)).from_buffer(samples)
        library.sf_write_short(file, short, ctypes.c_int64(len(samples)))
        library.sf_close(file)
        return path.read_bytes()
