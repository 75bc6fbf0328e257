"""What a game tells the search: said of random games, it must be so."""

from random import Random
from typing import Any, Protocol

import numpy as np

from tablier.core import calls
from tablier.core.compiler import entry
from tablier.core.frozen import freeze_array
from tablier.core.game import Game
from tablier.core.judgement import Level, MctsParams
from tablier.core.position import Position
from tablier.core.random_play import random_game
from tablier.core.rules import OVER
from tablier.search import hooks
from tablier.search.mcts.kernel import find_equivalent
from tablier.testing.faults import Faults
from tablier.testing.setups import start

FILE = "judgement.py"
POINT = 1000

# places in what `ask` tells
HERE, SUM, THERE, KNOWN, REPLY, ENDS, WINS, LEFT, DOMINANT = range(9)


class Must(Protocol):
    """Add a fault unless something holds; return whether it does."""

    def __call__(self, holds: object, rule: str, example: object = "") -> bool: ...


@entry
def ask(boards, weight_sets, states, action, out):  # type: ignore[no-untyped-def]  # compiled
    """All that is told of a state, and of an action that leads to another."""
    board, weights, state, after = boards[0], weight_sets[0], states[0], states[1]
    for place, one in ((HERE, 0), (THERE, 1)):
        out[place] = hooks.evaluate(board, weights, states[one])
    out[SUM] = hooks.base(board, weights, state) + hooks.delta(board, weights, state, action, after)
    out[KNOWN], out[REPLY], out[ENDS] = hooks.best_reply(board, weights, state)
    out[WINS] = hooks.wins(board, weights, state)
    out[LEFT] = hooks.plies_left(board, weights, state)
    out[DOMINANT] = hooks.dominant(board, weights, state)
    hooks.prior(board, weights, state, action) + hooks.order(board, weights, state, action)
    return hooks.key(board, weights, state)


@entry
def value_actions(boards, weight_sets, states, mask, values):  # type: ignore[no-untyped-def]  # compiled
    hooks.action_values(boards[0], weight_sets[0], states[0], mask, values)


@entry
def fill_in(boards, weight_sets, states, odds, rng):  # type: ignore[no-untyped-def]  # compiled
    hooks.sample(boards[0], weight_sets[0], states[0], odds, rng)


def check_judgement(game: Game, variant: dict[str, Any], seed: str, faults: Faults) -> None:
    """Check what is told at some moments of a random game; nothing to do for a game that tells nothing."""
    judgement = game.judgement
    for number, level in judgement.levels.items():
        faults.unless(number in range(1, 7) and isinstance(level, Level), FILE, "levels are Levels from 1 to 6", number)
    if not judgement.declared():
        return
    random = Random(seed)
    asked = False
    for position in random_game(start(game, variant, seed), random):
        end = position
        if position.turn >= 0 and (not asked or random.random() < 0.1):
            asked = True
            with faults.trying(FILE, position):
                _check_position(position.view(position.turn), random, faults)
    _check_margin(end, faults)


def _check_margin(end: Position, faults: Faults) -> None:
    """A search that is told too small a margin is certain of what is not so."""
    points, payoff = np.zeros(end.seats, np.int64), np.zeros(end.seats)
    calls.count(*end.arrays, points, payoff)
    most = end.game.judgement.ending.max_margin
    rule = "max_margin must be the largest difference in payoff that can be, or left out"
    example = f"it is {most}, the payoffs are {payoff.tolist()}"
    faults.unless(payoff.max() - payoff.min() <= most, FILE, rule, example, end)


def _check_position(view: Position, random: Random, faults: Faults) -> None:
    def must(holds: object, rule: str, example: object = "") -> bool:
        return faults.unless(holds, FILE, rule, example, view)

    judgement = view.game.judgement
    weights = judgement.weights(view)
    must(weights is judgement.weights(view), "weights are made once and shared")
    must(len(weights) == 1 and not weights.flags.writeable, "weights are an array of one record that nobody can change")
    must(isinstance(judgement.params(view), MctsParams), "params gives MctsParams")
    if view.seats == 2 and not view.game.has_chance:
        _check_values(view, weights, random, must)
    if judgement.ordering.equivalent:
        _check_equivalent(view, weights, must)
    if judgement.action_values:
        _check_action_values(view, weights, must)
    if judgement.belief:
        _check_belief(view, weights, must)


