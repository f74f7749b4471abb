"""How much may happen at one table beside the turns of its match.

Every event is kept, told to all, and read again whenever the table is opened: somebody who chats,
or takes back and plays again, as fast as they may would make a table that nobody can open any more.
People do not come near these numbers. Turns are not counted: the rules end a match, and what is
taken back is counted. Nor is what a table does by itself, since it would stand still without it.
"""

from __future__ import annotations

from spieltisch.tables.outcomes import Body
from spieltisch.tables.problems import Problem

CHAT, WATCHED, UNDO, MOVE = "chat", "watched", "undo", "move"
MOST = {CHAT: 3000, WATCHED: 500, UNDO: 1000, MOVE: 1000}  # watchers cannot use up what players say
# To come back is not among them: whoever went was counted.
MOVES = {"join", "leave", "open", "claim", "pause", "agree", "refuse"}


def kind_of(body: Body) -> str | None:
    """What an event counts as.

    >>> kind_of({"what": "chat", "by": None}), kind_of({"what": "turn"})
    ('watched', None)
    >>> kind_of({"what": "bot", "why": "given"}), kind_of({"what": "bot", "why": "clock"})
    ('move', None)
    """
    what = body["what"]
    if what == "chat":
        return WATCHED if body["by"] is None else CHAT
    if what == "bot":
        return MOVE if body.get("why", "given") == "given" else None
    return UNDO if what == "undo" else MOVE if what in MOVES else None


def check(counted: dict[str, int], body: Body) -> None:
    kind = kind_of(body)
    if kind is not None and counted.get(kind, 0) >= MOST[kind]:
        raise Problem("table/enough")


def count(counted: dict[str, int], body: Body) -> None:
    kind = kind_of(body)
    if kind is not None:
        counted[kind] = counted.get(kind, 0) + 1
