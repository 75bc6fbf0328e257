"""Boards, pieces and sounds: however they look, no two seats or colours are taken for each other."""

import importlib.util
import re
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import tablier
from tablier.core.errors import BadOption
from tablier.core.looks import APART, BOARDS, CORE, FINISHES, MATERIALS, SOUNDS, THEMES, finish, palette, read, sounds

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "tablier" / "web"
GAMES = tablier.list_games()
LOOKS = list(product(GAMES, BOARDS, THEMES))
NAMES = [f"{game.name}-{boards}-{theme}" for game, boards, theme in LOOKS]

# How those see who lack one kind of cone: Machado, Oliveira and Fernandes 2009, in linear light.
EYES = {
    "all": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
# To OKLab: Ottosson 2020.
CONES = [[0.41222, 0.53633, 0.05145], [0.2119, 0.6807, 0.1074], [0.0883, 0.28172, 0.62998]]
OPPOSED = [[0.21045, 0.79362, -0.00407], [1.978, -2.42859, 0.45059], [0.0259, 0.78277, -0.80868]]

TOLD_APART = {
    "quantik": ["seat0", "seat1"],
    "kulami": ["seat0", "seat1"],
    "rangees": ["seat0", "seat1"],
    "on_top": ["red", "yellow", "blue", "white"],
    "kabaleo": ["R", "O", "Y", "G", "B", "P"],
}
READ = {
    "quantik": [("board_ink", "board")],
    "kulami": [("edge", "paper")],
    "rangees": [("chalk", "cloth"), ("number0", "ivory"), ("number1", "ivory")],
    "on_top": [("on_cell", "cell_up"), ("on_cell", "cell_down")]
    + [(f"on_{colour}", colour) for colour in ("red", "yellow", "blue", "white")],
    "kabaleo": [("tray_ink", "tray"), ("ink", "slot")],
}
LIE_ON = {
    "quantik": [("seat0", "board"), ("seat1", "board")],
    "kulami": [(f"seat{seat}", f"wood{wood}") for seat in range(2) for wood in range(5)],
    "rangees": [("seat0", "ivory"), ("seat1", "ivory"), ("wood", "cloth"), ("ivory", "cloth")],
    "on_top": [("tile", "cell_up"), ("tile", "cell_down")],
    "kabaleo": [(colour, "felt") for colour in "ROYGBP"],
}


def light(colour):
    values = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """From 1 to 21, as WCAG has it."""
    dark, bright = sorted(float(light(colour) @ [0.2126, 0.7152, 0.0722]) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def distance(one, other, eyes="all"):
    """In OKLab, a hundred from black to white."""
    seen = [np.clip(np.array(EYES[eyes]) @ light(colour), 0, 1) for colour in (one, other)]
    first, second = (np.array(OPPOSED) @ np.cbrt(np.array(CONES) @ colour) for colour in seen)
    return 100 * float(np.linalg.norm(first - second))


@pytest.mark.parametrize("game, boards, theme", LOOKS, ids=NAMES)
def test_seats_and_colours_are_told_apart_by_all_eyes(game, boards, theme):
    colours = palette(game.folder, theme, boards)
    for one, other in combinations(TOLD_APART[game.name], 2):
        for eyes in EYES:
            far = distance(colours[one], colours[other], eyes)
            assert far > (15 if eyes == "all" else 9), f"{one} and {other}, {eyes}: {far:.1f}"


@pytest.mark.parametrize("game, boards, theme", LOOKS, ids=NAMES)
def test_what_is_written_on_boards_can_be_read(game, boards, theme):
    colours = palette(game.folder, theme, boards)
    for ink, ground in READ[game.name]:
        assert contrast(colours[ink], colours[ground]) > 3, f"{ink} on {ground}"


@pytest.mark.parametrize("game, boards, theme", LOOKS, ids=NAMES)
def test_pieces_stand_out_from_what_they_lie_on(game, boards, theme):
    colours = palette(game.folder, theme, boards)
    for piece, ground in LIE_ON[game.name]:
        assert distance(colours[piece], colours[ground]) > 9, f"{piece} on {ground}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_boards_differ_and_are_drawn(game):
    position = game.start(seed=1)
    for theme in THEMES:
        assert len({position.svg(theme=theme, boards=boards) for boards in BOARDS}) == len(BOARDS)
    for boards in BOARDS[1:]:
        assert set(read(game.folder)["boards"][boards]) <= set(read(game.folder)) - set(APART)


def test_a_picture_has_no_classes_that_would_leak_into_the_page_around_it():
    for game in GAMES:
        assert "class=" not in game.start(seed=1).svg(boards="paper")


def test_paper_is_flat_and_wood_is_not():
    assert finish("paper") == {"grain": 0, "gloss": 0, "shade": 0, "line": 1}
    assert finish("classic") == {"grain": 1, "gloss": 1, "shade": 1, "line": 0}
    assert all(set(finish(boards)) == set(FINISHES) for boards in BOARDS)
    art = [path.read_text("utf-8") for path in sorted((CORE.parent / "games").glob("*/art.svg"))]
    assert set(re.findall(r'class="([^"]*)"', " ".join(art))) == {f"finish-{name}" for name in FINISHES}
    assert all("finish-line" in sheet and "finish-gloss" in sheet for sheet in art)


def test_boards_that_there_are_not_are_refused():
    with pytest.raises(BadOption, match=r"no boards 'marble'.*classic, slate, paper"):
        tablier.game("quantik").start().svg(boards="marble")


def test_the_page_knows_the_same_boards():
    script = (WEB / "preferences.js").read_text("utf-8")
    assert re.findall(r'"(\w+)"', re.search(r"BOARDS = [^\[]*\[([^\]]*)\]", script)[1]) == list(BOARDS)


# ----- Sounds


def made():
    found = importlib.util.spec_from_file_location("sounds", ROOT / "docs" / "sounds.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


MAKING = made()
WAVES = {sound.__name__: MAKING.finished(sound()) for sound in MAKING.SOUNDS}


def heard(name):
    """A file as it is heard: G.711 mu-law."""
    data = (WEB / f"{name}.wav").read_bytes()
    code = ~np.frombuffer(data[data.index(b"data") + 8 :], np.uint8)
    size = ((((code & 15).astype(int) << 3) + 132) << ((code >> 4) & 7)) - 132
    return np.where(code & 128, -size, size) / 32768


def test_each_game_says_what_it_is_made_of():
    for game in GAMES:
        assert set(read(game.folder)["sounds"]) == set(SOUNDS)
        assert set(sounds(game.folder).values()) <= set(MATERIALS) <= set(WAVES)


@pytest.mark.parametrize("name", WAVES)
def test_a_sound_is_small_and_what_its_recipe_makes(name):
    assert (WEB / f"{name}.wav").stat().st_size <= 6144
    wave = WAVES[name]
    assert np.abs(heard(name)[: len(wave)] - wave).max() < 0.02


def test_all_sounds_together_are_small():
    assert sum(file.stat().st_size for file in WEB.glob("*.wav")) <= 40 * 1024
    assert {file.stem for file in WEB.glob("*.wav")} == set(WAVES)


@pytest.mark.parametrize("name", WAVES)
def test_a_sound_neither_clips_nor_clicks_nor_lingers(name):
    wave = np.abs(heard(name))
    assert 0.7 < wave.max() < 0.9
    assert wave[0] < 0.02 and wave[-1] < 0.02
    assert np.flatnonzero(wave > wave.max() / 100)[-1] / MAKING.RATE < 0.3


def test_glass_is_brighter_than_stone_stone_than_wood_and_a_refusal_is_dull():
    def brightness(name):
        power = np.abs(np.fft.rfft(WAVES[name])) ** 2
        return (power * np.fft.rfftfreq(len(WAVES[name]), 1 / MAKING.RATE)).sum() / power.sum()

    assert brightness("glass") > brightness("stone") > brightness("wood") > brightness("knock")
