"""When the time of a table may be over, and from where it was set."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

INDEXES = {"tables_by_due": ["due"], "tables_by_host": ["host", "status"], "tables_by_origin": ["origin"]}


def upgrade() -> None:
    existing = sa.inspect(op.get_bind())  # an interrupted run may have done some of it
    columns = {column["name"] for column in existing.get_columns("tables")}
    indexes = {index["name"] for index in existing.get_indexes("tables")}
    for column in (sa.Column("due", sa.BigInteger), sa.Column("origin", sa.String(32))):
        if column.name not in columns:
            op.add_column("tables", column)
    if "timed" in columns:
        # they are looked at once, and then the moment is put right
        op.execute("UPDATE tables SET due = changed WHERE timed AND status = 'playing'")
        op.drop_column("tables", "timed")
    for name, indexed in INDEXES.items():
        if name not in indexes:
            op.create_index(name, "tables", indexed)
