"""A slow, obvious twin of No Return: lists of counters like "r11", straight from RULES.en.md.

It shares nothing with the kernels but the notation.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

COLOURS = "roygbp"


def value(counter: str) -> int:
    return int(counter[1:])


def by_colour(counter: str) -> tuple[int, int]:
    return COLOURS.index(counter[0]), value(counter)


def by_value(counter: str) -> int:
    return value(counter)


def worth(counters: list[str]) -> int:
    return sum(value(counter) for counter in counters)


def some(counters: list[str], most: int) -> set[tuple[str, ...]]:
    """Every choice of 1 … `most` of the counters; equal counters make no difference."""
    ordered = sorted(counters, key=by_colour)
    return {
        choice
        for size in range(1, min(most, len(ordered)) + 1)
        for choice in combinations(ordered, size)
    }


def line(verb: str, counters: tuple[str, ...], order: int) -> str:
    """The canonical text: swaps by colour and value (0), others by value down (-1) or up (1)."""
    if order:
        return " ".join([verb, *sorted(counters, key=by_value, reverse=order < 0)])
    return " ".join([verb, *sorted(counters, key=by_colour)])


class Table:
    def __init__(self, players: int, start: int = 0) -> None:
        self.players = players
        self.start = start
        self.bag = [f"{c}{v}" for c in COLOURS for v in range(1, 12) for _ in range(2)]  # NR-1
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.displays: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[list[str]] = [[] for _ in range(players)]
        self.phases = [1] * players
        self.aside: list[str] = []
        self.lid: list[str] = []
        self.seat = start
        self.part = "deal"  # then "opening", "game", "over"
        self.to_draw = 8  # NR-2

    # --- what is possible

    def turns(self) -> set[str]:
        """Every legal turn of the seat to act."""
        hand = self.hands[self.seat]
        if self.part == "opening":
            return {"keep"} | {line("swap", choice, 0) for choice in some(hand, 8)}  # NR-3
        if self.phases[self.seat] == 2:
            return self.turns_in_phase_2()
        swaps = {line("swap", choice, 0) for choice in some(hand, 4)}  # NR-7
        lays = {
            line("lay", choice, -1)
            for colour in COLOURS
            for choice in some(self.fitting(colour), 8)
        }
        return swaps | lays | {f"phase2 {turn}" for turn in self.turns_in_phase_2()}  # NR-6

    def turns_in_phase_2(self) -> set[str]:
        turns = {line("swap", choice, 0) for choice in some(self.hands[self.seat], 4)}
        for colour in COLOURS:
            column = sorted(self.column(colour), key=by_value)
            for many in range(1, len(column) + 1):
                low = tuple(column[:many])  # NR-9
                for payment in self.payments(worth(list(low))):
                    turns.add(f"{line('clear', low, 1)} {line('pay', payment, -1)}")
        return turns

    def payments(self, price: int) -> set[tuple[str, ...]]:
        """NR-10"""
        hand = self.hands[self.seat]
        return {
            choice
            for colour in COLOURS
            for choice in some([counter for counter in hand if counter[0] == colour], 8)
            if worth(list(choice)) >= price
        }

    def column(self, colour: str) -> list[str]:
        return [counter for counter in self.displays[self.seat] if counter[0] == colour]

    def fitting(self, colour: str) -> list[str]:
        """The hand counters of one colour that are low enough for its column [NR-8]."""
        lowest = min((value(counter) for counter in self.column(colour)), default=11)
        hand = self.hands[self.seat]
        return [counter for counter in hand if counter[0] == colour and value(counter) <= lowest]

    # --- what happens

    def play(self, turn: str) -> None:
        words = turn.split(" ")
        if words[0] == "phase2":
            self.phases[self.seat] = 2
            words = words[1:]
        verb, named = words[0], words[1:]
        paid: list[str] = []
        if verb == "clear":
            at = named.index("pay")
            named, paid = named[:at], named[at + 1 :]
        before = len(self.hands[self.seat])
        if verb == "swap":
            self.move(
                named, self.hands[self.seat], self.aside if self.part == "opening" else self.lid
            )
        elif verb == "lay":
            self.move(named, self.hands[self.seat], self.displays[self.seat])
        elif verb == "clear":
            self.move(named, self.displays[self.seat], self.piles[self.seat])
            self.move(paid, self.hands[self.seat], self.lid)
        self.to_draw = min(before - len(self.hands[self.seat]), len(self.bag))  # NR-12
        if self.to_draw == 0:
            self.next_seat()

    def draw(self, counters: list[str]) -> None:
        assert len(counters) == self.to_draw
        self.move(counters, self.bag, self.hands[self.seat])
        self.to_draw = 0
        self.next_seat()

    @staticmethod
    def move(counters: list[str], source: list[str], target: list[str]) -> None:
        for counter in counters:
            source.remove(counter)
            target.append(counter)

    def next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.players
        full_circle = self.seat == self.start
        if self.part == "deal":
            self.to_draw = 0 if full_circle else 8
            self.part = "opening" if full_circle else "deal"
        elif self.part == "opening" and full_circle:
            self.part = "game"
            self.move(list(self.aside), self.aside, self.bag)  # NR-3
        elif self.part == "game" and (
            (not self.bag and full_circle)  # NR-14
            or (set(self.phases) == {2} and not any(self.displays))  # NR-15
        ):
            self.part = "over"

    # --- how it stands

    def supply(self) -> dict[str, int]:
        return dict(Counter(self.bag))

    def scores(self) -> list[int]:
        return [
            worth(self.piles[s]) - worth(self.displays[s]) for s in range(self.players)
        ]  # NR-16

    def ranks(self) -> list[int]:
        """NR-17"""
        standing = [(-score, worth(self.displays[s])) for s, score in enumerate(self.scores())]
        return [1 + sum(other < mine for other in standing) for mine in standing]
