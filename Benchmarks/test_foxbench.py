#!/usr/bin/env python3
# The benchmarks' own arithmetic, on trial: figures that a page will state as facts.
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

from foxbench import audio, lab  # noqa: E402
from foxbench.device import holds  # noqa: E402
from foxbench.growth import slope  # noqa: E402
from foxbench.report import Section, Table, number, ratio, times  # noqa: E402


class Exponents(unittest.TestCase):
    def test_power_laws_are_found(self):
        for exponent in (0, 0.5, 1, 2):
            points = [(n, 3 * n ** exponent) for n in (1, 10, 100, 400)]
            self.assertAlmostEqual(slope(points), exponent)

    def test_one_point_has_no_slope(self):
        self.assertIsNone(slope([(1, 1)]))


class Words(unittest.TestCase):
    def test_figures_have_the_digits_that_they_deserve(self):
        self.assertEqual([number(each) for each in (0, 0.123, 1.234, 12.34, 1234.5, None)],
                         ["0", "0.12", "1.23", "12.3", "1,234", "–"])

    def test_a_ratio_to_nothing_is_none(self):
        self.assertEqual((times(ratio(1, 0)), times(ratio(None, 2)), times(ratio(3, 2))),
                         ("–", "–", "1.50 ×"))

    def test_a_table_is_markdown_and_text(self):
        table = Table("", "ms")
        table.add("one", 1.5)
        self.assertEqual(table.markdown(), "|  | ms |\n| --- | ---: |\n| one | 1.50 |")
        self.assertEqual(table.text(), "       ms\none  1.50")

    def test_a_missed_goal_keeps_its_reason(self):
        section = Section("x").goal("a", "b", "c", False, "because")
        self.assertEqual(section.goals, [("a", "b", "c", False, "because")])


class Media(unittest.TestCase):
    def test_what_is_not_on_a_medium_is_named(self):
        volume = lab.factory_volume()
        settings = volume.read("settings.txt")
        files = {"settings.txt": settings + b"\n\n", "audio.wav": b"other", "gone.wav": b""}
        self.assertEqual(holds(volume.image, files), ["audio.wav", "gone.wav"])

    def test_block_switches_are_moves_to_another_block(self):
        sectors = [(n, b"") for n in (0, 1, 7, 8, 9, 0)]
        self.assertEqual(lab.WriteLog.block_switches(sectors), 3)

    def test_noise_is_a_canonical_wav_of_the_size_asked_for(self):
        wav = lab.noise(5_000, 1)
        self.assertEqual((len(wav), wav[:4], wav[36:40]), (5_000, b"RIFF", b"data"))
        self.assertNotEqual(wav, lab.noise(5_000, 2))


class Tones(unittest.TestCase):
    def test_the_level_of_a_tone_is_its_own(self):
        import math
        rate = 5_000
        samples = [1000 * math.sin(2 * math.pi * 1000 * n / rate)
                   + 10 * math.sin(2 * math.pi * 1700 * n / rate) for n in range(4 * rate)]
        self.assertAlmostEqual(audio.level(samples, rate, 1000), 1000, delta=1)
        self.assertAlmostEqual(audio.level(samples, rate, 1700), 10, delta=0.1)
        self.assertLess(audio.level(samples, rate, 600), 0.01)


if __name__ == "__main__":
    unittest.main()
