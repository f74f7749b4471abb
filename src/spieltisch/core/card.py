"""The card of a game: all that is known of it before anything heavy is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from spieltisch.core.errors import BadOption
from spieltisch.core.language import Both
from spieltisch.core.rules_text import Paragraph, parse

Options = dict[str, Any]


@dataclass(frozen=True)
class Option:
    """One thing that a table can agree on.

    `check` returns the canonical value or raises BadOption.
    """

    name: str
    default: Any
    label: Both  # in plain words, for the form that creates a table
    check: Callable[[Any], Any]
    kind: str  # "switch", "number", "choice", "data": how a form asks for it
    good: str  # the values that it takes, for error messages and --help
    values: Sequence[Any] = ()  # for "choice" and "data": the names that it knows
    least: int | None = None
    most: int | None = None


def switch(name: str, default: bool, de: str, en: str) -> Option:
    """An option that is on or off; `true` is not 1."""

    def check(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise bad_value(name, value, "true, false")

    return Option(name, default, Both(de, en), check, "switch", "true, false")


def number(name: str, default: int, least: int, most: int, de: str, en: str) -> Option:
    good = f"a whole number from {least} to {most}"

    def check(value: Any) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise bad_value(name, value, good, f"eine ganze Zahl von {least} bis {most}")

    label = Both(de, en)
    return Option(name, default, label, check, "number", good, least=least, most=most)


def bad_value(name: str, value: Any, good: str, good_de: str | None = None) -> BadOption:
    shown = repr(value) if len(repr(value)) <= 60 else repr(value)[:57] + "…"
    return BadOption(
        f"Die Option {name} kann nicht {shown} sein; möglich: {good_de or good}",
        f"option {name} cannot be {shown}; it takes: {good}",
    )


RANDOM_START = switch("random_start", False, "Wer beginnt, wird ausgelost", "The starter is drawn")


def anything_goes(players: int, options: Options) -> None:
    """Most games have no rule that joins options and the number of players."""


@dataclass(frozen=True)
class Card:
    package: str  # the game's own package, `__name__` in its __init__.py
    name: str
    prefix: str  # of its rule ids: "NR"
    players: range
    minutes: int
    pitch: Both  # one sentence that makes one want to play
    options: tuple[Option, ...] = ()
    check: Callable[[int, Options], None] = anything_goes  # raises BadOption citing a rule
    version: int = 1  # of the rules; raised only when behaviour changes
    commands: bool = False  # whether commands.py adds commands of its own
    material: str = field(default="", kw_only=True)  # the rule of what the supply can give
    hides: bool = field(default=True, kw_only=True)  # whether a seat may know what others do not

    @property
    def key(self) -> str:
        """How the game is called on the outside: in URLs, on the command line, in records."""
        return self.folder.replace("_", "-")

    @property
    def folder(self) -> str:
        return self.package.rpartition(".")[2]

    def all_options(self) -> tuple[Option, ...]:
        return (*self.options, RANDOM_START)

    def resolve(self, players: Any, given: Mapping[str, Any]) -> Options:
        """The complete options of a table, or BadOption with the good values."""
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            low, high = self.players[0], self.players[-1]
            many = f"{low}" if low == high else f"{low}–{high}"
            raise BadOption(
                f"{self.name} spielt man zu {many}, nicht mit {players!r}",
                f"{self.name} is for {many} players, not {players!r}",
            )
        known = {option.name: option for option in self.all_options()}
        for name in given:
            if name not in known:
                raise BadOption(
                    f"{self.name} kennt keine Option {name!r}; möglich: {', '.join(known)}",
                    f"{self.name} has no option {name!r}; it has: {', '.join(known)}",
                )
        complete = {
            name: option.check(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        self.check(players, complete)
        return complete

    def differing(self, options: Options) -> Options:
        """What a record writes: only the options that are not at their default."""
        return {
            option.name: options[option.name]
            for option in self.all_options()
            if options[option.name] != option.default
        }

    def rules_text(self, lang: str) -> str:
        """The rules for players, in Markdown with numbered paragraphs."""
        folder = Path(import_module(self.package).__file__ or "").parent
        return (folder / f"RULES.{lang}.md").read_text("utf-8")

    def rules(self, lang: str) -> list[Paragraph]:
        """The same, paragraph by paragraph."""
        return parse(self.rules_text(lang))