def _check_values(view: Position, weights: np.ndarray, random: Random, must: Must) -> None:
    """Evaluation, move order and ends, for two seats with nothing hidden and nothing drawn."""
    board = view.arrays.board
    evaluation, ending = view.game.judgement.evaluation, view.game.judgement.ending
    legal = {move.actions[0] for move in view.moves}
    for move in random.sample(view.moves, min(4, len(view.moves))):
        both, out = view.arrays.copies(2), np.zeros(9, np.int64)
        calls.play(board, both[1:], move.actions[0])
        key = ask(board, weights, both, move.actions[0], out)
        must(key == ask(board, weights, both.copy(), move.actions[0], out), "equal states, equal keys")
        over = calls.turn(board, freeze_array(both[1:])) == OVER
        if evaluation and evaluation.base and not over:
            must(out[SUM] == out[THERE], "base and delta are what evaluate says afterwards", move)
        if ending.plies_left and out[LEFT] >= 0 and len(move.actions) == 1:
            further = np.zeros(9, np.int64)
            if over:
                must(out[LEFT] == 1, "plies_left counts the actions to the end", move)
            else:
                ask(board, weights, both[[1, 1]], move.actions[0], further)
                must(further[LEFT] in (-1, out[LEFT] - 1), "plies_left counts the actions to the end", move)
        must(out[DOMINANT] == -1 or out[DOMINANT] in legal, "a dominant action is a legal one", out[DOMINANT])
    _check_replies(view, weights, out, must)


def _check_replies(view: Position, weights: np.ndarray, told: np.ndarray, must: Must) -> None:
    """What is told of the best reply, and of wins at once, against all replies."""
    sign, most = 1 if view.turn == 0 else -1, view.game.judgement.ending.max_margin
    if not (told[KNOWN] or told[WINS]):
        return
    values, ends = [], []
    for move in view.moves:
        after = view.after(move)
        if after.over:
            ranks, points = (after.outcome.ranks, after.points) if after.outcome else ((), ())
            ends.append(ranks[view.turn] == 1)
            values.append(POINT * ((points[0] or 0) - (points[1] or 0)))
        else:
            out = np.zeros(9, np.int64)
            ask(after.arrays.board, weights, after.arrays.copies(2), 0, out)
            values.append(int(out[HERE]))
    if told[WINS]:
        must(any(ends), f"wins says that the game can be won at once, by {most}")
    if told[KNOWN]:
        must(told[REPLY] == sign * max(sign * value for value in values), "best_reply is the best of all replies")


def _check_equivalent(view: Position, weights: np.ndarray, must: Must) -> None:
    first = np.zeros(view.game.rules.ACTIONS, np.int64)
    find_equivalent(view.arrays.board, weights, view.arrays.copies(), first)
    legal = {move.actions[0] for move in view.moves}
    for action in legal:
        must(first[action] <= action and first[first[action]] == first[action], "equivalent gives the first of each")
        must(int(first[action]) in legal, "an action stands for others only where it is legal itself", action)


def _check_action_values(view: Position, weights: np.ndarray, must: Must) -> None:
    values = np.full((view.game.rules.ACTIONS, view.seats), -1.0)
    value_actions(view.arrays.board, weights, view.arrays.state, view.mask, values)
    rows = values[: len(view.moves)]
    sides = rows[:, [view.sides.index(side) for side in sorted(set(view.sides))]]
    must(np.all((rows >= 0) & (rows <= 1)), "action values are chances from 0 to 1")
    must(np.allclose(sides.sum(axis=1), 1), "the chances of all sides add up to one")
    must(np.all(values[len(view.moves) :] == -1), "action_values fills a row for each action in mask, and no more")


def _check_belief(view: Position, weights: np.ndarray, must: Must) -> None:
    belief = view.game.judgement.belief
    if belief is None:
        return
    odds, own = belief.odds(view), belief.own(view)
    if must(odds.shape == (view.seats, belief.kinds), "odds has a row a seat and a column a kind", odds.shape):
        must(np.all(odds >= 0) and np.allclose(odds.sum(axis=1), 1), "the odds of a seat add up to one")
    must(own is None or own in range(belief.kinds), "own is a kind, or None", own)
    if belief.cost:
        cost = belief.cost(view)
        fits = cost.shape == (view.game.rules.ACTIONS,) and np.all((cost >= 0) & (cost <= 1))
        must(fits, "a cost for each action, from 0 to 1")
    states = view.arrays.copies()
    fill_in(view.arrays.board, weights, states, np.ascontiguousarray(odds), np.array([7], np.uint64))
    guess = view.with_state(states, view.history)
    must(None not in guess.points, "sample leaves nothing hidden")
    must(guess.view(view.turn) == view, "what is sampled and hidden again is the same view")
