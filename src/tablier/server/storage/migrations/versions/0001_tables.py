"""People, tables and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    existing = set(sa.inspect(op.get_bind()).get_table_names())
    for name, columns, more in (
        (
            "people",
            [
                sa.Column("id", sa.String(32), primary_key=True),
                sa.Column("name", sa.String(64), nullable=False),
                sa.Column("account", sa.String(64), unique=True),
                sa.Column("passphrase", sa.String(200)),
                sa.Column("created", sa.BigInteger, nullable=False),
                sa.Column("seen", sa.BigInteger, nullable=False),
                sa.Column("became", sa.String(32)),
            ],
            [],
        ),
        (
            "sessions",
            [
                sa.Column("token", sa.String(64), primary_key=True),
                sa.Column("person", sa.String(32), nullable=False, index=True),
                sa.Column("created", sa.BigInteger, nullable=False),
                sa.Column("seen", sa.BigInteger, nullable=False),
            ],
            [],
        ),
        (
            "tables",
            [
                sa.Column("id", sa.String(32), primary_key=True),
                sa.Column("game", sa.String(40), nullable=False),
                sa.Column("status", sa.String(10), nullable=False),
                sa.Column("listed", sa.Boolean, nullable=False),
                sa.Column("rated", sa.Boolean, nullable=False),
                sa.Column("host", sa.String(32), nullable=False),
                sa.Column("created", sa.BigInteger, nullable=False),
                sa.Column("changed", sa.BigInteger, nullable=False),
                sa.Column("number", sa.Integer, nullable=False),
                sa.Column("timed", sa.Boolean, nullable=False),
                sa.Column("thinks", sa.Boolean, nullable=False),
                sa.Column("digest", sa.JSON, nullable=False),
                sa.Column("seed", sa.String(64), nullable=False),
            ],
            [sa.Index("tables_by_status", "status", "listed", "changed")],
        ),
        (
            "seats",
            [
                sa.Column("table", sa.String(32), primary_key=True),
                sa.Column("seat", sa.Integer, primary_key=True),
                sa.Column("person", sa.String(32), index=True),
            ],
            [],
        ),
        (
            "events",
            [
                sa.Column("table", sa.String(32), primary_key=True),
                sa.Column("number", sa.Integer, primary_key=True),
                sa.Column("at", sa.BigInteger, nullable=False),
                sa.Column("kind", sa.String(16), nullable=False),
                sa.Column("data", sa.JSON, nullable=False),
                sa.Column("key", sa.String(64)),
            ],
            [sa.UniqueConstraint("table", "key")],
        ),
        (
            "ratings",
            [
                sa.Column("game", sa.String(40), primary_key=True),
                sa.Column("who", sa.String(40), primary_key=True),
                sa.Column("mu", sa.Float, nullable=False),
                sa.Column("sigma", sa.Float, nullable=False),
                sa.Column("games", sa.Integer, nullable=False),
            ],
            [],
        ),
        (
            "servers",
            [sa.Column("id", sa.String(32), primary_key=True), sa.Column("seen", sa.BigInteger, nullable=False)],
            [],
        ),
        (
            "outages",
            [sa.Column("begun", sa.BigInteger, primary_key=True), sa.Column("ended", sa.BigInteger, nullable=False)],
            [],
        ),
        (
            "thoughts",
            [
                sa.Column("table", sa.String(32), primary_key=True),
                sa.Column("server", sa.String(32), nullable=False),
                sa.Column("until", sa.BigInteger, nullable=False),
            ],
            [],
        ),
    ):
        if name not in existing:  # an interrupted run may have made some
            op.create_table(name, *columns, *more)
