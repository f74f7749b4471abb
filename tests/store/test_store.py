"""The log of events on a real SQLite and a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from spieltisch.people.profiles import fresh_row
from spieltisch.store import backup
from spieltisch.store.bus import Postgres
from spieltisch.store.engine import connect, migrate
from spieltisch.store.restore import restore
from spieltisch.store.schema import ALL, METADATA
from spieltisch.store.store import Store
from spieltisch.tables.storage import Event, StoreError, Summary
from tests.server.postgres import fresh
from tests.server.proxy import Proxy


@pytest.fixture(params=["sqlite", "postgresql"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        found = connect(f"sqlite:///{tmp_path}/t.db")
    else:
        found = connect(await fresh(request.getfixturevalue("postgres"), "store"))
    yield found
    await found.dispose()


@pytest.fixture
async def store(engine: AsyncEngine) -> AsyncIterator[Store]:
    await migrate(engine)
    found = Store(engine, "one", lag=0.0)
    found.start()
    yield found
    await found.stop()


def row(match: str, **changed: object) -> dict[str, object]:
    return {
        "id": match,
        "game": "a-game",
        "seed": "00" * 32,
        "public": True,
        "created": 1,
        "status": "open",
        "n": 1,
        "updated": 1,
        "acting": 0,
        "due": None,
    } | changed


async def test_an_event_number_is_written_once(store: Store) -> None:
    assert await store.append("m", Event(1, 5, {"what": "create"}), ["p"], row("m"))
    assert not await store.append("m", Event(1, 6, {"what": "other"}))
    assert await store.append("m", Event(2, 7, {"what": "turn"}))
    assert [(e.n, e.body["what"]) for e in await store.events("m")] == [(1, "create"), (2, "turn")]
    assert [e.n for e in await store.events("m", after=1)] == [2]


async def test_a_taken_number_does_not_keep_others_of_its_group_from_being_written(
    store: Store,
) -> None:
    assert await store.append("a", Event(1, 5, {"what": "create"}), ["p"], row("a"))
    written = await asyncio.gather(  # begun at once, so written as one group
        store.append("a", Event(1, 6, {"what": "late"}), ["q"]),
        store.append("b", Event(1, 6, {"what": "create"}), ["p", "q"], row("b")),
        store.append("a", Event(2, 6, {"what": "turn"})),
    )
    assert list(written) == [False, True, True]
    assert [event.body["what"] for event in await store.events("a")] == ["create", "turn"]
    assert [event.body["what"] for event in await store.events("b")] == ["create"]
    assert sorted(await store.tables_of("p", 9)) == ["a", "b"]
    assert await store.tables_of("q", 9) == ["b"]


async def test_of_two_writers_of_one_number_exactly_one_wins(engine: AsyncEngine) -> None:
    await migrate(engine)
    stores = [Store(engine, name) for name in ("one", "two")]
    for store in stores:
        store.start()
    await stores[0].append("m", Event(1, 0, {"what": "create"}), [], row("m"))
    for n in range(2, 30):
        won = await asyncio.gather(
            *(store.append("m", Event(n, n, {"by": store.server})) for store in stores)
        )
        assert sorted(won) == [False, True]
    assert [event.n for event in await stores[0].events("m")] == list(range(1, 30))
    for store in stores:
        await store.stop()


async def test_many_tables_share_a_transaction(store: Store) -> None:
    made = [store.append(f"m{k}", Event(1, 0, {"k": k}), [], row(f"m{k}")) for k in range(300)]
    assert all(await asyncio.gather(*made))
    written = [store.append(f"m{k}", Event(2, 0, {"k": k})) for k in range(300)]
    assert all(await asyncio.gather(*written))
    assert (await store.events("m299"))[-1].body == {"k": 299}


async def test_summaries_follow_and_never_go_back(store: Store) -> None:
    await store.append("m", Event(1, 0, {}), ["p"], row("m"))
    store.summarise(Summary("m", "playing", 5, 9, 1, 100))
    await store.append("m", Event(2, 0, {}))
    store.summarise(Summary("m", "open", 3, 8, 0, None))
    await store.append("m", Event(3, 0, {}))
    found = await store.match("m")
    assert found is not None
    assert (found.status, found.n, found.due) == ("playing", 5, 100)
    assert await store.lobby(5) == ["m"]
    assert await store.tables_of("p", 5) == ["m"]
    assert await store.due(100, {"a-game"}, 5) == [("m", 100)]
    assert await store.due(100, {"another-game"}, 5) == []
    assert await store.claim("m", 100, 200)
    assert not await store.claim("m", 100, 200)


async def test_tables_behind_their_events_are_found_after_a_crash(store: Store) -> None:
    await store.append("m", Event(1, 0, {}), [], row("m", status="playing"))
    assert await store.mark_stale() == 0
    await store.append("m", Event(2, 0, {}))
    assert await store.mark_stale() == 1
    assert await store.due(0, {"a-game"}, 5) == [("m", 0)]


async def test_an_old_database_is_brought_up_to_date(engine: AsyncEngine) -> None:
    await migrate(engine, "0001")
    async with engine.begin() as connection:
        await connection.execute(
            text("INSERT INTO person (id, token, name, created) VALUES ('p', 't', 'Ada', 1)")
        )
        await connection.execute(
            text(
                "INSERT INTO match (id, game, seed, public, created, status, n, updated) "
                "VALUES ('m', 'g', 's', true, 1, 'playing', 1, 1)"
            )
        )
        await connection.execute(
            text("INSERT INTO event (match, n, at, body) VALUES ('m', 1, 1, '{}')")
        )
    await migrate(engine)
    await migrate(engine)  # nothing more to do
    store = Store(engine)
    person = await store.person("t")
    assert person is not None
    assert person.name == "Ada"
    assert not person.agent
    assert await store.due(10, {"g"}, 5) == [("m", 0)]
    assert len(await store.events("m")) == 1


async def test_the_steps_lead_to_the_declared_tables(engine: AsyncEngine) -> None:
    await migrate(engine)
    async with engine.connect() as connection:
        found = await connection.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c), METADATA)
        )
    assert [difference for difference in found if difference[0] != "modify_default"] == []


async def test_a_backup_moves_between_kinds_of_database(
    store: Store, engine: AsyncEngine, tmp_path: Path
) -> None:
    await store.append("m", Event(1, 3, {"what": "créate"}), ["p"], row("m", due=5))
    secret = await store.secret("seat links")
    known = {"id": "p", "token": "t", "name": "Ädä", "agent": False, "created": 1}
    await store.add_person({**known, **fresh_row("p")})
    file = tmp_path / "all.gz"
    counts = await backup.write(engine, file)
    full = {"person": 1, "match": 1, "event": 1, "seat": 1, "setting": 1}
    assert counts == dict.fromkeys((table.name for table in ALL), 0) | full
    assert file.stat().st_mode & 0o077 == 0
    other = connect(f"sqlite:///{tmp_path}/other.db")
    assert await restore(str(other.url), file) == counts
    found = Store(other)
    assert await found.secret("seat links") == secret
    assert (await found.events("m"))[0].body == {"what": "créate"}
    with pytest.raises(backup.BackupError, match="not empty"):
        await restore(str(other.url), file)
    (tmp_path / "bad").write_bytes(b"no backup")
    with pytest.raises(backup.BackupError):
        await restore(str(other.url), tmp_path / "bad")
    await other.dispose()


async def test_servers_hear_of_events_when_they_are_committed(postgres: str) -> None:
    url = await fresh(postgres, "store")
    engine = connect(url)
    await migrate(engine)
    heard: asyncio.Queue[dict[str, object]] = asyncio.Queue()
    bus = Postgres(url)
    await bus.start(heard.put)
    store = Store(engine, "one")
    store.start()
    await store.append("m", Event(1, 0, {"what": "ü"}), [], row("m"))
    told = {"match": "m", "n": 1, "from": "one", "at": 0, "body": {"what": "ü"}}
    assert await asyncio.wait_for(heard.get(), 10) == told
    await store.append("m", Event(2, 0, {"text": "ü" * 2000}))  # more than NOTIFY takes
    assert await asyncio.wait_for(heard.get(), 10) == {"match": "m", "n": 2, "from": "one"}
    await bus.publish({"hello": 1})
    assert await asyncio.wait_for(heard.get(), 10) == {"hello": 1}
    await bus.connection.close()  # the connection breaks: it comes back and says so
    assert await asyncio.wait_for(heard.get(), 20) == {"again": True}
    await bus.stop()
    await store.stop()


async def test_what_was_not_heard_is_looked_for_until_that_succeeds(postgres: str) -> None:
    """The first look after a break may meet a database that fails once more."""
    asked: asyncio.Queue[dict[str, object]] = asyncio.Queue()
    looks = 0

    async def look(note: dict[str, object]) -> None:
        nonlocal looks
        looks += 1
        if looks == 1:
            raise StoreError("not now")
        await asked.put(note)

    bus = Postgres(await fresh(postgres, "looked_for"))
    await bus.start(look)
    await bus.connection.close()
    assert await asyncio.wait_for(asked.get(), 20) == {"again": True}
    await bus.stop()


async def test_a_database_that_refuses_everything_does_not_keep_a_server_from_stopping(
    engine: AsyncEngine,
) -> None:
    await migrate(engine)
    store = Store(engine, lag=0.0)
    store.start()
    await store.append("m", Event(1, 0, {}), [], row("m"))
    async with engine.begin() as connection:
        await connection.execute(text("ALTER TABLE match RENAME COLUMN acting TO gone"))
    store.summarise(Summary("m", "playing", 2, 9, 1, None))
    async with asyncio.timeout(10):
        await store.stop()


async def test_a_server_that_starts_while_the_database_is_silent_hears_the_others_later(
    postgres: str,
) -> None:
    with Proxy.of_database(postgres) as (proxy, address):
        proxy.swallow()
        heard: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        bus = Postgres(address, patience=0.5)
        await bus.start(heard.put)
        assert bus.connection is None
        proxy.flow()
        assert await asyncio.wait_for(heard.get(), 60) == {"again": True}
        assert bus.well
        await bus.stop()
