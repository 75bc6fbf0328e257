"""Who may do what at a table: every verb, by everybody, at every stage, in one table.

All of them speak for seat 0, Ada's. What they are told besides must not hold what only she may know.
"""

import json
import re

import pytest

from server.support.halls import deeds_of, open_hall, setting
from server.support.played import who
from tablier.core.rules import SPECTATOR
from tablier.server.errors import Refused
from tablier.server.hall import Hall
from tablier.server.http.messages import MESSAGE
from tablier.server.storage import migration
from tablier.server.tables import commands
from tablier.server.tables.decision import happens
from tablier.server.tables.desk import set_aside
from tablier.server.tables.events import Ended
from tablier.server.tables.table import Table

pytestmark = pytest.mark.anyio

MATRIX = """
verb       stage    stranger   spectator  other      former     own       rated

watch      open     not_yours  not_yours  not_yours  not_yours  yes       yes
watch      playing  not_yours  not_yours  not_yours  not_yours  yes       yes
watch      over     not_yours  not_yours  not_yours  not_yours  yes       yes
watch      broken   not_yours  not_yours  not_yours  not_yours  yes       yes

look       open     waiting    waiting    waiting    waiting    waiting   waiting
look       playing  yes        yes        yes        yes        yes       yes
look       over     yes        yes        yes        yes        yes       yes
look       broken   yes        yes        yes        yes        yes       yes

hint       open     waiting    waiting    waiting    waiting    waiting   rated
hint       playing  not_yours  not_yours  not_yours  not_yours  people    rated
hint       over     yes        yes        yes        yes        yes       yes
hint       broken   over       over       over       over       over      rated

try        open     waiting    waiting    waiting    waiting    waiting   waiting
try        playing  not_yours  not_yours  not_yours  not_yours  yes       yes
try        over     over       over       over       over       over      over
try        broken   over       over       over       over       over      over

play       open     waiting    waiting    waiting    waiting    waiting   waiting
play       playing  not_yours  not_yours  not_yours  not_yours  yes       yes
play       over     over       over       over       over       over      over
play       broken   over       over       over       over       over      over

resign     open     waiting    waiting    waiting    waiting    waiting   waiting
resign     playing  not_yours  not_yours  not_yours  not_yours  yes       yes
resign     over     over       over       over       over       over      over
resign     broken   over       over       over       over       over      over

take_back  open     waiting    waiting    waiting    waiting    waiting   waiting
take_back  playing  not_yours  not_yours  not_yours  not_yours  nothing   rated
take_back  over     over       over       over       over       over      over
take_back  broken   over       over       over       over       over      over

answer     open     waiting    waiting    waiting    waiting    waiting   waiting
answer     playing  not_yours  not_yours  not_yours  not_yours  question  question
answer     over     over       over       over       over       over      over
answer     broken   over       over       over       over       over      over

claim      open     waiting    waiting    waiting    waiting    waiting   waiting
claim      playing  not_yours  not_yours  not_yours  not_yours  claim     claim
claim      over     over       over       over       over       over      over
claim      broken   over       over       over       over       over      over

say        open     stranger   stranger   yes        stranger   yes       yes
say        playing  stranger   stranger   yes        stranger   yes       yes
say        over     stranger   stranger   yes        stranger   yes       yes
say        broken   stranger   stranger   yes        stranger   yes       yes

sit        open     taken      taken      taken      taken      yes       yes
sit        playing  begun      begun      begun      begun      begun     begun
sit        over     begun      begun      begun      begun      begun     begun
sit        broken   begun      begun      begun      begun      begun     begun

leave      open     not_yours  not_yours  not_yours  not_yours  yes       yes
leave      playing  leave      leave      leave      leave      leave     leave
leave      over     leave      leave      leave      leave      leave     leave
leave      broken   leave      leave      leave      leave      leave     leave

rematch    open     not_over   not_over   not_over   not_over   not_over  not_over
rematch    playing  not_over   not_over   not_over   not_over   not_over  not_over
rematch    over     stranger   stranger   yes        stranger   yes       yes
rematch    broken   not_over   not_over   not_over   not_over   not_over  not_over

pledge     open     pledge     pledge     pledge     pledge     pledge    pledge
pledge     playing  pledge     pledge     pledge     pledge     pledge    pledge
pledge     over     pledge     pledge     pledge     pledge     pledge    pledge
pledge     broken   pledge     pledge     pledge     pledge     pledge    pledge

reveal     open     luck       luck       luck       luck       luck      luck
reveal     playing  luck       luck       luck       luck       luck      luck
reveal     over     luck       luck       luck       luck       luck      luck
reveal     broken   luck       luck       luck       luck       luck      luck
"""
"""Was it done, or which sentence says why not. `rated` is the own seat in a rated game."""

