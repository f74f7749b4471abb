"""ReMove: seven figures, all of which must move, and three of which must get home."""

from spieltisch.core.card import Card, Option, number, switch
from spieltisch.core.language import Both
from spieltisch.games.re_move.boards import STANDARD, board_names, check_board
from spieltisch.games.re_move.decks import check_deck, deck_names

CARD = Card(
    package=__name__,
    name="ReMove",
    prefix="RM",
    players=range(3, 4),
    minutes=40,
    pitch=Both(
        "Alle deine Figuren müssen ziehen, ob du willst oder nicht – bring drei davon heim.",
        "All your figures must move, like it or not: bring three of them home.",
    ),
    options=(
        switch(
            "sudden_win",
            False,
            "Sieg, sobald die dritte Figur das Ziel betritt",
            "Victory as soon as the third figure enters the target",
        ),
        number(
            "turn_limit",
            600,
            1,
            10000,
            "Zahl der Züge, nach denen gezählt wird",
            "Number of turns after which figures are counted",
        ),
        Option(
            "board",
            STANDARD,
            Both("Spielplan", "Board"),
            check_board,
            "data",
            f"{', '.join(board_names())}, or an object with nodes and edges",
            board_names(),
        ),
        Option(
            "deck",
            STANDARD,
            Both("Kartendeck", "Deck"),
            check_deck,
            "data",
            f'{", ".join(deck_names())}, or 20 cards like {{"Move": 8, "ReMove": 6, …}}',
            deck_names(),
        ),
    ),
    commands=True,
    material="RM-1",
)
