"""All commands, and what they have in common."""

from typing import Annotated

import typer

import tablier
from tablier.cli import arena, bench, games, records, server
from tablier.cli.arguments import HERE, Language
from tablier.cli.language import say

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


def _version(asked: bool) -> None:
    if asked:
        print(f"tablier {tablier.__version__}")
        raise typer.Exit


@app.callback(help=say("help.tablier"))
def tablier_(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=say("help.version"))
    ] = False,
    lang: Language = HERE,
) -> None:
    pass


for name, command in (games.COMMANDS | records.COMMANDS | arena.COMMANDS | server.COMMANDS).items():
    app.command(name, help=say(f"help.commands.{name}"))(command)
app.add_typer(bench.bench, name="bench", help=say("help.commands.bench"))
