"""The conformance suite: what must hold for every game, to be run by whoever writes one.

    from tablier.testing import check_game
    check_game(tablier.game("quantik"))

All faults are collected and raised together, as sentences that name the file and what is wrong there;
where a position shows it, its text is given, and `tablier.parse` brings it back.
"""

from tablier.core.game import Game
from tablier.core.registry import add
from tablier.testing.contract import check_files
from tablier.testing.faults import Faults, Faulty
from tablier.testing.judgement import check_judgement
from tablier.testing.play import check_determinism, check_extremes, check_play
from tablier.testing.setups import check_setups, start, variants

__all__ = ["Faulty", "check_game", "start", "variants"]


def check_game(game: Game, games: int = 2, seed: int = 0, points_decide: bool = True) -> None:
    """Play `games` random games of every variant and check everything on the way; raise `Faulty` if need be.

    `points_decide` is for games in which whoever has more points is never ranked behind.
    """
    faults = Faults(game)
    if check_files(game, faults):
        with faults.trying("rules.py"):
            add(game)
            for number, variant in enumerate(variants(game)):
                for round_ in range(games):
                    luck = f"{seed}/{number}/{round_}"
                    check_play(start(game, variant, luck), luck, points_decide, faults)
                check_setups(game, variant, faults)
                check_determinism(game, variant, f"{seed}/{number}", faults)
                check_judgement(game, variant, f"{seed}/{number}", faults)
            check_extremes(game, seed, points_decide, faults)
    faults.tell()
