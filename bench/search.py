"""Plain tree search beside OpenSpiel's in C++, alpha-beta's positions a second, and how late the best player is.

The searches take turns in one run, on one core, and are measured in CPU time: compare ratios, not figures.
"""

import sys

import tablier
from playouts import CASES
from tablier.arena import open_spiel
from tablier.arena.bench import after, lateness, look_ahead, measure, percentile, tree_search


def main():
    starts = [(name, after(tablier.game(game).start(seed=1, **options), moves)) for game, name, options, moves in CASES]
    trees(starts)
    nodes(starts)
    late()


def trees(starts):
    runners, peers = [tree_search(start, name) for name, start in starts], open_spiel.tree_search()
    if not peers:
        sys.exit("OpenSpiel is missing: run this with `make bench`.")
    results = {row["name"]: row for row in measure(runners + peers, 3)}
    print(f"{'plain tree search':28}{'simulations/s':>14}{'plies':>7}{'ns/ply':>8}", end="   ")
    print(f"times as many simulations, times faster per ply than: {', '.join(peer.name for peer in peers)}")
    for runner in runners + peers:
        row = results[runner.name]
        print(f"{row['name']:28}{row['games_per_second']:>14,}{row['plies_per_game']:>7.1f}", end="")
        print(f"{row['ns_per_ply']:>8.0f}", end="   ")
        others = [results[peer.name] for peer in peers if runner.engine == "tablier"]
        print("  ".join(f"{ratio(row, other)} {ratio_per_ply(row, other)}" for other in others))


def ratio(row, other):
    return f"{row['games_per_second'] / other['games_per_second']:.1f}×"


def ratio_per_ply(row, other):
    return f"({other['ns_per_ply'] / row['ns_per_ply']:.1f}×)"


def nodes(starts):
    print("\nalpha-beta, where the game has a judgement to look ahead with and is not solved at once", flush=True)
    for name, start in starts:
        if start.seats == 2 and start.turn >= 0 and (found := look_ahead(start)):
            print(f"{name:28}{found:>14,.0f} positions/s", flush=True)


def late():
    print("\nthe best player, 100 thoughts of 0.1 s: how late, in ms: median, 99th percentile, most")
    for game in tablier.list_games():
        values = [1000 * value for value in lateness(game)]
        print(f"{game.name:28}{percentile(values, 50):8.1f}{percentile(values, 99):8.1f}{values[-1]:8.1f}", flush=True)


if __name__ == "__main__":
    main()
