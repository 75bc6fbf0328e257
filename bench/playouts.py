"""Random games through the generic loop, beside OpenSpiel's C++ rollouts and the naive oracles.

All take turns in one run, on one core, and are measured in CPU time: compare ratios, not figures.
"""

import sys
from importlib import import_module
from pathlib import Path
from random import Random

import tablier
from tablier.arena import open_spiel
from tablier.arena.bench import Runner, after, measure, random_games

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

CASES = [
    ("quantik", "quantik", {}, 0),
    ("kulami", "kulami, level 0", {}, 0),
    ("kulami", "kulami, level 3", {"level": 3}, 0),
    ("rangees", "rangees, filling", {}, 6),
    ("rangees", "rangees, whole game", {}, 0),
    ("on_top", "on_top, 2 players", {"seats": 2}, 0),
    ("on_top", "on_top, 4 players", {"seats": 4}, 0),
    ("kabaleo", "kabaleo, 2 players", {"seats": 2}, 0),
    ("kabaleo", "kabaleo, 4 players", {"seats": 4}, 0),
]


def naive(start, name):
    """The oracle of a game, from the same position."""
    oracle = import_module(f"oracles.{start.game.name}").Oracle

    def play(games):
        plies = 0
        for number in range(games):
            random = Random(number)
            game = oracle(start.seats, start.options, start.setup)
            for move in start.history:
                game.play(move.text)
            while game.turn() != "over":
                game.play(random.choice(game.moves()))
                plies += 1
        return plies

    return Runner(name, "oracle", play)


def main():
    starts = [(name, after(tablier.game(game).start(seed=1, **options), moves)) for game, name, options, moves in CASES]
    fast = [random_games(start, name) for name, start in starts]
    peers = open_spiel.random_games()
    slow = [naive(start, name) for name, start in starts]
    results = {(row["engine"], row["name"]): row for row in measure(fast + peers + slow)}
    peer = {name: row for (engine, name), row in results.items() if engine == "open_spiel"}
    if not peer:
        sys.exit("OpenSpiel is missing: run this with `make bench`.")
    print(f"{'':22}{'games/s':>12}{'plies':>8}{'ns/ply':>9}   times faster per ply than: oracle, {', '.join(peer)}")
    for runner in fast:
        row, oracle = results["tablier", runner.name], results["oracle", runner.name]
        ratios = [other["ns_per_ply"] / row["ns_per_ply"] for other in (oracle, *peer.values())]
        figures = f"{row['games_per_second']:>12,}{row['plies_per_game']:>8.1f}{row['ns_per_ply']:>9.1f}"
        print(f"{runner.name:22}{figures}   " + "  ".join(f"{ratio:,.0f}×" for ratio in ratios))
    for name, row in peer.items():
        figures = f"{row['games_per_second']:>12,}{row['plies_per_game']:>8.1f}{row['ns_per_ply']:>9.1f}"
        print(f"{name + ' (open_spiel)':28}{figures[6:]}")


if __name__ == "__main__":
    main()
