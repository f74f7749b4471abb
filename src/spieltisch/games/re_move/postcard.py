"""The board as it stood at the end."""

from __future__ import annotations

from typing import Any

from spieltisch.core.sketch import SEATS, WOOD, Sketch

PLATE, PLACE, GROOVE = "#e3c697", "#c9a26c", "#a67c48"


def draw(sketch: Sketch, view: dict[str, Any], seat: int) -> None:
    places = {place["id"]: place for place in view["board"]["places"]}
    xs = [place["xy"][0] for place in places.values()]
    ys = [place["xy"][1] for place in places.values()]
    scale = min(360 / (max(ys) - min(ys)), 620 / (max(xs) - min(xs)))
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)

    def at(id_: str) -> tuple[float, float]:
        x, y = places[id_]["xy"]
        return 350 + (x - middle[0]) * scale, 200 + (y - middle[1]) * scale

    sketch.disc(350, 206, 202, "#00000044")
    sketch.disc(350, 200, 202, PLATE, WOOD)
    for one, other in view["board"]["lines"]:
        sketch.line([at(one), at(other)], GROOVE, 3)
    for id_, place in places.items():
        owner = place["owner"]
        sketch.disc(*at(id_), 10, PLACE if owner is None else SEATS[owner] + "66", GROOVE)
    for n, player in enumerate(view["seats"]):
        for figure in player["figures"]:
            if figure in places:
                sketch.disc(*at(figure), 14, SEATS[n], "#ffffff")
