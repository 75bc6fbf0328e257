"""A contest as a picture: one bar a pair, with its uncertainty."""

from html import escape

from tablier.arena.tally import Tally

LEFT, WIDTH, ROW, TOP = 190, 420, 34, 46
MOST = 800


def draw(tallies: list[Tally]) -> str:
    """An SVG with the Elo difference of every pair and its 95 % interval."""
    height = TOP + ROW * len(tallies) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 90} {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="14"><title>Elo differences</title>'
        f'<rect width="100%" height="100%" fill="#fbf7f0"/>'
    ]
    for mark in range(-MOST, MOST + 1, 200):
        x = _x(mark)
        parts.append(f'<path d="M{x:.0f} {TOP - 8}V{height - 12}" stroke="#8b8178" stroke-opacity=".35"/>')
        parts.append(f'<text x="{x:.0f}" y="{TOP - 16}" text-anchor="middle" fill="#6b6259">{mark:+d}</text>')
    for number, tally in enumerate(tallies):
        y = TOP + ROW * number + ROW / 2
        value, low, high = tally.elo
        name = escape(f"{tally.first} – {tally.second}")
        parts.append(f'<text x="{LEFT - 12}" y="{y + 5:.0f}" text-anchor="end" fill="#2b2622">{name}</text>')
        parts.append(f'<path d="M{_x(low):.1f} {y}H{_x(high):.1f}" stroke="#2563c9" stroke-width="3"/>')
        parts.append(f'<circle cx="{_x(value):.1f}" cy="{y}" r="6" fill="#2563c9"/>')
        score = f"{tally.score:.0%} of {tally.games}"
        parts.append(f'<text x="{LEFT + WIDTH + 8}" y="{y + 5:.0f}" fill="#2b2622">{score}</text>')
    return "".join([*parts, "</svg>"])


def _x(elo: float) -> float:
    return LEFT + WIDTH * (max(-MOST, min(MOST, elo)) + MOST) / (2 * MOST)
