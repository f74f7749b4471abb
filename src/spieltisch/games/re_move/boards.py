"""Boards as data: places, lines, rings, bases and targets [RM-2], with a loader that explains.

A board is an object `{"nodes": [{"id", "zone", "owner", "xy"}, …], "edges": [[id, id], …]}`; other
keys are ignored. Places are numbered in the order of `nodes`.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from spieltisch.core.errors import BadOption

STANDARD = "standard"
SEATS = 3
FIGURES = 7  # and places of a base [RM-1]
TARGET = 3  # places of a target [RM-2]
MOST_PLACES = 62  # so that a set of places is a non-negative 64-bit integer
MOST_LINES = 8  # at one place
LONGEST_NAME = 6
FAR = 30.0  # coordinates are kept as thousandths in 16 bits
ZONES = ("inner", "outer", "field", "base", "target")


@dataclass(frozen=True)
class Place:
    name: str
    zone: str
    owner: int | None
    xy: tuple[float, float]


@dataclass(frozen=True)
class Board:
    places: tuple[Place, ...]
    lines: tuple[tuple[int, int], ...]  # pairs of place numbers, the lower first, ascending

    @functools.cached_property
    def numbers(self) -> Mapping[str, int]:
        return {place.name: number for number, place in enumerate(self.places)}

    @functools.cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The places one step away from each place, ascending."""
        near: list[list[int]] = [[] for _ in self.places]
        for a, b in self.lines:
            near[a].append(b)
            near[b].append(a)
        return tuple(tuple(sorted(row)) for row in near)

    def zone(self, zone: str, owner: int | None = None) -> tuple[int, ...]:
        return tuple(
            number
            for number, place in enumerate(self.places)
            if place.zone == zone and place.owner == owner
        )

    def open_to(self, seat: int) -> set[int]:
        """Where figures of `seat` may go at all [RM-9]."""
        return {n for n, place in enumerate(self.places) if place.owner in (None, seat)}

    def distances(self, seat: int) -> Mapping[int, int]:
        """How many steps each place open to `seat` is away from its target."""
        away = dict.fromkeys(self.zone("target", seat), 0)
        edge = list(away)
        inside = self.open_to(seat)
        while edge:
            place = edge.pop(0)
            for step in self.neighbours[place]:
                if step in inside and step not in away:
                    away[step] = away[place] + 1
                    edge.append(step)
        return away

    def json(self) -> dict[str, Any]:
        """The canonical object that a record carries."""
        return {
            "nodes": [
                {"id": p.name, "zone": p.zone, "owner": p.owner, "xy": list(p.xy)}
                for p in self.places
            ],
            "edges": [[self.places[a].name, self.places[b].name] for a, b in self.lines],
        }


def board_names() -> tuple[str, ...]:
    """The boards that come with the game, the standard one first."""
    files = resources.files(__package__).joinpath("boards").iterdir()
    names = sorted(f.name.removesuffix(".json") for f in files if f.name.endswith(".json"))
    return (STANDARD, *(name for name in names if name != STANDARD))


@functools.cache
def named_board(name: str) -> Board:
    path = resources.files(__package__).joinpath("boards", f"{name}.json")
    return read_board(json.loads(path.read_text("utf-8")))


def load_board(value: Any) -> Board:
    """The board of an option value: a name or an object."""
    if not isinstance(value, str):
        return read_board(value)
    if value not in board_names():
        names = ", ".join(board_names())
        raise BadOption(
            f"Einen Spielplan {value!r} gibt es nicht; es gibt: {names}",
            f"there is no board {value!r}; there are: {names}",
        )
    return named_board(value)


def check_board(value: Any) -> Any:
    """A name, or the canonical object; BadOption says what is wrong with any other value."""
    board = load_board(value)
    if isinstance(value, str):
        return value
    return STANDARD if _same(board, named_board(STANDARD)) else board.json()


def _same(one: Board, other: Board) -> bool:
    """Whether two boards differ in the order of their lists at most."""

    def described(board: Board) -> tuple[frozenset[Place], frozenset[frozenset[str]]]:
        named = (frozenset(board.places[end].name for end in line) for line in board.lines)
        return frozenset(board.places), frozenset(named)

    return described(one) == described(other)


