"""Recorded games: showing, drawing, thinking about them, checking their draws."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.arguments import HERE, AsJson, Commands, Language, Number, Ply, Seconds, Source, one_of
from tablier.cli.language import fail, say, words
from tablier.core.extras import needing
from tablier.core.looks import BOARDS, THEMES


def replay(
    record: Source,
    number: Number = 1,
    boards: Annotated[bool, typer.Option("--boards", help=say("help.boards"))] = False,
    lang: Language = HERE,
) -> None:
    from tablier.cli import sources
    from tablier.cli.terminal import show_record

    show_record(sources.record(record, number), boards, lang)


def draw(
    record: Source,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help=say("help.picture"))],
    ply: Ply = None,
    number: Number = 1,
    theme: Annotated[
        str, typer.Option(metavar="|".join(THEMES), callback=one_of(*THEMES), help=say("help.theme"))
    ] = "light",
    boards: Annotated[
        str, typer.Option(metavar="|".join(BOARDS), callback=one_of(*BOARDS), help=say("help.looks"))
    ] = "classic",
    show: Annotated[list[str] | None, typer.Option(metavar="MARK", help=say("help.show"))] = None,
    lang: Language = HERE,
) -> None:
    from tablier.cli import sources
    from tablier.core.files import write

    if output.suffix.lower() not in ("", ".svg"):
        fail(words("draw.kind", path=str(output), svg=str(output.with_suffix(".svg"))))
    position = sources.position(record, number, ply)
    picture = position.svg(theme=theme, boards=boards, show=tuple(show) if show else None, language=lang)
    if str(output) == "-":
        print(picture)
    else:
        write(output, [picture])


def think(
    record: Source,
    number: Number = 1,
    ply: Ply = None,
    seat: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.eyes"))] = None,
    seconds: Seconds = 1.0,
    level: Annotated[str, typer.Option(metavar="PLAYER", help=say("help.level"))] = "best",
    all_moves: Annotated[bool, typer.Option("--all", help=say("help.all"))] = False,
    cores: Annotated[int, typer.Option(min=1, max=64, metavar="N", help=say("help.cores"))] = 1,
    as_json: AsJson = False,
    lang: Language = HERE,
) -> None:
    from tablier.cli import sources
    from tablier.core.errors import NotYourTurn
    from tablier.core.words import words as core_words
    from tablier.search.players import player

    position = sources.position(record, number, ply)
    if position.over:
        fail(words("think.over", last=position.ply))
    if seat is not None and seat - 1 != position.turn:
        raise NotYourTurn(core_words("move.turn", seat=seat - 1, turn=position.on_turn))
    view = position if position.turn < 0 else position.view(position.turn)
    thought = player(level).think(view, seconds, cores=cores, all_moves=all_moves)
    if as_json:
        print(json.dumps(thought.as_json(lang), ensure_ascii=False, indent=1))
        return
    from tablier.cli.terminal import show_thought

    show_thought(view, thought, lang)


def verify(record: Source, number: Number = 1, lang: Language = HERE) -> None:
    from tablier.cli import sources

    with needing("server"):
        from tablier.server.errors import words as server_words
        from tablier.server.tables.verification import check, fair

    checks = check(sources.record(record, number).line)
    for done in checks:
        print(("✓" if done.holds else "✗"), done.what.say(lang))
    print(server_words("verify.fair" if fair(checks) else "verify.unfair").say(lang))
    sys.exit(0 if fair(checks) else 1)


COMMANDS: Commands = {"replay": replay, "draw": draw, "think": think, "verify": verify}
