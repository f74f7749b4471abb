"""`spieltisch games` and `spieltisch rules`: answers without any rules being compiled."""

from __future__ import annotations

import argparse
import sys

from rich.table import Table

from spieltisch import games
from spieltisch.cli.console import screen
from spieltisch.core import game_files, rules_text
from spieltisch.core.card import Card
from spieltisch.core.errors import BadOption

HEADINGS = {
    "de": ("Spiel", "Name", "Spieler", "Minuten", "Worum es geht"),
    "en": ("game", "name", "players", "minutes", "what it is about"),
}


def list_games(args: argparse.Namespace) -> int:
    table = Table(box=None, pad_edge=False)
    for heading in HEADINGS[args.lang]:
        table.add_column(heading)
    for card in games.cards().values():
        table.add_row(card.key, card.name, seats(card), str(card.minutes), card.pitch[args.lang])
    screen().print(table)
    return 0


def seats(card: Card) -> str:
    low, high = card.players[0], card.players[-1]
    return str(low) if low == high else f"{low}–{high}"


def show_rules(args: argparse.Namespace) -> int:
    card = games.card(args.game)
    text = card.rules_text(args.lang)
    if args.paragraph:
        text = paragraph(card, text, args.paragraph)
    else:
        text = f"{text}\n{game_files.notation(card, args.lang)}"
    if sys.stdout.isatty():
        from rich.markdown import Markdown  # takes longer to import than all the rest

        screen().print(Markdown(text))
    else:
        print(text)
    return 0


def paragraph(card: Card, text: str, wanted: str) -> str:
    """The paragraph of that id."""
    found = rules_text.rule(text, wanted.upper())
    if found is None:
        ids = rules_text.rule_ids(text)
        raise BadOption(
            f"{card.name} hat keinen Absatz {wanted}; es gibt {ids[0]} bis {ids[-1]}",
            f"{card.name} has no paragraph {wanted}; there are {ids[0]} to {ids[-1]}",
        )
    return found
