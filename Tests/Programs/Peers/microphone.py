"""A microphone that hears a WAV file of 16 kHz in real time, three seconds of silence, and the file again, and so on:
microphone.py FILE.wav writes PCM to its output."""

import sys
import time
import wave

CHUNK = 2048
with wave.open(sys.argv[1]) as file:
    samples = file.readframes(file.getnframes()) + bytes(3 * 2 * file.getframerate())
samples = samples[:len(samples) // CHUNK * CHUNK]
began = time.monotonic()
for number in range(10 ** 6):
    place = number * CHUNK % len(samples)
    sys.stdout.buffer.write(samples[place:place + CHUNK])
    sys.stdout.buffer.flush()
    time.sleep(max(0, began + (number + 1) * 0.064 - time.monotonic()))
