"""People have a face, several devices and a history; deals are played by several."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TEXT16 = sa.String(16)
ID = sa.String(32)


def upgrade() -> None:
    _people()
    _history()
    _deals()


def _people() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("face", TEXT16, nullable=False, server_default=""))
        person.add_column(sa.Column("colour", TEXT16, nullable=False, server_default=""))
        person.add_column(sa.Column("recovery", sa.String(64), nullable=True))
        person.add_column(sa.Column("abandon", sa.Integer, nullable=False, server_default="30"))
    op.create_index("person_recovery", "person", ["recovery"])
    op.create_table(
        "device",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", ID, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("device_person", "device", ["person"])
    op.create_table(
        "hidden",
        sa.Column("match", ID, primary_key=True),
        sa.Column("person", ID, primary_key=True),
    )


def _history() -> None:
    op.create_table(
        "played",
        sa.Column("match", ID, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("began", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("deal", sa.String(48), nullable=True),
    )
    op.create_table(
        "outcome",
        sa.Column("match", ID, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", ID, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("rank", sa.Integer, nullable=True),
    )
    op.create_index("outcome_person", "outcome", ["person"])


def _deals() -> None:
    op.create_table(
        "deal",
        sa.Column("id", sa.String(48), primary_key=True),
        sa.Column("kind", TEXT16, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("opens", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("cup", ID, nullable=True),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_index("deal_cup", "deal", ["cup"])
    op.create_table(
        "attempt",
        sa.Column("deal", sa.String(48), primary_key=True),
        sa.Column("person", ID, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", ID, nullable=False, unique=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_index("attempt_person", "attempt", ["person"])
    op.create_table(
        "mark",
        sa.Column("deal", sa.String(48), primary_key=True),
        sa.Column("level", sa.String(40), primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
    )
