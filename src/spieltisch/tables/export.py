"""All finished matches as record files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from spieltisch import games
from spieltisch.store.store import Store
from spieltisch.tables.table import Table


async def export(store: Store, folder: Path) -> AsyncIterator[Path]:
    """Writes one record per finished match; those of games that are gone are left out."""
    folder.mkdir(parents=True, exist_ok=True)
    for id_ in await store.played():
        row = await store.match(id_)
        if row is None or row.game not in games.cards():
            continue
        table = Table(id_, row.seed)
        for event in await store.events(id_):
            table.apply(event)
            if table.rules != games.card(table.game).version:
                break
        if table.status == "over" and table.match is not None:
            path = folder / f"{table.game}-{id_}.jsonl"
            table.match.save(path)
            yield path
