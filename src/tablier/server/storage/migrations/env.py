"""Run by Alembic, on the connection that the server gives it."""

from alembic import context

from tablier.server.storage.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
