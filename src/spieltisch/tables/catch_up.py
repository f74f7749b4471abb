"""What happened since somebody looked last: the new lines, each with what they would have seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from spieltisch.tables import views
from spieltisch.tables.table import Table

AT_ONCE = 60  # events; of a longer absence the latest


def since(table: Table, viewer: int | None, after: int) -> Iterator[dict[str, Any]]:
    """First the position that was seen last, then one for each event with lines that still stand.

    Each is made of the record that the seat might see at that moment, so it tells whoever comes
    back exactly what it told those who stayed.
    """
    if table.match is None:
        return
    fresh = [change for change in table.changes[after:] if change[5] >= change[4]][-AT_ONCE:]
    if not fresh:
        return
    log = views.log(table, viewer)
    then = table.match.at(fresh[0][4] - 1)
    yield {
        "n": fresh[0][0] - 1,
        "what": "",
        "seat": None,
        "at": 0,
        "lines": [],
        **_seen(then, viewer),
    }
    for n, at, what, seat, first, last in fresh:
        while len(then.lines) < last:
            then.append(table.match.lines[len(then.lines)])
        lines = log[first - 1 : last]
        told = {"n": n, "what": what, "seat": seat, "at": at, "lines": lines}
        yield {**told, **_seen(then, viewer)}


def _seen(match: Any, viewer: int | None) -> dict[str, Any]:
    view = match.seen(viewer)
    return {"view": view, "acting": view["acting"], "chosen": view["chosen"]}
