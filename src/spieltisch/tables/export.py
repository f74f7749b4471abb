"""All finished matches, and those that no rules here can finish, as record files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from spieltisch import games
from spieltisch.tables import views
from spieltisch.tables.rebuild import rebuild
from spieltisch.tables.storage import Archive, StoreError
from spieltisch.tables.table import Table


async def export(store: Archive, folder: Path, unread: list[str]) -> AsyncIterator[Path]:
    """Writes one record per match; those of games that are gone are left out.

    A match of other rules is written as far as it went. `unread`: tables that cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for id_ in await store.played():
        row = await store.match(id_)
        if row is None or row.game not in games.cards():
            continue
        try:
            text = _record(await rebuild(store, id_, row.seed, row.status))
        except StoreError:
            raise
        except Exception:  # damaged, or of a newer version: the others are written
            unread.append(id_)
            continue
        if text:
            path = folder / f"{row.game}-{id_}.jsonl"
            path.write_text(text, encoding="utf-8")
            yield path


def _record(table: Table) -> str:
    if table.past is not None:
        return views.past_record(table, None, full=True)
    return table.match.record() if table.status == "over" and table.match is not None else ""
