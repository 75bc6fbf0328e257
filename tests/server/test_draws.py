"""Verifiable draws: fixed before play, promised while hidden, shown at the end; in Python and in JavaScript alike."""

import collections
import json
import random
import subprocess
from pathlib import Path

import pytest

import tablier
from commands import run
from server.support import draw_vectors
from server.support.draw_vectors import FILE, TABLE
from server.support.played import SEED, Played, ada, bob, cy
from system import node
from tablier.games.kabaleo import setup as kabaleo
from tablier.games.on_top import tiles as on_top
from tablier.games.rangees import setup as rangees
from tablier.server.errors import Refused
from tablier.server.tables import draws, verification
from tablier.server.tables.verification import check

VECTORS = json.loads(FILE.read_text("utf-8"))
OLD, NEW = VECTORS["version 1"], VECTORS["version 2"]
WEB = Path(tablier.__file__).parent / "web"
SETUPS = Path(__file__).parent / "support" / "setups.js"
GAMES = [(game.name, seats) for game in tablier.list_games() for seats in game.seats]


def over(name: str, seats: int = 2, seed: str = SEED, **choices) -> dict:
    """The record of a finished game, as a dictionary to spoil."""
    people = ("ada", "bob", "cy", "dee")[:seats]
    return json.loads(Played(name, people, seed, **choices).play_out().table.record(list(people)).line)


def fair(record: dict) -> bool:
    return verification.fair(check(json.dumps(record)))


# ----- The arithmetic


@pytest.mark.parametrize("vector", OLD, ids=lambda vector: vector["seed"][:6])
def test_vectors(vector):
    seed, key = vector["seed"], bytes.fromhex(vector["key"])
    assert draws.commitment(1, seed, "", "", {}) == vector["commitment"] and draws.key(seed, vector["luck"]) == key
    assert [draws.salt(seed, number) for number in range(3)] == vector["salts"]
    assert all(draws.promise(seed, number, move) == said for number, move, said in vector["promises"])
    assert all(draws.first(key, seats) == place for seats, place in vector["first"])
    assert all(draws.pick(key, number, weights) == index for number, weights, index in vector["picks"])


@pytest.mark.parametrize("vector", NEW["commitments"], ids=lambda vector: vector["game"])
def test_commitments_and_pledges(vector):
    bound = [vector[name] for name in ("seed", "table", "game", "choices")]
    assert draws.commitment(2, *bound) == vector["commitment"]
    assert draws.pledge(vector["commitment"], vector["luck"]) == vector["pledge"]


@pytest.mark.parametrize(
    "change", [{"table": "0" * 32}, {"game": "kulami"}, {"choices": {"level": 1}}, {"seed": "0" * 64}]
)
def test_a_commitment_is_good_for_one_table_game_and_choice(change):
    bound = dict(zip(("seed", "table", "game", "choices"), (SEED, TABLE, "quantik", {}), strict=True))
    assert draws.commitment(2, **bound) != draws.commitment(2, **(bound | change))


@pytest.mark.parametrize("vector", NEW["lots"], ids=lambda vector: vector["key"][:6])
def test_lots(vector):
    assert {"key": vector["key"]} | draw_vectors.asked(bytes.fromhex(vector["key"])) == vector


@pytest.mark.parametrize("vector", NEW["setups"], ids=lambda v: f"{v['game']}-{v['seats']}-{','.join(v['choices'])}")
def test_setups(vector):
    luck = draws.setup(2, bytes.fromhex(vector["key"]))
    made = tablier.game(vector["game"]).start(vector["seats"], seed=luck, **vector["choices"])
    assert made.setup == vector["setup"]


def test_every_game_and_variant_with_luck_has_its_vector():
    listed = [(vector["game"], vector["seats"], vector["choices"]) for vector in NEW["setups"]]
    for game in tablier.list_games():
        for seats, choices in draw_vectors.variants(game):
            assert ((game.name, seats, choices) in listed) == draw_vectors.has_luck(game, seats, choices)


def test_setups_ask_nothing_of_pythons_own_chance(monkeypatch):
    for name in ("shuffle", "sample", "choice", "choices", "randrange", "randint", "uniform", "_randbelow"):
        monkeypatch.setattr(random.Random, name, None)
    for vector in NEW["setups"]:
        test_setups(vector)


