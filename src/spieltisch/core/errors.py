"""
Everything this package raises on purpose:

* SpieltischError
  x TurnError             the turn was not played; the match is as it was
    + Unreadable          the text is no turn (or chance) of this game          REC-2
    + IllegalTurn         a turn of this game, but not now; carries the refusal
    + CannotUndo          there is nothing that this seat may take back
  x UnknownGame           no game of that name is installed
  x BadOption             an unknown option, or a value that it does not take   REC-1, or a rule
  x RecordError           a record file that the rules refuse: event, rule, reason
  x UnknownBot            no bot of that name
  x HonestyError          a bot or a view was handed a full state

A refusal is a value (`Refusal`); errors carry one where a person is to read it.
"""

from __future__ import annotations

from dataclasses import dataclass

from spieltisch.core.language import Both


@dataclass(frozen=True, init=False)
class Refusal(Both):
    """Why something is not possible: the rule that says so, and a sentence in both languages.

    >>> Refusal("XY-1", "Das geht nicht.", "That is not possible.").text("de")
    'Das geht nicht.'
    """

    rule: str

    def __init__(self, rule: str, de: str, en: str) -> None:
        super().__init__(de, en)
        object.__setattr__(self, "rule", rule)

    def json(self) -> dict[str, str]:
        return {"rule": self.rule, "de": self.de, "en": self.en}

    def __str__(self) -> str:
        return f"{self.en} ({self.rule})"


class SpieltischError(Exception):
    """Base of all errors below; `code` is what clients switch on."""

    code = "error"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    @property
    def rule(self) -> str:
        return self.refusal.rule


class TurnError(SpieltischError):
    code = "turn"


class Unreadable(TurnError):
    """The text is not in the notation; the sentences say what was expected."""

    code = "turn/unreadable"

    def __init__(self, de: str, en: str) -> None:
        super().__init__(Refusal("REC-2", de, en))


class IllegalTurn(TurnError):
    code = "turn/illegal"


class CannotUndo(TurnError):
    code = "turn/undo"

    def __init__(self, de: str, en: str) -> None:
        super().__init__(Refusal("REC-6", de, en))


class UnknownGame(SpieltischError):
    code = "game/unknown"


class BadOption(SpieltischError):
    code = "option/bad"

    def __init__(self, de: str, en: str, rule: str = "REC-1") -> None:
        super().__init__(Refusal(rule, de, en))


class UnknownBot(SpieltischError):
    code = "bot/unknown"


class HonestyError(SpieltischError):
    code = "honesty"


class RecordError(SpieltischError):
    """The first event of a record that the rules refuse; 0 is the header."""

    code = "record"

    def __init__(self, event: int, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.event = event

    def __str__(self) -> str:
        return f"event {self.event}: {self.refusal}"
