"""Trains the network that separates speech from noise, and writes its weights.

    python3 deploy/python/training/noise_mask.py --noise NOISE.flac FOLDER...

The weights are written to Sources/Audio/SpeechSignal/Generated/MaskNetwork+Weights.swift, which the next build compiles
into the programs. The folders hold recordings of speech, mono and 16 kHz, with as little noise as possible; sentences of
espeak-ng and flite are added. Speech, in a room or without one, is mixed with the noise, with the sounds of
room_sounds.py, and with the babble of a few or many of the other speakers; the network learns the share of speech in
each band (the ideal ratio mask; Wang, Narayanan and Wang, 2014). Needs numpy and soundfile, and a quarter of an hour."""

import argparse
import base64
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import time

import numpy as np
import room_sounds
import soundfile

WEIGHTS = pathlib.Path(__file__).parents[3] / "Sources/Audio/SpeechSignal/Generated/MaskNetwork+Weights.swift"
DICTIONARY = pathlib.Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")

# As in Spectrum, MelBands, MaskFeatures and MaskNetwork.
RATE, WINDOW, HOP, BANDS, LOWEST, HIGHEST, NEIGHBOURS = 16_000, 512, 160, 25, 60.0, 7900.0, 7
INPUTS, HIDDEN = BANDS * (2 * NEIGHBOURS + 1) + 3 * BANDS, 192
SHAPE = np.sqrt(np.hanning(WINDOW + 1)[:WINDOW]).astype("f4")


