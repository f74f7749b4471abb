"""Noch mal!: roll, choose a colour and a number, cross off cells; two full colours end it."""

from __future__ import annotations

from typing import Any

from spieltisch.core.card import Card, Option, number
from spieltisch.core.errors import BadOption
from spieltisch.core.language import Both

SHEETS = ("black", "red", "blue", "green", "orange", "purple", "yellow")


def check_sheet(value: Any) -> Any:
    """A printed sheet's name, or a sound sheet of one's own as seven rows of letters."""
    from spieltisch.games.noch_mal.sheets.sheet import BrokenSheet, read_sheet

    try:
        rows = read_sheet(value)
    except BrokenSheet as fault:
        raise BadOption(f"Die Option sheet: {fault.de}", f"option sheet: {fault.en}") from None
    return value if isinstance(value, str) else list(rows)


CARD = Card(
    package=__name__,
    name="Noch mal!",
    prefix="NM",
    players=range(1, 7),
    minutes=20,
    pitch=Both(
        "Würfeln, Farbe und Zahl wählen, ankreuzen – und gleich noch mal.",
        "Roll, pick a colour and a number, cross off cells, and again.",
    ),
    options=(
        Option(
            "sheet",
            "black",
            Both("Welches Blatt gespielt wird", "The sheet that is played on"),
            check_sheet,
            "data",
            f"{', '.join(SHEETS)}, or an array of seven rows of fifteen letters",
            SHEETS,
        ),
        number(
            "roll_limit",
            200,
            1,
            10_000,
            "Nach so vielen Würfen ist spätestens Schluss (allein gilt das nicht)",
            "The game ends after this many rolls at the latest (not when playing alone)",
        ),
    ),
    commands=True,
    material="NM-1",
)
