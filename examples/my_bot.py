"""A bot of your own: one class, one method. Try it from this folder:

spieltisch arena noch-mal --bots my_bot:Bot,random --games 20
spieltisch play no-return --bots my_bot:Bot
"""

from __future__ import annotations

from itertools import islice

from spieltisch.bots.base import Position


class Bot:
    """Looks at some of its turns, and plays the one after which most points are on the table."""

    def choose(self, position: Position) -> str:
        # position.view() is what the seat sees, position.turns() are its turns as text, lazily;
        # position.state is the same as a record, from which everything hidden has been removed.
        turns = list(islice(position.turns(), 200))
        return max(turns, key=lambda turn: self.points(position, turn))

    def points(self, position: Position, turn: str) -> int:
        game = position.game
        after = position.after(game.notation.read_turn(position.state, turn))
        return int(game.rules.score(after, position.seat))
