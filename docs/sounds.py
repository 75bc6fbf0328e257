"""Make the sounds of the page: damped partials and bursts of noise, the same at every run.

A struck body rings in modes, each a frequency that dies away at its own pace; what strikes it adds a short noise. The
files are WAV, G.711 mu-law, which keeps quiet tails clean at one byte a sample.
"""

import struct
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parents[1] / "src" / "tablier" / "web"
RATE = 22050
PEAK = 0.8
MU = 255

Wave = NDArray[np.float64]


def times(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE)) / RATE


def ring(seconds: float, *modes: tuple[float, float, float]) -> Wave:
    """Partials, each with a frequency in hertz, a loudness, and the milliseconds in which it falls to 1/e."""
    t = times(seconds)
    return sum((loud * np.sin(2 * np.pi * pitch * t) * np.exp(-1000 * t / fall) for pitch, loud, fall in modes), 0 * t)


def burst(seconds: float, low: float, high: float, rise: float, fall: float, seed: int) -> Wave:
    """Noise between two frequencies that comes and goes in so many milliseconds."""
    t = times(seconds)
    spectrum = np.fft.rfft(np.random.default_rng(seed).standard_normal(len(t)))
    pitch = np.fft.rfftfreq(len(t), 1 / RATE)
    spectrum *= 1 / (1 + (low / np.maximum(pitch, 1)) ** 4) / (1 + (pitch / high) ** 4)
    noise = np.fft.irfft(spectrum, len(t))
    return noise / np.abs(noise).max() * (1 - np.exp(-1000 * t / rise)) * np.exp(-1000 * t / fall)


def bounce(wave: Wave, *later: tuple[float, float]) -> Wave:
    """The same again, so many milliseconds later and so much softer."""
    heard = wave.copy()
    for after, loud in later:
        start = round(after / 1000 * RATE)
        heard[start:] += loud * wave[: len(wave) - start]
    return heard


def wood() -> Wave:
    body = ring(0.2, (205, 0.55, 26), (432, 1, 21), (918, 0.62, 15), (1640, 0.4, 10), (2610, 0.22, 7), (3920, 0.12, 4))
    return body + 0.5 * burst(0.2, 300, 3200, 0.3, 5, 1)


def glass() -> Wave:
    marble = ring(0.25, (1870, 0.7, 34), (3140, 1, 26), (4760, 0.62, 18), (6390, 0.4, 12), (8120, 0.25, 7))
    bowl = ring(0.25, (310, 0.55, 14), (690, 0.4, 10)) + 0.4 * burst(0.25, 900, 6000, 0.2, 3, 2)
    return bounce(marble + bowl, (52, 0.3), (84, 0.12), (103, 0.05))


def stone() -> Wave:
    pebble = ring(0.2, (640, 0.45, 13), (1130, 1, 15), (2020, 0.8, 12), (3370, 0.5, 8), (5240, 0.3, 5))
    return bounce(pebble + 0.6 * burst(0.2, 700, 5000, 0.2, 4, 3), (36, 0.24), (57, 0.08))


def tile() -> Wave:
    felt = ring(0.2, (128, 0.9, 30), (236, 0.5, 20), (510, 0.22, 10))
    return felt + 0.85 * burst(0.2, 350, 2400, 1.2, 16, 4)


def lift() -> Wave:
    return burst(0.16, 1200, 4200, 14, 26, 5) + ring(0.16, (190, 0.05, 18))


def chime() -> Wave:
    t = times(0.27)
    bar = ring(0.27, (784, 1, 52), (1568, 0.34, 38), (2164, 0.2, 24), (4236, 0.07, 10))
    return bar * (1 - np.exp(-1000 * t / 2.5))


def knock() -> Wave:
    return ring(0.2, (152, 1, 30), (247, 0.7, 20), (395, 0.35, 12)) + 0.5 * burst(0.2, 80, 620, 0.8, 9, 6)


SOUNDS = (wood, glass, stone, tile, lift, chime, knock)


def finished(wave: Wave) -> Wave:
    """As loud as all the others, without a step at either end."""
    wave = wave - wave.mean()
    edge = np.minimum(1, np.arange(len(wave)) / 12)
    tail = np.minimum(1, np.arange(len(wave))[::-1] / (0.02 * RATE))
    wave = wave * edge * np.sin(tail * np.pi / 2) ** 2
    return wave / np.abs(wave).max() * PEAK


def packed(wave: Wave) -> bytes:
    """A WAV file of one channel, G.711 mu-law."""
    whole = np.minimum(np.abs(wave) * 32768, 32635).astype(np.int64) + 132
    exponent = np.floor(np.log2(whole)).astype(np.int64) - 7
    mantissa = (whole >> (exponent + 3)) & 15
    data = (~(np.where(wave < 0, 128, 0) | exponent << 4 | mantissa) & MU).astype(np.uint8).tobytes()
    data += b"\xff" * (len(data) % 2)
    form = struct.pack("<4sIHHIIHHH", b"fmt ", 18, 7, 1, RATE, RATE, 1, 8, 0)
    fact = struct.pack("<4sII", b"fact", 4, len(data))
    chunks = form + fact + struct.pack("<4sI", b"data", len(data)) + data
    return struct.pack("<4sI4s", b"RIFF", 4 + len(chunks), b"WAVE") + chunks


def main() -> None:
    for sound in SOUNDS:
        (HERE / f"{sound.__name__}.wav").write_bytes(packed(finished(sound())))


if __name__ == "__main__":
    main()