def test_draws_are_as_likely_as_they_should_be():
    weights = [3, 1, 0, 4]
    key = draws.key(SEED, ["a"])
    found = collections.Counter(draws.pick(key, number, weights) for number in range(8000))
    assert found[2] == 0
    for index, weight in enumerate(weights):
        assert abs(found[index] - 1000 * weight) < 150


def test_shuffles_are_unbiased():
    found = collections.Counter()
    for number in range(6000):
        cards = ["a", "b", "c"]
        draws.Luck(b"key", f"{number}").shuffle(cards)
        found["".join(cards)] += 1
    assert len(found) == 6 and all(abs(count - 1000) < 150 for count in found.values())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lot_falls_on_every_place_alike(seats):
    found = collections.Counter(draws.first(draws.key(SEED, [str(luck)]), seats) for luck in range(6000))
    assert len(found) == seats and all(abs(count - 6000 / seats) < 200 for count in found.values())


def test_each_secret_has_its_own_salt():
    assert draws.promise(SEED, 0, "~G") != draws.promise(SEED, 1, "~G") != draws.promise("00" * 32, 1, "~G")


# ----- At a table


def test_everybodys_luck_counts():
    first = {str(Played("on_top", ("ada", None)).sit(bob, 1, luck).table.position.history) for luck in "0123456789ab"}
    assert len(first) > 1


def test_the_commitment_is_there_before_anybody_sits():
    table = Played(seats=(None, None)).table
    assert table.commitment == draws.commitment(2, SEED, table.id, "quantik", {})


def test_hidden_draws_are_promised_and_open_ones_are_not():
    kabaleo, on_top = Played("kabaleo").table, Played("on_top").table
    targets = [move.text for move in kabaleo.position.history]
    assert kabaleo.promises == [draws.promise(SEED, number, move) for number, move in enumerate(targets)]
    assert on_top.promises == [None]


def test_nothing_of_the_seed_is_in_a_record_before_the_end():
    table = Played("kabaleo").table
    assert table.record(["A", "B"]).draws is None and SEED not in table.record(["A", "B"]).line


@pytest.mark.parametrize("end", [lambda table: table.resign(ada, 0), lambda table: table.play_out()])
def test_the_seed_is_shown_at_the_end_also_after_resignation(end):
    record = json.loads(end(Played("kabaleo")).table.record(["A", "B"]).line)
    assert record["draws"]["seed"] == SEED and "~?" not in record["moves"] and fair(record)


# ----- The lot


def test_a_table_by_lot_is_begun_by_whoever_the_lot_falls_on():
    begun = {
        luck: Played("kabaleo", ("ada", "bob", None), begins="lot").sit(cy, 2, luck).table for luck in "0123456789"
    }
    for luck, table in begun.items():
        first = draws.first(draws.key(SEED, ["", "", luck]), 3)
        people = ["ada", "bob", "cy"]
        assert table.first == first and table.people() == people[first:] + people[:first]
        assert table.luck == ["", "", luck]
    assert {table.first for table in begun.values()} == {0, 1, 2}


def test_draws_during_play_follow_from_luck_in_the_order_of_places():
    begun = (Played("on_top", ("ada", None), begins="lot").sit(bob, 1, luck) for luck in "0123456789")
    played = next(played for played in begun if played.table.first == 1)
    record = json.loads(played.play().play().resign(ada, 1).table.record(["B", "A"]).line)
    assert len(record["draws"]["possible"]) == 3 and record["draws"]["luck"][0] == "" != record["draws"]["luck"][1]
    assert fair(record)


def test_who_sits_first_begins_where_there_is_no_lot():
    record = over("quantik", begins="seated")
    assert "first" not in record["draws"] and record == over("quantik")


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_the_lot_of_a_finished_game_checks(name, seats):
    record = over(name, seats, begins="lot")
    assert fair(record)
    for place in range(seats):
        assert fair(change(record, first=place)) == (place == record["draws"]["first"])


@pytest.mark.parametrize("place", [None, "1", 0.5, [0]])
def test_a_lot_that_is_none(place):
    with pytest.raises(tablier.BadRecord):
        check(json.dumps(change(over("quantik", begins="lot"), first=place)))


# ----- Checking a record


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_a_finished_game_checks(name, seats):
    record = over(name, seats)
    assert fair(record)
    assert len(record["draws"]["possible"]) == sum(move.startswith("~") for move in record["moves"])


def test_a_board_chosen_by_hand_is_taken_as_given():
    assert fair(over("kulami", board="irregular")) and fair(over("kulami", setup=over("kulami")["setup"]))


