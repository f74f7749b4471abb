"""Those who watch a table, from a seat or as spectators, and how they are told what happens."""

from __future__ import annotations

from typing import Any, Protocol

from spieltisch.tables import views
from spieltisch.tables.changes import Changes, Public
from spieltisch.tables.encoding import dumps, loads
from spieltisch.tables.outcomes import Change
from spieltisch.tables.problems import Problem
from spieltisch.tables.table import Table


class Connection(Protocol):
    person: str | None
    looking: int | None
    chose_look: bool  # whether `looking` was asked for
    visible: bool  # whether somebody sees it
    lang: str | None  # of its sentences; None: both
    patches: bool  # whether it keeps a view and is told what changes
    choices: bool  # and what it can choose
    known: dict[str, bytes]  # what it was told last, of that which differs from viewer to viewer

    def push(self, message: bytes) -> None: ...
    def turn_away(self, problem: Problem) -> None: ...


class Watcher:
    """What every connection begins with."""

    def __init__(self, person: str | None, name: str) -> None:
        self.person = person
        self.name = name
        self.looking: int | None = None
        self.chose_look = False
        self.visible = True
        self.lang: str | None = None
        self.patches = self.choices = False
        self.known: dict[str, bytes] = {}


class Watched(Protocol):
    """A table with its connections."""

    table: Table
    connections: set[Connection]

    def viewer(self, connection: Connection) -> int | None: ...
    def info(self, person: str | None) -> dict[str, Any]: ...


class Audience:
    def __init__(self, room: Watched) -> None:
        self.room = room
        self.public: Public | None = None  # as those know it who keep a view

    def forget(self) -> None:
        """Nobody watches any more."""
        self.public = None

    def tell(self, change: Change) -> None:
        """Everyone of an event: what changed, or what is true now."""
        keepers = [one for one in self.room.connections if one.patches]
        if keepers:
            self._tell_changes(change, keepers)
        if len(keepers) < len(self.room.connections):
            self._tell_states(change)

    def _tell_changes(self, change: Change, keepers: list[Connection]) -> None:
        assert self.public is not None, "whoever keeps a view was told one"
        before, self.public = self.public, Public(self.room.table, self.public)
        changes = Changes(self.room.table, change, before, self.public)
        for one in keepers:
            info = self.room.info(one.person) if change.table else None
            one.push(changes.to(one, self.room.viewer(one), info))

    def _tell_states(self, change: Change) -> None:
        tellings: dict[str | None, views.Telling] = {}
        ready: dict[tuple[int | None, str | None], dict[str, Any]] = {}
        for one in [each for each in self.room.connections if not each.patches]:
            viewer, lang = self.room.viewer(one), one.lang
            if lang not in tellings:
                tellings[lang] = views.Telling(self.room.table, change, lang)
            if (viewer, lang) not in ready:
                ready[viewer, lang] = tellings[lang].to(viewer)
            info = self.room.info(one.person) if change.table else None
            one.push(dumps({**ready[viewer, lang], "table": info}))

    def keep(self, connection: Connection) -> dict[str, Any]:
        """The public view and what is one's own, for a connection that is told changes from here
        on: part of a snapshot."""
        table = self.room.table
        if self.public is None or self.public.n != table.n:
            self.public = Public(table)
        viewer, lang = self.room.viewer(connection), connection.lang
        own = self.public.told(table, viewer)
        connection.known = own.parts(lang) if connection.choices else own.said(lang)
        found = {key: loads(part) for key, part in connection.known.items()}
        return {"view": self.public.view, **found}
