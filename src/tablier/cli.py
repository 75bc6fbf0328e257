"""The command `tablier`."""

import json
import logging
import os
import sys
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from tablier.cli_bench import bench
from tablier.core.errors import BadOption, BadRecord, TablierError
from tablier.core.errors import words as core_words
from tablier.core.files import read as read_file
from tablier.core.files import write as write_file
from tablier.core.options import show
from tablier.core.registry import game as find_game
from tablier.core.registry import list_games
from tablier.core.words import LANGUAGES, Phrase, Words

words = Words(Path(__file__).parent)

app = typer.Typer(
    help="Play, study and program modern board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(bench, name="bench")


def _language_here() -> str:
    here = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return "fr" if here.startswith("fr") else "en"


def _language(value: str) -> str:
    if value not in LANGUAGES:
        raise typer.BadParameter(f"choose from {', '.join(LANGUAGES)}")
    spoken.append(value)
    return value


HERE = _language_here()
spoken = [HERE]

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name: see `tablier games`.")]
Language = Annotated[str, typer.Option("--lang", callback=_language, help="en or fr.", metavar="LANG")]
Seats = Annotated[int | None, typer.Option(help="Number of players; the game's least by default.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; a value @FILE is read from a file."),
]
Seed = Annotated[str | None, typer.Option(help="What chance decides before play follows from it.")]
Number = Annotated[int, typer.Option(min=1, help="Which record of the file, counted from 1.")]


@app.command()
def games(lang: Language = HERE) -> None:
    """List the games and their options."""
    for game in list_games():
        seats = "–".join(map(str, sorted({game.seats[0], game.seats[-1]})))
        players = words("games.players", seats=seats).say(lang)
        print(f"{game.name}: {game.title.say(lang)}, {players}, {game.words('minutes').say(lang)}")
        print(f"  {game.words('about').say(lang)}")
        for option in game.options:
            print(f"  {option.name} = {option.expects or '…'}")
            print(f"    {game.words(f'option.{option.name}.about').say(lang)}")


@app.command()
def levels(lang: Language = HERE) -> None:
    """Describe the players one can play against."""
    from tablier.search.levels import LEVELS, describe, describe_yardstick
    from tablier.search.players import YARDSTICKS

    for level in map(describe, LEVELS):
        print(words("levels.level", level=level.level, name=level.name, text=level.text).say(lang))
    for name in YARDSTICKS:
        print(words("levels.yardstick", name=name, text=describe_yardstick(name)).say(lang))


@app.command()
def rules(game: GameName, lang: Language = HERE) -> None:
    """Show the rules of a game."""
    print(find_game(game).help(lang).rstrip())


@app.command()
def play(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: a level from 1 to 6, best, greedy, uct or random; see `tablier levels`."
        ),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, help="Your seat, with --against.")] = 0,
    seconds: Annotated[float, typer.Option(min=0, help="How long they think about a move.")] = 1.0,
    lang: Language = HERE,
) -> None:
    """Play in the terminal: people around it, or you against another player."""
    from tablier.terminal import Table

    position = _start(game, seats, option, seed)
    opponent = _player(against) if against else None
    if seat >= position.seats:
        raise typer.BadParameter(f"choose from 0 to {position.seats - 1}", param_hint="--seat")
    people = {seat} if opponent else set(range(position.seats))
    Table(position, people, opponent, seconds, Random(seed), lang).play()


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    number: Number = 1,
    boards: Annotated[bool, typer.Option("--boards", help="Show the board after every move.")] = False,
    lang: Language = HERE,
) -> None:
    """Show a recorded game: its moves, its last position and its score sheet."""
    from tablier.terminal import show_record

    show_record(_record(file, number), boards, lang)


@app.command()
def draw(
    file: Annotated[Path, typer.Argument(help="A file of records.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The SVG file to write.")],
    ply: Annotated[int | None, typer.Option(min=0, help="After how many moves; the last position by default.")] = None,
    number: Number = 1,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
    show: Annotated[list[str] | None, typer.Option(help="Marks: last, targets, and the game's own.")] = None,
    lang: Language = HERE,
) -> None:
    """Draw a position of a recorded game as SVG."""
    from tablier.core.svg import THEMES

    if theme not in THEMES:
        raise typer.BadParameter(f"choose from {', '.join(THEMES)}", param_hint="--theme")
    position = _position(file, number, ply)
    write_file(output, [position.svg(theme=theme, show=tuple(show or ("last",)), language=lang)])


