#!/usr/bin/env python3
# The lab's own judge, on trial: it must find what is broken, and know what is not.
import contextlib
import io
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from foxlab import runner  # noqa: E402
from foxlab.fat_volume import FAT1, ROOT, SECTOR, START, FatVolume  # noqa: E402
from foxlab.firmware import FIRMWARES, factory_volume, wav  # noqa: E402
from foxlab.judgement import Judgement  # noqa: E402
from foxlab.tools import output, which  # noqa: E402
from foxlab.write_log import WriteLog  # noqa: E402


class Layout(unittest.TestCase):
    """The image is what the firmware's formatter makes."""

    def test_the_constants_of_the_firmware(self):
        image = FatVolume().image
        self.assertEqual(len(image), 15 << 20)
        self.assertEqual(image[450], 4)
        self.assertEqual(struct.unpack_from("<II", image, 454), (231, 30489))
        boot = START * SECTOR
        self.assertEqual(struct.unpack_from("<I", image, boot + 39)[0], 1234567)
        self.assertEqual(image[boot + 43:boot + 54], b" " * 11)
        self.assertEqual((FAT1, ROOT), (232, 352))

    def test_fsck_finds_nothing_on_a_factory_volume(self):
        for name in FIRMWARES:
            with tempfile.NamedTemporaryFile() as file:
                file.write(factory_volume(name).image[START * SECTOR:])
                file.flush()
                found = subprocess.run(
                    [which("fsck.fat"), "-n", file.name], capture_output=True, text=True)
                words = [line for line in found.stdout.splitlines()
                         if not line.startswith(("fsck.fat", file.name))
                         and "label" not in line.lower() and line.strip()
                         and "Leaving filesystem unchanged" not in line
                         and "Cannot initialize conversion" not in line]
                self.assertEqual(words, [], name)

    def test_files_come_back_as_they_went_in(self):
        volume = FatVolume()
        for name in ("settings.txt", ".callsign.wav", "Holiday photo 1.jpg", "AUDIO.WAV"):
            volume.write(name, name.encode() * 300)
        self.assertEqual(
            volume.names(), ["settings.txt", ".callsign.wav", "Holiday photo 1.jpg", "AUDIO.WAV"])
        self.assertEqual(volume.read("Holiday photo 1.jpg"), b"Holiday photo 1.jpg" * 300)
        volume.write("settings.txt", b"short")
        self.assertEqual(volume.read("settings.txt"), b"short")


class Boot(unittest.TestCase):
    """A firmware does at power-up what it does."""

    def boot(self, firmware, change):
        volume = factory_volume(firmware)
        change(volume)
        FIRMWARES[firmware].boot(volume)
        return volume

    def test_missing_files_come_back(self):
        volume = self.boot("stock", lambda volume: volume.remove("audio.wav"))
        self.assertEqual(len(volume.read("audio.wav")), 288_044)

    def test_r2_deletes_foreign_files_and_other_letter_case(self):
        def change(volume):
            volume.write("notes.txt", b"x")
            volume.write("SETTINGS.TXT", volume.read("settings.txt").replace(b"=15", b"=20"))
        volume = self.boot("stock-r2", change)
        self.assertNotIn("notes.txt", volume.names())
        self.assertEqual(volume.read("settings.txt"), FIRMWARES["stock-r2"].settings)

    def test_r3_keeps_foreign_files(self):
        volume = self.boot("stock", lambda volume: volume.write("notes.txt", b"x"))
        self.assertIn("notes.txt", volume.names())

    def test_the_id_follows_the_sum_of_bytes_only(self):
        settings = FIRMWARES["stock"].settings
        volume = self.boot("stock", lambda volume: volume.write(
            "settings.txt", settings.replace(b"CALLSIGN=", b"CALLSIGN=K1ABC")))
        first = volume.read(".callsign.wav")
        self.assertGreater(len(first), len(factory_volume().read(".callsign.wav")))
        volume.write(".callsign.wav", b"old")
        text = volume.read("settings.txt").replace(b"WPM=15", b"WPM=51")
        volume.write("settings.txt", text)
        FIRMWARES["stock"].boot(volume)
        self.assertEqual(volume.read(".callsign.wav"), b"old")
        volume.remove(".callsign.wav")
        FIRMWARES["stock"].boot(volume)
        self.assertEqual(volume.read(".callsign.wav"), first)

    def test_pacificon_rewrites_settings(self):
        volume = self.boot("pacificon", lambda volume: volume.write(
            "settings.txt", b"CALLSIGN = k1abc\nFREQ_MHZ=146.5\nMINE=1\n"))
        text = volume.read("settings.txt")
        self.assertIn(b"CALLSIGN=K1ABC\n", text)
        self.assertIn(b"FREQ_MHZ=146.500000\n", text)
        self.assertNotIn(b"MINE", text)

    def test_a_ruined_boot_sector_is_formatted(self):
        def ruin(volume):
            volume.write("settings.txt", b"CALLSIGN=K1ABC\n")
            volume.image[START * SECTOR:(START + 1) * SECTOR] = b"\xff" * SECTOR
        self.assertEqual(self.boot("stock", ruin).read("settings.txt"),
                         FIRMWARES["stock"].settings)


