"""The command line: a process with arguments, input and output."""

import json
import logging
import random
import re
import socket
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import tablier
from commands import fresh, run, says
from offers import announce
from tablier.cli import main, terminal
from tablier.cli.app import app
from tablier.core.words import catalogue

GAMES = [game.name for game in tablier.list_games()]
CLI = Path(tablier.__file__).parent / "cli"
COMMANDS = [command.name for command in app.registered_commands]


def test_games_lists_every_game_with_its_options():
    listed = says("games", "--lang", "en")
    assert all(f"{name}:" in listed for name in GAMES)
    assert "level = 0, 1, 2, 3" in listed


def test_levels_are_described_in_both_languages():
    told = says("levels", "--lang", "en")
    assert "2  Beginner. Looks one move ahead" in told and "\n   Coco. Hops to the best place" in told
    assert "greedy : Le plus de points" in says("levels", "--lang", "fr")


@pytest.mark.parametrize("name", GAMES)
def test_rules_in_both_languages(name):
    assert "## Rulings" in says("rules", name, "--lang", "en")
    assert "## Précisions" in says("rules", name, "--lang", "fr")


@pytest.mark.parametrize("name", GAMES)
def test_random_games_writes_records_that_replay(name, tmp_path):
    output = says("random", name, "--games", 3, "--seed", 5, "--trace")
    assert output == says("random", name, "--games", 3, "--seed", 5, "--trace")
    (tmp_path / "games.jsonl").write_text(output)
    for record in tablier.Record.read_all(tmp_path / "games.jsonl"):
        position = record.replay()
        assert position.over and record.outcome == position.outcome.as_json()
        assert all(move in legal for move, legal in zip(record.moves, record.legal, strict=True))


def test_a_match_can_be_asked_for_as_an_option():
    assert len(says("random", "quantik", "--option", "match=2").splitlines()) == 2


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_two_records_with_the_seats_swapped(name):
    first, second = map(json.loads, says("random", name, "--match").splitlines())
    assert first["match"]["id"] == second["match"]["id"]
    assert [first["match"]["game"], second["match"]["game"]] == [1, 2]
    assert first["players"] == second["players"][::-1]


def test_random_games_takes_options_and_seats():
    record = json.loads(says("random", "kulami", "--option", "level=3", "--option", "board=irregular"))
    assert record["options"] == {"level": 3} and len(record["setup"]["board"]) == 10
    assert json.loads(says("random", "kabaleo", "--seats", 4))["seats"] == 4


def test_perft_prints_depth_and_count():
    assert says("perft", "quantik", 3) == "1 64\n2 3392\n3 167552\n"
    assert says("perft", "kulami", 2, "--option", "board=irregular") == "1 64\n2 686\n"


