"""A walk through everything one can say at a table, at a real server, and what is answered."""

from server.support.servers import here
from tablier.client import Client
from tablier.server.tables.draws import pledge

Answers = list[tuple[str, dict]]
"""What was said, and what the answer has besides what all answers have."""


async def walk(database: str) -> Answers:
    """Nobody claims a seat: for that somebody would have to be away for long enough."""
    answers: Answers = []

    async def tell(client: Client, do: str, **fields) -> None:
        answer = await client.send(do, **fields)
        answers.append((do, {name: value for name, value in answer.items() if name not in ("v", "re", "ok")}))

    async with here(database) as server, server.clients("Ada", "Bob") as (one, other):
        table = await one.create("quantik", ["me", "open"], luck=False)
        waiting = await one.create("kabaleo", ["me", "open", "open"])
        alone = await one.create("quantik", ["me", "here"])
        await tell(one, "ping")
        for do, at in (("sit", waiting), ("leave", waiting)):
            await tell(other, do, table=at, seat=1)
        await tell(other, "sit", table=table, seat=1, luck=True)
        luck, commitment = "0" * 32, (await one.ask("GET", f"/api/tables/{table}"))["commitment"]
        await tell(other, "pledge", table=table, pledge=pledge(commitment, luck))
        await tell(other, "reveal", table=table, luck=luck)
        for do, fields in (
            ("watch", {}),
            ("try", {"seat": 0, "move": "S-b2"}),
            ("play", {"seat": 0, "move": "S-b2"}),
            ("look", {"ply": 1}),
            ("look", {"ply": 0}),
            ("say", {"text": "bonjour"}),
            ("take_back", {"seat": 0}),
        ):
            await tell(one, do, table=table, **fields)
        for wish in ({"all": True}, {}):
            await tell(one, "hint", table=alone, seat=0, **wish)
        await tell(other, "answer", table=table, seat=1, yes=False)
        for do, fields in (("resign", {"seat": 0}), ("rematch", {}), ("unwatch", {})):
            await tell(one, do, table=table, **fields)
    return answers
