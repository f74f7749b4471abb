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
    Column("face", String(16), nullable=False),  # an animal that the browser draws
    Column("colour", String(16), nullable=False),
    Column("recovery", String(64), nullable=True),  # SHA-256 of the code for other devices
    Column("abandon", Integer, nullable=False),  # days until my table against bots goes; 0: never
)
Index("person_recovery", PERSON.c.recovery)

DEVICE = Table(  # further devices of a person, added by the recovery code
    "device",
    METADATA,
    Column("token", String(64), primary_key=True),  # SHA-256
    Column("person", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
)
Index("device_person", DEVICE.c.person)

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

REVIEW = Table(
    "review",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("version", Integer, nullable=False),  # of what reviews say: others are made anew
    Column("body", Text, nullable=False),
)

HIDDEN = Table(  # matches that somebody does not want to see in their lists
    "hidden",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
)

# What is left of a finished match, for histories and lists: made from its events when it is first
# asked for, so it can be thrown away and made anew.
PLAYED = Table(
    "played",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),  # those that differ from the defaults, as JSON
    Column("players", Integer, nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("deal", String(48), nullable=True),
    Column("rated", Boolean, nullable=False),  # whether it may count for ratings
)

OUTCOME = Table(  # one row for each who holds a seat; a bot's has no person
    "outcome",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("level", String(40), nullable=True),  # of the bot that played here, or at the end
    Column("score", Integer, nullable=True),
    Column("rank", Integer, nullable=True),
    Column("helped", Boolean, nullable=False),  # by a hint, or by a bot that played for them
)
Index("outcome_person", OUTCOME.c.person)

DEAL = Table(  # the same luck for several: of a day, of a challenge, of a tournament
    "deal",
    METADATA,
    Column("id", String(48), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),  # JSON: the level of each bot, null for the person
    Column("seed", String(64), nullable=False),  # secret until `opens`
    Column("opens", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("person", String(32), nullable=False),  # who made it; empty for a day's
    Column("title", String(64), nullable=False),
    Column("cup", String(32), nullable=True),
    Column("number", Integer, nullable=False),  # within its tournament
)
Index("deal_cup", DEAL.c.cup)

ATTEMPT = Table(  # number 0 is the one that counts
    "attempt",
    METADATA,
    Column("deal", String(48), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", String(32), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)
Index("attempt_person", ATTEMPT.c.person)

MARK = Table(  # what a bot makes of a deal
    "mark",
    METADATA,
    Column("deal", String(48), primary_key=True),
    Column("level", String(40), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
)

# Telling people: ways to them, what they chose, and what is to be sent.

CHANNEL = Table(
    "channel",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("kind", String(8), nullable=False),  # push, mail or hook
    Column("mark", String(64), nullable=False, unique=True),  # one way is kept once per person
    Column("address", Text, nullable=False),  # JSON: all that is needed to send
    Column("label", String(64), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("hour", Integer, nullable=False),  # of the digest
    Column("mode", String(8), nullable=False),  # now, daily or never
    Column("base", String(255), nullable=False),  # how this person reaches the server
    Column("created", BigInteger, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("code", String(64), nullable=True),  # SHA-256 of the code that confirms a mail address
    Column("code_at", BigInteger, nullable=True),
    Column("tries", Integer, nullable=False),
    Column("fails", Integer, nullable=False),  # attempts in a row
    Column("retry", BigInteger, nullable=True),  # when the next one is due
    Column("busy", BigInteger, nullable=True),  # until when a server sends here
    Column("trouble", String(64), nullable=True),  # why the last one failed
)
Index("channel_person", CHANNEL.c.person)

CHOICE = Table(
    "choice",
    METADATA,
    Column("channel", String(32), primary_key=True),
    Column("match", String(32), primary_key=True),
    Column("mode", String(8), nullable=False),
)

NOTICE = Table(
    "notice",
    METADATA,
    Column("id", String(128), primary_key=True),  # made of its reason: nothing is queued twice
    Column("channel", String(32), nullable=False),
    Column("match", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("n", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when to send
    Column("state", String(8), nullable=False),  # due, sent or moot
    Column("message", String(32), nullable=True),  # in which it goes, also when sent again
)
Index("notice_due", NOTICE.c.state, NOTICE.c.at)
Index("notice_channel", NOTICE.c.channel, NOTICE.c.state)

SEEN = Table(
    "seen",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("n", Integer, nullable=False),  # the last event that this person saw
)

EXAMINED = Table(
    "examined",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("n", Integer, nullable=False),  # up to this event all that is due is in the queue
)

HOLIDAY = Table(
    "holiday",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("begins", BigInteger, nullable=False),
    Column("ends", BigInteger, nullable=False),
)
Index("holiday_person", HOLIDAY.c.person)

NOTICES = (CHANNEL, CHOICE, NOTICE, SEEN, EXAMINED, HOLIDAY)

ALL = (
    PERSON,
    DEVICE,
    MATCH,
    EVENT,
    SEAT,
    HIDDEN,
    PLAYED,
    OUTCOME,
    DEAL,
    ATTEMPT,
    MARK,
    SETTING,
    REVIEW,
    *NOTICES,
)