def read_board(data: Any) -> Board:
    """A board from its object, checked; BadOption explains the first fault."""
    if not isinstance(data, Mapping) or not _is_list(data.get("nodes"), data.get("edges")):
        raise BadOption(
            "Ein Spielplan ist ein Name oder ein Objekt mit den Listen nodes und edges",
            "a board is a name or an object with the lists nodes and edges",
        )
    _check_number(data, "players", SEATS)
    _check_number(data, "figures_per_player", FIGURES)
    places = tuple(_read_place(node) for node in data["nodes"])
    numbers = _number(places)
    lines = tuple(sorted({_read_line(edge, numbers) for edge in data["edges"]}))
    if len(lines) < len(data["edges"]):
        raise _fault("Eine Linie ist doppelt angegeben", "a line is given twice")
    board = Board(places, lines)
    _check_degrees(board, data["nodes"])
    _check_areas(board)
    for ring in ("inner", "outer"):
        _check_ring(board, ring)
    _check_ways(board)
    return board


def _fault(de: str, en: str) -> BadOption:
    return BadOption(f"Der Spielplan stimmt nicht: {de}", f"the board is not right: {en}")


def _is_list(*values: Any) -> bool:
    return all(isinstance(v, Sequence) and not isinstance(v, str) for v in values)


def _check_number(data: Mapping[str, Any], key: str, right: int) -> None:
    if data.get(key, right) != right:
        raise _fault(f"{key} muss {right} sein", f"{key} must be {right}")


def _read_place(node: Any) -> Place:
    if not isinstance(node, Mapping):
        raise _fault(f"{node!r} ist kein Platz", f"{node!r} is no place")
    name, zone, owner = node.get("id"), node.get("zone"), node.get("owner")
    if not isinstance(name, str) or not _is_name(name):
        raise _fault(
            f"Der Name {name!r} braucht 1 bis {LONGEST_NAME} Zeichen ohne -, x und Leerzeichen",
            f"the name {name!r} must be 1 to {LONGEST_NAME} characters without -, x and space",
        )
    if zone not in ZONES:
        good = ", ".join(ZONES)
        raise _fault(
            f"{name} hat den Bereich {zone!r}; möglich: {good}",
            f"{name} has the zone {zone!r}; it takes: {good}",
        )
    owned = zone in ("base", "target")
    if (owner is not None) != owned or (owned and not _is_seat(owner)):
        raise _fault(
            f"{name} hat den Besitzer {owner!r}; Base und Ziel gehören 0, 1 oder 2, sonst keinem",
            f"{name} has the owner {owner!r}; only base and target have one: 0, 1 or 2",
        )
    return Place(name, zone, owner, _read_xy(name, node.get("xy")))


def _is_name(name: str) -> bool:
    plain = all("!" <= letter <= "~" and letter not in '-x"\\' for letter in name)
    return plain and 1 <= len(name) <= LONGEST_NAME


def _is_seat(owner: Any) -> bool:
    return isinstance(owner, int) and not isinstance(owner, bool) and 0 <= owner < SEATS


def _read_xy(name: str, xy: Any) -> tuple[float, float]:
    if _is_list(xy) and len(xy) == 2 and all(_is_coordinate(value) for value in xy):
        return round(float(xy[0]), 3) + 0.0, round(float(xy[1]), 3) + 0.0
    raise _fault(
        f"{name} braucht xy: zwei Zahlen von -{FAR:g} bis {FAR:g}",
        f"{name} needs xy: two numbers from -{FAR:g} to {FAR:g}",
    )


