"""No Return: build columns of counters, then buy them back for points before the bag is empty."""

from spieltisch.core.card import Card, switch
from spieltisch.core.language import Both

CARD = Card(
    package=__name__,
    name="No Return",
    prefix="NR",
    players=range(2, 5),
    minutes=30,
    pitch=Both(
        "Baue Spalten auf und räume sie rechtzeitig wieder ab – zurück geht es nie.",
        "Build up your columns and clear them in time – there is no way back.",
    ),
    options=(
        switch(
            "open_piles",
            True,
            "Die Punktestapel zeigen ihre Summe",
            "Point piles show their totals",
        ),
    ),
    material="NR-1",
)
