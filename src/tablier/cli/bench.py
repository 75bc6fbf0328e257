"""Measuring this machine: `tablier bench`."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tablier.cli.arguments import AsJson
from tablier.cli.language import say
from tablier.core.registry import game as find_game

if TYPE_CHECKING:
    from tablier.arena.bench import Speed

bench = typer.Typer(no_args_is_help=True)

Only = Annotated[list[str] | None, typer.Option(metavar="GAME", help=say("help.only"))]


@bench.command(help=say("help.commands.playouts"))
def playouts(as_json: AsJson = False, game: Only = None) -> None:
    from tablier.arena import open_spiel
    from tablier.arena.bench import every_game, measure, random_games

    runners = every_game(random_games, [find_game(name) for name in game or []]) + open_spiel.random_games()
    _show_speed(measure(runners), "games", as_json)


@bench.command(help=say("help.commands.search"))
def search(as_json: AsJson = False, game: Only = None) -> None:
    from tablier.arena import open_spiel
    from tablier.arena.bench import every_game, measure, tree_search

    runners = every_game(tree_search, [find_game(name) for name in game or []]) + open_spiel.tree_search()
    _show_speed(measure(runners, 3), "simulations", as_json)


def _show_speed(results: "list[Speed]", what: str, as_json: bool) -> None:
    if as_json:
        print(json.dumps(results, indent=1))
        return
    print(f"{'':32} {'engine':10} {what + '/s':>14} {'plies/game':>10} {'ns/ply':>8}")
    for row in results:
        figures = f"{row['games_per_second']:>14,} {row['plies_per_game']:>10} {row['ns_per_ply']:>8}"
        print(f"{row['name']:32} {row['engine']:10} {figures}")
