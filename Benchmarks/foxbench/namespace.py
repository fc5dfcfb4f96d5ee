# Mounts of our own: a mount namespace whose tmpfs volumes stand in for foxes.
import ctypes
import json
import os
import sys
import traceback

LIBC = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNS, MS_NOSUID, MS_MOVE, MS_REC, MS_PRIVATE = 0x20000, 2, 8192, 16384, 1 << 18


def call(result, what):
    if result:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def encoded(text):
    return None if text is None else str(text).encode()


def mount(source, target, kind=None, flags=0, options=None):
    call(LIBC.mount(encoded(source), encoded(target), encoded(kind), ctypes.c_ulong(flags),
                    encoded(options)), f"mount {target}")


def move(source, target):
    """As a plug does: the volume is there with all its files at once."""
    mount(source, target, None, MS_MOVE)


def unmount(target):
    call(LIBC.umount2(encoded(target), 0), f"umount {target}")


def inside(body, *arguments):
    """Runs `body` in a child with mounts of its own, and returns its answer."""
    end, start = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(end)
            call(LIBC.unshare(CLONE_NEWNS), "unshare")
            mount("none", "/", None, MS_REC | MS_PRIVATE)
            answer = json.dumps(body(*arguments)).encode()
            with os.fdopen(start, "wb") as pipe:
                pipe.write(answer)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(status)
    os.close(start)
    with os.fdopen(end, "rb") as pipe:
        answer = pipe.read()
    if os.waitpid(child, 0)[1]:
        raise RuntimeError("the part ended early; its words are above")
    return json.loads(answer)


FACTORY = ("CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=146.565000\nDUTY_CYCLE=100\nATTENUATION=0\n"
           "MORSE_WPM=15\nMORSE_FARNSWORTH_WPM=10\nMORSE_TONE=600\nMORSE_TONE_VOL=70\n")


def stand_in(path, settings=FACTORY):
    """A tmpfs that looks like a fox fresh from the factory."""
    os.makedirs(path, exist_ok=True)
    mount("fox", path, "tmpfs", MS_NOSUID, "size=20m")
    with open(f"{path}/settings.txt", "w", encoding="ascii") as file:
        file.write(settings)
