"""A contest as the command line runs it: progress, records, and a table at the end."""

import contextlib
import sys
from pathlib import Path
from typing import IO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablier.arena.contest import Contest, Crew
from tablier.arena.tally import Tally
from tablier.arena.workers import words
from tablier.core.errors import BadRecord


def follow(contest: Contest, crew: Crew, output: Path | None = None) -> list[Tally]:
    """Play a contest, show how it stands on a terminal, and write each record as soon as its game is over."""
    tallies: list[Tally] = []
    with contextlib.ExitStack() as open_files, _progress() as progress:
        file = open_files.enter_context(_new(output)) if output else None
        for tally, record in contest.play(crew):
            if not tallies or tally is not tallies[-1]:
                task = progress.add_task("", total=contest.games)
                tallies.append(tally)
            if file:
                file.write(record.line + "\n")
                file.flush()
            progress.update(task, advance=1, description=f"{_pair(tally)}  {100 * tally.score:.0f} %")
    return tallies


def _new(path: Path) -> IO[str]:
    """A file that was not there before: games played earlier are not to be lost."""
    try:
        return open(path, "x", encoding="utf-8")
    except FileExistsError:
        raise BadRecord(words("exists", path=str(path))) from None


def _progress() -> Progress:
    console = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


def table(tallies: list[Tally], language: str = "en") -> str:
    """The scores for a terminal, and what they mean."""
    games, score, verdict = (words(f"table.{name}").say(language) for name in ("games", "score", "verdict"))
    width = max([28, *(len(_pair(tally)) + 1 for tally in tallies)])
    lines = [f"{'':{width}}{games:>7}{score:>8}{'95 %':>13}{'Elo':>7}{'95 %':>14}   {verdict}"]
    for tally in tallies:
        low, high = tally.interval
        elo, least, most = tally.elo
        lines.append(
            f"{_pair(tally):{width}}{tally.games:>7}{tally.score:>8.1%}{low:>7.0%}–{high:<5.0%}"
            f"{elo:>+7.0f}{least:>+8.0f}…{most:<+6.0f}  {_verdict(tally, language)}"
        )
        shares = (words("table.share", name=name, share=f"{100 * share:.1f}") for name, share in tally.shares.items())
        lines.append("  " + words("table.wins", shares=list(shares)).say(language))
    return "\n".join([*lines, "", words("table.note").say(language)])


def _pair(tally: Tally) -> str:
    return f"{tally.first} – {tally.second}"


def _verdict(tally: Tally, language: str) -> str:
    found = "open" if not tally.decided else "better" if tally.likelihood_ratio() > 0 else "no_better"
    return words(f"verdict.{found}").say(language)
