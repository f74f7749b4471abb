"""The tables of the database. (match, n) is the key of an event: nobody can write event n twice."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

PERSON = Table(
    "person",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256: the key itself is not kept
    Column("name", String(64), nullable=False),
    Column("agent", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

MATCH = Table(
    "match",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("seed", String(64), nullable=False),  # secret until the match is over
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    # What follows is a summary of the events, for lists; it may lag behind them for a moment.
    Column("status", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("acting", Integer, nullable=False),  # the seats to act, as bits
    Column("due", BigInteger, nullable=True),  # when somebody must look after this table
)
Index("match_due", MATCH.c.due)
Index("match_lobby", MATCH.c.public, MATCH.c.status, MATCH.c.created)

EVENT = Table(
    "event",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

SEAT = Table(
    "seat",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
)
Index("seat_person", SEAT.c.person)

SETTING = Table(
    "setting",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

ALL = (PERSON, MATCH, EVENT, SEAT, SETTING)
