"""Ways to people, what they chose, what is to be sent, what they saw, and holidays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "channel",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("mark", sa.String(64), nullable=False, unique=True),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("base", sa.String(255), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("code", sa.String(64), nullable=True),
        sa.Column("code_at", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("fails", sa.Integer, nullable=False),
        sa.Column("retry", sa.BigInteger, nullable=True),
        sa.Column("busy", sa.BigInteger, nullable=True),
        sa.Column("trouble", sa.String(64), nullable=True),
    )
    op.create_index("channel_person", "channel", ["person"])
    op.create_table(
        "choice",
        sa.Column("channel", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("mode", sa.String(8), nullable=False),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.String(128), primary_key=True),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("match", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("message", sa.String(32), nullable=True),
    )
    op.create_index("notice_due", "notice", ["state", "at"])
    op.create_index("notice_channel", "notice", ["channel", "state"])
    op.create_table(
        "seen",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
    )
    op.create_table(
        "examined",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
    )
    op.create_table(
        "holiday",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("begins", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
    )
    op.create_index("holiday_person", "holiday", ["person"])