def test_somebody_else_s_seed_does_not_fit():
    record = over("on_top")
    record["draws"]["seed"] = "00" * 32
    assert not fair(record)


def change(record: dict, **draws) -> dict:
    return record | {"draws": record["draws"] | draws}


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda record: change(record, commitment="0" * 64),
        lambda record: change(record, commitment="é"),
        lambda record: change(record, luck=["1", ""]),
        lambda record: change(record, promises=[]),
        lambda record: change(record, promises=record["draws"]["promises"][::-1]),
        lambda record: change(record, possible=[]),
        lambda record: change(record, possible=[[["~R", 1]]] * 2),
        lambda record: change(record, choices={"board": "no such board"}),
        lambda record: change(record, choices={"seats": 5, "seed": 3, "self": 1}),
        lambda record: change(record, choices={"setup": [1]}),
    ],
)
def test_what_does_not_follow_is_found(spoilt):
    assert not fair(spoilt(over("kabaleo")))


def test_a_draw_changed_later_is_found():
    record = json.loads(Played("on_top").resign(ada, 0).table.record(["A", "B"]).line)
    other = next(text for text, _ in record["draws"]["possible"][0] if text != record["moves"][0])
    assert fair(record) and not fair(record | {"moves": [other]})


@pytest.mark.parametrize("seed", ["", "zz", "00", "é", SEED.upper(), f" {SEED}", f"{SEED}\n"])
def test_a_seed_that_is_none(seed):
    assert [found.holds for found in check(json.dumps(change(over("quantik"), seed=seed)))] == [False]


def test_a_check_of_nothing_is_no_check():
    assert not verification.fair([])


def test_records_of_version_1_are_checked_as_they_were_made():
    record = over("kabaleo", version=1, begins="lot")
    assert fair(record) and not {"version", "table", "pledges"} & record["draws"].keys()
    assert record["draws"]["commitment"] == draws.commitment(1, SEED, "", "", {})
    assert record["setup"] != over("kabaleo", begins="lot")["setup"]
    assert all(one["holds"] for one in javascript(CHECK, [record])[0])
    assert not fair(change(record, version=2, table="f" * 32, pledges=[None] * 2))


@pytest.mark.parametrize(
    "wrong", [{"version": 3}, {"version": "2"}, {"pledges": 3}, {"table": None}, {"pledges": [1, 2]}]
)
def test_draws_of_no_version(wrong):
    with pytest.raises(tablier.BadRecord):
        check(json.dumps(change(over("quantik"), **wrong)))


def test_a_record_without_draws_has_nothing_to_check():
    with pytest.raises(Refused, match="nothing to check"):
        check(Played().table.record(["A", "B"]).line)


def test_by_the_command_line(tmp_path):
    record = over("kabaleo", 3)
    (tmp_path / "fair").write_text(json.dumps(record))
    (tmp_path / "spoilt").write_text(json.dumps(change(record, luck=["1", "2", "3"])))
    (tmp_path / "junk").write_text("{")
    good, bad, junk = (run("verify", tmp_path / name, "--lang", "en") for name in ("fair", "spoilt", "junk"))
    assert good.returncode == 0 and "✗" not in good.stdout and good.stdout.count("promised") == 3
    assert bad.returncode == 1 and "✗" in bad.stdout
    assert junk.returncode == 2 and "line 1" in junk.stderr and not junk.stdout


# ----- The same in JavaScript


def javascript(program: str, given) -> object:
    said = f'import * as draws from "{(WEB / "draws.js").as_uri()}";\nimport fs from "node:fs";\n'
    said += f'import {{ lots, setups }} from "{SETUPS.as_uri()}";\n'
    said += 'const hex = (data) => Buffer.from(data).toString("hex");\n'
    said += f"const given = JSON.parse(fs.readFileSync(0));\nconsole.log(JSON.stringify(await ({program})(given)));"
    command = [node(), "--input-type=module", "-e", said]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_vectors_in_javascript():
    program = """async (vectors) => Promise.all(vectors.map(async ({ seed, luck, promises, first, picks }) => {
        const key = await draws.key(seed, luck);
        return {
            seed, luck, commitment: await draws.commitment(1, seed), key: hex(key),
            salts: await Promise.all([0, 1, 2].map((number) => draws.salt(seed, number))),
            promises: await Promise.all(promises.map(async ([n, m]) => [n, m, await draws.promise(seed, n, m)])),
            first: await Promise.all(first.map(async ([seats]) => [seats, await draws.first(key, seats)])),
            picks: await Promise.all(picks.map(async ([n, some]) => [n, some, await draws.pick(key, n, some)])),
        };
    }))"""
    assert javascript(program, OLD) == OLD


