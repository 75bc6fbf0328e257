"""Compile ahead what `tablier warm` does, and what the tests alone use.

Where a game has just been compiled, more of it is soon done; each process of the tests would take long for it.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import tablier
from tablier.testing.faults import Faults
from tablier.testing.judgement import check_judgement
from tablier.testing.setups import variants


def prepare(name: str) -> None:
    tablier.warm(name)
    game = tablier.game(name)
    check_judgement(game, variants(game)[0], "0", Faults(game))


if __name__ == "__main__":
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as workers:
        list(workers.map(prepare, [game.name for game in tablier.list_games()]))
