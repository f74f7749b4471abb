"""Tables say when somebody must look after them and who is to act; programs are told apart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("agent", sa.Boolean, nullable=False, server_default=sa.false()))
    with op.batch_alter_table("match") as match:
        match.add_column(sa.Column("acting", sa.Integer, nullable=False, server_default="0"))
        match.add_column(sa.Column("due", sa.BigInteger, nullable=True))
    op.create_index("match_due", "match", ["due"])
    # Nobody knows who is to act in the matches under way: have all of them looked at.
    op.execute("UPDATE match SET due = 0 WHERE status = 'playing'")
