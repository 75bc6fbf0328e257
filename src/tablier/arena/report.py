"""A contest as the command line runs it: progress, records, and a table at the end."""

import contextlib
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablier.arena.contest import Contest, Crew
from tablier.arena.tally import DECIDED, Tally


def follow(contest: Contest, crew: Crew, output: Path | None = None) -> list[Tally]:
    """Play a contest, show how it stands on a terminal, and write each record as soon as its game is over."""
    tallies: list[Tally] = []
    with contextlib.ExitStack() as open_files, _progress() as progress:
        file = open_files.enter_context(open(output, "w", encoding="utf-8")) if output else None
        for tally, record in contest.play(crew):
            if not tallies or tally is not tallies[-1]:
                task = progress.add_task("", total=contest.games)
                tallies.append(tally)
            if file:
                file.write(record.line + "\n")
                file.flush()
            title = f"{tally.first} – {tally.second}  {100 * tally.score:.0f} %"
            progress.update(task, advance=1, description=title)
    return tallies


def _progress() -> Progress:
    console = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


def table(tallies: list[Tally]) -> str:
    """The scores, for a terminal."""
    lines = [f"{'':28}{'games':>6}{'score':>8}{'95 %':>13}{'Elo':>7}{'95 %':>14}   verdict"]
    for tally in tallies:
        low, high = tally.interval
        elo, least, most = tally.elo
        ratio = tally.likelihood_ratio()
        verdict = "better" if ratio > DECIDED else "not better" if ratio < -DECIDED else "open"
        lines.append(
            f"{tally.first + ' – ' + tally.second:28}{tally.games:>6}{tally.score:>8.1%}{low:>7.0%}–{high:<5.0%}"
            f"{elo:>+7.0f}{least:>+8.0f}…{most:<+6.0f}  {verdict}"
        )
        shares = (f"{name} {wins / tally.seats[name]:.1%} of its seats" for name, wins in tally.wins.items())
        lines.append(f"  wins: {', '.join(shares)}")
    return "\n".join(lines)
