"""Puts together what tells people who are not looking: keys, the mail server, what is allowed."""

from __future__ import annotations

from pathlib import Path

from spieltisch.core.errors import BadOption
from spieltisch.notices import mail, push_keys
from spieltisch.notices.notifier import Notifier
from spieltisch.notices.outbound import Allowed
from spieltisch.notices.push_keys import ServerKey
from spieltisch.notices.senders import Senders
from spieltisch.server.rooms import ServerRooms
from spieltisch.server.settings import Settings
from spieltisch.store.store import Store

CONTACT = "https://spieltisch.invalid"  # where the host names neither mail nor address
WEBHOOKS = ("public", "any", "off")


def senders_of(settings: Settings, key: ServerKey) -> Senders:
    """Refuses, with a sentence for the host, settings that make no sense."""
    if settings.webhooks not in WEBHOOKS:
        raise BadOption(
            f"SPIELTISCH_WEBHOOKS ist public, any oder off, nicht {settings.webhooks!r}.",
            f"SPIELTISCH_WEBHOOKS is public, any or off, not {settings.webhooks!r}",
        )
    server = mail.read_server(settings.mail, settings.mail_from)
    contact = f"mailto:{settings.mail_from}" if settings.mail_from else settings.url or CONTACT
    return Senders(key, server, Allowed(private=settings.webhooks == "any"), contact)


async def open_notifier(
    settings: Settings, rooms: ServerRooms, store: Store, file: Path | None
) -> Notifier:
    """`file`: of SQLite. Its folder keeps the key; servers that share a PostgreSQL share a key
    too, so there it is in the database."""
    if file is not None:
        key = push_keys.kept_in(file.parent)
    else:
        key = push_keys.read(await store.secret("vapid", push_keys.fresh().pem()))
    notifier = Notifier(rooms, store, senders_of(settings, key), await store.secret("notices"))
    if not rooms.bus.shared:
        await notifier.queue.release_all()
    rooms.observer = notifier
    return notifier
