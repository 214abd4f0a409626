"""Sounds of rooms and machines, made of random numbers: noise that speech can be mixed with, free of anybody's rights.

Every function takes numpy's random generator and a length in samples at 16 kHz, and returns sound of that length whose
root mean square is one. Frequencies, rates, rhythms and timbres are drawn anew for each. Needs numpy."""

import numpy as np

RATE = 16_000


def even(sound):
    return (sound / (sound.std() + 1e-9)).astype("f4")


def times(length):
    return np.arange(length, dtype="f4") / RATE


def wander(random, length, low, high, seconds):
    """A value that drifts between two bounds, with a new aim every few seconds."""
    step = max(1, int(seconds * RATE))
    places = np.arange(0, length + step, step)
    return np.interp(np.arange(length), places, random.uniform(low, high, len(places))).astype("f4")


def filtered(random, sound, slope=(-0.5, 0.5), peaks=4, curve=6.0):
    """The sound through a random body: a slope over frequency, a smooth curve in decibels, and resonances."""
    frequency = np.maximum(np.fft.rfftfreq(len(sound), 1 / RATE), 20)
    gain = -random.uniform(*slope) * 10 * np.log10(frequency / 500)
    gain += np.interp(np.log2(frequency), np.linspace(4, 13, 8), random.uniform(-curve, curve, 8))
    gain = 10 ** (gain / 20)
    for _ in range(random.integers(0, peaks + 1)):
        middle = np.exp(random.uniform(np.log(80), np.log(6000)))
        width = middle * random.uniform(0.01, 0.2)
        gain += gain.mean() * random.uniform(1, 15) / (1 + ((frequency - middle) / width) ** 2)
    return np.fft.irfft(np.fft.rfft(sound) * gain, len(sound)).astype("f4")


def colored(random, length):
    """Noise of any color, steady or with a slow change."""
    sound = filtered(random, random.normal(size=length).astype("f4"), slope=(-0.3, 2.2))
    if random.random() < 0.5:
        sound *= 10 ** (wander(random, length, -9, 9, random.uniform(0.2, 1)) / 20)
    return even(sound)


def harmonics(random, phase, count, fall):
    """The sum of a tone's harmonics; the phase is that of the lowest, in radians."""
    sound = np.zeros(len(phase), "f4")
    for number in range(1, count + 1):
        sound += np.sin(number * phase + random.uniform(0, 6)) * random.uniform(0.1, 1) * number ** -fall
    return sound


def turning(random, length, low, high, drift):
    """The phase of something that turns at a nearly constant rate."""
    rate = np.exp(random.uniform(np.log(low), np.log(high)))
    return np.cumsum(rate * (1 + wander(random, length, -drift, drift, 0.5)) * 2 * np.pi / RATE).astype("f4")


def hum(random, length):
    """Mains, transformers, refrigerators: low harmonics over soft noise."""
    sound = even(harmonics(random, turning(random, length, 45, 400, 0.005), random.integers(3, 20), random.uniform(0, 2)))
    return even(sound + random.uniform(0.02, 0.6) * colored(random, length))


def motor(random, length):
    """Fans, blenders, drills, vacuum cleaners: noise that swells with each turn, and the tones of the turning."""
    phase = turning(random, length, 6, 250, random.choice([0.01, 0.1]))
    swell = 1 + random.uniform(0, 0.95) * np.sin(phase) + random.uniform(0, 0.4) * np.sin(2 * phase)
    noise = even(filtered(random, random.normal(size=length).astype("f4"), (-0.5, 1.5), 6) * np.maximum(0, swell))
    tones = even(harmonics(random, phase * random.integers(1, 9), random.integers(5, 30), random.uniform(0, 1.5)))
    sound = noise + random.uniform(0, 1.5) * filtered(random, tones)
    if random.random() < 0.3:  # It is switched on and off, or works under load.
        sound *= 10 ** (wander(random, length, -25, 0, random.uniform(0.5, 2)) / 20)
    return even(sound)


