"""Games on a Ray of this machine alone, one of whose workers is killed while it plays."""

import os
import signal
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tablier.arena.cluster import play_on_ray
from tablier.arena.pairings import Terms, pairings, play

if not find_spec("ray"):
    pytest.skip("Ray is not installed: pip install 'tablier[ray]'", allow_module_level=True)
if not Path("/proc/self/stat").exists():
    pytest.skip("the worker to kill is looked for in /proc", allow_module_level=True)


def descendants(root):
    """All processes below one: their ids and names."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            parents[int(folder.name)] = parent, (folder / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue  # it has ended meanwhile
    found, new = {}, {root}
    while new:
        new = {number for number, (parent, _) in parents.items() if parent in new}
        found |= {number: parents[number][1] for number in new}
    return found


def gone(number):
    try:
        return "Z" in (Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True


def test_a_killed_worker_loses_no_game_and_doubles_none():
    jobs = list(pairings(Terms("quantik", 2, seconds=0.1, seed=5), ["uct", "random"], 8))
    before = descendants(os.getpid())
    played = play_on_ray(play, jobs, "local", 2)
    records = [next(played)]
    started = {number: name for number, name in descendants(os.getpid()).items() if number not in before}
    assert import_module("ray").util.get_node_ip_address() == "127.0.0.1"
    playing = [number for number, name in started.items() if name.startswith("ray::play")]
    os.kill(playing[0], signal.SIGKILL)
    records += played
    expected = sorted(["uct", "random"] if number % 2 == 0 else ["random", "uct"] for number in range(8))
    assert sorted(record.players for record in records) == expected
    assert all(record.replay().over for record in records)
    limit = time.monotonic() + 30
    while not all(map(gone, started)) and time.monotonic() < limit:
        time.sleep(0.1)
    assert [name for number, name in started.items() if not gone(number)] == []
