"""A program as a stranger may write it, with every type said: `mypy --strict` has nothing against it."""

from random import Random

import tablier
from tablier import BadOption, Game, Illegal, Move, Moves, Outcome, Position, Record, TablierError, player


def choose(position: Position) -> Move:
    for move in position.moves:
        if position.play(move).over:
            return move
    return Random(1).choice(position.moves[:3])


def play(game: Game) -> Position:
    position = game.start(board="irregular", level=3, seed=1)
    while not position.over:
        if position.turn == tablier.CHANCE:
            position = position.play(position.moves[0])
        else:
            position = position.play(choose(position.view(position.turn)), position.turn)
    return position


def keep(position: Position, path: str) -> Record:
    record = position.record(players=["Ann", "Bob"])
    record.write(path)
    return Record.read(path)


def describe(position: Position) -> list[str]:
    outcome: Outcome | None = position.outcome
    moves: Moves = position.moves
    known: list[int] = [points for points in position.points if points is not None]
    picture: str = position.svg(theme="dark")
    lines = [line.phrase.say("fr") for line in position.sheet]
    return [*lines, picture, position.diagram(), str(outcome and outcome.winners), *moves.texts, *map(str, known)]


def study(game: Game, record: Record) -> list[str]:
    position = record.replay()
    first: list[str] = sorted(position.moves.tree)
    deeper: list[str] = [then for target in first for then in position.moves.tree[target]]
    choices: dict[str, str] = {option.name: option.expects for option in game.options}
    seats: tuple[int, ...] = game.seats
    ranks: list[int] = [] if record.outcome is None else record.outcome["ranks"]
    match: str = "" if record.match is None else record.match["id"]
    advice = game.advice(position)
    facts = {} if advice is None else advice.facts
    bits: int = int(position.mask[0])
    return [*first, *deeper, *choices, *map(str, (*seats, *ranks)), match, *facts, str(bits)]


def think(position: Position) -> Move | None:
    try:
        thought = player("best").think(position.view(position.turn), seconds=0.1)
    except Illegal as error:
        print(error.rule, error.say("fr"))
    except (BadOption, TablierError):
        return None
    return thought.move


async def attend(server: str) -> None:
    async with tablier.Client(server, "Ada") as ada:
        table = await ada.create("quantik", seats=["me", 3])
        async for seen in ada.watch(table):
            if seen.turn is not None and seen.turn in seen.yours:
                await ada.play(table, seen.turn, choose(seen.position))
