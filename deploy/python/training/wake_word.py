"""Makes the vectors of a wake word that many people have said, for the verifier of saybus-listen.

    python3 deploy/python/training/wake_word.py alexa FOLDER Sources/Stages/Listening/Wake/Trained/Words/alexa.json

The folder holds recordings, mono and 16 kHz, in each of which one person says the word once. `--without` names files that
are left out, such as damaged ones. Each recording counts as it is and with a sound of room_sounds.py, 3 to 15 dB softer.
The models are those of `saybus models get tensorflow-lite speech-embedding`, in `--models`; the scale of the vectors is
that of EmbeddingScale.swift. The mean of all windows is the word, as in WakeTraining.swift. Needs numpy and soundfile."""

import argparse
import ctypes
import json
import pathlib
import re

import numpy as np
import room_sounds
import soundfile

SCALE = pathlib.Path(__file__).parents[3] / "Sources/Engines/MicroWakeWord/Embedding/EmbeddingScale.swift"

# As in SpeechEmbedding and WindowSearch.
PIECE, STEP, SPECTRA, BANDS, FIRST_END, LENGTH, AFTER = 1760, 1280, 76, 32, 12_560, 8, 2


class Model:
    def __init__(self, library, path, shape):
        pointers = ("ModelCreateFromFile", "InterpreterCreate", "InterpreterGetInputTensor", "InterpreterGetOutputTensor")
        for name in pointers:
            getattr(library, f"TfLite{name}").restype = ctypes.c_void_p
        library.TfLiteTensorByteSize.restype = ctypes.c_size_t
        self.library, self.shape = library, shape
        model = ctypes.c_void_p(library.TfLiteModelCreateFromFile(str(path).encode()))
        self.interpreter = ctypes.c_void_p(library.TfLiteInterpreterCreate(model, None))
        library.TfLiteInterpreterResizeInputTensor(self.interpreter, 0, (ctypes.c_int32 * len(shape))(*shape), len(shape))
        library.TfLiteInterpreterAllocateTensors(self.interpreter)

    def __call__(self, values):
        values = np.ascontiguousarray(values, "f4").reshape(self.shape)
        tensor = ctypes.c_void_p(self.library.TfLiteInterpreterGetInputTensor(self.interpreter, 0))
        size = ctypes.c_size_t(values.nbytes)
        self.library.TfLiteTensorCopyFromBuffer(tensor, values.ctypes.data_as(ctypes.c_void_p), size)
        if self.library.TfLiteInterpreterInvoke(self.interpreter):
            raise SystemExit("TensorFlow Lite failed")
        tensor = ctypes.c_void_p(self.library.TfLiteInterpreterGetOutputTensor(self.interpreter, 0))
        result = np.empty(self.library.TfLiteTensorByteSize(tensor) // 4, "f4")
        size = ctypes.c_size_t(result.nbytes)
        self.library.TfLiteTensorCopyToBuffer(tensor, result.ctypes.data_as(ctypes.c_void_p), size)
        return result


class Embedding:
    def __init__(self, models):
        library = ctypes.CDLL(str(models / "tensorflow-lite/libtensorflowlite_c.so"))
        folder = models / "speech-embedding"
        self.mel = Model(library, folder / "melspectrogram.tflite", (1, PIECE))
        self.embedding = Model(library, folder / "embedding_model.tflite", (1, SPECTRA, BANDS, 1))
        tables = re.findall(r"\[Float\] = \[(.*?)\]", SCALE.read_text(), re.DOTALL)
        self.mean, self.deviation = (np.array([float(number) for number in table.replace(",", " ").split()]) for table in tables)

    def __call__(self, sound):
        starts = range(0, len(sound) - PIECE + 1, STEP)
        rows = np.concatenate([self.mel(sound[start:start + PIECE]).reshape(-1, BANDS) / 10 + 2 for start in starts])
        vectors = [self.embedding(rows[start:start + SPECTRA]) for start in range(0, len(rows) - SPECTRA + 1, 8)]
        vectors = (np.array(vectors) - self.mean) / self.deviation
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def loudest(sound):
    return max((sound[start:start + 2048] ** 2).sum() for start in range(0, len(sound), 2048))


def end_of_word(sound):
    levels = [np.sqrt((sound[start:start + 160] ** 2).mean()) for start in range(0, len(sound), 160)]
    return (np.flatnonzero(np.array(levels) > max(levels) * 0.1)[-1] + 1) * 160


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("phrase")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--without", nargs="*", default=[], help="names of files")
    parser.add_argument("--models", type=pathlib.Path, default=pathlib.Path.home() / ".local/share/saybus/models")
    options = parser.parse_args()
    embedding, random = Embedding(options.models), np.random.default_rng(11)
    quiet = lambda seconds: random.integers(-10, 11, int(seconds * 16_000)).astype("f4")
    windows = []
    for path in sorted(options.folder.glob("*.flac")):
        if path.name in options.without:
            continue
        word = soundfile.read(path, dtype="int16")[0].astype("f4")
        sound = np.concatenate([quiet(2.5), word, quiet(1.5)])
        noise = random.choice(room_sounds.ALL)(random, len(sound))
        ratio = 10 ** (random.uniform(3, 15) / 10)
        last = int(np.ceil((40_000 + end_of_word(word) - FIRST_END) / STEP)) + AFTER
        for mixed in (sound, sound + noise * np.sqrt(loudest(sound) / (loudest(noise) * ratio))):
            windows.append(embedding(mixed)[last + 1 - LENGTH:last + 1].ravel())
    mean = np.mean(windows, 0)
    vectors = [round(float(value), 6) for value in mean / np.linalg.norm(mean)]
    word = {"type": "saybus-wake-word", "version": 1, "phrase": options.phrase, "cutoff": 0.5, "vectors": vectors}
    options.output.write_text(json.dumps(word))
    print(f"learnt from {len(windows) // 2} recordings: {options.output}")


if __name__ == "__main__":
    main()
