"""Called by Alembic; the connection is handed over by `store.migrate`."""

from __future__ import annotations

from alembic import context

from spieltisch.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,  # SQLite cannot change columns in place
)
with context.begin_transaction():
    context.run_migrations()
