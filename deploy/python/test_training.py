"""Tests of the programs that make what the stages ship. They need numpy and soundfile, which nothing else does."""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import tempfile
import unittest

TRAINING = pathlib.Path(__file__).parent / "training"
WEIGHTS = TRAINING.parents[2] / "Sources/Audio/SpeechSignal/Generated/MaskNetwork+Weights.swift"
MISSING = [name for name in ("numpy", "soundfile") if importlib.util.find_spec(name) is None]


@unittest.skipIf(MISSING, f"needs {' and '.join(MISSING)}")
class TrainingTests(unittest.TestCase):
    def setUp(self) -> None:
        sys.path.insert(0, str(TRAINING))
        self.addCleanup(sys.path.remove, str(TRAINING))
        import noise_mask
        import numpy
        import room_sounds
        self.mask, self.sounds, self.random = noise_mask, room_sounds, numpy.random.default_rng(1)

    def test_every_sound_has_its_length_and_a_root_mean_square_of_one(self) -> None:
        for sound in set(self.sounds.ALL):
            for length in (8_000, 16_001):
                made = sound(self.random, length)
                self.assertEqual(len(made), length, sound.__name__)
                self.assertAlmostEqual(float(made.std()), 1, 2, sound.__name__)

    def test_a_training_writes_weights_of_the_network_in_the_program(self) -> None:
        speech = [self.sounds.music(self.random, 40_000) * 3_000 for _ in range(3)]
        mixer = self.mask.Mixer(speech, self.sounds.hum(self.random, 40_000), self.random, 4)
        (levels, alike), share = mixer.turn()
        self.assertEqual(levels.shape[1:], (self.mask.BANDS,))
        self.assertEqual((len(share), len(alike)), (len(levels) - 2 * self.mask.NEIGHBOURS, 3 * self.mask.BANDS))
        self.assertTrue(((share >= 0) & (share <= 1)).all())
        weights = self.mask.train(mixer, 1, 8, 1, self.random)
        self.assertEqual(len(self.mask.source(self.mask.packed(weights))), WEIGHTS.stat().st_size)

    def test_files_are_mixed_and_written(self) -> None:
        import soundfile
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "speech").mkdir()
            for path in (place / "speech/one.wav", place / "noise.wav"):
                soundfile.write(path, self.sounds.knocks(self.random, 40_000) / 40, 16_000)
            arguments = [
                "noise_mask.py", "--noise", str(place / "noise.wav"), "--sentences", "0", "--clips", "2", "--rounds", "1",
                "--turns", "8", "--passes", "1", "--output", str(place / "out"), str(place / "speech")]
            kept, sys.argv = sys.argv, arguments
            self.addCleanup(setattr, sys, "argv", kept)
            self.mask.main()
            self.assertEqual((place / "out").stat().st_size, WEIGHTS.stat().st_size)


if __name__ == "__main__":
    unittest.main()
