"""What a game tells the search is declared: a mistake is noticed when the game is loaded, not when it plays badly."""

import shutil
import sys
from pathlib import Path
from random import Random

import llvmlite
import numba
import numpy as np
import pytest

import tablier
from tablier.core import compiler
from tablier.core.compiler import entry
from tablier.core.game import Game
from tablier.core.judgement import Belief, Ending, Evaluation, Judgement, Ordering
from tablier.core.random_play import random_game
from tablier.search import hooks
from tablier.search.players import choose_search, player
from tablier.testing.faults import Faults
from tablier.testing.judgement import check_judgement

GAMES = tablier.list_games()


def evaluate(board, weights, state):
    return 0


def test_a_misspelt_part_is_refused():
    with pytest.raises(TypeError, match="evalute"):
        Evaluation(evalute=evaluate)
    with pytest.raises(TypeError, match="priors"):
        Judgement(priors=evaluate)


def test_a_function_with_other_parameters_is_refused():
    with pytest.raises(
        TypeError, match=r"prior takes \(board, weights, state, action\), not \(board, weights, state\)"
    ):
        Ordering(prior=evaluate)


def test_what_belongs_together_is_declared_together():
    with pytest.raises(TypeError, match="both or none"):
        Evaluation(evaluate=evaluate, base=evaluate)
    with pytest.raises(TypeError, match="needs evaluate"):
        Evaluation(base=evaluate)
    with pytest.raises(TypeError, match="needs kind and sample"):
        Belief(kinds=2, odds=lambda view: None, own=lambda view: None)
    with pytest.raises(TypeError, match="is a Evaluation"):
        Judgement(evaluation=Ending())


def test_every_function_that_the_search_asks_for_can_be_declared():
    asked = [name for name, value in vars(hooks).items() if callable(value) and value.__module__ == hooks.__name__]
    derived = {"hook", "max_margin", "state_words", "_max_margin", "_state_words"}
    for name in set(asked) - derived:
        assert Judgement().hook(name) is None
    with pytest.raises(KeyError, match="no part"):
        Judgement().hook("promise")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_games_know_whether_they_have_chance_and_secrets(game):
    position = game.start(seed=1)
    drawn = any(position.turn == tablier.CHANCE for position in random_game(position, Random(1)))
    assert game.has_chance == drawn
    assert game.has_secrets == (game.name == "kabaleo")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_weights_are_made_once_and_shared_by_all_tables(game):
    one, other = (game.start(seed=seed).view(0) for seed in (1, 1))
    assert game.judgement.weights(one) is game.judgement.weights(other)
    assert not game.judgement.weights(one).flags.writeable
    assert one.arrays.board.nbytes < 40_000


@pytest.fixture
def noughts(tmp_path, monkeypatch):
    """Copies of the toy game with a judgement of one's own, each a package of its own."""

    def make(name, judgement=None, rules=lambda text: text):
        folder = tmp_path / name
        shutil.copytree(Path(__file__).parent / "noughts", folder, ignore=shutil.ignore_patterns("__pycache__"))
        for file in folder.glob("*.py"):
            file.write_text(file.read_text().replace("noughts.", f"{name}."))
        text = rules((folder / "rules.py").read_text())
        (folder / "rules.py").write_text(text.replace('("ply"', f'("ply_{name}"').replace(".ply", f".ply_{name}"))
        if judgement:
            (folder / "judgement.py").write_text(judgement)
        monkeypatch.syspath_prepend(tmp_path)
        return Game(name)

    yield make
    for name in [name for name in sys.modules if name.partition(".")[0] in {path.name for path in tmp_path.iterdir()}]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("judgement", "fault"),
    [
        ("", "JUDGEMENT"),
        ("JUDGEMENT = None", "is no Judgement"),
        ("from tablier.core.judgement import Judgement\nJUDGEMENT = Judgement(evalutaion=None)", "evalutaion"),
    ],
)
def test_a_faulty_judgement_fails_when_the_game_is_loaded(noughts, judgement, fault):
    game = noughts("faulty", judgement or "x = 1")
    with pytest.raises((TypeError, AttributeError), match=fault):
        game.load()


WRONG = """
from tablier.core.judgement import Evaluation, Judgement

def evaluate(board, weights, state):
    return state.ply_wrong * 10

def base(board, weights, state):
    return state.ply_wrong * 10

def delta(board, weights, state, action, after):
    return 11

JUDGEMENT = Judgement(evaluation=Evaluation(evaluate=evaluate, base=base, delta=delta))
"""


