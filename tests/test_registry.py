"""Games that other packages offer: found by their entry points, and none can spoil the others."""

import subprocess
import sys

import pytest

import tablier
from offers import announce, offer
from tablier.core.game import Game
from tablier.core.registry import add

OWN = [game.name for game in tablier.list_games()]


def run(folder, code):
    """A process that finds the packages installed in a folder."""
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); import tablier; " + code
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)


def break_words(files):
    (files / "words.toml").write_text('title = { en = "Gomoku" fr = "Gomoku" }')


def forget_title(files):
    text = (files / "words.toml").read_text("utf-8")
    (files / "words.toml").write_text(text.replace("title =", "name ="), "utf-8")


def forget_words(files):
    (files / "words.toml").unlink()


def break_rules(files):
    (files / "rules.py").write_text("import no_such_module\n" + (files / "rules.py").read_text("utf-8"), "utf-8")


def break_setup(files):
    (files / "setup.py").write_text("SEATS = (2,\n")


def break_scene(files):
    (files / "scene.py").write_text("1 / 0\n")


BREAK = {
    break_words: ("words.toml", "TOMLDecodeError"),
    forget_title: ("words.toml", "il manque la phrase 'title'"),
    forget_words: ("words.toml", "oublié dans le paquet"),
    break_rules: ("rules.py", "No module named 'no_such_module'"),
    break_setup: ("setup.py", "SyntaxError"),
    break_scene: ("scene.py", "ZeroDivisionError"),
}


def test_a_game_of_another_package_is_a_game_like_any_other(tmp_path):
    offer(tmp_path, "gomoku")
    shown = run(tmp_path, "print(len(tablier.list_games()), tablier.game('gomoku').start().play('b2').ply)")
    assert shown.stdout.split() == [str(len(OWN) + 1), "1"] and "gomoku" not in shown.stderr


@pytest.mark.parametrize("spoil", BREAK, ids=lambda spoil: spoil.__name__)
def test_a_broken_game_breaks_no_other(spoil, tmp_path):
    spoil(offer(tmp_path, "gomoku"))
    code = """
print(*(game.name for game in tablier.list_games()), *(game.name for game in tablier.list_games()))
print(tablier.game("quantik").start().ply)
try:
    tablier.game("gomoku")
except tablier.BrokenGame as error:
    print(error.say("fr"))
"""
    shown = run(tmp_path, code)
    listed, ply, said = shown.stdout.splitlines()
    assert listed.split() == OWN * 2 and ply == "0"
    assert said.startswith("gomoku ne peut pas être chargé") and all(word in said for word in BREAK[spoil])
    assert shown.stderr.count("gomoku cannot be loaded") == 1 and "Traceback" not in shown.stderr


def test_an_entry_point_to_nothing_breaks_no_other(tmp_path):
    announce(tmp_path, "gomoku", "no_such.gomoku")
    shown = run(tmp_path, "print(len(tablier.list_games()))")
    assert shown.stdout.split() == [str(len(OWN))]
    assert "gomoku cannot be loaded: no_such.gomoku: ModuleNotFoundError" in shown.stderr


def test_a_game_cannot_take_the_name_of_another(tmp_path):
    offer(tmp_path, "quantik", "others.quantik")
    shown = run(tmp_path, "print(tablier.game('quantik').package, len(tablier.list_games()))")
    assert shown.stdout.split() == ["tablier.games.quantik", str(len(OWN))]
    assert "There is a game quantik already" in shown.stderr
    with pytest.raises(tablier.GameExists, match=r"in tablier\.games\.kulami: mine\.kulami must"):
        add(Game("mine.kulami"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Kulami", "kulami"), ("on-top", "on_top"), ("On Top", "on_top"), ("Rangées", "rangees"), ("quantick", "quantik")],
)
def test_a_name_that_is_nearly_right_is_recognised(name, meant):
    with pytest.raises(tablier.UnknownGame, match=f"Did you mean {meant}?"):
        tablier.game(name)


@pytest.mark.parametrize("name", ["chess", "", [], None, 7, "x" * 100_000])
def test_a_name_that_is_nothing_like_a_game(name):
    with pytest.raises(tablier.UnknownGame, match=r"\. The games are"):
        tablier.game(name)


def test_an_unknown_player_is_no_unknown_game():
    with pytest.raises(tablier.UnknownPlayer, match="The players are: 1, 2"):
        tablier.player("7")