FIELDS = {
    "play": {"move": "?"},
    "try": {"move": "?"},
    "answer": {"yes": True},
    "say": {"text": "Hello"},
    "look": {"ply": 3},
    "pledge": {"pledge": "a" * 64},
    "reveal": {"luck": "b" * 32},
}
WITHOUT_SEAT = ("say", "rematch", "pledge", "reveal")
ada, bob, cy, dee, eve, zed = (who(name, account=name) for name in ("ada", "bob", "cy", "dee", "eve", "zed"))
PEOPLE = {"stranger": zed, "spectator": eve, "other": bob, "former": cy, "own": ada, "rated": ada}


async def set_table(hall: Hall, stage: str, rated: bool) -> Table:
    """A game with secrets, at that stage: Cy has sat there and left, Eve watches."""
    table = await hall.tables.create(setting(("ada", None, None), game="kabaleo", rated=rated))

    async def happen(decide) -> None:
        await hall.tables.act(table.id, decide)

    await happen(lambda table, now, spent: commands.sit(table, cy, 1, luck=False))
    await happen(lambda table, now, spent: commands.leave(table, cy, 1))
    await happen(lambda table, now, spent: commands.sit(table, bob, 1, luck=False))
    if stage != "open":
        await happen(lambda table, now, spent: commands.sit(table, dee, 2, luck=False))
    if stage == "over":
        ended = Ended(ranks=[1, 2, 3], points=[9, 5, 1], reason="points")
        await happen(lambda table, now, spent: happens(ended))
    if stage == "broken":
        await set_aside(hall.tables, table.id, ValueError())
    return await hall.tables.get(table.id)


async def tried(hall: Hall, verb: str, stage: str, person: str) -> tuple[str, str]:
    """Was it done, or why not; and all that was told."""
    table = await set_table(hall, stage, person == "rated")
    heard: list[str] = []
    deeds = deeds_of(hall, PEOPLE[person], heard.append)
    if person == "spectator":
        await deeds.do(MESSAGE.validate_python({"v": 1, "id": "w", "do": "watch", "table": table.id}))
    fields = {"seat": 0} | FIELDS.get(verb, {})
    if "move" in fields:
        fields["move"] = table.position.view(SPECTATOR).moves[0].text if table.position and table.turn == 0 else "R-a1"
    if verb in WITHOUT_SEAT:
        fields.pop("seat")
    message = MESSAGE.validate_python({"v": 1, "id": "m", "do": verb, "table": table.id, **fields})
    try:
        answer = await deeds.do(message)
        result = "yes"
    except Refused as refusal:
        answer, result = {}, refusal.phrase.key.removeprefix("refused.")
    deeds.end()
    return result, json.dumps(answer) + "".join(heard)


def cells() -> dict[tuple[str, str, str], str]:
    head, *rows = (line.split() for line in MATRIX.splitlines() if line)
    return {
        (verb, stage, person): cell for verb, stage, *row in rows for person, cell in zip(head[2:], row, strict=True)
    }


VERBS = sorted({verb for verb, _, _ in cells()})


def test_no_verb_is_forgotten():
    told = {one["properties"]["do"]["const"] for one in MESSAGE.json_schema()["$defs"].values()}
    assert told - {"ping", "unwatch"} == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
async def test_who_may_do_what_and_is_told_what(new_database, verb):
    migration.upgrade(database := new_database("sqlite"))
    wanted = {(stage, person): cell for (one, stage, person), cell in cells().items() if one == verb}
    came = {}
    async with open_hall(database) as hall:
        for stage, person in wanted:
            came[stage, person], told = await tried(hall, verb, stage, person)
            if stage != "over" and person not in ("own", "rated"):
                assert not re.search("~[A-Z]", told), (stage, person)
    assert came == wanted


@pytest.mark.parametrize("stage", ["playing", "broken"])
async def test_nobody_sees_an_earlier_moment_with_the_eyes_of_others(new_database, stage):
    migration.upgrade(database := new_database("sqlite"))
    async with open_hall(database) as hall:
        table = await set_table(hall, stage, rated=False)
        seen = {}
        for person, somebody in PEOPLE.items():
            look = {"v": 1, "id": "m", "do": "look", "table": table.id, "ply": 3}
            one, other = (MESSAGE.validate_python(look | more) for more in ({"seat": 0}, {}))
            deeds = deeds_of(hall, somebody)
            seen[person] = await deeds.do(one) == await deeds.do(other)
        assert [person for person, same in seen.items() if not same] == ["own", "rated"]
