"""A slow, obvious twin of the rules, for comparison: plain Python, sets of names, no tricks.

It plays whole turns, given as texts of the notation, and answers RM-11 by trying everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from spieltisch.games.re_move.boards import Board
from spieltisch.games.re_move.decks import KINDS

Names = frozenset[str]
Move = tuple[str, ...]  # start and end, or start, middle and end


@dataclass(frozen=True)
class Position:
    """What matters while a movement card is carried out."""

    unmoved: Names
    moved: Names
    enemy: Names


class Graph:
    """A board as names."""

    def __init__(self, board: Board) -> None:
        names = [place.name for place in board.places]
        self.near = {
            name: frozenset(names[step] for step in board.neighbours[number])
            for number, name in enumerate(names)
        }
        self.owner = {place.name: place.owner for place in board.places}
        self.zone = {place.name: place.zone for place in board.places}
        self.names = names
        self.known: dict[tuple[int, bool, Position], int] = {}  # answers of `most`

    def area(self, zone: str, owner: int | None = None) -> Names:
        return frozenset(n for n in self.names if (self.zone[n], self.owner[n]) == (zone, owner))

    def may_enter(self, seat: int, name: str) -> bool:
        return self.owner[name] in (None, seat)  # RM-9

    def moves(self, seat: int, two: bool, at: Position) -> Iterator[Move]:
        """Every move of every unmoved figure that is possible now, RM-11 aside."""
        own = at.unmoved | at.moved
        for start in sorted(at.unmoved):
            for first in sorted(self.near[start]):
                if not self.may_enter(seat, first) or first in own:
                    continue
                if not two:
                    if first not in at.enemy:
                        yield start, first  # RM-5
                    continue
                for second in sorted(self.near[first]):
                    if self.may_enter(seat, second) and second not in own | at.enemy:
                        yield start, first, second  # RM-6; the start is in `own`

    def after(self, at: Position, move: Move) -> Position:
        return Position(at.unmoved - {move[0]}, at.moved | {move[-1]}, at.enemy - set(move[1:-1]))

    def most(self, seat: int, two: bool, at: Position) -> int:
        """The largest number of figures that can move from here: everything is tried [RM-11]."""
        key = (seat, two, at)
        if key not in self.known:
            most = 0
            for move in self.moves(seat, two, at):
                most = max(most, 1 + self.most(seat, two, self.after(at, move)))
                if most == len(at.unmoved):
                    break
            self.known[key] = most
        return self.known[key]

    def legal_moves(self, seat: int, two: bool, at: Position) -> list[Move]:
        """Every move after which the largest number is still possible."""
        self.known.clear()
        most = self.most(seat, two, at)
        return [
            move
            for move in self.moves(seat, two, at)
            if 1 + self.most(seat, two, self.after(at, move)) == most
        ]


@dataclass
class Table:
    """A whole game, in lines of the record."""

    graph: Graph
    deck: Counter[str]
    turn_limit: int = 600
    sudden_win: bool = False
    seat: int = 0
    turns: int = 0
    over: bool = False
    figures: list[set[str]] = field(default_factory=list)
    hand: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter(), Counter()])
    pile: list[Counter[str]] = field(default_factory=list)
    spent: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter(), Counter()])
    captured: list[int] = field(default_factory=lambda: [0, 0, 0])

    def __post_init__(self) -> None:
        self.figures = [set(self.graph.area("base", seat)) for seat in range(3)]
        self.pile = [Counter(self.deck) for _ in range(3)]

    @property
    def due(self) -> tuple[str, int]:
        """What comes next: "draw", "turn", "place" or "over", and of whom."""
        if self.over:
            return "over", -1
        owners = [(self.seat + i) % 3 for i in range(3)]
        for owner in owners:
            if self.captured[owner]:
                return "place", owner
        for owner in owners if self.turns == 0 else owners[:1]:
            if not self.hand[owner] and (self.turns or not self.spent[owner]):
                return "draw", owner
        return "turn", self.seat

    def play(self, text: str) -> None:
        """Plays a legal line; legality is not asked here."""
        word, *rest = text.split()
        what, seat = self.due
        if word == "draw":
            self._draw(seat, rest)
        elif word == "place":
            self.figures[seat].add(rest[0])
            self.captured[seat] -= 1
            self._end_turn_if_done()
        else:
            self._act(word, rest)
            self._end_turn_if_done()
        assert what == (word if word in ("draw", "place") else "turn")

    def _draw(self, seat: int, cards: list[str]) -> None:
        drawn = Counter(cards)
        assert drawn <= self.pile[seat]
        self.pile[seat] -= drawn
        self.hand[seat] = drawn

    def _act(self, word: str, rest: list[str]) -> None:
        hand, spent = self.hand[self.seat], self.spent[self.seat]
        if word == "discard":
            spent.update(hand)
            hand.clear()
            return
        assert hand[word] > 0
        hand.subtract([word])
        self.hand[self.seat] = +hand
        spent[word] += 1
        if word in ("move", "remove"):
            for move in rest:
                self._move(move)
            return
        ring = {"outside": "outer", "inside": "inner"}.get(word) or rest[0]
        for seat in range(3):
            hit = {name for name in self.figures[seat] if self.graph.zone[name] == ring}
            self.figures[seat] -= hit
            self.captured[seat] += len(hit)

    def _move(self, text: str) -> None:
        places = text.replace("x", "-").split("-")
        for seat in range(3):
            if seat != self.seat and places[1] in self.figures[seat]:
                assert "x" in text
                self.figures[seat].remove(places[1])
                self.captured[seat] += 1
        self.figures[self.seat].remove(places[0])
        self.figures[self.seat].add(places[-1])

    def _end_turn_if_done(self) -> None:
        if any(self.captured):
            return
        self.turns += 1
        self.over = self.at_home(self.seat) == 3 or self.turns == self.turn_limit
        if not self.over:
            self.seat = (self.seat + 1) % 3
            if not self.hand[self.seat] and not self.pile[self.seat]:
                self.pile[self.seat], self.spent[self.seat] = self.spent[self.seat], Counter()

    def at_home(self, seat: int) -> int:
        return len(self.figures[seat] & self.graph.area("target", seat))

    def scores(self) -> list[int]:
        best = max(self.at_home(seat) for seat in range(3))
        return [int(self.at_home(seat) == best) for seat in range(3)]

    def position(self) -> Position:
        others = [self.figures[seat] for seat in range(3) if seat != self.seat]
        return Position(frozenset(self.figures[self.seat]), frozenset(), frozenset().union(*others))


def deck_of(counts: tuple[int, ...]) -> Counter[str]:
    return +Counter({kind.lower(): many for kind, many in zip(KINDS, counts, strict=True)})
