"""Commitments, so that what became of them can be listed."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = sa.table("tables", *(sa.column(name) for name in ("id", "seed", "commitment")))
TOGETHER = 1000


def upgrade() -> None:
    db = op.get_bind()
    if "commitment" not in {column["name"] for column in sa.inspect(db).get_columns("tables")}:
        op.add_column("tables", sa.Column("commitment", sa.String(64)))
    _commit(db)
    if "tables_by_commitment" not in {index["name"] for index in sa.inspect(db).get_indexes("tables")}:
        op.create_index("tables_by_commitment", "tables", ["created", "commitment"])


def _commit(db: sa.Connection) -> None:
    """Until now commitments were to the seed alone, and can be worked out from it."""
    missing = sa.select(TABLES.c.id, TABLES.c.seed).where(TABLES.c.commitment.is_(None)).limit(TOGETHER)
    change = TABLES.update().where(TABLES.c.id == sa.bindparam("table"))
    while rows := db.execute(missing).all():
        made = [{"table": row.id, "made": hashlib.sha256(bytes.fromhex(row.seed)).hexdigest()} for row in rows]
        db.execute(change.values(commitment=sa.bindparam("made")), made)
