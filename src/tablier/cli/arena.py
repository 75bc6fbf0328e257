"""Players who compete."""

import json
from pathlib import Path
from typing import Annotated

import typer

from tablier.cli.arguments import HERE, AsJson, Commands, GameName, Language, Options, Seats, Seconds
from tablier.cli.language import say
from tablier.core.registry import game as find_game


def arena(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER", help=say("help.players"), show_default=False)],
    games: Annotated[int, typer.Option(min=1, metavar="N", help=say("help.pair_games"))] = 20,
    seconds: Seconds = 1.0,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="N", help=say("help.same_luck"))] = 0,
    workers: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.workers"))] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help=say("help.records"))] = None,
    round_robin: Annotated[bool, typer.Option("--round-robin", help=say("help.round_robin"))] = False,
    sequential: Annotated[bool, typer.Option("--sequential", help=say("help.sequential"))] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help=say("help.plot"))] = None,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS", help=say("help.ray"))] = None,
    as_json: AsJson = False,
    lang: Language = HERE,
) -> None:
    from tablier.arena.chart import draw
    from tablier.arena.contest import Contest, crew
    from tablier.arena.pairings import Terms
    from tablier.arena.report import follow, table
    from tablier.cli.sources import choices
    from tablier.core.files import write

    found = find_game(game)
    count = found.check_seats(seats)
    chosen = choices(found, option)
    found.start(count, seed=0, **chosen)
    contest = Contest(Terms(found.name, count, chosen, seconds, seed), tuple(players), games, round_robin, sequential)
    tallies = follow(contest, crew(workers, ray), output)
    if plot:
        write(plot, [draw(tallies)])
    if as_json:
        print(json.dumps([tally.as_json() for tally in tallies], ensure_ascii=False, indent=1))
    else:
        print(table(tallies, lang))


COMMANDS: Commands = {"arena": arena}