def test_what_a_judgement_tells_is_held_against_games(noughts):
    game = noughts("wrong", WRONG)
    faults = Faults(game)
    check_judgement(game, {"seats": 2}, "1", faults)
    assert any("base and delta are what evaluate says afterwards" in fault for fault in faults.sentences)
    assert len(faults.sentences) == 1


def test_rules_that_lack_something_fail_when_the_game_is_loaded(noughts):
    with pytest.raises(TypeError, match="has no payoff"):
        noughts("lacking", rules=lambda text: text.replace("def payoff", "def pay")).load()
    with pytest.raises(TypeError, match="belong together"):
        noughts("halved", rules=lambda text: text + "\n\ndef hide(board, state, seat):\n    pass\n").load()


def test_compiled_code_is_kept_apart_by_what_was_declared(monkeypatch):
    """The same function for the same game with and without one of its hooks are two files."""
    game = tablier.game("kulami")
    game.load()
    cache = compiler.CompiledFiles(evaluate)
    signature = tuple(kind for kind, owner in compiler.owners.items() if owner.package == game.package)

    class Codegen:
        def magic_tuple(self):
            return ()

    with_all = cache._file(signature, Codegen())
    monkeypatch.setitem(vars(game), "judgement", Judgement(key=game.judgement.key))
    for owner in set(compiler.owners.values()):
        if owner.package == game.package:
            monkeypatch.setitem(vars(owner), "judgement", Judgement(key=game.judgement.key))
    assert cache._file(signature, Codegen()) != with_all
    monkeypatch.undo()
    assert cache._file(signature, Codegen()) == with_all
    monkeypatch.setattr(compiler, "versions", lambda: ["another"])
    assert cache._file(signature, Codegen()) != with_all


@pytest.mark.parametrize(
    ("whose", "name"),
    [
        (sys.implementation, "cache_tag"),
        (sys, "abiflags"),
        (np, "__version__"),
        (numba, "__version__"),
        (llvmlite, "__version__"),
    ],
)
def test_compiled_code_is_kept_apart_by_every_version(monkeypatch, whose, name):
    before = compiler.versions()
    monkeypatch.setattr(whose, name, "another")
    assert compiler.versions() != before


@entry
def plain_prior(boards, weights, states, action):
    return hooks.prior(boards[0], weights[0], states[0], action)


def test_whoever_compiles_first_gets_what_the_game_declares():
    """Nobody has to register anything: the first caller of a hook finds the game's own."""
    position = tablier.game("quantik").start()
    weights = position.game.judgement.weights(position)
    assert plain_prior(*position.arrays[:1], weights, position.arrays.state, 0) > 0


def test_thinking_hides_what_the_seat_may_not_know():
    """The same view thinks the same, whatever the others hold: nobody has to remember to hide it first."""
    start = tablier.game("kabaleo").start(2, seed=4)
    own, *others = start.moves.texts
    thoughts = []
    for other in others:
        position = start.play(own).play(other)
        thoughts.append(player("best", simulations=200).think(position, 3600, seed=1))
    assert len({thought.values for thought in thoughts}) == 1
    assert thoughts[0].values == player("best", simulations=200).think(position.view(0), 3600, seed=1).values


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_no_time_gives_no_value_to_moves_nobody_looked_at(game):
    position = [position for position in random_game(game.start(seed=2), Random(2)) if position.turn >= 0][4]
    for name in ("best", "uct"):
        thought = player(name).think(position, 0, all_moves=True)
        if name == "uct":
            assert thought.work == 1 and len(thought.values) == 1
        assert thought.values[0].move == thought.move and thought.work > 0


def test_what_must_be_compiled_is_compiled_before_the_time_begins(monkeypatch):
    from tablier.search import players
    from tablier.search.mcts.search import MCTS

    seen = []
    monkeypatch.setattr(players, "_prepared", set())
    monkeypatch.setattr(MCTS, "prepare", lambda self, view: seen.append("prepare"))
    think = MCTS.think
    monkeypatch.setattr(MCTS, "think", lambda self, request: seen.append(request.seconds) or think(self, request))
    position = tablier.game("quantik").start()
    player("uct", simulations=10).think(position, 5)
    player("uct", simulations=10).think(position, 5)
    assert seen[0] == "prepare" and seen[1] > 4 and len(seen) == 3


def test_a_search_is_chosen_by_what_a_game_declares():
    chosen = {}
    for game in GAMES:
        position = next(p for p in random_game(game.start(seed=1), Random(1)) if p.turn >= 0)
        chosen[game.name] = type(choose_search(position.view(position.turn), player("best").level(game))).__name__
    assert chosen == {
        "quantik": "AlphaBeta", "kulami": "Hybrid", "rangees": "AlphaBeta", "on_top": "MCTS", "kabaleo": "MCTS"
    }  # fmt: skip
