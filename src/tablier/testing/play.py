"""Games played at random, to the quickest and to the latest end, and checked at every step."""

import itertools
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from tablier.core import calls
from tablier.core.errors import Illegal, NotYourTurn, TablierError, Unreadable
from tablier.core.game import Game
from tablier.core.moves import UNSEEN, Move
from tablier.core.outcome import OUTSIDE
from tablier.core.position import Position
from tablier.core.random_play import random_game, random_move
from tablier.core.record import Record, traced
from tablier.core.rules import CHANCE, OVER, mask_words
from tablier.core.text import parse
from tablier.core.words import LANGUAGES, Drawing, Phrase
from tablier.testing.drawing import check_drawing, check_scene
from tablier.testing.faults import Faults
from tablier.testing.identity import Journeys
from tablier.testing.setups import start, variants
from tablier.testing.views import check_views

Choose = Callable[[Position, Random], Move]

LINE = 60
"""So many characters of advice fit on one line of a phone."""

ROUNDS = 4
"""So many games are played to the latest end, and to the earliest: a board that is nearly full is not full."""


def check_play(position: Position, seed: str, points_decide: bool, faults: Faults) -> None:
    """One random game, checked at every step and more closely at some."""
    random = Random(seed)
    first, seen, journeys = position.moves.texts, set[str](), Journeys(faults)
    for number, current in enumerate(_game(position, random_move, random, faults)):
        with faults.trying("moves.py", current):
            check_refusals(current, random, first, faults)
        with faults.trying("sheet.py", current):
            check_points(current, faults)
        with faults.trying("scene.py", current):
            journeys.follow(current)
        with faults.trying("moves.py", current):
            check_told(current, random, faults)
            check_advice(current, faults)
        closely = number < 8 or random.random() < 0.15 or current.over
        fresh = {target for move in current.moves for target in move.path} - seen
        seen |= fresh
        if closely or fresh:
            with faults.trying("scene.py", current):
                check_scene(current, closely, faults)
        if closely:
            with faults.trying("rules.py", current):
                check_values(current, random, faults)
            with faults.trying("diagram.py", current):
                check_texts(current, faults)
            with faults.trying("rules.py", current):
                check_views(current, random, faults)
    with faults.trying("sheet.py", current):
        check_outcome(current, points_decide, faults)


def check_extremes(game: Game, seed: int, points_decide: bool, faults: Faults) -> None:
    """Games in which nobody ends it who need not, and in which everybody does who can: full boards, early ends."""
    seen = set()
    for variant in variants(game):
        if variant["seats"] not in seen:
            seen.add(variant["seats"])
            for number, choose in itertools.product(range(ROUNDS), (_lasting, _ending)):
                luck = f"{seed}/{number}"
                *_, last = _game(start(game, variant, luck), choose, Random(luck), faults)
                with faults.trying("sheet.py", last):
                    check_outcome(last, points_decide, faults)


def _lasting(position: Position, random: Random) -> Move:
    return _preferred(position, random, over=False)


def _ending(position: Position, random: Random) -> Move:
    return _preferred(position, random, over=True)


def _preferred(position: Position, random: Random, over: bool, looks: int = 8) -> Move:
    """One of some moves that end the game, or that do not, if there is one."""
    if position.turn == CHANCE:
        return random_move(position, random)
    moves = random.sample(position.moves, min(looks, len(position.moves)))
    return next((move for move in moves if position.play(move).over == over), moves[0])


def _game(position: Position, choose: Choose, random: Random, faults: Faults) -> Iterator[Position]:
    """A game from a position on, as far as it goes."""
    longest, actions = position.game.rules.LONGEST, 0
    while True:
        with faults.trying("moves.py", position):
            check_moves(position, faults)
        yield position
        if position.over or not position.moves:
            return
        position = position.play(choose(position, random))
        actions += len(position.history[-1].actions)
        if not faults.unless(actions <= longest, "rules.py", f"a game has more actions than LONGEST, {longest}"):
            return


