"""Somebody who keeps a view of a table and is told what changes, as a browser does."""

from __future__ import annotations

import json
from typing import Any

from spieltisch.tables.local import Visitor
from spieltisch.tables.patches import apply, checksum

KEPT = ("looking", "own", "ask", "undo", "acting", "chosen", "deadline", "result", "n", "choices")


class Keeper(Visitor):
    def __init__(self, person: str, lang: str | None) -> None:
        super().__init__(person, person, self.hear)
        self.spoken = lang
        self.public: Any = None
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.told: list[bytes] = []
        self.checked = 0

    @property
    def view(self) -> Any:
        return apply(self.public, self.state["own"])

    def hear(self, text: bytes) -> None:
        self.told.append(text)
        message = json.loads(text)
        if message["kind"] in ("snapshot", "look"):
            self.public, self.log = message["view"], message["log"]
            self.state.update({key: message[key] for key in KEPT if key in message})
        elif message["kind"] == "change":
            self._change(message)

    def _change(self, message: dict[str, Any]) -> None:
        assert message["n"] == self.state["n"] + 1, "nothing is left out"
        self.public = message.get("view", self.public)
        self.public = apply(self.public, message.get("patch"))
        kept = {line["n"]: line for line in self.log if line["n"] < message["from"]}
        self.log = list((kept | {line["n"]: line for line in message["lines"]}).values())
        self.state.update({key: message[key] for key in KEPT if key in message})
        if "sum" in message:
            self.checked += 1
            assert checksum(self.public) == message["sum"]
