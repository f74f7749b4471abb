"""The board as it stood at the end."""

from __future__ import annotations

from typing import Any

from spieltisch.core.sketch import COLOURS, SEAT_LETTERS, WOOD, Sketch, counter, mark

PLATE, PLACE, GROOVE = "#e3c697", "#b98d58", "#a67c48"
MIDDLE, RADIUS, ROOM = (
    (350.0, 196.0),
    194.0,
    22.0,
)  # of the plate; between the outermost and its edge


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    places = {place["id"]: place for place in view["board"]["places"]}
    xs = [place["xy"][0] for place in places.values()]
    ys = [place["xy"][1] for place in places.values()]
    middle = complex((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    far = max(abs(complex(*place["xy"]) - middle) for place in places.values())

    def at(id_: str) -> tuple[float, float]:
        moved = (complex(*places[id_]["xy"]) - middle) * (RADIUS - ROOM) / far
        return MIDDLE[0] + moved.real, MIDDLE[1] + moved.imag

    x, y = MIDDLE
    sketch.disc(x, y + 9, RADIUS, "#6f4a24")
    sketch.disc(x, y, RADIUS, WOOD)
    sketch.disc(x, y, RADIUS - 5, PLATE)
    for one, other in view["board"]["lines"]:
        sketch.line([at(one), at(other)], GROOVE, 3)
    for id_, place in places.items():
        owner = place["owner"]
        sketch.disc(*at(id_), 9.5, PLACE, GROOVE)
        if owner is not None:
            sketch.disc(*at(id_), 9.5, COLOURS[SEAT_LETTERS[owner]] + "99", GROOVE)
    for n, player in enumerate(view["seats"]):
        letter = SEAT_LETTERS[n]
        for figure in player["figures"]:
            if figure in places:
                counter(sketch, *at(figure), 12.5, letter)
                mark(sketch, *at(figure), 4, letter, "#fff8ec")
