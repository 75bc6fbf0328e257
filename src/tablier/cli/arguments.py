"""Arguments that several commands take."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.language import say, spoken
from tablier.core.words import LANGUAGES


def one_of(*known: str) -> Callable[[str], str]:
    """A check that a value is one of these; others are refused in a sentence."""

    def check(value: str) -> str:
        if value not in known:
            raise typer.BadParameter(say("choose", values=", ".join(known)))
        return value

    return check


Commands = dict[str, Callable[..., None]]

HERE = spoken()

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("help.game"), show_default=False)]
Games = Annotated[list[str] | None, typer.Argument(metavar="GAME", help=say("help.only"), show_default=False)]
Language = Annotated[
    str, typer.Option("--lang", callback=one_of(*LANGUAGES), help=say("help.lang"), metavar="|".join(LANGUAGES))
]
Seats = Annotated[int | None, typer.Option(metavar="N", help=say("help.seats"))]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=say("help.option"))]
Seed = Annotated[str | None, typer.Option(metavar="TEXT", help=say("help.seed"))]
TwoGames = Annotated[bool, typer.Option("--match", help=say("help.match"))]
Seconds = Annotated[float, typer.Option(min=0, metavar="SECONDS", help=say("help.seconds"))]
AsJson = Annotated[bool, typer.Option("--json", help=say("help.json"))]

Source = Annotated[str, typer.Argument(metavar="GAMES", help=say("help.source"), show_default=False)]
Number = Annotated[int, typer.Option(min=1, metavar="N", help=say("help.number"))]
Ply = Annotated[int | None, typer.Option(min=0, metavar="N", help=say("help.ply"))]

Database = Annotated[str | None, typer.Option(help=say("help.database"), metavar="URL")]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help=say("help.backup_file"), show_default=False)]