@pytest.mark.parametrize("name", GAMES)
def test_replay_and_draw_a_saved_game(name, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(says("random", name, "--seed", 2))
    for language, word in (("en", "Rank 1"), ("fr", "Rang 1")):
        assert word in says("replay", file, "--lang", language)
    picture = tmp_path / "x.svg"
    says("draw", file, "--ply", 3, "-o", picture, "--theme", "dark", "--show", "last", "--show", "targets")
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


def test_a_game_in_the_terminal(tmp_path):
    file = tmp_path / "saved.jsonl"
    typed = f"?\nhelp\nS-b2\nS-b4\nnonsense\nY-b4\nundo\nN-b4\nscore\nboard\nsave {file}\nquit\n"
    shown = says("play", "quantik", "--lang", "en", typed=typed)
    assert "64 legal moves" in shown
    assert "Your opponent has the same shape (sphere) on b2, in the same column as b4." in shown
    assert "'nonsense' is not a move." in shown
    assert "Taken back: Y-b4" in shown
    assert tablier.Record.read(file).moves == ["S-b2", "N-b4"]


@pytest.fixture
def type_moves(monkeypatch, capsys):
    """Plays in this process: whatever is chosen of the legal moves is typed, line after line, to the end."""

    def play(command, choose):
        tables = []

        class Watched(terminal.Table):
            def __init__(self, *given):
                super().__init__(*given)
                tables[:] = [self]

        monkeypatch.setattr(terminal, "Table", Watched)
        monkeypatch.setattr("builtins.input", lambda prompt: print(prompt) or choose(tables[0].position.moves).text)
        monkeypatch.setattr(sys, "argv", command.split())
        monkeypatch.setattr(logging.root, "handlers", [])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        return capsys.readouterr().out

    return play


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_against_a_random_player_to_the_end(name, language, type_moves):
    command = f"tablier play {name} --against random --seed 4 --lang {language}"
    shown = type_moves(command, random.Random(3).choice)
    assert {"en": "The game is over", "fr": "La partie est finie"}[language] in shown


def test_who_begins_is_drawn_by_lot_in_the_terminal():
    def told(seed, *more):
        return says("play", "quantik", "--lang", "en", "--seed", seed, *more, typed="quit\n").splitlines()[0]

    alone = {told(seed, "--against", "random") for seed in (3, 4)}
    names = ("Player 1 (Light)", "Player 2 (Dark)")
    assert alone == {f"Drawn by lot: you are {name}. Player 1 begins." for name in names}
    around = {told(seed) for seed in (3, 4)}
    assert {line.partition("number ")[2][0] for line in around} == {"1", "2"} and all(
        "by lot" in line for line in around
    )


@pytest.mark.parametrize("seat", [1, 2])
def test_in_the_terminal_one_may_choose_who_begins(seat):
    shown = says("play", "quantik", "--against", "random", "--seat", seat, "--lang", "en", typed="quit\n")
    assert "by lot" not in shown and bool(re.search(r"\{\} \{\} \w", shown)) == (seat == 2)
    assert "by lot" not in says("play", "quantik", "--seat", seat, "--lang", "en", typed="quit\n")


FIRST = "S-a1\nY-b1\nQ-c1\nN-d1\n"
SECOND = "S-a1\nY-b1\nQ-c1\nN-d1\n"


@pytest.mark.parametrize("asked", [["--match"], ["--option", "match=2"]])
def test_a_match_of_two_in_the_terminal(asked):
    shown = says("play", "quantik", "--lang", "en", *asked, typed=FIRST + SECOND)
    assert shown.count("The game is over") == 2 and "everybody moves on by one seat" in shown
    ranks = [line for line in shown.splitlines() if line.startswith("Match, rank")]
    assert ranks == [f"Match, rank 1: Player {who} of the first game, 1 point" for who in ("1 (Light)", "2 (Dark)")]


def test_no_second_game_is_played_unless_it_is_a_match_and_the_first_is_over():
    assert says("play", "quantik", "--lang", "en", typed=FIRST).count("The game is over") == 1
    assert "everybody moves on" not in says("play", "quantik", "--match", "--lang", "en", typed="S-a1\nquit\n")


def test_a_match_of_rangees_in_the_terminal_says_that_colours_are_swapped(type_moves):
    shown = type_moves("tablier play rangees --match --lang fr", lambda moves: moves[0])
    assert shown.count("La partie est finie") == 2 and "changent donc de propriétaire" in shown
    assert shown.count("Match, rang") == 2


def test_secrets_are_shown_to_their_seat_only():
    shown = says("play", "kabaleo", "--lang", "en", "--seed", "1", typed="\nquit\n")
    assert "only you can see" in shown


@pytest.mark.parametrize(
    ("arguments", "says_what"),
    [
        (["rules", "chess"], "The games are"),
        (["random", "kulami", "--option", "level=9"], "0, 1, 2, 3"),
        (["random", "kulami", "--option", "level"], "name=value"),
        (["random", "kulami", "--option", "lvl=1"], "level"),
        (["random", "kulami", "--option", "board=@/nowhere/board.txt"], "/nowhere/board.txt"),
        (["random", "kulami", "--option", "board=hexagon"], "square"),
        (["random", "kabaleo", "--seats", "9"], "2, 3, 4"),
        (["replay", "/nowhere/x.jsonl"], "/nowhere/x.jsonl"),
        (["replay", "/"], "/"),
        (["draw", "/nowhere/x.jsonl", "-o", "/tmp/x.svg"], "/nowhere/x.jsonl"),
        (["play", "quantik", "--seat", "3", "--against", "random"], "1 to 2"),
        (["play", "quantik", "--against", "nobody"], "random"),
        (["games", "--lang", "de"], "en, fr"),
        (["perft", "quantik", "-1"], "-1"),
        (["random", "quantik", "--games", "many"], "--games"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments, says_what):
    result = run(*arguments)
    assert result.returncode == 2
    assert says_what in " ".join(result.stderr.split())


def test_wrong_files_get_a_sentence(tmp_path):
    file = tmp_path / "game.jsonl"
    for content, says_what in [
        (b"\0", "NUL"),
        (b"\xff", "UTF-8"),
        (b"{}", "missing"),
        (b"", "no record 1"),
    ]:
        file.write_bytes(content)
        result = run("replay", file, "--lang", "en")
        assert result.returncode == 2 and says_what in result.stderr


def test_draw_writes_nothing_when_something_is_wrong(tmp_path):
    file, picture = tmp_path / "game.jsonl", tmp_path / "x.svg"
    file.write_text(says("random", "quantik"))
    assert "the last one is after" in run("draw", file, "--ply", 99, "-o", picture, "--lang", "en").stderr
    assert run("draw", file, "--theme", "pink", "-o", picture).returncode == 2
    assert run("draw", file, "--boards", "marble", "-o", picture).returncode == 2
    assert not picture.exists()
    assert run("draw", file, "-o", tmp_path / "missing" / "x.svg").returncode == 2


def test_the_version():
    assert fresh("--version").stdout == f"tablier {tablier.__version__}\n"


def test_a_shell_can_complete_commands():
    assert "--install-completion" in says("--help")
    words = {"_TABLIER_COMPLETE": "complete_bash", "COMP_WORDS": "tablier re", "COMP_CWORD": "1"}
    assert fresh(**words).stdout.split() == ["replay", "restore"]


@pytest.mark.parametrize("command", [*COMMANDS, "bench playouts", "bench search"])
def test_help_speaks_both_languages(command):
    """All sentences of our own do; "Usage" and "Options" are the framework's."""
    english, french = (says("--lang", language, *command.split(), "--help") for language in ("en", "fr"))
    sentences = {key: said for key, said in catalogue(CLI).items() if key.startswith("help.")}
    together = " ".join(english.split()), " ".join(french.split())
    for said in sentences.values():
        assert (said["en"] in together[0]) == (said["fr"] in together[1]), said["en"]
        assert said["en"] not in together[1] or said["en"] == said["fr"]
    assert any(said["fr"] in together[1] for said in sentences.values())
    assert " <" not in english.partition("Options:")[2], "an option without a readable name for its value"


def test_help_follows_the_terminal():
    assert "Jouer, étudier et programmer" in says("--help", LC_ALL="fr_FR.UTF-8")
    assert "Les règles d’un jeu" in says("rules", "--help", LC_ALL="fr_FR.UTF-8")


TEXT = "quantik/1 2 {} {} S-b2"


@pytest.mark.parametrize("how", ["file", "input", "text", "text in a file"])
def test_every_command_takes_a_game_the_same_way(how, tmp_path):
    line, picture = tablier.parse(TEXT).record().line, tmp_path / "x.svg"
    (tmp_path / "game.jsonl").write_text(line if how == "file" else TEXT)
    source = {"input": "-", "text": TEXT}.get(how, tmp_path / "game.jsonl")
    typed = line if how == "input" else ""
    assert "1. Player 1 (" in says("replay", source, "--lang", "en", typed=typed)
    says("draw", source, "-o", picture, typed=typed)
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert json.loads(says("think", source, "--level", "greedy", "--json", typed=typed))["move"]
    assert "draws" in run("verify", source, "--lang", "en", typed=typed).stderr


def test_a_wrong_text_names_its_move():
    result = run("replay", "quantik/1 2 {} {} S-b2 ~x", "--lang", "en")
    assert result.returncode == 2 and "Move 2" in result.stderr and "seat 2 is on turn" in result.stderr


def test_nothing_is_left_to_think_about_at_the_end(tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(says("random", "quantik"))
    result = run("think", file, "--lang", "en")
    assert result.returncode == 2 and "The game is over" in result.stderr and "--ply" in result.stderr
    assert says("think", file, "--ply", 2, "--level", "greedy")


def test_people_count_seats_from_one():
    shown = says("play", "quantik", "--lang", "en", "--against", "random", "--seat", "2", typed="quit\n")
    assert "Player 1 (" in shown and "Player 2 (" in shown and "Player 0" not in shown and "Seat" not in shown
    assert "Player 1 still has" in shown and "Player 2 still has" in shown
    result = run("think", TEXT, "--seat", 1, "--lang", "en")
    assert result.returncode == 2 and "It is not seat 1’s turn: seat 2 is on turn." in result.stderr
    assert run("think", TEXT, "--seat", 2, "--level", "greedy").returncode == 0
    assert run("play", "quantik", "--seat", "0", "--against", "random").returncode == 2


def test_a_draw_is_not_typed():
    assert "Draws come by themselves" in says("play", "quantik", "--lang", "en", typed="~x\nquit\n")


def test_draw_writes_to_the_output():
    assert ElementTree.fromstring(says("draw", TEXT, "-o", "-")).tag.endswith("svg")
    assert ElementTree.fromstring(says("draw", TEXT, "-o", "-", "--boards", "paper")).tag.endswith("svg")


def test_draw_writes_no_svg_into_what_is_not_svg(tmp_path):
    picture = tmp_path / "x.png"
    result = run("draw", TEXT, "-o", picture, "--lang", "en")
    assert result.returncode == 2 and "written as SVG" in result.stderr and str(tmp_path / "x.svg") in result.stderr
    assert not list(tmp_path.iterdir())


def test_serving_at_a_busy_port_is_said_in_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        result = fresh("serve", "--port", port, "--database", tmp_path / "x.sqlite", LC_ALL="C")
    assert result.returncode == 2 and f"cannot listen at 127.0.0.1, port {port}" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_serving_where_nothing_can_be_written_is_said_in_a_sentence():
    result = fresh("serve", XDG_DATA_HOME="/dev/null/home")
    assert result.returncode == 2 and "/dev/null/home" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_warming_where_nothing_can_be_kept_is_said_in_a_sentence():
    result = fresh("warm", "quantik", TABLIER_CACHE="/dev/null/cache", LC_ALL="C")
    assert result.returncode == 2 and "cannot be kept in /dev/null/cache" in result.stderr and not result.stdout


def test_a_contest_of_one_is_refused():
    result = run("arena", "kulami", "uct", "--lang", "en")
    assert result.returncode == 2 and "at least two players" in result.stderr


def test_games_says_which_cannot_be_loaded(tmp_path):
    announce(tmp_path, "gomoku", "no_such.gomoku")
    result = fresh("games", "--lang", "fr", PYTHONPATH=str(tmp_path))
    assert result.returncode == 0 and all(f"{name}:" in result.stdout for name in GAMES)
    assert result.stderr.splitlines() == [
        "gomoku ne peut pas être chargé : no_such.gomoku : ModuleNotFoundError: No module named 'no_such'"
    ]