def test_commitments_and_pledges_in_javascript():
    program = """async (vectors) => Promise.all(vectors.map(async ({ seed, table, game, choices, luck }) => {
        const commitment = await draws.commitment(2, seed, table, game, choices);
        return { seed, table, game, choices, commitment, luck, pledge: await draws.pledge(commitment, luck) };
    }))"""
    assert javascript(program, NEW["commitments"]) == NEW["commitments"]


def test_lots_in_javascript():
    program = """async (vectors) => Promise.all(vectors.map(async ({ key }) => {
        const chance = lots(new draws.Luck(Buffer.from(key, "hex"), "setup"));
        const shuffle = await chance.shuffle([...Array(20).keys()]);
        const sample = await chance.sample("abcdefg", 3);
        const randrange = [], choices = [];
        for (const limit of [1, 2, 255, 256, 257]) randrange.push(await chance.below(limit));
        const choice = await chance.choice("abcdefg");
        for (let number = 0; number < 5; number++)
            choices.push(await chance.weighted("abcdefg", [0, 1, 2, 3, 0, 300, 0]));
        return { key, shuffle, sample, randrange, choice, choices };
    }))"""
    assert javascript(program, NEW["lots"]) == NEW["lots"]


def test_setups_in_javascript():
    program = """async ({ vectors, given }) => Promise.all(vectors.map((vector) =>
        setups[vector.game](lots(new draws.Luck(Buffer.from(vector.key, "hex"), "setup")), { ...vector, given })))"""
    faces = next(iter(rangees.LAYOUTS.values()))["faces"].split()
    squares = rangees.tiles_of(rangees.drawn(draw_vectors.OWN_LAYOUT))
    given = {"letters": kabaleo.COLOURS, "colours": on_top.COLOURS, "faces": faces, "squares": squares}
    made = javascript(program, {"vectors": NEW["setups"], "given": given})
    for vector, setup in zip(NEW["setups"], made, strict=True):
        assert setup and vector["setup"] | setup == vector["setup"], vector["game"]


CHECK = "async (records) => Promise.all(records.map((record) => draws.check(record)))"


def test_whole_records_in_javascript():
    records = [over(name, seats, begins=begins) for name, seats in GAMES for begins in ("lot", "seated")]
    for record, found in zip(records, javascript(CHECK, records), strict=True):
        assert ("first" in [one["what"] for one in found]) == ("first" in record["draws"])
        expected = (
            1
            + ("first" in record["draws"])
            + len(record["draws"]["possible"])
            + sum(p is not None for p in record["draws"]["promises"])
        )
        assert len(found) == expected and all(one["holds"] for one in found)


def test_spoilt_records_in_javascript():
    record = over("kabaleo")
    spoilt = [
        change(record, commitment="0" * 64),
        change(record, luck=["1", ""]),
        change(record, promises=record["draws"]["promises"][::-1]),
        change(record, possible=[]),
        record | {"moves": record["moves"][1::-1] + record["moves"][2:]},
        change(record, seed="00" * 32),
        change(record, first=1 - over("kabaleo", begins="lot")["draws"]["first"]),
    ]
    assert all(any(not one["holds"] for one in found) for found in javascript(CHECK, spoilt))


def test_what_javascript_cannot_read_does_not_hold():
    junk = [{}, {"draws": None}, {"draws": {}}, {"draws": 3, "moves": 4}, {"draws": {"seed": "zz"}}]
    junk += [
        change(over("quantik"), luck=3),
        change(over("quantik"), first="1"),
        change(over("quantik"), first=0, luck=[]),
        change(over("quantik"), luck=[0, 0]),
        change(over("quantik"), version=3),
        change(over("quantik"), pledges=[]),
        change(over("quantik"), seed=SEED.upper()),
        change(over("quantik"), seed=SEED[:8]),
        change(over("kabaleo"), possible=[[["~G", 1.5]]]),
        change(over("kabaleo"), possible=[[["~G", 0]]]),
        {"moves": [1], "draws": {}},
    ]
    assert all(any(not one["holds"] for one in found) for found in javascript(CHECK, junk))
