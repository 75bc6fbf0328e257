"""Bringing a database up to date. Every step may be interrupted and begun again."""

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent / "migrations"


def configuration(connection: sa.Connection | None = None) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config


def upgrade(url: str, to: str = "head") -> None:
    """Bring the database at `url` up to date; on PostgreSQL one server at a time does so."""
    from tablier.server.storage.database import store

    opened = store(url)
    try:
        with opened.engine.connect().execution_options(writing=True) as connection:
            if opened.shared:
                connection.execute(sa.text("SELECT pg_advisory_lock(723145)"))
                connection.commit()
            if to != "head" or not _up_to_date(connection):
                from alembic import command  # takes a while to load, and is seldom needed

                command.upgrade(configuration(connection), to)
            connection.commit()
    finally:
        opened.close()


def _up_to_date(connection: sa.Connection) -> bool:
    """Has the last step been taken? Steps are numbered, and their files are named by their numbers."""
    return step(connection) == max(path.name.partition("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))


def step(connection: sa.Connection) -> str | None:
    """The last step that was taken; None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
