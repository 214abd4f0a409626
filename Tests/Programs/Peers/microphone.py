"""A microphone that hears a WAV file of 16 kHz in real time, and then silence: microphone.py FILE.wav writes PCM to its output."""

import sys
import time
import wave

with wave.open(sys.argv[1]) as file:
    samples = file.readframes(file.getnframes())
began = time.monotonic()
for number in range(10 ** 6):
    chunk = samples[number * 2048:(number + 1) * 2048].ljust(2048, b"\0")
    sys.stdout.buffer.write(chunk)
    sys.stdout.buffer.flush()
    time.sleep(max(0, began + (number + 1) * 0.064 - time.monotonic()))
