"""A competition as the command line runs it: progress, records, table, picture."""

import contextlib
import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablier.core.game import Game
from tablier.search.arena import DECIDED, Tally, pairings, play, play_all
from tablier.search.workers import play_on_ray


def contest(
    game: Game,
    players: list[str],
    games: int,
    seconds: float,
    seats: int,
    options: dict,
    seed: int,
    workers: int | None,
    output: Path | None,
    sequential: bool,
    plot: Path | None,
    ray: str | None,
    as_json: bool,
) -> None:
    """Every player against the one after it, each pair playing `games` games."""
    pairs = list(zip(players, players[1:] or players, strict=False))
    tallies = []
    with contextlib.ExitStack() as open_files, _progress() as progress:
        file = open_files.enter_context(open(output, "w", encoding="utf-8")) if output else None
        for first, second in pairs:
            task = progress.add_task(f"{first} – {second}", total=games)
            tally = Tally(first, second)
            jobs = pairings(game.name, [first, second], games, seats, options, seconds, seed)
            played = play_on_ray(play, jobs, ray, workers) if ray else play_all(jobs, workers or os.cpu_count() or 1)
            for record in played:
                if file:
                    file.write(record.line + "\n")
                    file.flush()
                tally.add(record)
                progress.update(task, advance=1, description=f"{first} – {second}  {100 * tally.score:.0f} %")
                if sequential and abs(tally.likelihood_ratio()) > DECIDED:
                    break
            tallies.append(tally)
    if plot:
        from tablier.search.plot import draw

        plot.write_text(draw(tallies), "utf-8")
    if as_json:
        print(json.dumps([tally.as_json() for tally in tallies], ensure_ascii=False, indent=1))
    else:
        _table(tallies)


def _progress() -> Progress:
    console = Console(file=sys.stderr)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


def _table(tallies: list[Tally]) -> None:
    print(f"{'':28}{'games':>6}{'score':>8}{'95 %':>13}{'Elo':>7}{'95 %':>14}   verdict")
    for tally in tallies:
        low, high = tally.interval
        elo, least, most = tally.elo
        ratio = tally.likelihood_ratio()
        verdict = "better" if ratio > DECIDED else "not better" if ratio < -DECIDED else "open"
        print(
            f"{tally.first + ' – ' + tally.second:28}{tally.games:>6}{tally.score:>8.1%}{low:>7.0%}–{high:<5.0%}"
            f"{elo:>+7.0f}{least:>+8.0f}…{most:<+6.0f}  {verdict}"
        )
        shares = (f"{name} {wins / tally.seats[name]:.1%} of its seats" for name, wins in tally.wins.items())
        print(f"  wins: {', '.join(shares)}")