def _is_coordinate(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -FAR <= value <= FAR  # also what is too large for a float, or not a number


def _number(places: Sequence[Place]) -> Mapping[str, int]:
    if len(places) > MOST_PLACES:
        raise _fault(
            f"{len(places)} Plätze; höchstens {MOST_PLACES} sind möglich",
            f"{len(places)} places; {MOST_PLACES} at most are possible",
        )
    numbers: dict[str, int] = {}
    for number, place in enumerate(places):
        if place.name in numbers:
            raise _fault(f"{place.name} kommt zweimal vor", f"{place.name} occurs twice")
        numbers[place.name] = number
    return numbers


def _read_line(edge: Any, numbers: Mapping[str, int]) -> tuple[int, int]:
    if not _is_list(edge) or len(edge) != 2 or not all(isinstance(end, str) for end in edge):
        raise _fault(
            f"Eine Linie verbindet zwei Plätze, nicht {edge!r}",
            f"a line joins two places, not {edge!r}",
        )
    for end in edge:
        if end not in numbers:
            raise _fault(
                f"Die Linie {edge[0]}–{edge[1]} führt zu {end}, das es nicht gibt",
                f"the line {edge[0]}–{edge[1]} leads to {end}, which does not exist",
            )
    if edge[0] == edge[1]:
        raise _fault(
            f"Die Linie {edge[0]}–{edge[1]} führt im Kreis",
            f"the line {edge[0]}–{edge[1]} leads back to itself",
        )
    a, b = sorted((numbers[edge[0]], numbers[edge[1]]))
    return a, b


def _check_degrees(board: Board, nodes: Sequence[Mapping[str, Any]]) -> None:
    for place, near, node in zip(board.places, board.neighbours, nodes, strict=True):
        degree = len(near)
        if not 2 <= degree <= MOST_LINES:
            raise _fault(
                f"An {place.name} enden {degree} Linien; es müssen 2 bis {MOST_LINES} sein",
                f"{degree} lines end at {place.name}; there must be 2 to {MOST_LINES}",
            )
        if node.get("degree", degree) != degree:
            raise _fault(
                f"An {place.name} enden {degree} Linien, angegeben sind {node['degree']!r}",
                f"{degree} lines end at {place.name}, but {node['degree']!r} are stated",
            )


def _check_areas(board: Board) -> None:
    for zone, right, de in (("base", FIGURES, "Base"), ("target", TARGET, "Ziel")):
        for seat in range(SEATS):
            many = len(board.zone(zone, seat))
            if many != right:
                raise _fault(
                    f"{de} von Sitz {seat} hat {many} Plätze statt {right}",
                    f"the {zone} of seat {seat} has {many} places instead of {right}",
                )


def _check_ring(board: Board, ring: str) -> None:
    """A ring is one closed circle: each of its places has exactly two neighbours on it."""
    on = set(board.zone(ring))
    de = "innere" if ring == "inner" else "äußere"
    if len(on) < 3:
        raise _fault(
            f"Der {de} Ring braucht mindestens 3 Plätze, nicht {len(on)}",
            f"the {ring} ring needs at least 3 places, not {len(on)}",
        )
    for number in sorted(on):
        name, many = board.places[number].name, len(on.intersection(board.neighbours[number]))
        if many != 2:
            raise _fault(
                f"{name} hat {many} Nachbarn auf dem {de}n Ring; es müssen 2 sein",
                f"{name} has {many} neighbours on the {ring} ring; there must be 2",
            )
    if not on <= _reached(board, min(on), on):
        raise _fault(
            f"Der {de} Ring besteht aus mehreren Kreisen",
            f"the {ring} ring consists of several circles",
        )


def _check_ways(board: Board) -> None:
    """All places hang together, and every seat can walk from its base to its target [RM-9]."""
    everywhere = set(range(len(board.places)))
    apart = everywhere - _reached(board, 0, everywhere)
    if apart:
        name, first = board.places[min(apart)].name, board.places[0].name
        raise _fault(
            f"{name} hängt nicht mit {first} zusammen", f"{name} is not connected to {first}"
        )
    for seat in range(SEATS):
        reached = _reached(board, board.zone("base", seat)[0], board.open_to(seat))
        for number in (*board.zone("base", seat), *board.zone("target", seat)):
            if number not in reached:
                name = board.places[number].name
                raise _fault(
                    f"Sitz {seat} kommt ohne gesperrte Bereiche nicht nach {name}",
                    f"seat {seat} cannot reach {name} without crossing a closed area",
                )


def _reached(board: Board, start: int, inside: set[int]) -> set[int]:
    """All places that can be walked to from `start` without leaving `inside`."""
    reached, edge = {start}, [start]
    while edge:
        fresh = inside.intersection(board.neighbours[edge.pop()]) - reached
        reached |= fresh
        edge += fresh
    return reached
