"""Every game, and a toy sixth one, passes the suite that a game's author would run."""

import pytest

import tablier
from tablier.core.game import Game
from tablier.testing import check_game

RANKED_OTHERWISE = ("on_top",)
"""In On Top whoever places the last pawn wins at once, whatever the score."""


@pytest.mark.parametrize("game", tablier.list_games(), ids=lambda game: game.name)
def test_every_game_conforms(game):
    check_game(game, games=1, points_decide=game.name not in RANKED_OTHERWISE)


@pytest.mark.long
@pytest.mark.parametrize("game", tablier.list_games(), ids=lambda game: game.name)
def test_every_game_conforms_again_and_again(game):
    check_game(game, games=10, seed=1, points_decide=game.name not in RANKED_OTHERWISE)


def test_a_sixth_game_is_one_folder_and_touches_nothing_else():
    check_game(Game("noughts"))
