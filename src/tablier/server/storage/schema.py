"""What the database keeps. A table is its events: everything else about it follows from them.

`tables` and `seats` are a digest of the events, kept in the same transaction, so that lists can be made
without replaying games.
"""

import sqlalchemy as sa

METADATA = sa.MetaData()

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(64), nullable=False),  # empty if they asked to be forgotten
    sa.Column("account", sa.String(64), unique=True),  # the name one signs in with, folded
    sa.Column("passphrase", sa.String(200)),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("became", sa.String(32), index=True),  # the person a guest turned out to be
    sa.Column("folded", sa.String(64), index=True),  # the name as it is compared with others
)

SESSIONS = sa.Table(
    "sessions",
    METADATA,
    sa.Column("token", sa.String(64), primary_key=True),  # only a digest of the cookie is kept
    sa.Column("person", sa.String(32), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False, index=True),  # its last use, to a day
)

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("host", sa.String(32), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # of its last event
    sa.Column("due", sa.BigInteger),  # when the time of the seat on turn may be over
    sa.Column("thinks", sa.Boolean, nullable=False),  # is an opponent on turn?
    sa.Column("digest", sa.JSON, nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),  # of its draws; secret until the end
    sa.Column("commitment", sa.String(64)),  # to that seed; public from the first
    sa.Column("origin", sa.String(32)),  # a digest of where it was set from, while it goes on
)
sa.Index("tables_by_status", TABLES.c.status, TABLES.c.listed, TABLES.c.changed)
sa.Index("tables_by_due", TABLES.c.due)
sa.Index("tables_by_host", TABLES.c.host, TABLES.c.status)
sa.Index("tables_by_origin", TABLES.c.origin)
sa.Index("tables_by_commitment", TABLES.c.created, TABLES.c.commitment)

SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(32), index=True),
)

SITTERS = sa.Table(
    "sitters",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),  # where somebody has ever sat, or was awaited
    sa.Column("person", sa.String(32), primary_key=True, index=True),
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("key", sa.String(64)),  # of the message that caused it: sent twice, it counts once
    sa.UniqueConstraint("table", "key"),
)

RATINGS = sa.Table(
    "ratings",
    METADATA,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("who", sa.String(40), primary_key=True),  # a person, or a level such as tablier:3
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)

SERVERS = sa.Table(
    "servers",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("seen", sa.BigInteger, nullable=False),
)

OUTAGES = sa.Table(
    "outages",
    METADATA,
    sa.Column("begun", sa.BigInteger, primary_key=True),  # no server ran between these two moments
    sa.Column("ended", sa.BigInteger, nullable=False),
)

THOUGHTS = sa.Table(
    "thoughts",
    METADATA,
    sa.Column("table", sa.String(32), primary_key=True),  # which server lets an opponent think about a table
    sa.Column("server", sa.String(32), nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False),
)