def check_moves(position: Position, faults: Faults) -> None:
    """There is a move unless the game is over; no path is the beginning of another."""
    turns = (CHANCE, OVER, *range(position.seats))
    faults.unless(position.turn in turns, "rules.py", "turn must be a seat, CHANCE or OVER", position.turn, position)
    chance = position.turn != CHANCE or position.game.has_chance
    faults.unless(chance, "rules.py", "there are draws, and HAS_CHANCE is not True", "", position)
    full = np.full(mask_words(position.game.rules), ~np.uint64(0))
    calls.moves(*position.arrays, full)
    cleared = position.over or np.array_equal(full, position.mask)
    faults.unless(cleared, "rules.py", "moves must set every word of mask, whatever was in it", "", position)
    if position.turn >= 0 and not _check_paths(position, faults):
        return
    rule = "there is no legal move, and the game is not over"
    faults.unless(position.moves or position.over, "rules.py", rule, "", position)
    different = len(position.moves) == len(position.moves.texts)
    faults.unless(different, "moves.py", "two moves are written the same", "", position)
    for move in position.moves:
        rule = "one move is the beginning of another"
        faults.unless(not position.moves.targets(*move.path), "moves.py", rule, move, position)
        good = all(target and "-" not in target and " " not in target for target in move.path)
        faults.unless(good, "moves.py", "a target is empty, or has a space or a dash", repr(move.text), position)


def _check_paths(position: Position, faults: Faults) -> bool:
    """Is every first action a tuple of targets?"""
    bits = np.unpackbits(position.mask.view(np.uint8), bitorder="little")
    for action in np.flatnonzero(bits).tolist():
        path = position.game.parts.moves.path(position, action)
        rule = "path must return a tuple of texts"
        if not faults.unless(isinstance(path, tuple), "moves.py", rule, f"not {path!r}", position):
            return False
    return True


def check_advice(position: Position, faults: Faults) -> None:
    """Advice is one short line in every language; what there is to say besides can be said."""
    if position.turn < 0:
        return
    advice, more = position.game.advice(position), position.game.more(position)
    for language in LANGUAGES:
        said = advice.say(language) if advice else ""
        faults.unless(len(said) <= LINE, "moves.py", f"advice has more than {LINE} characters", repr(said), position)
        if more:
            more.say(language)


def check_told(position: Position, random: Random, faults: Faults) -> None:
    """Moves and draws can be said in every language, with drawings that are there."""
    for move in random.sample(list(position.moves), min(4, len(position.moves))):
        phrase = position.told(move)
        if not faults.unless(isinstance(phrase, Phrase), "moves.py", "told must return a phrase", move, position):
            continue
        said = all(phrase.say(language).strip() for language in LANGUAGES)
        faults.unless(said, "moves.py", "told says nothing", move, position)
        for fact in phrase.facts.values():
            if isinstance(fact, Drawing):
                check_drawing(fact, position, faults)


def check_values(position: Position, random: Random, faults: Faults) -> None:
    """Legal is playable, and playing leaves the old position as it was."""
    before = position.text, hash(position), position.points
    for move in random.sample(list(position.moves), min(12, len(position.moves))):
        after = position.play(move)
        again = position.play(move.text, None if move.draw else position.turn)
        rule = "a move played twice leads to two positions"
        faults.unless(after == again and hash(after) == hash(again), "rules.py", rule, move, position)
        ends = parts_of(position, move) == [True] * (len(move.actions) - 1) + [False]
        faults.unless(ends, "rules.py", "midway and begins disagree on where a move ends", move, position)
    unchanged = before == (position.text, hash(position), position.points)
    faults.unless(unchanged, "rules.py", "playing a move changed the position it was played from", "", position)
    faults.unless(list(position.positions())[-1] == position, "rules.py", "replaying leads elsewhere", "", position)


def parts_of(position: Position, move: Move) -> list[bool]:
    """For each action of a move whether the rules say that the move goes on after it."""
    state = position.arrays.copies()
    return [bool(calls.play(position.arrays.board, state, action)) for action in move.actions]


def check_refusals(position: Position, random: Random, first: list[str], faults: Faults) -> None:
    """What is not legal is refused, with a reason that can be said in every language."""
    attempts = ["", "-", "~", "~?!", "a1-", "zz99", "é-\0", "S-b2-c3"]
    attempts += random.sample(first, min(1, len(first)))  # of the first moves of the game
    if position.history:
        attempts += [position.history[-1].text, random.choice(position.history).text]
    legal_once = {*first, *(move.text for move in position.history)}
    for text in attempts:
        if position.moves.find(text) is None and text != f"~{UNSEEN}":
            _check_refusal(position, text, text in legal_once, faults)
    for seat in range(position.seats):
        if seat != position.turn and position.moves:
            try:
                position.play(position.moves[0], seat)
            except NotYourTurn:
                continue
            faults.add("rules.py", "a seat can play out of turn", seat, position)


