"""The suite for whoever writes a game finds out mistakes: all of them, in sentences that say where."""

import subprocess
import sys
from pathlib import Path

import pytest

from offers import edit, offer
from tablier.core import registry
from tablier.core.game import Game
from tablier.testing import Faulty, check_game


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """Makes a copy of noughts and crosses, lets it be spoilt, and returns what the suite has to say."""
    made = []

    def find(name, spoil, **more):
        spoil(offer(tmp_path, name))
        made.append(name)
        with pytest.raises(Faulty) as raised:
            check_game(Game(name), **more)
        assert str(raised.value).count("\n- ") == len(raised.value.faults)
        return raised.value.faults

    monkeypatch.syspath_prepend(tmp_path)
    yield find
    for name in made:
        registry._offers().pop(name, None)
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            del sys.modules[module]


def said(faults, *wanted):
    """Are all of these said, and nothing else?"""
    missing = [sentence for sentence in wanted if not any(sentence in fault for fault in faults)]
    assert not missing and len(faults) == len(wanted), "\n".join(["missing:", *missing, "said:", *faults])


def spoil_files(files: Path) -> None:
    (files / "diagram.py").unlink()
    (files / "help.fr.md").unlink()
    edit(files / "rules.py", "def points(", "def score(")
    edit(files / "rules.py", "LONGEST = 9", "LONGEST = 0")
    edit(files / "rules.py", "def turn(board, state):", "def turn(state):")
    edit(files / "rules.py", "def payoff(", "def hide(board, state, seat):\n    pass\n\n\ndef payoff(")
    edit(files / "setup.py", "SEATS = (2,)", "SEATS = 2")
    edit(files / "sheet.py", "def reason(position):", "def reason():")
    edit(files / "words.toml", 'title = { en = "Noughts and crosses", fr = "Morpion" }', 'title = { en = "Gomoku" }')
    edit(files / "words.toml", 'fr = "{square} est prise."', 'fr = "{case} est prise."')
    edit(files / "words.toml", "minutes =", "hours =")
    (files / "palette.toml").write_text(
        'wood = { light = "#fff" }\n[boards.marble]\nwool = { light = "#fff", dark = "#eee" }\n'
        '[sounds]\nplace = "jelly"\n'
    )
    (files / "help.en.md").write_text("Three in a line.\n")


FILES = (
    "diagram.py: this file is missing",
    "help.fr.md: this file is missing",
    "rules.py: a function is missing: points(board, state, out)",
    "rules.py: LONGEST must be a number above 0: not 0",
    "rules.py: a function does not take what it is given: turn(board, state)",
    "rules.py: hide, fill, UNSEEN belong together: no fill, UNSEEN",
    "setup.py: SEATS must be the possible numbers of players: not 2",
    "sheet.py: a function does not take what it is given: reason(position)",
    "words.toml: sentences are missing in 'fr': title",
    "words.toml: the languages name different facts: refusal.occupied",
    "words.toml: a sentence is missing: 'minutes'",
    "palette.toml: a colour has no dark shade: 'wood'",
    "palette.toml: boards are none of classic, slate, paper: 'marble'",
    "palette.toml: boards.marble has a colour that is no role of the palette: 'wool'",
    "palette.toml: a sound is none of place, take, or its material none of wood, glass, stone, tile: place = 'jelly'",
    "help.en.md: it must begin with a title",
)


def test_what_is_missing_is_said_before_anything_is_compiled(faults):
    said(faults("spoilt_files", spoil_files), *FILES)


def test_nothing_passes_because_python_leaves_out_assertions(tmp_path):
    spoil_files(offer(tmp_path, "spoilt"))
    code = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from tablier.core.game import Game