def engine(random, length):
    """Explosions, one after the other, through a body; also the rattle of typewriters and sewing machines."""
    phase = turning(random, length, 4, 90, random.choice([0.02, 0.2]))
    strokes = np.diff(np.floor(phase / (2 * np.pi)), prepend=0) * random.uniform(0.5, 1, length)
    decay = np.exp(-times(length) * random.uniform(40, 600))
    stroke = decay * random.normal(size=length)
    size = 2 * length
    sound = np.fft.irfft(np.fft.rfft(strokes, size) * np.fft.rfft(stroke, size), size)[:length].astype("f4")
    return even(even(filtered(random, sound, (-0.5, 1.5), 6)) + random.uniform(0, 0.5) * colored(random, length))


def struck(random, length, size, low, high, fade):
    """One blow on a body: a few decaying tones and a burst of noise."""
    at = times(size)
    blow = np.zeros(size, "f4")
    for _ in range(random.integers(1, 8)):
        tone = np.exp(random.uniform(np.log(low), np.log(high)))
        blow += np.sin(2 * np.pi * tone * at) * random.uniform(0.1, 1) * np.exp(-at * random.uniform(*fade))
    return blow + random.normal(size=size) * random.uniform(0, 0.5) * np.exp(-at * random.uniform(50, 500))


def blows(random, length, rate, size, low, high, fade):
    """Blows at random times, or in a rhythm."""
    sound = np.zeros(length + size, "f4")
    bodies = [struck(random, length, size, low, high, fade) for _ in range(random.integers(1, 6))]
    count = max(1, random.poisson(rate * length / RATE))
    places = random.integers(0, length, count)
    if random.random() < 0.3:
        places = (np.arange(count) * length / count + random.uniform(0, length / count * 0.3, count)).astype(int)
    for place in places:
        sound[place:place + size] += bodies[random.integers(len(bodies))] * random.uniform(0.1, 1) ** 2
    return sound[:length]


def dishes(random, length):
    """Dishes, cutlery, coins, keys, glass."""
    rate = np.exp(random.uniform(np.log(0.5), np.log(25)))
    return even(even(blows(random, length, rate, 5000, 700, 7500, (15, 200))) + random.uniform(0.005, 0.3) * colored(random, length))


def knocks(random, length):
    """Steps, doors, hammers, drums, wood."""
    rate = random.uniform(0.5, 8)
    return even(even(blows(random, length, rate, 4000, 50, 1500, (20, 150))) + random.uniform(0.005, 0.3) * colored(random, length))


def wind(random, length):
    """Gusts, surf, passing cars."""
    sound = filtered(random, random.normal(size=length).astype("f4"), slope=(1, 3.5), peaks=2)
    return even(sound * 10 ** (wander(random, length, -20, 0, random.uniform(0.2, 2)) / 20))


def water(random, length):
    """Bubbles whose pitch rises, over a rush."""
    sound = np.zeros(length + 2000, "f4")
    at = times(2000)
    bubbles = []
    for _ in range(20):
        tone = np.exp(random.uniform(np.log(400), np.log(4500)))
        bubbles.append(np.sin(2 * np.pi * tone * at * (1 + random.uniform(0, 6) * at)) * np.exp(-at * random.uniform(30, 200)))
    for place in random.integers(0, length, random.poisson(random.uniform(5, 200) * length / RATE) + 1):
        sound[place:place + 2000] += bubbles[random.integers(20)] * random.uniform(0, 1) ** 2
    rush = colored(random, length)
    return even(even(sound[:length]) + random.uniform(0.05, 1.5) * rush)


def alarm(random, length):
    """Bells, telephones, sirens, beeps."""
    at = times(length)
    if random.random() < 0.4:
        low, high = np.sort(random.uniform(300, 3500, 2))
        pace = random.uniform(0.3, 8)
        tone = low + (high - low) * (0.5 + 0.5 * np.sin(2 * np.pi * pace * at))
        sound = harmonics(random, np.cumsum(tone * 2 * np.pi / RATE).astype("f4"), random.integers(1, 6), 1)
    else:
        sound = sum(np.sin(2 * np.pi * random.uniform(300, 5000) * at) for _ in range(random.integers(1, 5)))
    pace, share = random.uniform(0.5, 25), random.uniform(0.2, 1)
    sound = sound * ((at * pace + random.random()) % 1 < share)
    if random.random() < 0.5:
        sound = sound * np.exp(-((at * pace) % 1) * random.uniform(1, 8))
    return even(even(sound) + random.uniform(0.005, 0.3) * colored(random, length))


