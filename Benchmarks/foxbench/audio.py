# Part 4: a ten-minute recording becomes what a fox plays: time, memory, and what folds down.
import array
import math
import pathlib
import shutil
import struct
import subprocess
import tempfile

from .process import homed, peak_of, take
from .report import Section, Table, median, ratio, times

TITLE = "Importing audio"
VERSIONS = [["sox", "--version"], ["ffmpeg", "-version"]]
RATE, WANTED = 48_000, 5_000
# Heard as they are, at the edge of what can be heard, folded down from just above and from afar.
PILOT, EDGE, NEAR, FAR = 1_000, 2_250, 2_600, 3_300


def stereo(path, seconds, tones):
    """A stereo WAV of 48 kHz: one second of tones, again and again; each tone fits it whole."""
    second = array.array("h")
    for n in range(RATE):
        value = int(sum(32767 * level * math.sin(2 * math.pi * hertz * n / RATE)
                        for hertz, level in tones))
        second.append(value)
        second.append(value)
    size = 4 * RATE * seconds
    with open(path, "wb") as file:
        file.write(struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + size, b"WAVE", b"fmt ", 16, 1, 2,
                               RATE, 4 * RATE, 4, 16, b"data", size))
        data = second.tobytes()
        for _ in range(seconds):
            file.write(data)


def level(samples, rate, hertz):
    """The amplitude of one tone (Goertzel), over whole seconds in the middle."""
    count = (len(samples) // rate - 2) * rate
    part = samples[rate:rate + count]
    turn = 2 * math.pi * hertz / rate
    factor, a, b = 2 * math.cos(turn), 0.0, 0.0
    # A window, so that a tone beside it does not leak in.
    for n, sample in enumerate(part):
        a, b = sample * (0.5 - 0.5 * math.cos(2 * math.pi * n / count)) + factor * a - b, a
    return math.sqrt(max(a * a + b * b - factor * a * b, 1e-12)) * 4 / count


def samples_of(path):
    data = pathlib.Path(path).read_bytes()
    at = data.index(b"data") + 8
    found = array.array("h")
    found.frombytes(data[at:at + (len(data) - at) // 2 * 2])
    return found, struct.unpack_from("<I", data, 24)[0]


def measure(program, quick, note):
    if subprocess.run([program, "draft", "audio", "--help"], capture_output=True).returncode:
        return None
    seconds, rounds = (60, 1) if quick else (600, 5)
    soxr = "--enable-libsoxr" in subprocess.run(
        ["ffmpeg", "-version"], capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as name:
        folder = pathlib.Path(name)
        environment = homed(folder / "home")
        subprocess.run([program, "draft", "new", "hunt"], env=environment, check=True,
                       stdout=subprocess.DEVNULL)
        long, short = folder / "long.wav", folder / "short.wav"
        stereo(long, seconds, [(300, 0.2), (1_000, 0.2), (4_000, 0.1), (9_000, 0.1)])
        stereo(short, 8, [(each, 0.2) for each in (PILOT, EDGE, NEAR, FAR)])
        result = {
            "fox-sync draft audio": folder / "home/drafts/hunt/audio.wav",
            "sox rate -v": folder / "sox.wav", "ffmpeg (swr)": folder / "ffmpeg.wav",
            "ffmpeg (soxr)": folder / "soxr.wav"}

        def commands(source):
            ffmpeg = ["ffmpeg", "-v", "error", "-y", "-i", source]
            found = {
                "fox-sync draft audio": [program, "draft", "audio", "hunt", source],
                "sox rate -v": ["sox", source, "-b", "16", "-c", "1", result["sox rate -v"], "rate",
                                "-v", WANTED],
                "ffmpeg (swr)": [*ffmpeg, "-ac", "1", "-ar", WANTED, "-c:a", "pcm_s16le",
                                 result["ffmpeg (swr)"]]}
            if soxr:
                found["ffmpeg (soxr)"] = [
                    *ffmpeg, "-ac", "1", "-af", f"aresample={WANTED}:resampler=soxr:precision=28",
                    "-c:a", "pcm_s16le", result["ffmpeg (soxr)"]]
            return found
        runs = {each: [] for each in commands(long)}
        names = list(runs)
        for turn in range(rounds):
            shift = turn % len(names)
            for each in names[shift:] + names[:shift]:
                runs[each].append(take(commands(long)[each], environment))
            note(f"audio: round {turn + 1} of {rounds}")
        found = {}
        for each, command in commands(long).items():
            peak = peak_of(command, environment)
            samples, rate = samples_of(result[each])
            length = len(samples) / rate
            take(commands(short)[each], environment)
            samples, rate = samples_of(result[each])
            pilot = level(samples, rate, PILOT)

            def decibel(hertz):
                return 20 * math.log10(max(level(samples, rate, hertz), 1e-9) / pilot)
            found[each] = {
                "wall": median([one.wall for one in runs[each]]),
                "cpu": median([one.cpu for one in runs[each]]), "peak": peak,
                "status": max(one.status for one in runs[each]), "rate": rate, "seconds": length,
                "edge": decibel(EDGE), "near": decibel(WANTED - NEAR), "far": decibel(WANTED - FAR)}
        shutil.rmtree(folder / "home", ignore_errors=True)
    return {"results": found, "seconds": seconds, "rounds": rounds}


def section(data):
    out = Section(TITLE)
    out.say(
        f"A generated file of {data['seconds'] // 60} minutes, 48 kHz stereo, becomes {WANTED} Hz mono"
        f" of 16 bits; medians of {data['rounds']} interleaved runs.",
        "'Folded' is what is left of a tone above half the new rate, at the place where it comes down,"
        " relative to a tone of the same strength that may stay: less is better, and below about"
        " −90 dB it drowns in the 16 bits. 'At 0.9' is what became of a tone at nine tenths of the"
        " band, which should be 0 dB.")
    table = Table("", "wall s", "× sox", "CPU s", "peak MB", f"folded {NEAR} Hz, dB",
                  f"folded {FAR} Hz, dB", "at 0.9, dB")
    base = data["results"].get("sox rate -v", {}).get("wall")
    for name, each in data["results"].items():
        table.add(f"`{name}`", each["wall"], times(ratio(each["wall"], base)), each["cpu"],
                  each["peak"], f"{each['near']:.0f}", f"{each['far']:.0f}", f"{each['edge']:+.2f}")
    out.table(table)
    out.say(
        "fox-sync does more in its time: it checks the source to its end before it touches the draft,"
        " looks for offset and level, dithers, and keeps the file that was there for `draft undo`.")
    own = data["results"].get("fox-sync draft audio")
    if own and base:
        out.goal("audio import", "no slower than sox", times(own["wall"] / base) + " sox",
                 own["wall"] <= base, "it reads the file twice, once for its level")
    return out
