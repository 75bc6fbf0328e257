"""The conformance suite: what must hold for every game, to be run by whoever writes one.

    from tablier.testing import check_game
    check_game(tablier.game("quantik"))

A failed check is an AssertionError that says where: the position's text replays it.
"""

import itertools
import xml.etree.ElementTree as ElementTree
from random import Random

from tablier.core import engine
from tablier.core.errors import Illegal, NotYourTurn, TablierError
from tablier.core.game import Game
from tablier.core.moves import UNSEEN, Move
from tablier.core.outcome import OUTSIDE
from tablier.core.position import Position
from tablier.core.random_play import random_game
from tablier.core.record import Record, traced
from tablier.core.registry import add
from tablier.core.rules import CHANCE, OVER, SPECTATOR
from tablier.core.scene import LAYERS
from tablier.core.svg import THEMES, palette, symbols
from tablier.core.text import parse
from tablier.core.words import LANGUAGES


def check_game(game: Game, games: int = 2, seed: int = 0) -> None:
    """Play `games` random games of every variant and check everything on the way."""
    add(game)
    check_words(game)
    for number, variant in enumerate(variants(game)):
        for round_ in range(games):
            check_play(start(game, variant, f"{seed}/{number}/{round_}"), f"{seed}/{number}/{round_}")
        check_determinism(game, variant, f"{seed}/{number}")


def variants(game: Game) -> list[dict]:
    """Every combination of seats, options and named data that the game can be started with."""
    names = [option.name for option in game.options]
    values = [option.values or (option.default,) for option in game.options]
    combinations = (
        {"seats": seats} | dict(zip(names, chosen, strict=True))
        for seats in game.seats
        for chosen in itertools.product(*values)
    )
    return [variant for variant in combinations if _can_start(game, variant)]


def _can_start(game, variant):
    try:
        start(game, variant, 0)
    except TablierError:
        return False
    return True


def start(game: Game, variant: dict, seed) -> Position:
    return game.start(seed=seed, **variant)


def check_words(game: Game) -> None:
    """The game has a name, a description and help in every language."""
    for language in LANGUAGES:
        keys = ["title", "about", "minutes", "move.form"]
        for option in game.options:
            keys.append(f"option.{option.name}.about")
            keys += [f"option.{option.name}.{str(value).lower()}" for value in option.values]
        for key in keys:
            assert game.words(key).say(language).strip(), f"{game.name} says nothing for {key} in {language}"
        assert game.help(language).startswith("# "), f"help.{language}.md begins with a title"


def check_play(position: Position, seed) -> None:
    """One random game, checked at every step and more closely at some."""
    random = Random(seed)
    actions, first = 0, position.moves.texts
    for number, current in enumerate(random_game(position, random)):
        actions += len(current.history[-1].actions) if current.history else 0
        assert actions <= position.game.rules.LONGEST, f"longer than LONGEST: {current.text}"
        check_moves(current)
        check_refusals(current, random, first)
        check_points(current)
        if number < 8 or random.random() < 0.15 or current.over:
            check_values(current, random)
            check_texts(current)
            check_scene(current)
            check_views(current, random)
    check_outcome(current)


def check_moves(position: Position) -> None:
    """There is a move unless the game is over; no path is the beginning of another."""
    assert position.turn in (CHANCE, OVER, *range(position.seats)), position.text
    assert bool(position.moves) == (not position.over), f"moves and turn disagree: {position.text}"
    texts = position.moves.texts
    assert texts == sorted(set(texts)), f"two moves are written the same: {position.text}"
    for move in position.moves:
        assert not position.moves.targets(*move.path), f"{move} begins another move: {position.text}"
        assert move.draw == (position.turn == CHANCE)
        assert all("-" not in target and " " not in target and target for target in move.path), move
        assert position.moves.find(move.text) is move


def check_values(position: Position, random: Random) -> None:
    """Legal is playable, and playing leaves the old position as it was."""
    before = position.text, hash(position), position.points
    for move in random.sample(list(position.moves), min(12, len(position.moves))):
        after = position.play(move)
        assert after == position.play(move.text, None if move.draw else position.turn)
        assert after.history == (*position.history, move)
        assert parts_of(position, move) == [True] * (len(move.actions) - 1) + [False], f"{move} ends elsewhere"
        assert hash(after) == hash(position.play(move))
    assert before == (position.text, hash(position), position.points), f"playing changed {before[0]}"
    assert list(position.positions())[-1] == position


def parts_of(position: Position, move: Move) -> list[bool]:
    """For each action of a move whether the rules say that the move goes on after it."""
    state = position.arrays.copies()
    return [bool(engine.play(position.arrays.board, state, action)) for action in move.actions]


