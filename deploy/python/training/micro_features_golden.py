#!/usr/bin/env python3
"""Makes the golden file of the test of microWakeWord's features: sounds, and the reference's vectors for them.

    pip install pymicro-features==2.0.2
    python3 deploy/python/training/micro_features_golden.py Tests/Engines/MicroWakeWord/MicroFeatures.golden

With a second argument, it prints the vectors for raw PCM (16 kHz, 16 bits, one channel) from standard input instead.
"""

import math
import struct
import sys

from pymicro_features import MicroFrontend

CHUNK = 160
SECONDS = 0.3


def noise(state: int, count: int, amplitude: float) -> list[int]:
    """Repeatable white noise."""
    samples = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        samples.append(round(((state >> 40) / 2**23 - 1) * amplitude))
    return samples


def sounds() -> dict[str, list[int]]:
    """Sounds that reach all parts of the front end: silence, full scale, clipping, sweeps, bursts."""
    count = int(16_000 * SECONDS)
    time = [place / 16_000 for place in range(count)]
    sweep = [math.sin(2 * math.pi * (100 * t + 6000 * t * t)) for t in time]
    burst = [(1 if int(t * 8) % 2 else 0.01) * math.sin(2 * math.pi * 440 * t) for t in time]
    return {
        "silence": [0] * count,
        "soft noise": noise(1, count, 3),
        "loud noise": noise(2, count, 32_767),
        "sweep": [round(9000 * value) for value in sweep],
        "clipping sweep": [max(-32_768, min(32_767, round(90_000 * value))) for value in sweep],
        "square wave": [32_767 if int(t * 1000) % 2 else -32_768 for t in time],
        "bursts": [a + b for a, b in zip([round(20_000 * value) for value in burst], noise(3, count, 200))],
        "steps": [(-32_768, 32_767, 0, 5)[place // 700 % 4] for place in range(count)],
    }


def vectors(samples: list[int]) -> list[list[int]]:
    """The reference's vectors, as the integers that it scales."""
    frontend = MicroFrontend()
    data = struct.pack(f"<{len(samples)}h", *samples)
    result = []
    place = 0
    while place + 2 * CHUNK <= len(data):
        output = frontend.process_samples(data[place : place + 2 * CHUNK])
        place += 2 * output.samples_read
        if output.features:
            result.append([round(value / 0.0390625) for value in output.features])
    return result


def main() -> None:
    if len(sys.argv) > 2:
        data = sys.stdin.buffer.read()
        for vector in vectors(list(struct.unpack(f"<{len(data) // 2}h", data[: len(data) // 2 * 2]))):
            print(*vector)
        return
    with open(sys.argv[1], "wb") as file:
        for name, samples in sounds().items():
            result = vectors(samples)
            text = name.encode()
            file.write(struct.pack("<III", len(text), len(samples), len(result)))
            file.write(text)
            file.write(struct.pack(f"<{len(samples)}h", *samples))
            for vector in result:
                file.write(struct.pack("<40H", *vector))


if __name__ == "__main__":
    main()