def bands():
    """Triangles of equal width on the mel scale, each of weight one."""
    edges = 700 * (10 ** (np.linspace(*(2595 * np.log10(1 + f / 700) for f in (LOWEST, HIGHEST)), BANDS + 2) / 2595) - 1)
    place = np.arange(WINDOW // 2 + 1) * RATE / WINDOW
    rise = (place - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - place) / (edges[2:] - edges[1:-1])[:, None]
    triangles = np.maximum(0, np.minimum(rise, fall))
    return triangles / triangles.sum(1, keepdims=True)


BANK = bands().astype("f4")


def spectrum(sound):
    count = (len(sound) + WINDOW) // HOP + 1
    padded = np.zeros(count * HOP + WINDOW, "f4")
    padded[WINDOW // 2:WINDOW // 2 + len(sound)] = sound
    return np.fft.rfft(np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count] * SHAPE, axis=1)


def energies(frames):
    return (frames.real ** 2 + frames.imag ** 2) @ BANK.T


def features(energy):
    """Each frame above the noise floor, and for all frames alike: the middle, the loudest and the floor itself."""
    level = np.log(energy + 1) / 2.3
    floor, middle, loud = np.quantile(level, [0.1, 0.5, 0.9], axis=0)
    alike = np.concatenate([middle - floor, loud - floor, floor - floor.mean()])
    return np.pad(level - floor, ((NEIGHBOURS, NEIGHBOURS), (0, 0)), mode="edge").astype("f4"), alike.astype("f4")


def inputs(turns, step=1, first=0):
    """The inputs for each frame of some turns, or for each of `step` frames."""
    rows = []
    for padded, alike in turns:
        near = np.lib.stride_tricks.sliding_window_view(padded, 2 * NEIGHBOURS + 1, axis=0)[first::step]
        rows.append(np.c_[near.transpose(0, 2, 1).reshape(len(near), -1), np.tile(alike, (len(near), 1))])
    return np.concatenate(rows)


def sentences(count, random):
    """Unrelated words by the synthesizers that are installed, each sentence in another voice."""
    words = [line.split()[0] for line in DICTIONARY.read_text().splitlines()]
    words = [word for word in words if word.isalpha() and 2 < len(word) < 11]
    voices = [("flite", "-voice", name) for name in ("rms", "slt", "awb", "kal16")]
    voices += [("espeak-ng", "-s", "150", "-v", name) for name in (
        "en-us", "en-us+f2", "en-us+m3", "en-us+f4", "en-gb", "en-gb-scotland", "en-us-nyc", "en-us+m5")]
    for index in range(count):
        text = " ".join(random.choice(words, random.integers(4, 9)))
        voice = voices[index % len(voices)]
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            text = ["-t", text] if voice[0] == "flite" else [text]
            subprocess.run([*voice, "-o" if voice[0] == "flite" else "-w", file.name, *text], check=True)
            sound, rate = soundfile.read(file.name, dtype="int16")
        yield np.interp(np.arange(0, len(sound) - 1, rate / RATE), np.arange(len(sound)), sound).astype("f4")


class Mixer:
    """Speech with noise, never the same twice."""

    CLIP = 8 * RATE

    def __init__(self, speech, noise, random, clips):
        self.speech, self.noise, self.random = [sound.astype("f4") for sound in speech], noise.astype("f4"), random
        self.lengths = np.array([len(sound) for sound in speech], "f8")
        self.lengths /= self.lengths.sum()
        self.sounds = [random.choice(room_sounds.ALL)(random, self.CLIP) for _ in range(clips)]
        self.crowds = [self.babble() for _ in range(clips // 2)]

    def some_recording(self):
        return self.speech[self.random.choice(len(self.speech), p=self.lengths)]

    def babble(self):
        """Two to forty speakers, the farther away the softer and the more reverberant."""
        sound, hall = np.zeros(self.CLIP, "f4"), room_sounds.room(self.random, 1.5)
        for _ in range(int(np.exp(self.random.uniform(np.log(2), np.log(40))))):
            one = np.roll(np.resize(self.some_recording(), self.CLIP), self.random.integers(self.CLIP))
            sound += one / (one.std() + 1) * self.random.uniform(0.2, 1)
        return room_sounds.even(room_sounds.reverberant(sound, hall) if self.random.random() < 0.7 else sound)

    def stretch(self, sound, length):
        start = self.random.integers(max(1, len(sound) - length))
        return room_sounds.even(np.resize(sound[start:start + length], length))

    def one_noise(self, length):
        kind = self.random.random()
        if kind < 0.35:
            return self.stretch(self.noise, length)
        clips = self.crowds if kind < 0.6 else self.sounds
        sound = self.stretch(clips[self.random.integers(len(clips))], length)
        return room_sounds.even(room_sounds.filtered(self.random, sound, peaks=0)) if self.random.random() < 0.7 else sound

    def some_noise(self, length):
        sound = self.one_noise(length)
        if self.random.random() < 0.35:
            sound = sound + self.one_noise(length) * 10 ** (self.random.uniform(-20, 0) / 20)
        return sound + self.random.normal(size=length).astype("f4") * 10 ** (self.random.uniform(-60, -15) / 20)

    def some_speech(self):
        """A stretch of a voice a little higher or lower, heard by another microphone."""
        sound = self.some_recording()
        sound = np.interp(np.arange(0, len(sound) - 1, self.random.uniform(0.88, 1.14)), np.arange(len(sound)), sound)
        length = int(self.random.uniform(2, 8) * RATE)
        start = self.random.integers(max(1, len(sound) - length))
        sound = sound[start:start + length].astype("f4")
        if self.random.random() < 0.5:
            turned = np.fft.rfft(sound)
            tilt = np.interp(np.linspace(0, 8, len(turned)), [0, 0.3, 1, 2, 4, 8], self.random.uniform(-6, 6, 6))
            sound = np.fft.irfft(turned * 10 ** (tilt / 20), len(sound)).astype("f4")
        return sound

    def turn(self):
        """Features of a mixed turn, and the share of speech in each band, as an amplitude."""
        speech = self.some_speech()
        noise = self.some_noise(len(speech))
        late = np.zeros_like(speech)
        if self.random.random() < 0.3:
            # Late reflections count as noise, early ones as speech.
            response = room_sounds.room(self.random)
            early = response[:RATE // 20]
            whole = room_sounds.reverberant(speech, response)
            speech = room_sounds.reverberant(speech, early)
            late = whole - speech
        loudest = lambda sound: max((sound[i:i + 2048] ** 2).sum() for i in range(0, max(1, len(sound) - 2047), 2048))
        noise *= np.sqrt((loudest(speech) + 1) / ((loudest(noise) + 1e-9) * 10 ** (self.random.uniform(0, 27) / 10)))
        noise += late
        scale = 16_383 / (np.abs(speech + noise).max() + 1) * 10 ** self.random.uniform(-1, 0)
        spoken, disturbed = spectrum(speech * scale), spectrum(noise * scale)
        wanted, other = energies(spoken), energies(disturbed)
        return features(energies(spoken + disturbed)), np.sqrt(wanted / (wanted + other + 1e-3)).astype("f4")


def forward(weights, values):
    first = np.maximum(0, values @ weights[0] + weights[1])
    second = np.maximum(0, first @ weights[2] + weights[3])
    return first, second, 1 / (1 + np.exp(-(second @ weights[4] + weights[5])))


def train(mixer, rounds, turns, passes, random):
    shapes = [(INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN, BANDS), (BANDS,)]
    weights = [(random.normal(size=s) * np.sqrt(2 / s[0]) if len(s) == 2 else np.zeros(s)).astype("f4") for s in shapes]
    moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
    held = [mixer.turn() for _ in range(100)]
    sample = inputs([turn for turn, _ in held])
    mean, spread = sample.mean(0), sample.std(0) + 0.1
    group, skipped = 8, 2
    step, began, steps = 0, time.time(), rounds * passes * (turns // group)
    for current in range(rounds):
        heard = [mixer.turn() for _ in range(turns)]
        for _ in range(passes):
            order = random.permutation(turns)
            for place in range(0, turns - group + 1, group):
                chosen, first = [heard[index] for index in order[place:place + group]], random.integers(skipped)
                values = (inputs([turn for turn, _ in chosen], skipped, first) - mean) / spread
                target = np.concatenate([wanted[first::skipped] for _, wanted in chosen])
                one, two, share = forward(weights, values)
                error = (share - target) * share * (1 - share) * 2 / len(values)
                slopes = [None] * 6
                for layer, (below, active) in ((4, (two, two > 0)), (2, (one, one > 0)), (0, (values, None))):
                    slopes[layer], slopes[layer + 1] = below.T @ error, error.sum(0)
                    if active is not None:
                        error = (error @ weights[layer].T) * active
                step += 1
                pace = 2e-3 * min(1, step / 200) * (0.005 + 0.5 * (1 + np.cos(np.pi * step / steps)))
                for weight, slope, (mean_slope, square) in zip(weights, slopes, moments):  # Adam (Kingma and Ba, 2015).
                    mean_slope += 0.1 * (slope - mean_slope)
                    square += 0.001 * (slope * slope - square)
                    size = np.sqrt(square / (1 - 0.999 ** step)) + 1e-8
                    weight -= (pace * (mean_slope / (1 - 0.9 ** step)) / size).astype("f4")
        error = forward(weights, (sample - mean) / spread)[2] - np.concatenate([wanted for _, wanted in held])
        print(f"round {current + 1} of {rounds}: error {(error ** 2).mean():.4f}, {time.time() - began:.0f} s", file=sys.stderr)
    weights[1] -= (mean / spread) @ weights[0]
    weights[0] /= spread[:, None]
    return weights


def packed(weights):
    """The weights' bytes, as NetworkLayer reads them.

    For each layer: a scale and an offset for each output, as 32-bit floats in little-endian order; then a signed byte for
    each weight, input by input, in units of its output's scale.
    """
    data = b""
    for weight, offset in zip(weights[::2], weights[1::2]):
        scale = np.abs(weight).max(0) / 127
        data += scale.astype("<f4").tobytes() + offset.astype("<f4").tobytes()
        data += np.round(weight / scale).astype("i1").tobytes()
    return data


def source(data):
    """The Swift source that carries the bytes."""
    lines = textwrap.wrap(base64.b64encode(data).decode(), 108)
    return HEAD + textwrap.indent("\n".join(lines), " " * 8) + '\n        """\n}\n'


HEAD = '''// Generated by deploy/python/training/noise_mask.py: do not edit, run the program again.
//
// A string literal and not a SwiftPM resource: `.embedInCode` makes an array literal of these 131 kB, which takes the
// compiler 26 s where the string literal takes a tenth of a second.

extension MaskNetwork {
    /// The weights of ``standard``, in base64. The layout of the bytes is that of ``init(_:)``.
    static let standardWeights =
        """
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--noise", required=True, type=pathlib.Path)
    parser.add_argument("--sentences", type=int, default=150, help="of synthesizers, to be added")
    parser.add_argument("--clips", type=int, default=400, help="of room sounds, each of 8 s; and half as many of babble")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--turns", type=int, default=1500, help="mixed in a round")
    parser.add_argument("--passes", type=int, default=3, help="over the turns of a round")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--output", type=pathlib.Path, default=WEIGHTS, help="the source of the weights")
    parser.add_argument("--save", type=pathlib.Path, help="also the weights as numpy's .npz")
    options = parser.parse_args()
    read = lambda path: soundfile.read(path, dtype="int16")[0]
    paths = sorted(path for folder in options.folders for path in folder.iterdir() if path.suffix in (".flac", ".wav"))
    random = np.random.default_rng(options.seed)
    speech = [read(path) for path in paths] + list(sentences(options.sentences, random))
    mixer = Mixer(speech, read(options.noise), random, options.clips)
    print(f"{len(speech)} recordings", file=sys.stderr)
    weights = train(mixer, options.rounds, options.turns, options.passes, random)
    if options.save:
        np.savez(options.save, *weights)
    options.output.write_text(source(packed(weights)))
    print(f"learnt from {len(speech)} recordings: {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
