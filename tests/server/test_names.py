"""Names: letters of one script, nothing invisible, nothing that passes for somebody else's."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.server.errors import Refused
from tablier.server.people.names import clean_name, clean_talk, fold


@pytest.mark.parametrize(
    "name",
    ["Ada", "Zoë", "Jean-Pierre", "O’Neill", "d'Artagnan", "Ana María", "Łukasz", "R2 D2", "李小龙", "さくら 山田",
     "김철수", "Мария", "Ελένη", "मीरा", "שרה", "فاطمة", "Nguyễn", "佐々木", "タロー", "Åsa_2"],
)  # fmt: skip
def test_names_of_the_world(name):
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "-", "...", "A" * 31,
        "<script>", "a&b", "Ada\u0000", "Ada\n\u0007", "A\u200bda", "\u202eadA", "Ada\ufeff", "\ud800",
        "Аda", "Adа", "Αda", "раypal", "ka\u0301\u0301\u0301\u0301", "\u0301Ada", "A \u0301",
        "\u3164", "Ada\u3164", "\u115f\u1160", "A\ufe0f", "🙂", "Ada🙂", "৪৪Ada", "\U000e0041",
        "Tablier", "tablier 3", "ТАBLIER", "Tabl1er", "ADMIN", "Àdmin", "server", "Level 6", "Niveau",
        "Level6", "the-admin", "Ad Min", "Administrator", "\u093e", "\u093e\u093f",
        "Somebody who left", "Quelqu’un qui est parti",
    ],
)  # fmt: skip
def test_what_is_no_name(name):
    with pytest.raises(Refused, match="30 letters"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Cleveland", "Badminton", "Observer", "Serverin", "Ada Cleveland", "Tablierre"])
def test_a_word_that_only_contains_one_of_the_programs_is_a_name(name):
    assert clean_name(name) == name


def test_a_name_that_grows_too_long_when_it_is_compared_is_refused_with_a_sentence():
    assert clean_name("김" * 21) and len(fold("김" * 21)) == 63
    with pytest.raises(Refused, match="too long"):
        clean_name("김" * 22)


def test_spaces_are_tidied_and_wide_letters_made_plain():
    assert clean_name("  Ada \t Lovelace ") == "Ada Lovelace"
    assert clean_name("Ａｄａ") == "Ada"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ada", "ADA"), ("Zoë", "zoe"), ("Jean-Pierre", "jean pierre"), ("Straße", "STRASSE"), ("coco", "сосо"),
     ("Ali", "AlI"), ("Bob", "B0b"), ("Bil", "Bi1"), ("Hope", "Норе"), ("TATA", "ΤΑΤΑ")],
)  # fmt: skip
def test_names_that_look_the_same_are_the_same(one, other):
    assert fold(one) == fold(other)


def test_different_names_stay_different():
    assert len({fold(name) for name in ("Ada", "Eda", "Adam", "Bob", "Мария", "Марина", "李小龙", "李小")}) == 8


@given(st.text(max_size=50))
def test_any_text_is_a_clean_name_or_refused(text):
    try:
        name = clean_name(text)
    except Refused:
        return
    assert 1 <= len(name) <= 30 and clean_name(name) == name and 1 <= len(fold(name)) <= 64
    assert not any(unicodedata.category(character)[0] == "C" or character in '<>&"' for character in name)


@given(st.text(max_size=400))
def test_any_talk_is_cleaned_or_refused(text):
    try:
        said = clean_talk(text)
    except Refused:
        return
    assert 1 <= len(said) <= 300 and clean_talk(said) == said
    assert not any(unicodedata.category(character)[0] == "C" for character in said)


def test_talk_loses_only_what_cannot_be_seen():
    assert clean_talk("Bien joué ! <b>🙂</b>\u202e\u200b\n\x00ok") == "Bien joué ! <b>🙂</b> ok"
    assert clean_talk("Z" + "\u0310" * 50) == "Z\u0310\u0310"
    with pytest.raises(Refused):
        clean_talk("\u200b\u3164\ufe0f")
