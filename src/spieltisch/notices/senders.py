"""Sending one message: to a push service, a mail server, or somebody's webhook."""

from __future__ import annotations

import asyncio
import json
import ssl
from dataclasses import dataclass
from functools import partial

from spieltisch.notices import formats, mail, outbound, push
from spieltisch.notices.blocking_calls import BlockingCalls, Crowded
from spieltisch.notices.outbound import Allowed, Forbidden, Unreachable
from spieltisch.notices.push import Subscription
from spieltisch.notices.push_keys import ServerKey
from spieltisch.notices.queue import Channel
from spieltisch.notices.sentences import Message

ATTEMPT = 90.0  # seconds for one letter
DAY = 24 * 60 * 60  # seconds that a push service keeps a message
LETTERS = BlockingCalls(8)  # on their way at the same time
GONE = {404, 410}
TAKEN = range(200, 300)


class Dead(Exception):
    """Nobody will ever be there again: the channel is dropped."""


class NotNow(Exception):
    """It is tried again later."""


@dataclass(frozen=True)
class Senders:
    key: ServerKey
    server: mail.Server | None
    allowed: Allowed
    contact: str  # for push services, who want to know whom to ask
    authorities: ssl.SSLContext | None = None  # of the mail server

    async def send(self, channel: Channel, message: Message, now: int) -> None:
        try:
            match channel.kind:
                case "push":
                    await self._push(channel, message, now)
                case "mail":
                    await self.post(formats.letter(message, channel.address["mail"], now))
                case "hook":
                    await self._hook(channel, message)
        except Unreachable as error:
            raise NotNow(str(error)) from None
        except Forbidden as error:
            raise NotNow(str(error)) from None

    async def _push(self, channel: Channel, message: Message, now: int) -> None:
        to = Subscription(**channel.address)
        said = push.headers(to, self.key, self.contact, message.id[:32], now, DAY)
        body = push.encrypt(formats.push(message), to)
        status = await outbound.post(to.endpoint, said, body, self.allowed)
        if status in GONE:
            raise Dead(str(status))
        if status not in TAKEN:
            raise NotNow(f"HTTP {status}")

    async def _hook(self, channel: Channel, message: Message) -> None:
        url, found = formats.hook(message, channel.address["url"], channel.address["shape"])
        said = {"content-type": "application/json", "idempotency-key": message.id}
        body = json.dumps(found, ensure_ascii=False).encode()
        status = await outbound.post(url, said, body, self.allowed)
        if status == 410:  # of a webhook 404 may be a mistake that somebody mends
            raise Dead("410")
        if status not in TAKEN:
            raise NotNow(f"HTTP {status}")

    async def post(self, letter: mail.Letter) -> None:
        """In a thread, since mail servers let one wait; and with an end to the patience."""
        if self.server is None:
            raise NotNow("this server sends no mail")
        try:
            async with asyncio.timeout(ATTEMPT):
                await LETTERS.call(partial(mail.send, letter, self.server, self.authorities))
        except mail.Failed as error:
            raise (Dead if error.final else NotNow)(str(error)) from None
        except (TimeoutError, Crowded):
            raise NotNow("the mail server takes too long") from None
