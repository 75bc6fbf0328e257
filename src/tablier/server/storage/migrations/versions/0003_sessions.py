"""Sessions that end, names that are compared, and who has ever sat where."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NOBODY = "somebody who left"
"""What people were called who had been forgotten; now they have no name, and everybody reads that in their language."""
TOGETHER = 500


def upgrade() -> None:
    db = op.get_bind()
    found = sa.inspect(db)
    if "folded" not in {column["name"] for column in found.get_columns("people")}:
        op.add_column("people", sa.Column("folded", sa.String(64)))
    for table, column in (("people", "folded"), ("people", "became"), ("sessions", "seen")):
        if f"ix_{table}_{column}" not in {index["name"] for index in found.get_indexes(table)}:
            op.create_index(f"ix_{table}_{column}", table, [column])
    if "sitters" not in found.get_table_names():
        op.create_table(
            "sitters",
            sa.Column("table", sa.String(32), primary_key=True),
            sa.Column("person", sa.String(32), primary_key=True, index=True),
        )
    _leave_nameless(db)
    _seat_again(db)


def _leave_nameless(db: sa.Connection) -> None:
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("account"))
    sessions = sa.table("sessions", sa.column("person"))
    gone = people.c.name == NOBODY, people.c.account.is_(None), people.c.id.not_in(sa.select(sessions.c.person))
    db.execute(people.update().where(*gone).values(name=""))


def _seat_again(db: sa.Connection) -> None:
    """Who has ever sat where follows from what happened there."""
    events = sa.table("events", sa.column("table"), sa.column("kind"), sa.column("data", sa.JSON))
    sitters = sa.table("sitters", sa.column("table"), sa.column("person"))
    db.execute(sitters.delete())
    sat: set[tuple[str, str]] = set()
    for row in db.execute(sa.select(events).where(events.c.kind.in_(("created", "sat")))):
        places = row.data["seats"] if row.kind == "created" else [row.data]
        sat |= {(row.table, person) for place in places if (person := place.get("person") or place.get("kept"))}
    rows = [{"table": table, "person": person} for table, person in sorted(sat)]
    for first in range(0, len(rows), TOGETHER):
        db.execute(sitters.insert(), rows[first : first + TOGETHER])