def check_refusals(position: Position, random: Random, first: list[str]) -> None:
    """What is not legal is refused, with a reason that can be said in every language."""
    attempts = ["", "-", "~", "~?!", "a1-", "zz99", "é-\0", "S-b2-c3"]
    attempts += random.sample(first, 1)  # of the first moves of the game
    if position.history:
        attempts += [position.history[-1].text, random.choice(position.history).text]
    for text in attempts:
        if text in position.moves or text == f"~{UNSEEN}":
            continue
        try:
            position.play(text)
        except TablierError as error:
            assert all(error.say(language) for language in LANGUAGES)
            if isinstance(error, Illegal) and not text.startswith("~") and position.turn != CHANCE:
                assert error.rule.startswith("refusal."), f"{text} in {position.text}: {error}"
        else:
            raise AssertionError(f"{text} is not legal but can be played: {position.text}")
    for seat in range(position.seats):
        if seat != position.turn and not position.over:
            try:
                position.play(position.moves[0], seat)
            except NotYourTurn:
                continue
            raise AssertionError(f"seat {seat} can play out of turn: {position.text}")


def check_points(position: Position) -> None:
    """The score sheet adds up, for each seat during play and for each side at the end."""
    whose = position.sides if position.over else tuple(range(position.seats))
    for seat, points in enumerate(position.points):
        lines = [line for line in position.sheet if whose[line.seat] == whose[seat]]
        if points is not None:
            total = sum(line.points for line in lines)
            assert total == points, f"seat {seat} has {points} points, the sheet {total}: {position.text}"
        for line in lines:
            assert all(line.phrase.say(language) for language in LANGUAGES)


def check_texts(position: Position) -> None:
    """Text and record, written and read, give the same position."""
    text = position.text
    assert "\n" not in text
    again = parse(text)
    assert again == position and hash(again) == hash(position) and again.text == text
    assert again.history == position.history
    record = position.record(legal=traced(position) if position.over else None)
    copy = Record.parse(record.line)
    assert copy == record and copy.line == record.line
    assert copy.replay() == position, f"the record replays to something else: {text}"
    assert all(legal == sorted(legal) for legal in record.legal or [])
    for language in LANGUAGES:
        diagram = position.diagram(language)
        assert diagram.strip() and max(map(len, diagram.splitlines())) <= 80, f"a diagram wider than 80: {text}"


def check_scene(position: Position) -> None:
    """Every target can be clicked, every id is one item's, and everything named exists."""
    scene = position.scene()
    items = [*scene.items, *(item for panel in scene.panels for item in panel.items)]
    names = [item.id for item in items]
    assert len(names) == len(set(names)), f"an id twice: {sorted(n for n in names if names.count(n) > 1)[:3]}"
    if position.turn >= 0:
        wanted = {target for move in position.moves for target in move.path}
        assert wanted <= set(names), f"no item for {sorted(wanted - set(names))[:5]}: {position.text}"
    game = position.game
    for item in items:
        assert item.layer in LAYERS, item
        assert bool(item.mark) == (item.layer == "marks"), item
        assert item.glyph in ("text", "polygon") or f"{game.name}-{item.glyph}" in symbols(game.folder), item
        for theme in THEMES:
            assert not item.colour or item.colour in palette(game.folder, theme), item
        if item.label:
            assert all(item.label.say(language) for language in LANGUAGES)
    for theme in THEMES:
        ElementTree.fromstring(position.svg(theme=theme, show=("last", "targets")))


def check_views(position: Position, random: Random) -> None:
    """A view shows what its seat may know and nothing else, however one comes by it."""
    if not position.game.has_secrets:
        assert position.view(SPECTATOR) is position is position.fill(1)
        return
    for seat in (SPECTATOR, *range(position.seats)):
        view = position.view(seat)
        assert view.view(seat) == view, f"hiding twice differs for seat {seat}: {position.text}"
        assert view.turn == position.turn
        if position.turn != CHANCE:
            assert view.moves.texts == position.moves.texts, f"hiding changes the moves: {position.text}"
        if not position.over:
            redacted = position.record(legal=traced(position)).redact(seat)
            replayed = redacted.replay()
            assert replayed == view and replayed.text == view.text, f"redacted for {seat}: {position.text}"
            assert redacted.legal == traced(view)
        for _ in range(3):
            guess = view.fill(random.getrandbits(64))
            assert (guess.turn == view.turn and None not in guess.points) or guess.turn == CHANCE
            seen = guess.view(seat)
            assert seen == view, f"fill, then hide, differs for seat {seat}: {position.text}"
            assert seen.text == view.text and seen.moves.texts == view.moves.texts
            assert seen.scene() == view.scene()
            assert seen.sheet == view.sheet and seen.diagram() == view.diagram()


def check_outcome(position: Position) -> None:
    outcome = position.outcome
    assert outcome is not None and position.over
    assert len(outcome.ranks) == len(outcome.points) == position.seats
    assert min(outcome.ranks) == 1 and outcome.winners
    assert outcome.reason not in OUTSIDE
    for language in LANGUAGES:
        assert position.game.words(f"reason.{outcome.reason.replace(' ', '_')}").say(language)


def check_determinism(game: Game, variant: dict, seed) -> None:
    """The same seed plays the same game."""

    *_, once = random_game(start(game, variant, seed), Random(seed))
    *_, again = random_game(start(game, variant, seed), Random(seed))
    assert once.text == again.text
