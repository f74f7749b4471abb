"""Notification channels: how I am told, when, and how to stop it; and my holidays."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request

from spieltisch.notices import formats, mail
from spieltisch.notices.notifier import Notifier, next_digest
from spieltisch.notices.outbound import Forbidden, Unreachable, parse, resolve
from spieltisch.notices.push import Subscription
from spieltisch.notices.queue import Channel
from spieltisch.notices.senders import Dead, NotNow
from spieltisch.server.context import Context, Here, Somebody
from spieltisch.server.http import bodies, openapi, responses
from spieltisch.server.http.identity import Person
from spieltisch.server.http.middleware import address_of
from spieltisch.server.http.openapi import gives
from spieltisch.server.http.routes_tables import TableId
from spieltisch.tables.breaks import DAY, MINUTE
from spieltisch.tables.problems import Problem
from spieltisch.tables.storage import now

router = APIRouter(prefix="/api", responses=openapi.AT_TABLES)
MOST = 20  # channels of one person
TABLES = 200  # of a person, that are looked at when something changes for all
VALID = 30 * MINUTE
TRIES = 5
YEAR, HOLIDAYS = 365 * DAY, 30 * DAY
MOST_HOLIDAYS = 60  # in a year: each stops clocks at all slow tables of a person
ChannelId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-f]+$")]
StopKey = Annotated[str, Path(min_length=1, max_length=80, pattern="^[0-9a-f-]+$")]
SHOWN = gives(responses.NoticesShown)


@router.get("/notices", responses=SHOWN, summary="My notification channels and holidays")
async def show(here: Here, person: Somebody) -> dict[str, Any]:
    return await shown(here, person)


async def shown(here: Context, person: Person) -> dict[str, Any]:
    queue = here.notifier.queue
    days = (await queue.holidays([person.id]))[person.id]
    return {
        "key": here.notifier.senders.key.public,
        "mail": here.notifier.senders.server is not None,
        "webhooks": here.settings.webhooks != "off",
        "channels": [_channel(each) for each in await queue.channels([person.id])],
        "holidays": [
            {"id": id_, "begins": begins, "ends": ends}
            for id_, begins, ends in days
            if ends > now()
        ],
        "days_left": max(0, HOLIDAYS - _taken(days)) // DAY,
    }


def _channel(channel: Channel) -> dict[str, Any]:
    names = ("id", "kind", "label", "lang", "hour", "mode", "confirmed", "trouble")
    told = {name: getattr(channel, name) for name in names}
    endpoint = channel.address.get("endpoint", "")
    return {**told, "mark": hashlib.sha256(endpoint.encode()).hexdigest() if endpoint else ""}


async def _keep(
    here: Context,
    request: Request,
    person: Person,
    body: bodies.NewPush | bodies.NewMail | bodies.NewHook,
    **more: Any,
) -> str:
    queue, kind = here.notifier.queue, more["kind"]
    known = [each.id for each in await queue.channels([person.id])]
    said = f"{person.id}:{kind}:{more.pop('unique')}"
    base = here.settings.url.rstrip("/") or str(request.base_url).rstrip("/")
    row = {
        "person": person.id,
        "mark": hashlib.sha256(said.encode()).hexdigest(),
        "lang": body.lang,
        "zone": body.zone,
        "hour": 8,
        "mode": "now",
        "base": base[:255],
        "created": now(),
        "confirmed": True,
        "code": None,
        "code_at": None,
        **more,
        "address": json.dumps(more["address"]),
    }
    if len(known) >= MOST:
        raise Problem("notice/many")
    id_ = await queue.keep(row)
    await look_again(here, person)
    return id_


async def look_again(here: Context, person: Person) -> None:
    """What is due by this way now, at all tables of this person."""
    for table in await here.notifier.queue.store.tables_of(person.id, TABLES):
        here.notifier.dirty[table] = None


@router.post("/notices/push", responses=SHOWN, summary="Tell me on this device")
async def add_push(
    body: bodies.NewPush, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    address = {"endpoint": body.endpoint, **body.keys.model_dump()}
    try:
        Subscription(**address).check()
        parse(body.endpoint, here.notifier.senders.allowed)
    except (ValueError, Forbidden):
        raise Problem("notice/address") from None
    more = {"kind": "push", "unique": body.endpoint, "address": address, "label": body.label}
    await _keep(here, request, person, body, **more)
    return await shown(here, person)


@router.post("/notices/hook", responses=SHOWN, summary="Post to a webhook")
async def add_hook(
    body: bodies.NewHook, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    if here.settings.webhooks == "off":
        raise Problem("notice/off")
    here.may_create(request)
    try:
        target = parse(body.url, here.notifier.senders.allowed)
        await resolve(target, here.notifier.senders.allowed)
    except (Forbidden, Unreachable):
        raise Problem("notice/address") from None
    address = {"url": body.url, "shape": body.shape, "keyed": body.keyed}
    more = {"kind": "hook", "unique": body.url, "address": address, "label": target.host[:64]}
    await _keep(here, request, person, body, **more)
    return await shown(here, person)


@router.post("/notices/mail", responses=SHOWN, summary="Send a code to a mail address")
async def add_mail(
    body: bodies.NewMail, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    if here.notifier.senders.server is None:
        raise Problem("notice/off")
    address = body.address.strip()
    if not mail.is_address(address):
        raise Problem("notice/address")
    known = await here.notifier.queue.channels([person.id])
    if any(each.confirmed and each.address.get("mail") == address for each in known):
        return await shown(here, person)
    network = address_of(request.scope)
    wait = here.codes.take(person.id) or here.codes.take(address.lower())
    wait = wait or here.letters.take(network)  # guests are easily made
    if wait:
        raise Problem("rate/limited", wait=int(wait) + 1)
    digits = f"{secrets.randbelow(10**6):06}"
    more = {"kind": "mail", "unique": address.lower(), "address": {"mail": address}}
    id_ = await _keep(
        here,
        request,
        person,
        body,
        **more,
        label=address[:64],
        confirmed=False,
        code=_hashed(digits),
        code_at=now(),
    )
    letter = formats.code(body.lang, digits, address, secrets.token_hex(12), now())
    try:
        await here.notifier.senders.post(letter)
    except (NotNow, Dead) as error:
        await here.notifier.queue.drop(id_)
        raise Problem("notice/failed", str(error)) from None
    return await shown(here, person)


def _hashed(digits: str) -> str:
    return hashlib.sha256(digits.encode()).hexdigest()


async def _mine(notifier: Notifier, person: Person, id_: str) -> Any:
    row = await notifier.queue.channel(id_)
    if row is None or row.person != person.id:
        raise Problem("notice/unknown")
    return row


@router.post("/notices/{channel}/confirm", responses=SHOWN, summary="Confirm a mail address")
async def confirm(
    channel: ChannelId, body: bodies.Confirm, here: Here, person: Somebody
) -> dict[str, Any]:
    row = await _mine(here.notifier, person, channel)
    if row.confirmed:
        return await shown(here, person)
    fresh = row.code_at is not None and row.code_at > now() - VALID
    counted = await here.notifier.queue.count_try(channel, TRIES)  # before it is looked at
    if not fresh or not counted or not secrets.compare_digest(row.code, _hashed(body.code)):
        raise Problem("notice/code")
    await here.notifier.queue.set(channel, confirmed=True, code=None, code_at=None)
    await look_again(here, person)
    return await shown(here, person)


@router.post("/notices/{channel}", responses=SHOWN, summary="At once, daily or never")
async def change(
    channel: ChannelId, body: bodies.ChannelChange, here: Here, person: Somebody
) -> dict[str, Any]:
    await _mine(here.notifier, person, channel)
    values = {key: value for key, value in body.model_dump().items() if value is not None}
    if values:
        await here.notifier.queue.set(channel, **values)
        await _requeue(here, person, channel, body.mode)
    return await shown(here, person)


async def _requeue(
    here: Context, person: Person, channel: str, mode: str | None, table: str | None = None
) -> None:
    if mode == "daily":
        row = await here.notifier.queue.channel(channel)
        assert row is not None
        await here.notifier.queue.put_off(channel, next_digest(now(), Channel.of(row)), table)
    await look_again(here, person)


@router.post("/notices/{channel}/remove", responses=SHOWN, summary="Forget a way to me")
async def remove(
    channel: ChannelId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    await _mine(here.notifier, person, channel)
    await here.notifier.queue.drop(channel)
    return await shown(here, person)


@router.post("/notices/{channel}/test", responses=SHOWN, summary="Try a way to me out")
async def test(
    channel: ChannelId, body: bodies.Nothing, request: Request, here: Here, person: Somebody
) -> dict[str, Any]:
    here.may_create(request)
    row = await _mine(here.notifier, person, channel)
    if not row.confirmed:
        raise Problem("notice/code")
    try:
        await here.notifier.try_out(Channel.of(row))
    except Dead as error:
        await here.notifier.queue.drop(channel)
        raise Problem("notice/failed", str(error)) from None
    except NotNow as error:
        raise Problem("notice/failed", str(error)) from None
    return await shown(here, person)


# For one table


@router.get(
    "/tables/{table}/notices",
    responses=gives(responses.TableNotices),
    summary="What I chose for a table, and what I saw of it",
)
async def show_table(table: TableId, here: Here, person: Somebody) -> dict[str, Any]:
    async with here.rooms.room(table) as room:
        if not room.table.seats_of(person.id):
            raise Problem("seat/not-yours")
    notifier = here.notifier
    channels = [each.id for each in await notifier.queue.channels([person.id])]
    chosen = await notifier.queue.choices(channels)
    modes = [
        {"channel": channel, "mode": mode}
        for (channel, match), mode in sorted(chosen.items())
        if match == table
    ]
    seen = (await notifier.queue.seen(table)).get(person.id, 0)
    return {"seen": max(seen, notifier.seen.get((person.id, table), 0)), "modes": modes}


@router.post(
    "/tables/{table}/notices/{channel}",
    responses=gives(responses.TableNotices),
    summary="Choose for a table",
)
async def choose(
    table: TableId, channel: ChannelId, body: bodies.TableMode, here: Here, person: Somebody
) -> dict[str, Any]:
    row = await _mine(here.notifier, person, channel)
    await show_table(table, here, person)  # only those who sit there choose
    await here.notifier.queue.choose(channel, table, body.mode)
    await _requeue(here, person, channel, body.mode or row.mode, table)
    return await show_table(table, here, person)


# Holidays


def _taken(days: list[tuple[str, int, int]]) -> int:
    """ms of holiday within a year, which begins a year ago: what is planned counts."""
    since = now() - YEAR
    return sum(ends - max(begins, since) for _, begins, ends in days if ends > since)


@router.post("/holidays", responses=SHOWN, summary="Stop my clocks at slow tables for some days")
async def add_holiday(body: bodies.NewHoliday, here: Here, person: Somebody) -> dict[str, Any]:
    days = (await here.notifier.queue.holidays([person.id]))[person.id]
    if sum(ends > now() - YEAR for _, _, ends in days) >= MOST_HOLIDAYS:
        raise Problem("holiday/bad")
    late = body.begins < now() - MINUTE or body.begins > now() + YEAR
    begins = max(body.begins, now())
    overlap = any(b < body.ends and begins < e for _, b, e in days)
    if late or overlap or not MINUTE <= body.ends - begins <= HOLIDAYS - _taken(days):
        raise Problem("holiday/bad")
    await here.notifier.queue.add_holiday(person.id, begins, body.ends)
    await _tell_tables(here, person)
    return await shown(here, person)


@router.post("/holidays/{holiday}/end", responses=SHOWN, summary="End a holiday now")
async def end_holiday(
    holiday: ChannelId, body: bodies.Nothing, here: Here, person: Somebody
) -> dict[str, Any]:
    await here.notifier.queue.end_holiday(person.id, holiday, now())
    await _tell_tables(here, person)
    return await shown(here, person)


async def _tell_tables(here: Context, person: Person) -> None:
    """At once where that is possible; where it is not, the worker does it."""
    for table in await here.notifier.queue.store.tables_of(person.id, TABLES):
        try:
            async with here.rooms.room(table) as room:
                await here.notifier.send_away(room, [person.id])
        except Problem:
            here.notifier.dirty[table] = None


# Links in messages


@router.get(
    "/stop/{key}", responses=gives(responses.Stopped), summary="The way that a message came by"
)
async def stopped(key: StopKey, here: Here) -> dict[str, Any]:
    row = await _by_key(here.notifier, key)
    return {"kind": row.kind, "label": row.label, "mode": row.mode}


@router.post(
    "/stop/{key}", responses=gives(responses.Stopped), summary="Send nothing more by this way"
)
async def stop(key: StopKey, here: Here) -> dict[str, Any]:
    """Also by a mail program, which posts a form (RFC 8058); what is in it does not matter."""
    row = await _by_key(here.notifier, key)
    await here.notifier.queue.set(row.id, mode="never")
    return {"kind": row.kind, "label": row.label, "mode": "never"}


@router.post(
    "/stop/{key}/mode", responses=gives(responses.Stopped), summary="Take that back, or daily"
)
async def unstop(key: StopKey, body: bodies.TableMode, here: Here) -> dict[str, Any]:
    row = await _by_key(here.notifier, key)
    mode = body.mode or "now"
    await here.notifier.queue.set(row.id, mode=mode)
    return {"kind": row.kind, "label": row.label, "mode": mode}


async def _by_key(notifier: Notifier, key: str) -> Any:
    id_ = notifier.channel_of(key)
    row = await notifier.queue.channel(id_) if id_ is not None else None
    if row is None:
        raise Problem("notice/unknown")
    return row
