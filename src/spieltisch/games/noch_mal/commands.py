"""`spieltisch noch-mal sheet …`: list, show, generate and print sheets."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from spieltisch.games.noch_mal.sheets.sheet import (
    COLUMN_NAMES,
    BrokenSheet,
    Sheet,
    cell_name,
    printed,
    read_sheet,
    regions,
)


def add_commands(parser: argparse.ArgumentParser, _where: object = None) -> None:
    kinds = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    sheet = kinds.add_parser("sheet", help="sheets to play on: list, show, generate, print")
    actions = sheet.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = actions.add_parser("list", help="the printed sheets")
    listing.set_defaults(run=list_sheets)
    showing = actions.add_parser("show", help="draw a sheet in the terminal")
    showing.add_argument("sheet", metavar="SHEET", help=SHEET_HELP)
    showing.set_defaults(run=show_sheet)
    add_generate(actions.add_parser("generate", help="make new sheets, built like printed ones"))
    add_print(actions.add_parser("print", help="write a PDF with blank sheets"))


SHEET_HELP = "a printed sheet's name, or a file with sheets made by `generate`"


def add_generate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, required=True, help="the same seed, the same sheets")
    parser.add_argument("--count", type=positive, default=1, metavar="K", help="how many")
    parser.add_argument("-o", "--output", metavar="FILE", help="write them there, one per line")
    parser.set_defaults(run=generate_sheets)


def add_print(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheet", metavar="SHEET", help=SHEET_HELP)
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the PDF")
    parser.add_argument("--paper", choices=("A4", "A5"), default="A4")
    parser.add_argument("--per-page", type=positive, default=1, metavar="N", help="default 1")
    parser.set_defaults(run=print_to_pdf)


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("a number from 1 on")
    return number


def list_sheets(args: argparse.Namespace) -> int:
    for name in printed():
        print(name)
    return 0


def show_sheet(args: argparse.Namespace) -> int:
    try:
        found = find_sheets(args.sheet)
    except (BrokenSheet, OSError) as fault:
        return complain(fault)
    console = Console(markup=False, emoji=False)
    for name, rows in found:
        console.print(name, style="bold")
        console.print(draw(rows))
    return 0


def generate_sheets(args: argparse.Namespace) -> int:
    """One sheet per line, as JSON: each line can be given as the option `sheet`."""
    from spieltisch.games.noch_mal.sheets.generate import generate_many

    lines = "".join(json.dumps(rows) + "\n" for rows in generate_many(args.seed, args.count))
    if args.output is None:
        print(lines, end="")
        return 0
    try:
        Path(args.output).write_text(lines, encoding="utf-8")
    except OSError as fault:
        return complain(fault)
    print(args.output)
    return 0


def print_to_pdf(args: argparse.Namespace) -> int:
    try:
        from spieltisch.games.noch_mal.sheets.print import print_sheets
    except ModuleNotFoundError as fault:
        if fault.name != "reportlab":
            raise
        return complain(
            BrokenSheet(
                "zum Drucken fehlt ein Paket: pip install 'spieltisch[pdf]'",
                "printing needs one more package: pip install 'spieltisch[pdf]'",
            )
        )
    try:
        print_sheets(find_sheets(args.sheet), Path(args.output), args.paper, args.per_page)
    except (BrokenSheet, OSError) as fault:
        return complain(fault)
    print(args.output)
    return 0


def find_sheets(word: str) -> list[tuple[str, Sheet]]:
    """The sheets that a word on the command line means, with a name for each."""
    if word in printed() or not Path(word).exists():
        return [(word, read_sheet(word))]
    lines = Path(word).read_text(encoding="utf-8").splitlines()
    stem = Path(word).stem
    named = [stem] if len(lines) == 1 else [f"{stem} {n}" for n in range(1, len(lines) + 1)]
    return [(name, read_line(line)) for name, line in zip(named, lines, strict=True)]


def read_line(line: str) -> Sheet:
    try:
        rows = json.loads(line)
    except ValueError:
        raise BrokenSheet(
            "jede Zeile der Datei ist ein Blatt als JSON-Liste",
            "every line of the file is a sheet as a JSON array",
        ) from None
    return read_sheet(rows)


def complain(fault: Exception) -> int:
    print(f"spieltisch: {fault}", file=sys.stderr)
    return 2


def draw(rows: Sheet) -> Text:
    """The sheet with its letters, and its blocks by size."""
    from spieltisch.games.noch_mal.board import STYLES

    size = {cell_name(cell): len(cells) for cells in regions(rows) for cell in cells}
    text = Text("   " + "".join(f" {name} " for name in COLUMN_NAMES) + "\n")
    for row, letters in enumerate(rows):
        text.append(f" {row + 1} ")
        for column, letter in enumerate(letters):
            number = size[f"{COLUMN_NAMES[column]}{row + 1}"]
            star = "*" if letter.isupper() else " "
            text.append(f"{letter.lower()}{number}{star}", STYLES[letter.lower()])
        text.append("\n")
    return text
