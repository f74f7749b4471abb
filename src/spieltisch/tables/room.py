"""A table in memory and the people around it: orders what happens, tells all, minds the time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from spieltisch.tables import allowances, seat_links, views
from spieltisch.tables.audience import Audience, Connection
from spieltisch.tables.bots import Asked, Chosen, thinking_seed
from spieltisch.tables.encoding import dumps
from spieltisch.tables.interfaces import House
from spieltisch.tables.outcomes import Body, Done, Refused
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import Event, StoreError, Summary, now
from spieltisch.tables.table import ABSENT, OPENING, Table

ATTEMPTS = 20  # other servers may take the next number of a busy table a few times in a row
FALLBACK = 15_000  # ms after which somebody else looks after a table whose server has died
RETRY = 1.0  # seconds after the database refused that a bot sits in, or a bot failed
AFTERTHOUGHT = 3.0  # seconds that the server which wrote last has to let its bot act

log = logging.getLogger("spieltisch.room")

Plan = Callable[[], Body | Done | None]


class Room:
    def __init__(self, house: House, table: Table) -> None:
        self.house = house
        self.table = table
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.remote: dict[str, list[int]] = {}  # other server -> seats connected there
        self.eyes: dict[str, list[str]] = {}  # other server -> people who look at it there
        self.gone: dict[int, int] = {}  # seat -> since when its person is missed
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.hurried: dict[int, float] = {}  # seat -> seconds its bot had, if less than usual
        self.stale = False  # a write failed: what is on disk must be read again
        self.busy = 0  # requests that hold on to this room
        self.closed = False  # it left memory, or could not be read
        self.touched = now()
        self.audience = Audience(self)
        self._timer: asyncio.TimerHandle | None = None
        self._changed: asyncio.Future[None] | None = None
        self._came: asyncio.Event | None = None  # somebody, to a table where nobody looked

    # Changing the table

    async def submit(self, plan: Plan, people: tuple[str, ...] = ()) -> Event | Done | None:
        """Writes what `plan` says, then takes it in and tells everyone.

        Where another server was faster, its events are taken in and the plan is made anew.
        """
        async with self.current():
            self.touched = now()
            for _ in range(ATTEMPTS):
                if self.closed:
                    raise Problem("table/damaged")
                if self.table.outdated:
                    raise Problem("table/rules-changed")
                body = plan()
                if body is None or isinstance(body, Done):
                    return body
                allowances.check(self.table.counted, body)
                event = Event(self.table.n + 1, max(now(), self.table.updated), body)
                if await self._write(event, people):
                    self.take(event)
                    return event
                await self._catch_up()
        raise Problem("server/store")

    async def _write(self, event: Event, people: tuple[str, ...]) -> bool:
        try:
            return await self.house.store.append(self.table.id, event, people)
        except StoreError:
            self.distrust()
            raise Problem("server/store") from None

    def distrust(self) -> None:
        """What is in memory may not be what is on disk, which is read again."""
        self.stale = True
        self._mend_soon()

    def _mend_soon(self) -> None:
        asyncio.get_running_loop().call_later(RETRY, lambda: self.house.spawn(self._mend()))

    async def _mend(self) -> None:
        """Whoever sent what could not be written may be gone; the others wait for it, perhaps."""
        try:
            if self.stale and not self.closed and not self.house.stopping:
                await self.catch_up()
                self.tick()
        except StoreError:
            self._mend_soon()
        except Problem as problem:  # it was set aside
            log.info("a table waits", extra={"table": self.table.id, "code": problem.code})

    @contextlib.asynccontextmanager
    async def current(self) -> AsyncIterator[None]:
        """Nobody else changes the table meanwhile, and what is in memory is what is on disk."""
        async with self.lock:
            if self.stale:
                await self._catch_up()
            yield

    async def catch_up(self, told: Event | None = None) -> None:
        """Takes in what others have written; `told`: the last event of it, as they say."""
        async with self.lock:
            if told is None or told.n > self.table.n:
                await self._catch_up(told)

    async def _catch_up(self, told: Event | None = None) -> None:
        try:
            if told is not None and told.n == self.table.n + 1 and not self.stale:
                new = [told]  # there is nothing to read
            else:
                new = await self.house.store.events(self.table.id, self.table.n)
            for event in new:
                self.take(event, AFTERTHOUGHT)
        except StoreError:
            raise
        except Exception as error:  # damaged, or of a newer server: nothing here is valid any more
            await self.house.set_aside(self.table.id, error)
            raise Problem("table/damaged") from None
        self.stale = False

    def take(self, event: Event, delay: float = 0.0) -> None:
        deadline = self.table.next_deadline()
        change = self.table.apply(event)
        self.house.figures.count_event(event.body["what"])
        self.house.last_event = time.monotonic()
        if self._changed is not None:
            self._changed.set_result(None)
            self._changed = None
        if event.body["what"] == "shrink":
            self._close_up(event.body["seats"])
        if change.table:
            self._show_out()
        self.audience.tell(change)
        self.summarise()
        if change.table:
            self.mind_presence()
        elif deadline is not None and deadline <= event.at:
            self._tell_presence()  # somebody has played at last: nobody waits for them any more
        self.house.observer.took(self.table)
        self.tick(delay)

    def summarise(self) -> None:
        table = self.table
        acting = 0
        for seat in table.acting:
            acting |= 1 << seat
        due = self._due()
        self.house.store.summarise(
            Summary(table.id, table.status, table.n, table.updated, acting, due)
        )

    def _due(self) -> int | None:
        if self.table.opening is not None:
            return self.table.opening + OPENING
        if self.table.status != "playing":
            return None
        seats = self.table.seats
        for seat in self.table.acting:
            if seats[seat].by_bot:
                return now() + FALLBACK
        if self._unhurried():
            return None
        return min((at for at, _, why in self._alarms() if why != "grace"), default=None)

    # Telling

    def _show_out(self) -> None:
        """Whoever watched an open table may lose the right to when the match begins, or when they
        get up; they are not told what happened then."""
        for connection in list(self.connections):
            if not self.table.may_see(connection.person):
                self.connections.discard(connection)
                connection.turn_away(Problem("table/no-spectators"))

    def _close_up(self, gone: list[int]) -> None:
        """Seats have been taken away: those behind them have other numbers."""

        def now_at(seat: int) -> int:
            return seat - sum(each < seat for each in gone)

        for connection in self.connections:
            if connection.looking is not None:
                connection.looking = now_at(connection.looking)
        self.remote = {one: [now_at(seat) for seat in seats] for one, seats in self.remote.items()}

    def viewer(self, connection: Connection) -> int | None:
        """The seat that a connection looks from; never one that it does not hold (any more)."""
        mine = self.table.seats_of(connection.person)
        if connection.chose_look:
            return connection.looking if connection.looking in mine else None
        return mine[0] if len(mine) == 1 else None

    def info(self, person: str | None) -> dict[str, Any]:
        """The table as HTTP and WebSocket clients see it."""
        return views.info(self, person, self.house.link(self.table.id))

    # Presence and grace

    def local_seats(self) -> list[int]:
        here = {seat for c in self.connections for seat in self.table.seats_of(c.person)}
        return sorted(here)

    def lookers(self) -> list[str]:
        """Who has this table before their eyes, as far as this server knows by itself."""
        return sorted({c.person for c in self.connections if c.visible and c.person is not None})

    def looks(self, person: str) -> bool:
        return person in self.lookers() or any(person in eyes for eyes in self.eyes.values())

    def turn_eyes(self, connection: Connection, visible: bool) -> None:
        """Somebody shows or hides the page."""
        if connection.visible == visible:
            return
        connection.visible = visible
        self._looked_away(connection)
        self.house.announce(self)

    def _looked_away(self, connection: Connection) -> None:
        person = connection.person
        if person is not None and person not in self.lookers():
            self.house.observer.looked_away(person, self.table)

    def is_here(self, seat: int) -> bool:
        if self.table.seats[seat].kind == "bot":
            return True
        return seat in self.local_seats() or any(seat in seats for seats in self.remote.values())

    def grace(self, seat: int) -> int | None:
        """When a bot will sit in, if the person does not come back, or does not play at last."""
        late = self.table.deadline(seat)
        waits = late is not None and late > now()
        found = [at for at, why in self._ends(seat) if not (why == "clock" and waits)]
        return min(found, default=None)

    def _ends(self, seat: int) -> list[tuple[int, str]]:
        """When a bot will sit in for a person, and why."""
        place = self.table.seats[seat]
        if place.kind != "person" or place.warm or self.table.status != "playing":
            return []
        grace, late = int(self.house.habits.grace * 1000), self.table.too_late(seat)
        found = [] if late is None else [(late, "clock")]
        if place.left is not None:
            found.append((place.left + grace, "left"))
        if seat in self.gone:
            found.append((self.gone[seat] + grace, "grace"))
        return found

    def mind_presence(self) -> None:
        """Somebody is missed only while a person is there to miss them, and not in slow matches."""
        table = self.table
        slow = table.clock is not None and table.clock["kind"] == "slow"
        people = [n for n, seat in enumerate(table.seats) if seat.kind == "person"]
        here = [n for n in people if self.is_here(n)]
        missing = set(people) - set(here)
        if table.status != "playing" or slow or not here:
            missing = set()
        at = now()
        self.gone = {seat: self.gone.get(seat, at) for seat in missing}

    @property
    def watched(self) -> bool:
        """Whether anybody is there, here or on another server; else bots take their time."""
        return bool(self.connections) or any(self.remote.values())

    def arrive(self, connection: Connection) -> None:
        self.connections.add(connection)
        self.house.last_event = time.monotonic()
        self.presence_changed()

    def depart(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.visible:
            self._looked_away(connection)
        if not self.connections:
            self.audience.forget()
        self.touched = now()
        self.presence_changed()

    def presence_changed(self, announce: bool = True) -> None:
        if self.watched and self._came is not None:
            self._came.set()
        self.mind_presence()
        self._tell_presence()
        if announce:
            self.house.announce(self)
        self.tick()

    def _tell_presence(self) -> None:
        message = dumps(self.presence())
        for connection in list(self.connections):
            connection.push(message)

    def presence(self) -> dict[str, Any]:
        mine = self.table.seats_of
        watching = sum(1 for c in self.connections if not mine(c.person))
        return views.presence(self, watching, now())

    # What happens by itself

    def tick(self, delay: float = 0.0) -> None:
        """Lets bots act, and bots sit in where a clock or a grace time has run out."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.house.stopping or self.closed or self.table.outdated:
            return
        if self.table.opening is not None:
            self._wait_for_seals()
        if self.table.status != "playing":
            return
        for seat in self.table.acting:
            if self.table.seats[seat].by_bot and seat not in self.thinking:
                self._think(seat, delay)
        at = self._next_ring()
        if at is not None:
            wait = max(0.0, (at - now()) / 1000)
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(min(wait, 3600.0), self._ring)

    def _think(self, seat: int, delay: float) -> None:
        task = asyncio.create_task(self._let_act(seat, delay))
        self.thinking[seat] = task

        def finished(_: asyncio.Task[None]) -> None:
            self.thinking.pop(seat, None)
            self.tick()

        task.add_done_callback(finished)

    async def _let_act(self, seat: int, delay: float) -> None:
        """Lets the bot at `seat` choose, and plays what it chose if the table is still the same."""
        await self._pause(delay)
        try:
            await self._act(seat)
        except (Refused, Problem, StoreError) as error:
            told = {"table": self.table.id, "seat": seat, "reason": str(error)}
            log.warning("a bot's turn was refused", extra=told)
            await asyncio.sleep(RETRY)
        except Exception:
            log.exception("a bot failed", extra={"table": self.table.id, "seat": seat})
            await asyncio.sleep(RETRY)

    async def _pause(self, delay: float) -> None:
        """Where nobody looks a bot takes its time, until somebody comes."""
        habits = self.house.habits
        if not self.watched and habits.alone > habits.pause:
            self._came = self._came or asyncio.Event()
            self._came.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(habits.alone):
                    await self._came.wait()
        await asyncio.sleep(max(habits.pause, delay))

    async def _act(self, seat: int) -> None:
        table = self.table
        async with self.current():
            if not self._waits_for_bot(seat):
                return
            lines = len(table.running().lines)
            taught = table.lesson and table.lesson.turn(table.running(), seat)
            asked = self.question(seat, table.seats[seat].level or self.house.bots.default)
        chosen = Chosen(taught, None) if taught else await self.house.bots.choose(asked)
        id_ = f"bot-{secrets.token_hex(8)}"

        def plan() -> Body | Done | None:
            if not self._waits_for_bot(seat) or len(table.running().lines) != lines:
                return None  # somebody sat down again, or took back: think anew
            return table.plan_turn(None, seat, id_, chosen.text)

        await self.submit(plan)
        self._note_hurry(seat, chosen.hurried)

    def question(self, seat: int, level: str = "", person: str | None = None) -> Asked:
        """What a bot is to think about for `seat`; on the host's account, unless a person asks."""
        match = self.table.running()
        who, state = person or self.table.host, match.hidden(seat)
        seed = thinking_seed(self.table, seat) if person is None else None
        return Asked(match.game, state, seat, level, who, self.table.id, lambda: self.watched, seed)

    def _waits_for_bot(self, seat: int) -> bool:
        return seat in self.table.acting and self.table.seats[seat].by_bot

    def _note_hurry(self, seat: int, seconds: float | None) -> None:
        """Whoever plays against a bot that had less time than usual is told so."""
        before = self.hurried.get(seat)
        if seconds is not None:
            self.hurried[seat] = round(seconds, 2)
        else:
            self.hurried.pop(seat, None)
        if self.hurried.get(seat) != before:
            self._tell_presence()

    def _alarms(self) -> list[tuple[int, int, str]]:
        if self._unhurried():
            return []
        places = range(len(self.table.seats))
        return sorted((at, n, why) for n in places for at, why in self._ends(n))

    def _unhurried(self) -> bool:
        """Asked after every event: mostly nobody is on the clock, missing or about to go."""
        if self.table.clock is not None or self.gone:
            return False
        for seat in self.table.seats:  # `all` would take as long as the rest
            if seat.left is not None:
                return False
        return True

    def _next_ring(self) -> int | None:
        """A clock that runs out is news too: from then on the others see how long they wait."""
        if self._unhurried():
            return None
        rings = [at for at, _, _ in self._alarms()]
        if rings and self.table.clock is not None:
            lates = [self.table.deadline(seat) for seat in self.table.acting]
            rings += [late for late in lates if late is not None and late > now()]
        return min(rings, default=None)

    def _ring(self) -> None:
        self._timer = None
        if any(at <= now() for at, _, _ in self._alarms()):
            self.house.spawn(self._sit_in())
        else:
            self.presence_changed(announce=False)

    async def _sit_in(self) -> None:
        """Where the database refuses, it is asked again soon: nothing else might ever happen."""
        level = self.house.bots.default
        self.busy += 1
        try:
            while any(at <= now() for at, _, _ in self._alarms()):
                await self.submit(lambda: self._plan_sit_in(level))
        except (Problem, StoreError) as error:
            told = {"table": self.table.id, "reason": str(error)}
            log.warning("a bot could not sit in yet", extra=told)
            await asyncio.sleep(RETRY)
        finally:
            self.busy -= 1
        self.tick()

    def _plan_sit_in(self, level: str) -> Body | None:
        """None where everyone has come back meanwhile."""
        at, seat, why = min(self._alarms(), default=(now() + 1, 0, ""))
        return self.table.plan_warm(seat, level, why) if at <= now() else None

    # Seals

    def opening(self) -> dict[str, Any] | None:
        """Which seats have still to open their seals, and until when they are waited for."""
        table = self.table
        if table.opening is None:
            return None
        closed = table.closed_seats()
        patience = OPENING if any(self.is_here(seat) for seat in closed) else ABSENT
        return {"seats": closed, "until": table.opening + patience}

    def _wait_for_seals(self) -> None:
        asked = self.opening()
        assert asked is not None
        wait = max(0.0, (asked["until"] - now()) / 1000)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(wait, lambda: self.house.spawn(self._begin_without()))

    async def _begin_without(self) -> None:
        """Those who are gone are not waited for any longer."""
        asked = self.opening()
        if asked is not None and asked["until"] <= now():
            self.busy += 1
            try:
                await self.submit(self.table.plan_begin)
            except (Problem, StoreError) as error:
                told = {"table": self.table.id, "reason": str(error)}
                log.warning("a match could not begin yet", extra=told)
                await asyncio.sleep(RETRY)
            finally:
                self.busy -= 1
        self.tick()

    async def begun(self, person: str) -> None:
        """Waits for the seals of the others, so that a start is answered by a match that runs."""
        while (asked := self.opening()) is not None:
            mine = self.table.seats_of(person)
            if any(seat in mine for seat in asked["seats"]) or asked["until"] + OPENING < now():
                return
            self._changed = self._changed or asyncio.get_running_loop().create_future()
            await asyncio.wait([self._changed], timeout=RETRY)

    # Seat links

    def seat_key(self, seat: int) -> str:
        return seat_links.key_of(self.table, seat, self.house.secret)

    def plan_claim(self, person: str, key: str) -> Body | None:
        return seat_links.plan_claim(self.table, person, key, self.house.secret)

    def is_idle(self, since: int) -> bool:
        waiting = self.busy or self.thinking or self.lock.locked()
        return not self.connections and not waiting and self.touched < since

    def close(self) -> None:
        self.closed = True
        if self._timer is not None:
            self._timer.cancel()
        for task in self.thinking.values():
            task.cancel()
