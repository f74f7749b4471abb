"""All finished matches, and those that no rules here can finish, as record files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from spieltisch import games
from spieltisch.store.store import Store, StoreError
from spieltisch.tables import views
from spieltisch.tables.table import Table


async def export(store: Store, folder: Path, unread: list[str]) -> AsyncIterator[Path]:
    """Writes one record per match; those of games that are gone are left out.

    A match of other rules is written as far as it went. `unread`: tables that cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for id_ in await store.played():
        row = await store.match(id_)
        if row is None or row.game not in games.cards():
            continue
        try:
            text = await _record(store, Table(id_, row.seed), row.status)
        except StoreError:
            raise
        except Exception:  # damaged, or of a newer version: the others are written
            unread.append(id_)
            continue
        if text:
            path = folder / f"{row.game}-{id_}.jsonl"
            path.write_text(text, encoding="utf-8")
            yield path


async def _record(store: Store, table: Table, status: str) -> str:
    for event in await store.events(table.id):
        table.apply(event)
    table.end_past(status)
    if table.past is not None:
        return views.past_record(table, None, full=True)
    return table.match.record() if table.status == "over" and table.match is not None else ""