from tablier.testing import check_game
check_game(Game("spoilt"))
"""
    shown = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, timeout=120)
    assert f"spoilt has {len(FILES)} faults" in shown.stderr and all(sentence in shown.stderr for sentence in FILES)


def test_words_that_cannot_be_read_are_named(faults):
    broken = faults("spoilt_toml", lambda files: (files / "words.toml").write_text("title = { en = "))
    assert len(broken) == 1 and broken[0].startswith("words.toml: this cannot be read: ")


def spoil_drawing(files: Path) -> None:
    edit(files / "scene.py", 'layer="board", label=words("scene.square", square=name)', 'layer="board", colour="wod"')
    edit(files / "scene.py", '"nought"', '"nougt"')
    edit(files / "sheet.py", "& 1, 1, words", "& 1, 2, words")
    edit(files / "diagram.py", '"\\n".join', '" ".rjust(90).join')
    edit(files / "words.toml", 'full = { en = "board full", fr = "grille pleine" }', "")
    edit(
        files / "words.toml",
        'en = "{square} is marked", fr = "{square} est',
        'en = "{where} is marked", fr = "{where} est',
    )
    edit(files / "setup.py", "if setup:", 'if "wrong" in setup:')
    edit(files / "moves.py", 'words("refusal.occupied", square=path[0])', '"occupied"')


def test_what_goes_wrong_in_play_is_said_with_its_file(faults):
    found = faults("spoilt_drawing", spoil_drawing)
    said(
        found,
        "scene.py: there is no such colour (palette.toml can add to: ",
        "scene.py: art.svg has no such symbol: 'spoilt_drawing-nougt' of item",
        "scene.py: what can be clicked has no label for screen readers: 'a1'",
        "sheet.py: the lines of the sheet do not add up to the points: seat",
        "diagram.py: a diagram is empty, or wider than 80: en in spoilt_drawing/1 2 {} {}",
        "words.toml: a sentence is missing: 'reason.full'",
        "words.toml: a sentence names a fact that it is not given: 'where'",
        "setup.py: check accepts a setup with a field that no setup has: {'no such field': 1}",
        "moves.py: refuse must return a phrase, words(…), or None: 'occupied'",
    )
    assert "'wod' of item 'a1'" in " ".join(found)


def test_a_piece_is_one_item_and_comes_from_somewhere(faults):
    def spoil(files: Path) -> None:
        edit(files / "scene.py", "ENDLESS = (", "ENDLESS, GLYPHS = (), (")
        edit(files / "scene.py", "ENDLESS[seat]", "GLYPHS[(seat + position.ply) % 2]")
        edit(files / "scene.py", "Scene(3, 3,", "Scene(3, 5 - position.ply % 3,")

    said(
        faults("spoilt_pieces", spoil),
        "scene.py: a piece comes to the board that was shown nowhere before (ENDLESS names those without a stock): 'm",
        "scene.py: an id that was one piece is another now: 'mark:",
        "scene.py: the size of the board changes during a game (GROWS = True if it may become larger): from (3, 5) to",
        "scene.py: the board becomes smaller: from (3, 5) to (3, 4)",
    )


def test_a_game_that_does_not_end_on_a_full_board_is_found_out(faults):
    """Random games seldom fill the board: it takes players who would rather not win."""

    def spoil(files: Path) -> None:
        edit(files / "rules.py", "if state.won or state.ply == 9:", "if state.won:")

    found = faults("spoilt_end", spoil, games=0)
    assert len(found) == 1 and found[0].startswith("rules.py: there is no legal move, and the game is not over: in ")


def test_whoever_has_more_points_is_not_ranked_behind(faults):
    def spoil(files: Path) -> None:
        rules = (files / "rules.py").read_text("utf-8")
        head, payoff = rules.split("def payoff(")
        (files / "rules.py").write_text(head + "def payoff(" + payoff.replace("^ 1] = 1", "] = 1"), "utf-8")

    found = faults("spoilt_payoff", spoil)
    assert len(found) == 1 and "payoff ranks somebody behind a seat with fewer points" in found[0]


def test_setups_are_refused_with_a_sentence(faults):
    def spoil(files: Path) -> None:
        edit(files / "setup.py", 'BadSetup(words("setup.fields", fields="{}", found=list(setup)))', 'BadSetup("wrong")')
        edit(files / "setup.py", "    if setup:", '    if len(setup) > 1:\n        setup["a"]\n    if setup:')
        edit(files / "setup.py", "def make(seats, options, random):\n    return {}", MAKE)
        edit(files / "setup.py", "    return {}\n\n\ndef build", "    return setup\n\n\ndef build")
        edit(files / "setup.py", "    if setup:", '    if setup != {"size": 3}:')

    said(
        faults("spoilt_setup", spoil),
        "setup.py: BadSetup must be given a phrase, as in BadSetup(words(…)): not 'wrong'",
        "setup.py: check must raise BadSetup for what is no setup: it raises KeyError: 'a' for {'size': 3, 'no such",
    )


MAKE = "def make(seats, options, random):\n    return {'size': 3}"


def test_rules_that_do_not_compile_are_said_in_one_line(faults):
    def spoil(files: Path) -> None:
        edit(files / "rules.py", "    state.won = has_line(board, state.marks[seat])", "    state.won = state.wno")

    (found,) = faults("spoilt_rules", spoil)
    assert found.startswith("rules.py") and ": this does not compile: " in found
    assert "wno" in found and "\n" not in found
    assert len(found) < 300


def test_a_game_longer_than_its_bound_is_found_out(faults):
    found = faults("spoilt_bound", lambda files: edit(files / "rules.py", "LONGEST = 9", "LONGEST = 4"))
    assert found == ["rules.py: a game has more actions than LONGEST, 4"]


def test_two_moves_that_are_written_the_same_are_found_out(faults):
    def spoil(files: Path) -> None:
        edit(files / "moves.py", "return (SQUARES[action],)", "return (SQUARES[action or 1],)")

    found = faults("spoilt_text", spoil, games=1)
    assert found[0].startswith("moves.py: two moves are written the same: in spoilt_text/1 2 {} {}")


def test_what_is_left_in_a_mask_is_found_out(faults):
    """Compiled loops use one mask again and again: what moves does not set would be played."""

    def spoil(files: Path) -> None:
        edit(files / "rules.py", "mask[0] = FULL &", "mask[0] |= FULL &")

    found = faults("spoilt_mask", spoil, games=1)
    assert any(fault.startswith("rules.py: moves must set every word of mask") for fault in found)


def test_a_path_that_is_no_tuple_is_found_out(faults):
    def spoil(files: Path) -> None:
        edit(files / "moves.py", "return (SQUARES[action],)", "return SQUARES[action]")

    found = faults("spoilt_path", spoil, games=1)
    assert any(fault.startswith("moves.py: path must return a tuple of texts: not 'a1'") for fault in found)


def test_a_sentence_that_is_seldom_said_is_missed(faults):
    """Asked for by a word that stands in a module, it must be there, whether a random game comes to it or not."""

    def spoil(files: Path) -> None:
        edit(files / "sheet.py", 'else "full"', 'else ("full" if position.ply else "never begun")')
        edit(
            files / "moves.py",
            '    return words("refusal',
            '    if path == ("never",):\n        words("refusal.never")\n    return words("refusal',
        )

    said(
        faults("spoilt_seldom", spoil, games=1),
        "words.toml: a sentence is missing: 'refusal.never'; 'reason.never_begun'",
    )


def test_a_move_that_was_legal_is_not_unreadable(faults):
    def spoil(files: Path) -> None:
        edit(files / "moves.py", '    return words("refusal.occupied", square=path[0])', "    return None")

    found = faults("spoilt_refusal", spoil, games=1)
    assert any("refuse must name the rule that forbids what was legal earlier in the game" in fault for fault in found)


def test_options_that_are_no_tuple_are_found_out(faults):
    found = faults("spoilt_options", lambda files: edit(files / "setup.py", "OPTIONS = ()", "OPTIONS = 3"))
    assert found == ["setup.py: OPTIONS must be a tuple: not 3"]


JUDGEMENT = """
from tablier.core.judgement import Ending, Evaluation, Judgement


def evaluate(board, weights, state):
    return state.{field}


JUDGEMENT = Judgement(evaluation=Evaluation(evaluate=evaluate), ending=Ending(max_margin={most}))
"""


@pytest.mark.parametrize(
    ("name", "field", "most", "sentence"),
    [
        ("spoilt_margin", "ply", "0.5", "judgement.py: max_margin must be the largest difference in payoff"),
        ("spoilt_field", "edge", "1", "judgement.py: this does not compile: no record has a field 'edge'"),
    ],
)
def test_what_is_wrong_with_a_judgement_is_said_of_it(faults, name, field, most, sentence):
    def spoil(files: Path) -> None:
        (files / "judgement.py").write_text(JUDGEMENT.format(field=field, most=most))

    found = faults(name, spoil, games=1)
    assert any(fault.startswith(sentence) for fault in found), found


def test_one_mistake_in_the_rules_is_said_once(faults):
    def spoil(files: Path) -> None:
        edit(files / "rules.py", '("won", "i8")', '("won", "i1")')

    (found,) = faults("spoilt_padding", spoil)
    assert found.startswith("rules.py") and "padding" in found