class Judge(unittest.TestCase):
    """Every kind of damage is seen."""

    def setUp(self):
        self.volume = factory_volume()
        self.old = {"settings.txt": self.volume.read("settings.txt"),
                    "audio.wav": self.volume.read("audio.wav")}
        self.new = {"settings.txt": b"CALLSIGN=K1ABC\n", "audio.wav": wav(1)}

    def judge(self):
        return Judgement(self.volume, self.old, self.new)

    def test_old_and_new(self):
        self.assertTrue(self.judge().is_sound)
        self.volume.write("settings.txt", self.new["settings.txt"] + b"\n\n")
        self.assertEqual(self.judge().holds, {"audio.wav": "old", "settings.txt": "new"})
        self.volume.write("audio.wav", self.new["audio.wav"])
        self.assertTrue(self.judge().is_new)

    def test_neither_and_missing(self):
        self.volume.write("settings.txt", self.new["settings.txt"][:-3])
        self.assertFalse(self.judge().is_sound)
        self.volume.remove("settings.txt")
        self.assertEqual(self.judge().holds["settings.txt"], "missing")
        self.assertFalse(self.judge().is_sound)

    def test_dangling(self):
        for each in self.volume.chain(self.volume.entry("audio.wav").first)[0]:
            self.volume.set_fat(each, 0)
        self.assertIn("audio.wav dangles", str(self.judge()))
        self.assertFalse(self.volume.remove("audio.wav"), "SdFat cannot remove it either")

    def test_a_temporary_file_that_dangles(self):
        self.volume.write("foxsync.tmp", b"x" * 3000)
        self.assertTrue(self.judge().is_sound)
        self.volume.set_fat(self.volume.entry("foxsync.tmp").first, 0)
        self.assertFalse(self.judge().is_sound)

    def test_cut_chain(self):
        chain = self.volume.chain(self.volume.entry("audio.wav").first)[0]
        self.volume.set_fat(chain[5], 0)
        self.assertIn("audio.wav is cut", str(self.judge()))

    def test_shared_clusters(self):
        self.volume.write("foxsync.tmp", b"x")
        slot = self.volume.entry("foxsync.tmp").slots[-1]
        record = bytearray(self.volume.record(slot))
        struct.pack_into("<H", record, 26, self.volume.entry("settings.txt").first)
        self.volume.set_record(slot, record)
        self.assertIn("foxsync.tmp and settings.txt share clusters", str(self.judge()))

    def test_lost_clusters_hurt_nobody(self):
        self.volume.set_fat(9000, 0xFFFF)
        self.assertEqual(self.judge().lost, 1)
        self.assertTrue(self.judge().is_sound)

    def test_no_volume(self):
        self.volume.image[510] = 0
        self.assertFalse(self.judge().is_sound)


class Run(unittest.TestCase):
    """One scenario's end is not the run's."""

    def test_a_scenario_that_exits_has_failed_and_the_next_one_runs(self):
        def leaves(_):
            raise SystemExit("lab: something is not installed")
        known = runner.scenarios()
        first, second = known["package_bench"], known["package_desktop"]
        first.run, second.run = leaves, lambda _: "seen"
        with (tempfile.TemporaryDirectory() as folder,
              mock.patch.object(tempfile, "tempdir", folder),
              contextlib.redirect_stdout(io.StringIO()) as printed):
            self.assertFalse(runner.run([first, second], None, 1, False))
        self.assertEqual((first.result, second.result), ("FAILED", "ok"))
        self.assertIn("lab: something is not installed", printed.getvalue())

    def test_the_proof_is_in_no_other_set(self):
        lab = pathlib.Path(__file__).resolve().parent / "lab"
        found = output(sys.executable, lab, "--list").splitlines()
        proof = [line.split()[0] for line in found if line.split()[1] == "proof"]
        self.assertEqual(proof, [each.name for each in runner.scenarios().values() if each.own])
        self.assertIn("package_bench", proof)


class Tools(unittest.TestCase):
    """A program that fails is named, with what it said."""

    def test_output(self):
        self.assertEqual(output("echo", "here"), "here")
        self.assertEqual(output("false", check=False), "")
        with self.assertRaisesRegex(SystemExit, "sh -c .*exit 3: no such thing"):
            output("sh", "-c", "echo no such thing >&2; exit 3")


class Log(unittest.TestCase):
    """Block switches are counted as the flash sees them."""

    def test_switches(self):
        sectors = [(each, b"") for each in (0, 1, 7, 8, 7, 7, 20)]
        self.assertEqual(WriteLog.block_switches(sectors), 4)


if __name__ == "__main__":
    unittest.main(verbosity=0)
