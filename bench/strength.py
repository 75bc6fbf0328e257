"""How strong the players are: matches in every game with every number of players, written to docs/strength.md.

    make strength                                          everything; what was played before is not played again
    make strength ONLY=kulami GAMES=40 SECONDS=0.5         one game, fewer games, less time
    python bench/strength.py --only kulami/2 --tables uct  one table of it

Every finished game is kept in a file per match, so that a broken run goes on where it stopped. A match is known by
game, seats, players and time; to play it again, for example after a change, remove its file or the folder.
"""

import argparse
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import tablier
from tablier.arena.pairings import Pairing, Terms, pairings, warm
from tablier.arena.pairings import play as play_game
from tablier.arena.tally import Tally
from tablier.arena.workers import play_here
from tablier.core.record import Record
from tablier.search.levels import LEVELS
from tablier.search.players import YARDSTICKS, player

ROOT = Path(__file__).parents[1]
TABLES = {
    "uct": "The best level against plain tree search",
    "greedy": "The best level against most points now",
    "levels": "Each level against the one below",
    "second": "Quantik: the best level as second player against everybody",
}


@dataclass(frozen=True)
class Match:
    """Games between two players; `chair` if the first player always sits there."""

    table: str
    game: str
    seats: int
    first: str
    second: str
    seconds: float
    chair: int | None = None

    @property
    def name(self) -> str:
        chair = "" if self.chair is None else f"-chair{self.chair}"
        return f"{self.game}-{self.seats}-{self.first}-{self.second}-{self.seconds:g}s{chair}"

    def games(self, number: int) -> Iterator:
        """The first games of the match, in order: each seat in turn for the first player, or its chair."""
        rounds = number if self.chair is None else number * self.seats
        terms = Terms(self.game, self.seats, seconds=self.seconds)
        for job in pairings(terms, [self.first, self.second], rounds):
            if self.chair is None or job.lineup[self.chair] == self.first:
                yield job


def matches(tables: list[str], only: list[str], seconds: float, quick: float) -> Iterator[Match]:
    for table in tables:
        for game in tablier.list_games():
            for seats in game.seats:
                if not only or game.name in only or f"{game.name}/{seats}" in only:
                    yield from _matches(table, game.name, seats, seconds, quick)


def _matches(table, game, seats, seconds, quick):
    best = str(max(LEVELS))
    if table in ("uct", "greedy"):
        yield Match(table, game, seats, best, table, seconds)
    elif table == "levels":
        for lower, upper in itertools.pairwise(LEVELS):
            yield Match(table, game, seats, str(upper), str(lower), quick)
    elif game == "quantik":
        for other in (*YARDSTICKS, *map(str, LEVELS)):
            if other != best:
                yield Match(table, game, seats, best, other, quick, chair=1)


def tally_of(match: Match, records: dict[int, Record], games: int) -> Tally:
    tally = Tally(player(match.first).name, player(match.second).name)
    for number in range(1, games + 1):
        if number in records:
            tally.add(records[number])
    return tally


def play(match: Match, wanted: argparse.Namespace) -> None:
    """Play what is missing of a match."""
    kept = kept_games(match, wanted.folder)
    jobs = enumerate(match.games(wanted.games), 1)
    missing = [(match.name, number, job) for number, job in jobs if number not in kept]
    with open(wanted.folder / f"{match.name}.jsonl", "a", encoding="utf-8") as output:
        for done, record in enumerate(play_here(play_one, missing, wanted.workers), 1):
            output.write(record.line + "\n")
            output.flush()
            print(f"\r{match.name}: {done} of {len(missing)} games", end="", flush=True)


def play_one(job: tuple[str, int, Pairing]) -> Record:
    """One game; its record says which one of the match it is."""
    name, number, pairing = job
    return replace(play_game(pairing), match={"id": f"{name}/{number}", "game": 1})


def kept_games(match: Match, folder: Path) -> dict[int, Record]:
    """The records that are whole, by number; what a broken run left of the last one is cut off."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{match.name}.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    if whole != lines:
        file.write_text("".join(whole), "utf-8")
    records = map(Record.parse, whole)
    return {int(record.match["id"].rpartition("/")[2]): record for record in records if record.match}


def report(wanted: argparse.Namespace) -> str:
    """The page with everything that was played with these times, now or before."""
    command = f"make strength GAMES={wanted.games} SECONDS={wanted.seconds:g} QUICK={wanted.quick:g}"
    parts = [INTRODUCTION.format(command=command)]
    for table, title in TABLES.items():
        found = list(matches([table], [], wanted.seconds, wanted.quick))
        tallies = [(match, tally_of(match, kept_games(match, wanted.folder), wanted.games)) for match in found]
        rows = [row(match, tally) for match, tally in tallies if tally.games]
        if rows:
            parts += [f"\n## {title}\n", f"At most {found[0].seconds:g} s a move.\n", *HEAD, *rows]
    return "\n".join(parts) + "\n"


INTRODUCTION = """# How strong the players are

Made by `{command}`, one core for each player. Every player sits
on every seat with the same setup and draws. The score counts a draw as half, and with more than two seats every pair of
seats; it comes with its 95 % interval. The last columns say which share of its seats each player won."""

HEAD = ["| game | seats | players | games | score | 95 % | wins of the first | wins of the second |", "|---" * 8 + "|"]


def row(match: Match, tally: Tally) -> str:
    low, high = tally.interval
    wins = [tally.wins.get(name, 0) / max(1, tally.seats.get(name, 0)) for name in (tally.first, tally.second)]
    title = tablier.game(match.game).title.say()
    shares = " | ".join(f"{share:.1%}" for share in wins)
    return (
        f"| {title} | {match.seats} | {match.first} – {match.second} | {tally.games} "
        f"| {tally.score:.1%} | {low:.1%} – {high:.1%} | {shares} |"
    )


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="games of a match")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for a move against the yardsticks")
    parser.add_argument("--quick", type=float, default=0.3, help="time for a move between levels")
    parser.add_argument("--only", type=_names, default=[], help="games, for example kulami,on_top/3")
    parser.add_argument("--tables", type=_names, default=list(TABLES), help=", ".join(TABLES))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="games at the same time")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "strength", help="where games are kept")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "strength.md", help="the page to write")
    wanted = parser.parse_args()
    if unknown := {*wanted.tables} - {*TABLES}:
        parser.error(f"no table {', '.join(unknown)}: choose from {', '.join(TABLES)}")
    known = {name for game in tablier.list_games() for name in (game.name, *(f"{game.name}/{n}" for n in game.seats))}
    if unknown := {*wanted.only} - known:
        parser.error(f"no game {', '.join(unknown)}: choose from {', '.join(sorted(known))}")
    return wanted


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def main():
    wanted = arguments()
    planned = list(matches(wanted.tables, wanted.only, wanted.seconds, wanted.quick))
    for name, seats in sorted({(match.game, match.seats) for match in planned}):
        warm(name, seats, (*YARDSTICKS, *map(str, LEVELS)))
    for match in planned:
        play(match, wanted)
        print(f"\r{row(match, tally_of(match, kept_games(match, wanted.folder), wanted.games))}", flush=True)
        wanted.output.write_text(report(wanted), "utf-8")


if __name__ == "__main__":
    main()
