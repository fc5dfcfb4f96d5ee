# What each firmware does to its volume when it is switched on, and its files from the factory.
#
# Facts from the public firmware sources, as docs and Sources/PicoFox have them; none of their code.
import array
import math
import struct

from .fat_volume import FatVolume

STOCK_AUDIO = 288_000  # bytes of samples, behind a header that claims 300,000
SWITCHES = {  # pacificon's own keys, appended when one is missing
    "VOICE_ENABLE": "1", "AUDIO_MODE": "WAV", "FREQUENCY_SHIFTING": "1",
    "MORSE_MESSAGE_ENABLE": "0", "ATTENUATION_MODE": "FIXED", "ATTENUATION_MIN": "0",
    "ATTENUATION_MAX": "127", "SSTV_ENABLE": "0", "SSTV_MODE": "ROBOT36", "APRS_ENABLE": "0"}


def wav(seconds, hertz=600, rate=5000, claimed=None):
    """A canonical WAV; `claimed` bytes in its header instead of the true size."""
    samples = array.array("h", (
        int(12000 * math.sin(2 * math.pi * hertz * n / rate)) for n in range(int(rate * seconds))))
    size = len(samples) * 2
    said = size if claimed is None else claimed
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + said, b"WAVE", b"fmt ", 16, 1, 1, rate,
                       2 * rate, 2, 16, b"data", said) + samples.tobytes()


class Firmware:
    """One firmware line: its names, its defaults, its habits at power-up."""

    def __init__(self, name, audio, ident, deletes_foreign, rewrites, settings, texts=()):
        self.name, self.audio, self.ident, self.texts = name, audio, ident, texts
        self.deletes_foreign, self.rewrites, self.settings = deletes_foreign, rewrites, settings

    @property
    def names(self):
        """Every name it knows, in exactly this letter case."""
        own = [self.ident, ".settings_crc.bin"] if self.ident else []
        return ["settings.txt", *self.audio, *own, *self.texts]

    def factory_audio(self):
        if self.rewrites:
            return wav(2, 700, 8000)
        return wav(STOCK_AUDIO / 2 / 5000, 600, 5000, claimed=300_000)

    def boot(self, volume: FatVolume):
        """Power-up: does to the volume what the firmware does; what is left behind is the result."""
        if not volume.mounts():
            volume.image = volume.formatted()
        if self.deletes_foreign:
            for name in volume.names():
                if name not in self.names:
                    volume.remove(name)
        if volume.read("settings.txt") is None:
            volume.write("settings.txt", self.settings)
        if self.rewrites:
            self.rewrite_settings(volume)
        for name in self.audio:
            if volume.read(name) is None:
                volume.write(name, self.factory_audio())
        for name in self.texts:
            if volume.read(name) is None:
                volume.write(name, b"one:d=4,o=5,b=120:c,e,g\n")
        if self.ident:
            self.rebuild_ident(volume)

    def rebuild_ident(self, volume):
        """The spoken Morse ID is made anew by byte sum only, or when it is missing."""
        settings = volume.read("settings.txt")
        total = struct.pack("<i", sum(settings))
        old = volume.read(self.ident)
        if old is not None and volume.read(".settings_crc.bin") == total:
            return
        callsign = self.values(settings).get("CALLSIGN", "")
        new = wav(0.2 + 0.3 * len(callsign), 800)
        if self.deletes_foreign and old is not None:
            new += old[len(new):]  # r2 and kc9mne do not truncate
        volume.write(self.ident, new)
        volume.write(".settings_crc.bin", total)

    @staticmethod
    def values(settings, trims=False):
        found = {}
        for line in settings.decode("latin1").replace("\r", "").split("\n"):
            key, equals, value = line.partition("=")
            if equals:
                found[key.strip() if trims else key] = value.strip() if trims else value
        return found

    def rewrite_settings(self, volume):
        """pacificon: missing switches are appended, then all is written anew in its own words."""
        found = self.values(volume.read("settings.txt"), trims=True)
        known = self.values(self.settings, trims=True)
        values = {key: found.get(key, known[key]) for key in known}
        values["CALLSIGN"] = values["CALLSIGN"].upper()[:11]
        values["FREQ_MHZ"] = f"{float(values['FREQ_MHZ']):.6f}"
        text = "# Settings as this fox reads them\n" + "".join(
            f"{key}={values[key]}\n" for key in sorted(values))
        volume.write("settings.txt", text.encode())


def stock_settings(zone=2, frequency="146.565000", attenuator=True, more=""):
    return (
        f"CALLSIGN=\nITU_ZONE={zone}\nFREQ_MHZ={frequency}\nDUTY_CYCLE=100\n"
        + ("ATTENUATION=0\n" if attenuator else "")
        + "MORSE_WPM=15\nMORSE_FARNSWORTH_WPM=10\nMORSE_TONE=600\nMORSE_TONE_VOL=70\n" + more
    ).encode()


PACIFICON = (
    "CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=146.565000\nDUTY_CYCLE=100\nATTENUATION=0\nMORSE_WPM=15\n"
    "MORSE_TONE=600\nMORSE_TONE_VOL=60\n" + "".join(f"{k}={v}\n" for k, v in SWITCHES.items()))

FIRMWARES = {each.name: each for each in [
    Firmware("stock", ["audio.wav"], ".callsign.wav", False, False, stock_settings()),
    Firmware("stock-r2", ["audio.wav"], ".callsign.wav", True, False,
             stock_settings(attenuator=False)),
    Firmware("kc9mne", [f"audio{n}.wav" for n in range(1, 12)], "callsign.wav", True, False,
             stock_settings(attenuator=False)),
    Firmware("jf9som", ["audio.wav"], ".callsign.wav", False, False,
             stock_settings(1, "145.660000", more="FOX_NUMBER=1\n")),
    Firmware("pacificon", ["audio.wav"], None, False, True, PACIFICON.encode(),
             ("songs.txt", "messages.txt", "morse.txt"))]}


def factory_volume(firmware="stock"):
    """A volume as it is after the very first power-up."""
    volume = FatVolume()
    FIRMWARES[firmware].boot(volume)
    return volume