@app.command("random")
def random_games(
    game: GameName,
    games: Annotated[int, typer.Option(min=0, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    seats: Seats = None,
    option: Options = None,
    trace: Annotated[bool, typer.Option("--trace", help="List at every move all that were possible.")] = False,
    match: Annotated[bool, typer.Option("--match", help="Matches of two games, seats swapped.")] = False,
) -> None:
    """Write records of random games, one a line."""
    from tablier.core.random_play import matches

    match = match or "match=2" in (option or [])
    choices = _choices(find_game(game), [text for text in option or [] if text not in ("match=1", "match=2")])
    for record in matches(find_game(game), seats, choices, games, seed, trace, match):
        print(record.line)


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, help="How many moves deep.")],
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[str, typer.Option(help="What chance decides before play follows from it.")] = "0",
) -> None:
    """Count the legal move sequences from the start, draws included."""
    from tablier.core.perft import perft as count

    position = _start(game, seats, option, seed)
    for level in range(1, depth + 1):
        print(level, count(position, level), flush=True)


@app.command()
def think(
    record: Annotated[Path, typer.Option(help="A file of records, or - for the input.")],
    number: Number = 1,
    ply: Annotated[int | None, typer.Option(min=0, help="After how many moves; the last position by default.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="Whose eyes to use: the seat on turn, and no other.")] = None,
    seconds: Annotated[float, typer.Option(min=0, help="How long to think.")] = 1.0,
    level: Annotated[str, typer.Option(help="Who thinks: see `tablier levels`.")] = "best",
    all_moves: Annotated[bool, typer.Option("--all", help="A value for every move, not only the best.")] = False,
    cores: Annotated[int, typer.Option(min=1, max=64, help="How many cores to use.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Language = HERE,
) -> None:
    """Think about a position of a recorded game: the move, what it is worth, and why."""
    from tablier.core.errors import NotYourTurn

    position = _position(record, number, ply)
    if seat is not None and seat != position.turn:
        raise NotYourTurn(core_words("move.turn", seat=seat, turn=position.on_turn))
    thought = _player(level).think(position.view(position.turn), seconds, cores=cores, all_moves=all_moves)
    if as_json:
        print(json.dumps(thought.as_json(lang), ensure_ascii=False, indent=1))
        return
    from tablier.terminal import show_thought

    show_thought(thought, lang)


@app.command()
def arena(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER PLAYER…", help="See `tablier levels`.")],
    games: Annotated[int, typer.Option(min=1, help="How many games each pair plays.")] = 20,
    seconds: Annotated[float, typer.Option(min=0, help="Time for a move.")] = 1.0,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Of setups and draws.")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; all cores by default.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A new file to write the records to.")] = None,
    round_robin: Annotated[bool, typer.Option("--round-robin", help="Everybody against everybody.")] = False,
    sequential: Annotated[bool, typer.Option("--sequential", help="Stop when it is decided who is better.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the ratings as SVG.")] = None,
    ray: Annotated[str | None, typer.Option(help="Play on the Ray cluster at this address, or: local.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Language = HERE,
) -> None:
    """Let players compete, each against the one named after it, seats rotated, and measure their strength."""
    from tablier.arena.chart import draw
    from tablier.arena.contest import Contest, crew
    from tablier.arena.pairings import Terms
    from tablier.arena.report import follow, table

    found = find_game(game)
    count = found.check_seats(seats)
    choices = _choices(found, option)
    found.start(count, seed=0, **choices)
    contest = Contest(Terms(found.name, count, choices, seconds, seed), tuple(players), games, round_robin, sequential)
    tallies = follow(contest, crew(workers, ray), output)
    if plot:
        write_file(plot, [draw(tallies)])
    if as_json:
        print(json.dumps([tally.as_json() for tally in tallies], ensure_ascii=False, indent=1))
    else:
        print(table(tallies, lang))


@app.command()
def warm(
    game: Annotated[list[str] | None, typer.Argument(help="Only these games.")] = None,
    lang: Language = HERE,
) -> None:
    """Compile rules and opponents now, on all cores, so that no game starts slowly."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    from tablier.search.warmup import warm as warm_game

    names = [find_game(name).name for name in game] if game else [known.name for known in list_games()]
    print(words("warm.begin").say(lang), flush=True)
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as workers:
        for name in workers.map(warm_game, names):
            print(words("warm.ready", game=find_game(name).title).say(lang), flush=True)


Database = Annotated[str | None, typer.Option(help="A PostgreSQL URL, or the path of an SQLite file.", metavar="URL")]


@app.command()
def serve(
    database: Database = None,
    host: Annotated[str | None, typer.Option(help="The address to listen at; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="8000 by default.")] = None,
    thinkers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which opponents think; 1 by default.")
    ] = None,
    secure: Annotated[bool | None, typer.Option(help="Behind a proxy that speaks HTTPS.")] = None,
    proxies: Annotated[str | None, typer.Option(help="Addresses of proxies, with commas between them.")] = None,
    rate: Annotated[
        float | None, typer.Option(min=0.1, help="Messages a second a session may send; 20 by default.")
    ] = None,
    log: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Run a server with tables for people and opponents. Each flag is also an environment variable TABLIER_…"""
    from tablier.server.serve import serve as run
    from tablier.server.settings import Settings

    given = {"database": database, "host": host, "port": port, "thinkers": thinkers, "secure": secure}
    run(Settings.read(**given, proxies=proxies, rate=rate, log=log), open_page)


@app.command()
def backup(path: Path, database: Database = None, language: Language = HERE) -> None:
    """Write all that a server keeps to one file, also while it runs."""
    from tablier.server.backup import back_up
    from tablier.server.settings import Settings
    from tablier.server.words import words as say

    number = back_up(Settings.read(database=database).database, path)
    print(say("backup.done", number=number, path=str(path)).say(language))


@app.command()
def restore(path: Path, database: Database = None, language: Language = HERE) -> None:
    """Read a backup into an empty database, SQLite or PostgreSQL."""
    from tablier.server.backup import restore as read_back
    from tablier.server.settings import Settings
    from tablier.server.words import words as say

    number = read_back(Settings.read(database=database).database, path)
    print(say("backup.restored", number=number, path=str(path)).say(language))


@app.command()
def verify(record: Path, number: Number = 1, language: Language = HERE) -> None:
    """Check that the draws of a server's finished game were fixed before it began."""
    from tablier.server.verification import check
    from tablier.server.words import words as say

    checks = check(_record(record, number).line)
    for done in checks:
        print(("✓" if done.holds else "✗"), done.what.say(language))
    fair = all(done.holds for done in checks)
    print(say("verify.fair" if fair else "verify.unfair").say(language))
    raise typer.Exit(0 if fair else 1)


def _start(name, seats, option, seed):
    game = find_game(name)
    return game.start(seats, seed=seed, **_choices(game, option))


def _choices(game, given) -> dict:
    """The options typed as name=value."""
    known = {option.name: option for option in game.options}
    choices = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadOption(core_words("option.form", text=show(text)))
        if value.startswith("@"):
            value = read_file(value[1:])
        choices[name] = known[name].read(value) if name in known else value
    return choices


def _record(path: Path, number: int):
    from tablier.core.record import Record

    last = 0
    records = Record.read_all("/dev/stdin" if str(path) == "-" else path)
    for last, record in enumerate(records, 1):
        if last == number:
            return record
    raise BadRecord(words("record.number", path=str(path), number=number, last=last))


def _position(path: Path, number: int, ply: int | None):
    positions = list(_record(path, number).positions())
    ply = len(positions) - 1 if ply is None else ply
    if ply >= len(positions):
        raise BadRecord(words("draw.ply", ply=ply, last=len(positions) - 1))
    return positions[ply]


def _player(name: str):
    from tablier.search.players import player

    return player(name)


class Spoken(logging.Handler):
    """Says what the library logs in the language that is spoken."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.msg.say(spoken[-1]) if isinstance(record.msg, Phrase) else record.getMessage()
        print(said, file=sys.stderr, flush=True)


def main() -> None:
    """Run the command; what goes wrong is said in a sentence, never in a traceback."""
    logging.getLogger("tablier").addHandler(Spoken())
    try:
        app()
    except TablierError as error:
        _fail(error.say(spoken[-1]))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(words("file.error", path=str(error.filename), why=error.strerror or str(error)).say(spoken[-1]))
    except KeyboardInterrupt:
        sys.exit(130)


def _fail(sentence: str) -> None:
    print(f"tablier: {sentence}", file=sys.stderr)
    sys.exit(2)
