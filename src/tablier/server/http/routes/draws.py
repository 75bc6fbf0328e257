"""Draws: what is shown of them, and whether they were fixed before the game."""

import asyncio
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query

from tablier.server.http.requests import RecordText
from tablier.server.http.state import TheHall
from tablier.server.storage import commitments
from tablier.server.tables import verification
from tablier.server.tables.ids import TableName
from tablier.server.tables.table import OVER

Place = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}\.[0-9a-f]{64}$")]

router = APIRouter(tags=["draws"])


@router.get("/tables/{table}/draws")
async def draws(table: TableName, hall: TheHall) -> dict[str, Any]:
    """What is shown of the draws: the commitment, pledges, luck and promises, and when the game has ended the seed."""
    found = await hall.tables.get(table)
    shown = {
        "version": found.version,
        "commitment": found.commitment,
        "pledges": found.pledges,
        "luck": found.luck,
        "first": found.first,
        "promises": found.promises,
    }
    return shown | ({"seed": found.seed} if found.status == OVER and found.position else {})


@router.post("/verify")
async def verify(body: RecordText) -> dict[str, Any]:
    """Check the draws of a finished record."""
    checks = await asyncio.to_thread(verification.check, body.record)
    return {
        "fair": verification.fair(checks),
        "checks": [{"holds": c.holds, "text": c.what.as_json()} for c in checks],
    }


@router.get("/commitments")
async def committed(hall: TheHall, day: date | None = None, after: Place = None) -> dict[str, Any]:
    """What this server has committed to on a day (UTC, else today), and what became of it.

    `next` is where to go on `after`; null on the last leaf.
    """
    wanted = day or datetime.fromtimestamp(hall.cluster.now() / 1000, UTC).date()
    return asdict(await hall.store.read(lambda db: commitments.of_day(db, wanted, after)))
