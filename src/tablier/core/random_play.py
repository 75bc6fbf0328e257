"""Random play, the same for the same seed."""

from collections.abc import Iterator
from random import Random

from tablier.core.game import Game
from tablier.core.match import moved_on
from tablier.core.moves import Move
from tablier.core.options import Choices
from tablier.core.position import Position
from tablier.core.record import Match, Record, traced
from tablier.core.rules import CHANCE


def random_move(position: Position, random: Random) -> Move:
    """Any legal move, all alike; or a draw, each as likely as the rules say."""
    moves = position.moves
    if position.turn == CHANCE:
        return random.choices(moves, position.chances())[0]
    return random.choice(moves)


def random_game(position: Position, random: Random) -> Iterator[Position]:
    """Every position from this one to the end of a random game."""
    yield position
    while not position.over:
        position = position.play(random_move(position, random))
        yield position


def matches(
    game: Game, seats: int | None, choices: Choices, games: int, seed: int, trace: bool, match: bool
) -> Iterator[Record]:
    """The records of random games; with `match`, each is followed by a second one, seats swapped."""
    for number in range(games):
        random = Random(f"{seed}/{number}")
        two = game.match(seats, seed=f"{seed}/{number}/setup", **choices)
        position = two.first
        players = [f"random {seat}" for seat in range(position.seats)] if match else ["random"] * position.seats
        *_, last = random_game(position, random)
        yield _record(last, players, trace, {"id": f"{seed}/{number}", "game": 1} if match else None)
        if match:
            *_, last = random_game(two.second(last), random)
            yield _record(last, moved_on(players), trace, {"id": f"{seed}/{number}", "game": 2})


def _record(position: Position, players: list[str], trace: bool, match: Match | None) -> Record:
    return position.record(players=players, match=match, legal=traced(position) if trace else None)
