"""Trains the network that separates speech from noise, and writes its weights.

    python3 deploy/python/noise_mask.py --noise NOISE.flac FOLDER...

The weights are the file Sources/Audio/SpeechSignal/Enhancement/Mask/MaskNetwork.weights, which the next build embeds in
the programs. The folders hold recordings of speech, mono and 16 kHz, with as little noise as possible. Speech is mixed
with the noise, with coloured noise, with the babble of several speakers and with clinking; the network learns the share
of speech in each band (the ideal ratio mask; Wang, Narayanan and Wang, 2014). Needs numpy and soundfile, and half an
hour."""

import argparse
import pathlib
import sys
import time

import numpy as np
import soundfile

WEIGHTS = pathlib.Path(__file__).parents[2] / "Sources/Audio/SpeechSignal/Enhancement/Mask/MaskNetwork.weights"

# As in Spectrum, MelBands, MaskFeatures and MaskNetwork.
RATE, WINDOW, HOP, BANDS, LOWEST, HIGHEST, NEIGHBOURS = 16_000, 512, 160, 25, 60.0, 7900.0, 7
INPUTS, HIDDEN = BANDS * (2 * NEIGHBOURS + 1) + 3 * BANDS, 192
SHAPE = np.sqrt(np.hanning(WINDOW + 1)[:WINDOW])


def bands():
    """Triangles of equal width on the mel scale, each of weight one."""
    edges = 700 * (10 ** (np.linspace(*(2595 * np.log10(1 + f / 700) for f in (LOWEST, HIGHEST)), BANDS + 2) / 2595) - 1)
    place = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    rise = (place - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - place) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rise, fall))
    return triangles / triangles.sum(1, keepdims=True)


BANK = bands()