def _check_refusal(position: Position, text: str, legal_once: bool, faults: Faults) -> None:
    try:
        position.play(text)
    except TablierError as error:
        if legal_once and not position.over and not text.startswith("~") and position.turn != CHANCE:
            rule = "refuse must name the rule that forbids what was legal earlier in the game"
            faults.unless(not isinstance(error, Unreadable), "moves.py", rule, repr(text), position)
        rule = "refuse must return a phrase, words(…), or None"
        if not faults.unless(isinstance(error.phrase, Phrase), "moves.py", rule, repr(error.phrase), position):
            return
        for language in LANGUAGES:
            error.say(language)
        if isinstance(error, Illegal) and not text.startswith("~") and position.turn != CHANCE:
            named = error.rule.startswith("refusal.")
            faults.unless(named, "moves.py", "the key of a refusal must begin with refusal.", error.rule, position)
    else:
        faults.add("moves.py", "what is not legal can be played", repr(text), position)


def check_points(position: Position, faults: Faults) -> None:
    """The score sheet adds up, for each seat during play and for each side at the end."""
    whose = position.sides if position.over else tuple(range(position.seats))
    for seat, points in enumerate(position.points):
        lines = [line for line in position.sheet if whose[line.seat] == whose[seat]]
        if points is not None:
            total = sum(line.points for line in lines)
            example = f"seat {seat} has {points}, its lines add up to {total},"
            rule = "the lines of the sheet do not add up to the points"
            faults.unless(total == points, "sheet.py", rule, example, position)
        for line in lines:
            for language in LANGUAGES:
                line.phrase.say(language)


def check_texts(position: Position, faults: Faults) -> None:
    """Text and record, written and read, give the same position."""
    text = position.text
    again = parse(text)
    same = again == position and hash(again) == hash(position) and again.text == text
    faults.unless(same and "\n" not in text, "rules.py", "the text reads back as another position", "", position)
    record = position.record(legal=traced(position) if position.over else None)
    copy = Record.parse(record.line)
    same = copy == record and copy.line == record.line and copy.replay() == position
    faults.unless(same, "rules.py", "the record replays to something else", "", position)
    for language in LANGUAGES:
        diagram = position.diagram(language)
        narrow = diagram.strip() and max(map(len, diagram.splitlines())) <= 80
        faults.unless(narrow, "diagram.py", "a diagram is empty, or wider than 80", language, position)


def check_outcome(position: Position, points_decide: bool, faults: Faults) -> None:
    """At the end somebody has won, for a reason that can be said; and it is whoever has most points."""
    if not position.over:
        return  # why is said elsewhere
    outcome = position.outcome
    assert outcome is not None
    rule = "the reason must be none of " + ", ".join(OUTSIDE)
    faults.unless(outcome.reason not in OUTSIDE, "sheet.py", rule, repr(outcome.reason), position)
    for language in LANGUAGES:
        position.game.words(f"reason.{outcome.reason.replace(' ', '_')}").say(language)
    lowest = min(outcome.points[seat] for seat in outcome.winners)
    behind = [seat for seat, points in enumerate(outcome.points) if points > lowest and seat not in outcome.winners]
    rule = "payoff ranks somebody behind a seat with fewer points (if that is right, say points_decide=False)"
    example = f"points {outcome.points}, ranks {outcome.ranks}"
    faults.unless(not (points_decide and behind), "rules.py", rule, example, position)


def check_determinism(game: Game, variant: dict[str, Any], seed: str, faults: Faults) -> None:
    """The same seed plays the same game."""
    with faults.trying("rules.py"):
        *_, once = random_game(start(game, variant, seed), Random(seed))
        *_, again = random_game(start(game, variant, seed), Random(seed))
        faults.unless(once.text == again.text, "rules.py", "the same seed plays another game", "", once)
