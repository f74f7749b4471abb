"""A slow, obvious twin of the rules: sets of cell names, and every combination tried.

Shares nothing with the kernels, not even the reading of sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

COLUMNS = "ABCDEFGHIJKLMNO"
FIRST = dict(zip(COLUMNS, (5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5), strict=True))
LATER = dict(zip(COLUMNS, (3, 2, 2, 2, 1, 1, 1, 0, 1, 1, 1, 2, 2, 2, 3), strict=True))

Cells = frozenset[str]


def around(cell: str) -> set[str]:
    column, row = COLUMNS.index(cell[0]), int(cell[1])
    places = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return {f"{COLUMNS[c]}{r}" for c, r in places if 0 <= c < 15 and 1 <= r <= 7}


def spread(start: str, within: set[str] | Cells) -> set[str]:
    """All cells of `within` that can be walked to from `start`."""
    found, new = {start}, {start}
    while new:
        new = {near for cell in new for near in around(cell)} & set(within) - found
        found |= new
    return found


class Oracle:
    def __init__(self, rows: Sequence[str], players: int, roll_limit: int = 200) -> None:
        letters = {f"{COLUMNS[c]}{r + 1}": rows[r][c] for r in range(7) for c in range(15)}
        self.colour = {cell: letter.lower() for cell, letter in letters.items()}
        self.stars = {cell for cell, letter in letters.items() if letter.isupper()}
        self.blocks = {cell: frozenset(self.block_of(cell)) for cell in self.colour}
        self.players = players
        self.limit = 30 if players == 1 else roll_limit
        self.active = 0
        self.roll_number = 0
        self.over = False
        self.marked: list[set[str]] = [set() for _ in range(players)]
        self.exclamations = [8] * players
        self.columns: list[dict[str, int]] = [{} for _ in range(players)]
        self.bonuses: list[dict[str, int]] = [{} for _ in range(players)]
        self.colour_dice: list[str] = []
        self.number_dice: list[str] = []
        self.chosen: dict[int, str] = {}

    def block_of(self, cell: str) -> set[str]:
        same = {other for other, colour in self.colour.items() if colour == self.colour[cell]}
        return spread(cell, same)

    def roll(self, faces: Sequence[str]) -> None:
        half = len(faces) // 2
        self.colour_dice, self.number_dice = list(faces[:half]), list(faces[half:])
        self.roll_number += 1
        self.chosen = {}

    def due(self) -> list[int]:
        """The seats that may choose now."""
        if self.roll_number > 3 and self.active not in self.chosen:
            return [self.active]
        return [seat for seat in range(self.players) if seat not in self.chosen]

    def dice_for(self, seat: int) -> tuple[list[str], list[str]]:
        colours, numbers = list(self.colour_dice), list(self.number_dice)
        taken = self.chosen.get(self.active, "pass")
        if self.roll_number > 3 and seat != self.active and taken != "pass":
            colour, number, _ = read(taken)
            colours.remove(colour[0])
            numbers.remove(number[0])
        return colours, numbers

    def turns(self, seat: int) -> set[str]:
        """Every legal turn as text."""
        found = {"pass"}
        colours, numbers = self.dice_for(seat)
        for colour_die, number_die in product(set(colours), set(numbers)):
            if (colour_die == "X") + (number_die == "?") > self.exclamations[seat]:
                continue
            meant_colours = "gybro" if colour_die == "X" else colour_die
            meant_numbers = "12345" if number_die == "?" else number_die
            for colour, number in product(meant_colours, meant_numbers):
                dice = write_dice(colour_die, colour, number_die, number)
                for cells in self.placements(seat, colour, int(number)):
                    found.add(" ".join([dice, *sorted(cells)]))
        return found

    def placements(self, seat: int, colour: str, number: int) -> list[Cells]:
        blocks = {block for cell, block in self.blocks.items() if self.colour[cell] == colour}
        found = []
        for block in blocks:
            free = block - self.marked[seat]
            for chosen in combinations(sorted(free), number):
                if spread(chosen[0], frozenset(chosen)) != set(chosen):
                    continue
                if any(cell[0] == "H" or around(cell) & self.marked[seat] for cell in chosen):
                    found.append(frozenset(chosen))
        return found

    def choose(self, seat: int, text: str) -> None:
        self.chosen[seat] = text
        if len(self.chosen) == self.players:
            self.settle()

    def settle(self) -> None:
        for seat, text in self.chosen.items():
            if text != "pass":
                colour, number, cells = read(text)
                self.exclamations[seat] -= (colour[0] == "X") + (number[0] == "?")
                self.marked[seat] |= set(cells)
        self.win_columns()
        self.win_colours()
        if self.players > 1 and any(len(bonus) >= 2 for bonus in self.bonuses):
            self.over = True
        if self.roll_number == self.limit:
            self.over = True
        self.active = (self.active + 1) % self.players

    def win_columns(self) -> None:
        for column in COLUMNS:
            cells = {f"{column}{row}" for row in range(1, 8)}
            taken = any(column in won for won in self.columns)
            for seat in range(self.players):
                if cells <= self.marked[seat] and column not in self.columns[seat]:
                    self.columns[seat][column] = LATER[column] if taken else FIRST[column]

    def win_colours(self) -> None:
        for colour in "gybro":
            cells = {cell for cell, its in self.colour.items() if its == colour}
            taken = any(colour in won for won in self.bonuses)
            for seat in range(self.players):
                if cells <= self.marked[seat] and colour not in self.bonuses[seat]:
                    self.bonuses[seat][colour] = 3 if taken else 5

    def scores(self) -> list[int]:
        return [
            sum(self.bonuses[seat].values())
            + sum(self.columns[seat].values())
            + self.exclamations[seat]
            - 2 * len(self.stars - self.marked[seat])
            for seat in range(self.players)
        ]

    def ranks(self) -> list[int]:
        strength = list(zip(self.scores(), self.exclamations, strict=True))
        return [1 + sum(other > mine for other in strength) for mine in strength]


def write_dice(colour_die: str, colour: str, number_die: str, number: str) -> str:
    if colour_die != "X" and number_die != "?":
        return colour + number
    left = f"X={colour}" if colour_die == "X" else colour
    right = f"?={number}" if number_die == "?" else number
    return f"{left} {right}"


def read(text: str) -> tuple[str, str, list[str]]:
    """Colour die, number die (the first character is the face), and the cells."""
    words = text.split()
    if len(words[0]) == 2:
        return words[0][0], words[0][1], words[1:]
    return words[0], words[1], words[2:]
