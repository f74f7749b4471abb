"""Alle Neune: run along a shrinking track, collect its tiles, make nines of them."""

from spieltisch.core.card import Card, Options, switch
from spieltisch.core.errors import BadOption
from spieltisch.core.language import Both


def check(players: int, options: Options) -> None:
    """The short track is for two and three players. [AN-4]"""
    if options["short_track"] and players > 3:
        raise BadOption(
            f"Die kurze Strecke gibt es nur zu zweit und zu dritt, nicht zu {players}",
            f"the short track is for two or three players, not for {players}",
            "AN-4",
        )


CARD = Card(
    package=__name__,
    name="Alle Neune",
    prefix="AN",
    players=range(2, 6),
    minutes=30,
    pitch=Both(
        "Lauft über die schrumpfende Strecke, sammelt Felder und macht daraus Neunen.",
        "Run along the shrinking track, collect its tiles and make nines of them.",
    ),
    options=(
        switch(
            "short_track",
            False,
            "Kurze Strecke mit fünf Abschnitten (zu zweit und zu dritt)",
            "Short track of five sections (two or three players)",
        ),
    ),
    check=check,
    material="AN-1",
    hides=False,
)
