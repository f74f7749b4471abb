"""Which results say how strong people are. Of older matches nobody noted who had hints, so they
count for nobody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("played") as played:
        played.add_column(sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("outcome") as outcome:
        outcome.add_column(
            sa.Column("helped", sa.Boolean, nullable=False, server_default=sa.false())
        )