def music(random, length):
    """Chords of plucked or held strings, a tune, and drums."""
    sound = np.zeros(length, "f4")
    beat = int(RATE * random.uniform(0.2, 0.7))
    scale = 55 * 2 ** (np.array([0, 2, 4, 5, 7, 9, 11, 12, 14, 16, 17, 19, 21, 24, 26, 28, 29, 31, 36]) / 12 + random.uniform(0, 2))
    held, fall, bends = random.uniform(0.5, 8), random.uniform(0.5, 2), random.uniform(0, 0.01)
    drum = struck(random, length, 3000, 60, 400, (20, 80)) * random.uniform(0, 3)
    for start in range(0, length, beat):
        size = min(length - start, beat * int(random.choice([1, 1, 2, 4])))
        at = times(size)
        for _ in range(random.integers(1, 5)):
            phase = 2 * np.pi * random.choice(scale) * (at + bends * np.sin(2 * np.pi * 5.5 * at) / 30)
            note = harmonics(random, phase.astype("f4"), random.integers(2, 9), fall)
            sound[start:start + size] += note * np.minimum(1, at * 100) * np.exp(-at * held)
        hit = drum[:length - start]
        sound[start:start + len(hit)] += hit * (random.random() < 0.7)
    return even(filtered(random, sound))


def claps(random, length):
    """Applause, rain, frying, paper: many short bursts."""
    sound = np.zeros(length + 800, "f4")
    for place in random.integers(0, length, random.poisson(np.exp(random.uniform(np.log(10), np.log(400))) * length / RATE) + 1):
        size = random.integers(50, 800)
        sound[place:place + size] += random.normal(size=size) * np.exp(-np.arange(size) / size * 5) * random.uniform(0, 1) ** 2
    return even(filtered(random, sound[:length], (-0.5, 1), 3))


def animals(random, length):
    """Birds, crickets, dogs: cries that slide in pitch."""
    sound = np.zeros(length, "f4")
    low = np.exp(random.uniform(np.log(250), np.log(5000)))
    for _ in range(random.poisson(random.uniform(0.5, 10) * length / RATE) + 1):
        size = random.integers(400, 8000)
        start = random.integers(0, max(1, length - size))
        place = np.linspace(0, 1, size, dtype="f4")
        tone = low * random.uniform(0.8, 1.3) * (1 + random.uniform(-0.3, 0.5) * np.sin(np.pi * place * random.uniform(0.5, 4)))
        cry = harmonics(random, np.cumsum(tone * 2 * np.pi / RATE).astype("f4"), random.integers(1, 6), 1)
        cry = cry[:length - start] * np.sin(np.pi * place)[:length - start]
        sound[start:start + len(cry)] += cry * random.uniform(0.2, 1)
    return even(even(sound) + random.uniform(0.01, 0.3) * colored(random, length))


ALL = (colored, hum, motor, motor, engine, dishes, dishes, knocks, wind, water, alarm, music, claps, animals)


def room(random, longest=0.8):
    """The impulse response of a room: the direct sound, and reflections that decay faster the higher they are."""
    decay = random.uniform(0.1, longest)
    length = int(decay * RATE)
    at = times(length)
    tail = random.normal(size=length) * 10 ** (-3 * at / decay)
    duller = random.normal(size=length) * 10 ** (-3 * at / (decay * random.uniform(0.3, 0.8)))
    smooth = np.convolve(tail, np.ones(4) / 4, "same")
    tail = smooth + 0.5 * duller
    first = int(random.uniform(0.001, 0.02) * RATE)
    tail[:first] = 0
    # The direct sound is up to 15 dB above the rest, as that of a speaker nearby, or as loud as it.
    tail *= 10 ** (-random.uniform(0, 15) / 20) / (np.sqrt((tail ** 2).sum()) + 1e-9)
    tail[0] += 1
    return tail.astype("f4")


def reverberant(sound, response):
    size = 1 << (len(sound) + len(response) - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(response, size), size)[:len(sound)].astype("f4")