def spectrum(sound):
    count = (len(sound) + WINDOW) // HOP + 1
    padded = np.zeros(count * HOP + WINDOW)
    padded[WINDOW // 2:WINDOW // 2 + len(sound)] = sound
    return np.fft.rfft(padded[np.arange(count)[:, None] * HOP + np.arange(WINDOW)] * SHAPE, axis=1)


def energies(frames):
    return (np.abs(frames) ** 2) @ BANK.T


def features(energy):
    """Each frame above the noise floor, and for all frames alike: the middle, the loudest and the floor itself."""
    level = np.log(energy + 1) / 2.3
    floor, middle, loud = np.quantile(level, [0.1, 0.5, 0.9], axis=0)
    alike = np.concatenate([middle - floor, loud - floor, floor - floor.mean()])
    return np.pad(level - floor, ((NEIGHBOURS, NEIGHBOURS), (0, 0)), mode="edge").astype("f4"), alike.astype("f4")


def inputs(turns):
    rows = []
    for padded, alike in turns:
        count = len(padded) - 2 * NEIGHBOURS
        near = np.lib.stride_tricks.sliding_window_view(padded, 2 * NEIGHBOURS + 1, axis=0).transpose(0, 2, 1)
        rows.append(np.c_[near.reshape(count, -1), np.tile(alike, (count, 1))])
    return np.concatenate(rows)


class Mixer:
    def __init__(self, speech, noise, random):
        self.speech, self.noise, self.random = speech, noise, random

    def coloured(self, length):
        frequency = np.fft.rfftfreq(length, 1 / RATE)
        frequency[0] = frequency[1]
        shape = self.random.normal(size=(2, len(frequency))) * frequency ** (-self.random.uniform(-0.3, 2.2) / 2)
        sound = np.fft.irfft(shape[0] + 1j * shape[1], length)
        if self.random.random() < 0.5:
            steps = np.arange(0, length + RATE // 4, RATE // 4)
            sound *= 10 ** (np.interp(np.arange(length), steps, self.random.uniform(-9, 9, len(steps))) / 20)
        return sound / sound.std()

    def babble(self, length):
        sound = np.zeros(length)
        for _ in range(self.random.integers(3, 9)):
            one = np.resize(self.speech[self.random.integers(len(self.speech))], length)
            sound += np.roll(one, self.random.integers(length)) / one.std() * self.random.uniform(0.3, 1)
        return sound

    def clink(self, length, into):
        start, size = self.random.integers(max(1, length - 4000)), self.random.integers(400, 4000)
        at = np.arange(min(size, length - start)) / RATE
        tones = sum(
            np.sin(2 * np.pi * self.random.uniform(800, 6500) * at + self.random.uniform(0, 6)) * self.random.uniform(0.2, 1)
            for _ in range(self.random.integers(1, 5)))
        into[start:start + len(at)] += tones * np.exp(-at * self.random.uniform(20, 150)) * self.random.uniform(2, 12)

    def some_noise(self, length):
        kind = self.random.random()
        if kind < 0.5:
            start = self.random.integers(max(1, len(self.noise) - length))
            sound = np.resize(self.noise[start:start + length], length)
        else:
            sound = self.coloured(length) if kind < 0.75 else self.babble(length)
        sound = sound / (sound.std() + 1e-9)
        if self.random.random() < 0.3:
            for _ in range(self.random.integers(1, 8)):
                self.clink(length, sound)
        return sound

    def some_speech(self):
        """A voice a little higher or lower, heard by another microphone."""
        sound = self.speech[self.random.integers(len(self.speech))]
        sound = np.interp(np.arange(0, len(sound) - 1, self.random.uniform(0.88, 1.14)), np.arange(len(sound)), sound)
        if self.random.random() < 0.5:
            turned = np.fft.rfft(sound)
            tilt = np.interp(np.linspace(0, 8, len(turned)), [0, 0.3, 1, 2, 4, 8], self.random.uniform(-6, 6, 6))
            sound = np.fft.irfft(turned * 10 ** (tilt / 20), len(sound))
        return sound

    def turn(self):
        """Features of a mixed turn, and the share of speech in each band, as an amplitude."""
        speech = self.some_speech()
        noise = self.some_noise(len(speech))
        loudest = lambda sound: max((sound[i:i + 2048] ** 2).sum() for i in range(0, max(1, len(sound) - 2047), 2048))
        noise *= np.sqrt(loudest(speech) / (loudest(noise) * 10 ** (self.random.uniform(2, 27) / 10)))
        scale = 16_383 / np.abs(speech + noise).max() * 10 ** self.random.uniform(-1, 0)
        spoken, disturbed = spectrum(speech * scale), spectrum(noise * scale)
        wanted, other = energies(spoken), energies(disturbed)
        return features(energies(spoken + disturbed)), np.sqrt(wanted / (wanted + other + 1e-3)).astype("f4")


def forward(weights, values):
    first = np.maximum(0, values @ weights[0] + weights[1])
    second = np.maximum(0, first @ weights[2] + weights[3])
    return first, second, 1 / (1 + np.exp(-(second @ weights[4] + weights[5])))


def train(mixer, rounds, turns, random):
    shapes = [(INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN, BANDS), (BANDS,)]
    weights = [(random.normal(size=s) * np.sqrt(2 / s[0]) if len(s) == 2 else np.zeros(s)).astype("f4") for s in shapes]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    held = [mixer.turn() for _ in range(60)]
    sample = inputs([turn for turn, _ in held])
    mean, spread = sample.mean(0), sample.std(0) + 0.1
    step, began = 0, time.time()
    for current in range(rounds):
        heard = [mixer.turn() for _ in range(turns)]
        for place in range(0, turns, 4):
            group = heard[place:place + 4]
            values = (inputs([turn for turn, _ in group]) - mean) / spread
            first, second, share = forward(weights, values)
            error = (share - np.concatenate([wanted for _, wanted in group])) * share * (1 - share) * 2 / len(values)
            slopes = [None] * 6
            for layer, (below, active) in ((4, (second, second > 0)), (2, (first, first > 0)), (0, (values, None))):
                slopes[layer], slopes[layer + 1] = below.T @ error, error.sum(0)
                if active is not None:
                    error = (error @ weights[layer].T) * active
            step += 1
            pace = 1e-3 * min(1, step / 200) * (0.01 + 0.5 * (1 + np.cos(np.pi * (current + place / turns) / rounds)))
            for weight, slope, (mean_slope, square) in zip(weights, slopes, moments):  # Adam (Kingma and Ba, 2015).
                mean_slope += 0.1 * (slope - mean_slope)
                square += 0.001 * (slope * slope - square)
                weight -= pace * (mean_slope / (1 - 0.9 ** step)) / (np.sqrt(square / (1 - 0.999 ** step)) + 1e-8)
        error = forward(weights, (sample - mean) / spread)[2] - np.concatenate([wanted for _, wanted in held])
        print(f"round {current + 1} of {rounds}: error {(error ** 2).mean():.4f}, {time.time() - began:.0f} s", file=sys.stderr)
    weights[1] -= (mean / spread) @ weights[0]
    weights[0] /= spread[:, None]
    return weights


def packed(weights):
    """The file's bytes, as NetworkLayer reads them.

    For each layer: a scale and an offset for each output, as 32-bit floats in little-endian order; then a signed byte for
    each weight, input by input, in units of its output's scale.
    """
    data = b""
    for weight, offset in zip(weights[::2], weights[1::2]):
        scale = np.abs(weight).max(0) / 127
        data += scale.astype("<f4").tobytes() + offset.astype("<f4").tobytes()
        data += np.round(weight / scale).astype("i1").tobytes()
    return data


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--noise", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--turns", type=int, default=1400, help="mixed in a round")
    parser.add_argument("--output", type=pathlib.Path, default=WEIGHTS, help="the file of the weights")
    parser.add_argument("--save", type=pathlib.Path, help="also the weights as numpy's .npz")
    options = parser.parse_args()
    read = lambda path: soundfile.read(path, dtype="int16")[0].astype("f8")
    paths = sorted(path for folder in options.folders for path in folder.iterdir() if path.suffix in (".flac", ".wav"))
    random = np.random.default_rng(7)
    weights = train(Mixer([read(path) for path in paths], read(options.noise), random), options.rounds, options.turns, random)
    if options.save:
        np.savez(options.save, *weights)
    options.output.write_bytes(packed(weights))
    print(f"learnt from {len(paths)} recordings: {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
