"""Anyone's bot, named as `module:Class`: whatever goes wrong in it is told in a sentence."""

from __future__ import annotations

import operator
import re
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from spieltisch.bots.position import Position
from spieltisch.core.errors import Refusal, SpieltischError, UnknownBot
from spieltisch.core.game import Game
from spieltisch.core.plugins import PACKAGE
from spieltisch.core.state import AnyState, copied

NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")  # package.module:Class
FAULTS = (Exception, SystemExit)  # Ctrl-C is no fault of the bot
LONGEST = 300  # characters of a message that are told


class BotFailed(SpieltischError):
    """A bot did not answer with a legal turn: who, where and why."""

    code = "bot/failed"

    def at(self, de: str, en: str) -> BotFailed:
        """The same, beginning with where it happened."""
        return BotFailed(Refusal(self.rule, de + self.refusal.de, en + self.refusal.en))


def failed(name: str, de: str, en: str, rule: str = "REC-1") -> BotFailed:
    return BotFailed(Refusal(rule, f"{name} {de}", f"{name} {en}"))


class OwnBot:
    """A bot made by others: it is asked, and what it answers is not believed."""

    def __init__(self, name: str, made: Any) -> None:
        self.name, self.made = name, made

    def choose(self, position: Position) -> str:
        """Its turn as text; a text is read, and refused, by the match."""
        before = copied(position.state)  # the bot may try out decisions on its own record
        try:
            answer = self.made.choose(position)
        except FAULTS as error:
            de, en = _fault(error, _file_of(self.made.choose))
            raise failed(self.name, f"bricht ab: {de}", f"fails: {en}") from None
        if isinstance(answer, str):
            return answer
        return self._show(position.game, before, self._decisions(answer))

    def _decisions(self, answer: Any) -> list[int]:
        try:
            return [operator.index(decision) for decision in answer]
        except FAULTS:
            kind = "None" if answer is None else type(answer).__name__
            raise failed(
                self.name,
                f"antwortet mit {kind} statt mit einem Zug als Text oder seinen Entscheidungen",
                f"answers with {kind} in place of a turn as text, or its small decisions",
            ) from None

    def _show(self, game: Game, state: AnyState, decisions: list[int]) -> str:
        for decision in decisions:
            if not 0 <= decision < game.rules.ACTIONS:
                raise failed(
                    self.name,
                    f"antwortet mit der Entscheidung {decision}, die es nicht gibt (0 bis "
                    f"{game.rules.ACTIONS - 1})",
                    f"answers with the decision {decision}, which does not exist (0 to "
                    f"{game.rules.ACTIONS - 1})",
                )
        refusal = game.advance(copied(state), decisions)
        if refusal is not None:
            raise illegal(self.name, refusal)
        return game.notation.show_turn(state, decisions)


def illegal(name: str, refusal: Refusal) -> BotFailed:
    """A turn that the rules refuse."""
    return failed(
        name,
        f"will etwas, das nicht erlaubt ist: {refusal.de}",
        f"wants something that is not allowed: {refusal.en}",
        refusal.rule,
    )


def load(name: str) -> OwnBot:
    """The bot of anyone's class, given as `module:Class`."""
    if NAME.fullmatch(name) is None:
        raise _unknown(
            name,
            "ein eigener Bot heißt modul:Klasse (ohne Ordner und ohne .py), etwa my_bot:Bot",
            "a bot of your own is called module:Class (no folder, no .py), such as my_bot:Bot",
        )
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")  # a module in the folder where the command was typed
    kind = getattr(_try(name, lambda: import_module(module)), attribute, None)
    if not callable(kind):
        raise _unknown(
            name,
            f"{module} hat keine Klasse {attribute}",
            f"{module} has no class {attribute}",
        )
    made = _try(name, kind)
    if not callable(getattr(made, "choose", None)):
        raise _unknown(
            name,
            f"{attribute} hat keine Methode choose(self, position)",
            f"{attribute} has no method choose(self, position)",
        )
    return OwnBot(name, made)


def _try(name: str, do: Callable[[], Any]) -> Any:
    try:
        return do()
    except FAULTS as error:
        raise _unknown(name, *_fault(error)) from None


def _unknown(name: str, de: str, en: str) -> UnknownBot:
    return UnknownBot(
        Refusal("REC-1", f"{name} lässt sich nicht laden: {de}", f"cannot load {name}: {en}")
    )


def _fault(error: BaseException, file: str = "") -> tuple[str, str]:
    """What was raised and where, in German and English; if known, where in `file`."""
    if isinstance(error, SyntaxError) and error.filename:
        what, where = f"{type(error).__name__}: {error.msg}", (error.filename, error.lineno)
    else:
        message = " ".join(str(error).split())[:LONGEST]
        what = f"{type(error).__name__}: {message}".removesuffix(": ")
        frames = _frames(error)
        theirs = [frame for frame in frames if frame.filename == file] or frames[:1]
        if not theirs:
            return what, what
        where = theirs[-1].filename, theirs[-1].lineno
    path, line = _near(where[0]), where[1]
    return f"{what} ({path}, Zeile {line})", f"{what} ({path}, line {line})"


def _frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Where the error came from, without what is ours and what belongs to importing."""
    passed = ("<", str(PACKAGE), _file_of(import_module))
    frames = traceback.extract_tb(error.__traceback__)
    return [frame for frame in frames if not frame.filename.startswith(passed)]


def _file_of(function: object) -> str:
    code = getattr(function, "__code__", None)
    return str(getattr(code, "co_filename", ""))


def _near(file: str) -> str:
    """A file's name as one types it here."""
    path = Path(file)
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)
