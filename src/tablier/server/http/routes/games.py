"""The games there are: rules, boards, sentences, levels."""

import asyncio
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from tablier.core.errors import BadOption, TablierError
from tablier.core.frozen import thaw
from tablier.core.game import Game
from tablier.core.looks import sounds
from tablier.core.options import Choice, Choices, Data, unknown_option
from tablier.core.position import Position
from tablier.core.registry import game as find_game
from tablier.core.registry import list_games
from tablier.core.scene import Scene
from tablier.search.levels import LEVELS, describe
from tablier.server.audience.picture import Picture
from tablier.server.errors import Refused, words
from tablier.server.http import editions
from tablier.server.http.packing import Packed
from tablier.server.http.requests import Board
from tablier.server.http.studio import example
from tablier.server.storage.store import as_json
from tablier.server.tables.ids import GameName
from tablier.server.tables.preparation import prepare

Language = Annotated[str, Path(pattern="^(en|fr)$")]

LARGEST = 16 * 1024
"""So many characters the options of a game may have."""

router = APIRouter(tags=["games"])


@router.get("/games")
async def games(request: Request) -> Response:
    """Every game, its numbers of players, its options and boards, and what its pieces sound like; the easiest first."""
    return _games(tuple(sorted(list_games(), key=lambda game: game.difficulty))).answer(request)


@cache
def _games(games: tuple[Game, ...]) -> Packed:
    return Packed.json([_game(game) for game in games])


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title.as_json(),
        "difficulty": game.difficulty,
        "seats": list(game.seats),
        "options": [_option(option) for option in game.options],
        "sounds": sounds(game.folder),
        "marks": [mark._asdict() for mark in game.marks],
    }


def _option(option: Choice | Data) -> dict[str, Any]:
    shown = {"name": option.name, "values": list(option.values), "default": option.default}
    if isinstance(option, Data):
        return shown | {"data": True, "kind": option.kind, "random": list(option.random)}
    return shown | {"data": False, "kind": "choice", "random": []}


@router.get("/games/{name}/rules/{language}")
async def rules(name: GameName, language: Language, request: Request) -> Response:
    """The rules in our own words, as Markdown."""
    return _rules(name, language).answer(request)


@cache
def _rules(name: str, language: str) -> Packed:
    return Packed.json({"markdown": find_game(name).help(language)})


@router.get("/games/{name}/preview")
async def preview(name: GameName, request: Request) -> Response:
    """What the game looks like in the middle of play: a picture, to look at only."""
    return (await asyncio.to_thread(_preview, name)).answer(request)


@cache
def _preview(name: str) -> Packed:
    scene = example(name).scene()
    seen = tuple(item._replace(label=None) for item in scene.items if item.layer != "marks")
    return Packed.json({"scene": Picture().whole(Scene(scene.width, scene.height, seen))})


@router.get("/games/{name}/plan")
async def plan(name: GameName) -> dict[str, Any]:
    """What one draws boards of this game with."""
    found = find_game(name).plan()
    if found is None:
        raise Refused(words("http.no_page"))
    return found


@router.get("/words/{language}")
async def catalogue(language: Language, request: Request) -> Response:
    """Every sentence of every catalogue in one language, by catalogue and key."""
    return editions.known().files[f"words/{language}.json"].answer(request)


@router.get("/levels")
async def levels(request: Request) -> Response:
    """The opponents' levels, described, and who plays them: a `character`, and its `manner`."""
    return _levels().answer(request)


@cache
def _levels() -> Packed:
    return Packed.json(
        [
            {
                "level": told.level,
                "name": told.name.as_json(),
                "text": told.text.as_json(),
                "character": told.character,
                "manner": told.manner.as_json(),
            }
            for told in map(describe, LEVELS)
        ]
    )


@router.post("/boards")
async def board(body: Board) -> dict[str, Any]:
    """A game as it would start, drawn, or what is `wrong` with it; nothing is kept."""
    game = find_game(body.game)
    await prepare(body.game)
    try:
        position = as_wished(game, body.seats, body.options, body.seed or None)
    except TablierError as error:  # an answer like another to somebody who is still drawing
        return {"wrong": error.phrase.as_json()}
    return {"setup": position.setup, "options": position.options, "scene": Picture().whole(position.scene())}


def as_wished(game: Game, seats: int | None, options: Choices, seed: str | int | None) -> Position:
    """A game as somebody wishes it; `setup` among the options is a literal one."""
    if len(as_json(options)) > LARGEST:
        raise Refused(words("table.options", most=LARGEST))
    for name in ("self", "seats", "seed"):  # not for everybody to say
        if name in options:
            raise BadOption(unknown_option(name, [option.name for option in game.options]))
    return game.start(seats, seed=seed, **options)


def understood(game: Game, seats: int, options: Choices) -> Choices:
    """What somebody chose, as the game understood it: boards as a record has them, without whatever was around them."""
    position = as_wished(game, seats, options, 0)
    named = {option.name: option.values for option in game.options}
    drawn = {"setup": position.setup, **position.setup}
    own = [name for name, value in options.items() if name in drawn and value not in named.get(name, ())]
    read = options | {name: thaw(drawn[name]) for name in own}
    return read if as_wished(game, seats, read, 0) == position else options
