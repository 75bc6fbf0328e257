"""The games themselves: what there is, their rules, playing them."""

from random import Random
from typing import Annotated

import typer

from tablier.cli.arguments import HERE, Commands, GameName, Games, Language, Options, Seats, Seconds, Seed, TwoGames
from tablier.cli.language import fail, say, words
from tablier.core.registry import game as find_game
from tablier.core.registry import list_games


def games(lang: Language = HERE) -> None:
    for game in list_games():
        seats = "–".join(map(str, sorted({game.seats[0], game.seats[-1]})))
        players = words("games.players", seats=seats).say(lang)
        print(f"{game.name}: {game.title.say(lang)}, {players}, {game.words('minutes').say(lang)}")
        print(f"  {game.words('about').say(lang)}")
        for option in game.options:
            print(f"  {option.name} = {option.expects or '…'}")
            print(f"    {game.words(f'option.{option.name}.about').say(lang)}")


def levels(lang: Language = HERE) -> None:
    from tablier.search.levels import LEVELS, describe, describe_yardstick
    from tablier.search.players import YARDSTICKS

    for level in map(describe, LEVELS):
        print(words("levels.level", level=level.level, name=level.name, text=level.text).say(lang))
        print(words("levels.character", character=level.character, manner=level.manner).say(lang))
    for name in YARDSTICKS:
        print(words("levels.yardstick", name=name, text=describe_yardstick(name)).say(lang))


def rules(game: GameName, lang: Language = HERE) -> None:
    print(find_game(game).help(lang).rstrip())


def play(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    against: Annotated[str | None, typer.Option(metavar="PLAYER", help=say("help.against"))] = None,
    seat: Annotated[int | None, typer.Option(min=1, metavar="N", help=say("help.own_seat"))] = None,
    match: TwoGames = False,
    seconds: Seconds = 1.0,
    lang: Language = HERE,
) -> None:
    from tablier.cli.sources import start, with_match
    from tablier.cli.terminal import Table, draw_lot, play_second
    from tablier.search.players import player

    match, option = with_match(match, option)
    position = start(game, seats, option, seed)
    opponent = player(against) if against else None
    if seat is not None and seat > position.seats:
        raise typer.BadParameter(say("between", first=1, last=position.seats), param_hint="--seat")
    random = Random(seed)
    own = draw_lot(position, random, opponent is not None, lang) if seat is None else seat - 1
    people = {own} if opponent else set(range(position.seats))
    table = Table(position, people, opponent, seconds, random, lang)
    table.play()
    if match and table.position.over:
        play_second(table)


def random_games(
    game: GameName,
    games: Annotated[int, typer.Option(min=0, metavar="N", help=say("help.games"))] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help=say("help.same_seed"))] = 0,
    seats: Seats = None,
    option: Options = None,
    trace: Annotated[bool, typer.Option("--trace", help=say("help.trace"))] = False,
    match: TwoGames = False,
) -> None:
    from tablier.cli.sources import choices, with_match
    from tablier.core.random_play import matches

    match, option = with_match(match, option)
    for record in matches(find_game(game), seats, choices(find_game(game), option), games, seed, trace, match):
        print(record.line)


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, metavar="DEPTH", help=say("help.depth"), show_default=False)],
    seats: Seats = None,
    option: Options = None,
    seed: Seed = "0",
) -> None:
    from tablier.cli.sources import start
    from tablier.core.perft import perft as count

    position = start(game, seats, option, seed)
    for level in range(1, depth + 1):
        print(level, count(position, level), flush=True)


def warm(game: Games = None, lang: Language = HERE) -> None:
    import multiprocessing
    import tempfile
    from concurrent.futures import ProcessPoolExecutor

    from tablier.core.compiler import cache_folder
    from tablier.search.warmup import warm as warm_game

    names = [find_game(name).name for name in game] if game else [known.name for known in list_games()]
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        fail(words("warm.nowhere", folder=str(folder), why=error.strerror or str(error)))
    print(words("warm.begin").say(lang), flush=True)
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as workers:
        for name in workers.map(warm_game, names):
            print(words("warm.ready", game=find_game(name).title).say(lang), flush=True)


COMMANDS: Commands = {
    "games": games,
    "rules": rules,
    "levels": levels,
    "play": play,
    "random": random_games,
    "perft": perft,
    "warm": warm,
}
