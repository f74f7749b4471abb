"""Writes the reference of commands and library from the program itself, for the documentation.

`make docs` calls it; nothing of it is kept in the repository, so it cannot be out of date.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.cli import parser as cli

# What programs may rely on: each module with its names, in the order in which one meets them.
LIBRARY = {
    "spieltisch": ("game", "load", "verify", "Match"),
    "spieltisch.api": ("Table",),
    "spieltisch.bots.base": ("Position", "Bot"),
    "spieltisch.bots.hints": ("Hint",),
    "spieltisch.core.card": ("Card", "Option"),
    "spieltisch.core.chance": ("Seeded", "Fair"),
    "spieltisch.core.errors": (
        "Refusal",
        "SpieltischError",
        "TurnError",
        "Unreadable",
        "IllegalTurn",
        "CannotUndo",
        "UnknownGame",
        "BadOption",
        "RecordError",
        "UnknownBot",
        "HonestyError",
    ),
    "spieltisch.vector": ("make", "Step"),
}


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("expected the folder to write to, for example docs/reference", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "commands.md").write_text(commands(), encoding="utf-8")
    (folder / "library.md").write_text(library(), encoding="utf-8")
    return 0


# Commands


def commands() -> str:
    """Every command with every argument, also those that games bring along."""
    parts = ["# Commands", "Every command says the same with `--help`."]
    for name, parser in sorted(parsers().items()):
        parts += [f"## `{name}`", sentence(parser), usage(parser), *arguments_of(parser)]
    return "\n\n".join(parts) + "\n"


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The commands by their full names."""
    found = dict(_inside(cli.build()))
    for key, card in games.cards().items():
        if card.commands:  # a game's own ones are loaded only when it is named
            own = _inside(cli.build([key]))
            found |= {name: parser for name, parser in own if name.split()[1:2] == [key]}
    return {name: parser for name, parser in found.items() if not _choices(parser)}


def _inside(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield parser.prog, parser
    for child in _choices(parser).values():
        yield from _inside(child)


def _choices(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands inside this one; where one has no description, its line in the list is it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                child = action.choices[listed.dest]
                child.description = child.description or listed.help
            return dict(action.choices)
    return {}


def sentence(parser: argparse.ArgumentParser) -> str:
    text = (parser.description or "has no description").strip().rstrip(".")
    return f"{text[0].upper()}{text[1:]}."


def usage(parser: argparse.ArgumentParser) -> str:
    return "```text\n" + parser.format_usage().removeprefix("usage: ").strip() + "\n```"


def arguments_of(parser: argparse.ArgumentParser) -> list[str]:
    rows = [
        f"| {_cell(spelled(action))} | {_cell(_help(parser, action))} |"
        for action in _shown(parser)
    ]
    return ["\n".join(["| argument | meaning |", "|---|---|", *rows])] if rows else []


def _shown(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.dest != "help"]


def spelled(action: argparse.Action) -> str:
    """The argument as one writes it: its names, and what it takes."""
    taken = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices is not None and action.metavar is None:
        taken = " or ".join(str(choice) for choice in action.choices)
    if not action.option_strings:
        return f"`{taken}`"
    taken = taken.replace("|", " or ")
    names = ", ".join(f"`{name}`" for name in action.option_strings)
    return names if action.nargs == 0 else f"{names} `{taken}`"


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    formatter = parser._get_formatter()
    return formatter._expand_help(action) if action.help else ""


def _cell(text: str) -> str:
    r"""
    >>> _cell("a|b")
    'a\\|b'
    """
    return text.replace("|", "\\|").replace("\n", " ")


# Library


def library() -> str:
    """The public names with their signatures and docstrings."""
    parts = ["# Library", "Whatever is not listed here may change at any time."]
    for module, names in LIBRARY.items():
        parts += [f"## `{module}`", *_prose(import_module(module).__doc__)]
        for name in names:
            parts += describe(module, name)
    return "\n\n".join(parts) + "\n"


def describe(module: str, name: str) -> list[str]:
    found = getattr(import_module(module), name)
    parts = [f"### `{name}`", _signature(name, found), *_prose(found.__doc__)]
    if inspect.isclass(found):
        for member, value in members(found):
            parts += [f"#### `{name}.{member}`", _signature(member, value), *_prose(_doc(value))]
    return [part for part in parts if part]


def members(found: type) -> list[tuple[str, Any]]:
    """Public methods and properties of a class, also inherited from this package."""
    own: dict[str, Any] = {}
    for base in reversed(found.__mro__):
        if base.__module__.startswith("spieltisch"):
            own |= vars(base)
    kinds = (property, classmethod, staticmethod)
    return [
        (name, value)
        for name, value in own.items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, kinds))
    ]


def _doc(value: Any) -> str | None:
    inside = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
    return inspect.getdoc(inside)


def _signature(name: str, found: Any) -> str:
    if isinstance(found, property):
        shown = f"{name}: {_returned(found.fget)}"
    else:
        try:
            shown = f"{name}{inspect.signature(getattr(found, '__func__', found))}".replace("'", "")
        except (TypeError, ValueError):
            return ""
    return f"```python\n{shown}\n```"


def _returned(function: Any) -> str:
    return str(inspect.signature(function).return_annotation)


def _prose(text: str | None) -> list[str]:
    """A docstring as Markdown: examples and drawings keep their shape."""
    if not text:
        return []
    parts = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        drawn = paragraph.startswith((">>> ", "* ", " ")) or "\n  " in paragraph
        parts.append(f"```text\n{paragraph}\n```" if drawn else paragraph)
    return parts


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
