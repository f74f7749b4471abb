"""Alle Neune played slowly with plain lists and words, as people do at the table.

Written from the rules and the notation alone; it shares nothing with the kernels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

START = "start"
GOAL = "goal"


@dataclass(frozen=True, eq=False)  # a tile is only ever itself
class Tile:
    name: str  # its number on the track, or "s" for a seat's first number
    value: int  # 0 for an animal
    section: int  # from 1; a cactus tile belongs to the section behind it
    is_cactus: bool = False

    @property
    def order(self) -> int:
        return 0 if self.name == "s" else int(self.name)


@dataclass
class Player:
    figures: list[Tile | str]
    front: list[Tile] = field(default_factory=list)
    face_down: list[Tile] = field(default_factory=list)
    face_up: list[Tile] = field(default_factory=list)

    def is_home(self) -> bool:
        return all(place == GOAL for place in self.figures)

    def score(self) -> int:
        return 5 * len(self.face_down) - sum(tile.value for tile in self.face_up)

    def cactus_tiles(self) -> int:
        return sum(tile.is_cactus for tile in self.front + self.face_down + self.face_up)

    def copy(self) -> Player:
        return Player(self.figures[:], self.front[:], self.face_down[:], self.face_up[:])


@dataclass
class Table:
    sections: int
    players: list[Player]
    due: str  # "first", "start", "track", "roll", "turn" or "nothing"
    seat: int = 0
    roll: int = 0
    track: list[Tile] = field(default_factory=list)
    misses: int = 0  # crossings that earned no section tile, for the invariant

    def copy(self) -> Table:
        players = self.players[:]
        players[self.seat] = self.player.copy()  # nobody else's things change during a turn
        return replace(self, players=players, track=self.track[:])

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    # Chance

    def supply(self, drawn: list[str]) -> dict[str, int]:
        """The words that may come next in the line of chance that began with `drawn`."""
        if self.due == "first":
            return {str(seat): 1 for seat in range(len(self.players))}
        if self.due == "roll":
            return {str(face): 1 for face in range(1, 7)}
        numbers = Counter({str(value): 7 for value in range(1, 7)})
        for player in self.players:
            numbers.subtract(str(tile.value) for tile in player.front)
        if self.due == "start":
            stock = numbers
        elif len(drawn) % 8 == 0:
            stock = Counter({f"C{value}": 1 for value in range(1, 7)})
        else:
            stock = numbers + Counter({"A": 6})
        stock.subtract(word for word in drawn if word in stock)
        return {word: many for word, many in sorted(stock.items()) if many > 0}

    def length(self) -> int:
        """How many words the line of chance that is due has."""
        return {"start": len(self.players), "track": 8 * self.sections}.get(self.due, 1)

    def chance(self, text: str) -> None:
        kind, *words = text.split()
        assert kind == self.due
        if kind == "first":
            self.seat, self.due = int(words[0]), "start"
        elif kind == "start":
            for player, word in zip(self.players, words, strict=True):
                player.front.append(Tile("s", int(word), 0))
            self.due = "track"
        elif kind == "track":
            for i, word in enumerate(words):
                value = 0 if word == "A" else int(word[-1])
                self.track.append(Tile(str(i + 1), value, i // 8 + 1, word[0] == "C"))
            self.due = "roll"
        else:
            self.roll, self.due = int(words[0]), "turn"

    # Places

    def index(self, place: Tile | str) -> int:
        if place == START:
            return -1
        if place == GOAL:
            return len(self.track)
        assert isinstance(place, Tile)
        return self.track.index(place)

    def all_places(self) -> list[Tile | str]:
        return [place for player in self.players for place in player.figures]

    def after_steps(self, place: Tile | str, steps: int) -> Tile | str:
        index = self.index(place) + steps
        return self.track[index] if index < len(self.track) else GOAL

    def next_figure(self, place: Tile | str) -> Tile | None:
        standing = self.all_places()
        for tile in self.track[self.index(place) + 1 :]:
            if tile in standing:
                return tile
        return None

    # Turns

    def moves(self) -> Iterator[tuple[str, Tile | str]]:
        """What the first word of a turn may be, and where it leads."""
        seen = []
        for letter, place in zip("abcd", self.player.figures, strict=False):
            if place == GOAL or place in seen:
                continue
            seen.append(place)
            step = self.after_steps(place, self.roll)
            yield letter, step
            target = self.next_figure(place)
            if self.roll == 1 and target is not None and target != step:
                yield letter + "*", target

    def turns(self) -> dict[str, Table]:
        """Every legal turn as canonical text, and the table after it."""
        found: dict[str, Table] = {}
        for word, target in self.moves():
            table = self.copy()
            figure = "abcd".index(word[0])
            origin = self.player.figures[figure]
            table.player.figures[figure] = target
            way = range(self.index(origin), self.index(target))
            crossed: list[Tile | str] = [
                tile for i, tile in enumerate(self.track) if i in way and tile.is_cactus
            ]
            if target == GOAL:
                crossed.append(GOAL)
            for words, after in table.collect([word], crossed):
                text = " ".join(words)
                assert text not in found
                found[text] = after
        return found

    def collect(
        self, words: list[str], crossed: list[Tile | str]
    ) -> Iterator[tuple[list[str], Table]]:
        """Settles the first crossing and then the others, in every possible way."""
        if not crossed:
            yield from self.end_of_turn(words)
            return
        gate, *others = crossed
        for after_section, table in self.take_of_section(words, gate):
            if isinstance(gate, Tile) and table.nobody_left(gate):
                for after_cactus, then in table.take(after_section, gate, is_last=False):
                    yield from then.collect(after_cactus, others)
            else:
                yield from table.collect(after_section, others)

    def take_of_section(
        self, words: list[str], gate: Tile | str
    ) -> Iterator[tuple[list[str], Table]]:
        section = gate.section - 1 if isinstance(gate, Tile) else self.sections
        if section == 0:
            yield words, self
            return
        standing = self.all_places()
        free = [
            tile
            for tile in self.track
            if tile.section == section and not tile.is_cactus and tile not in standing
        ]
        is_last = gate == GOAL and self.player.is_home()
        for tile in free:
            yield from self.take(words, tile, is_last)
        if not free:
            table = self.copy()
            table.misses += 1
            yield words, table

    def nobody_left(self, cactus: Tile) -> bool:
        return all(self.index(place) > self.index(cactus) for place in self.all_places())

    def take(
        self, words: list[str], tile: Tile, is_last: bool
    ) -> Iterator[tuple[list[str], Table]]:
        table = self.copy()
        table.track.remove(tile)
        words = [*words, "take", tile.name]
        if tile.value == 0:
            table.player.face_down.append(tile)
            yield words, table
            return
        table.player.front.append(tile)
        if is_last:
            yield words, table
        else:
            yield from table.settle(words)

    def nines(self) -> list[list[Tile]]:
        front = sorted(self.player.front, key=lambda tile: tile.order)
        return [
            list(some)
            for many in (2, 3)
            for some in combinations(front, many)
            if sum(tile.value for tile in some) == 9
        ]

    def bank(self, words: list[str], nine: list[Tile]) -> tuple[list[str], Table]:
        table = self.copy()
        for tile in nine:
            table.player.front.remove(tile)
            table.player.face_down.append(tile)
        return [*words, "nine", *(tile.name for tile in nine)], table

    def settle(self, words: list[str]) -> Iterator[tuple[list[str], Table]]:
        nines = self.nines()
        for nine in nines:
            yield self.bank(words, nine)
        if len(self.player.front) == 3 and not nines:
            for tile in self.player.front:
                table = self.copy()
                table.player.front.remove(tile)
                table.player.face_up.append(tile)
                yield [*words, "drop", tile.name], table
        elif len(self.player.front) < 3:
            yield ([*words, "keep"] if nines else words), self

    def end_of_turn(self, words: list[str]) -> Iterator[tuple[list[str], Table]]:
        if not self.player.is_home():
            yield words, self.next_seat()
            return
        ways = [self.bank(words, nine) for nine in self.nines()] or [(words, self.copy())]
        for written, table in ways:
            table.player.face_up += table.player.front
            table.player.front = []
            yield written, table.next_seat()

    def next_seat(self) -> Table:
        table = self.copy()
        table.roll = 0
        many = len(self.players)
        waiting = [
            (self.seat + i) % many
            for i in range(1, many + 1)
            if not self.players[(self.seat + i) % many].is_home()
        ]
        table.due = "roll" if waiting else "nothing"
        table.seat = waiting[0] if waiting else self.seat
        return table

    # The end

    def scores(self) -> list[int]:
        return [player.score() for player in self.players]

    def ranks(self) -> list[int]:
        results = [(player.score(), player.cactus_tiles()) for player in self.players]
        return [1 + sum(other > mine for other in results) for mine in results]


def new_table(players: int, short_track: bool = False, random_start: bool = False) -> Table:
    figures = {2: 4, 3: 3, 4: 2, 5: 2}[players]
    return Table(
        sections=5 if short_track else 6,
        players=[Player([START] * figures) for _ in range(players)],
        due="first" if random_start else "start",
    )
