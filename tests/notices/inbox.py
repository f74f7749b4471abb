"""Somebody who wants to be told by all ways at once: push, mail and webhook, each a real one."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from tests.notices.receivers import Browser, Postbox, Receiver, text_of
from tests.server.client import Client
from tests.server.processes import free_port

CODE = re.compile(r"\b\d{6}\b")
MAIL = "bo@example.org"
WAYS = ("push", "mail", "hook")


class Inbox:
    def __init__(self) -> None:
        self.push, self.hook, self.box = Receiver(), Receiver(), Postbox()
        self.port = free_port()

    @property
    def settings(self) -> dict[str, str]:
        """Of a server that can reach all of it."""
        server = {"mail": f"smtp://127.0.0.1:{self.port}", "mail_from": "table@example.org"}
        return {**server, "webhooks": "any", "sweep": "0.1"}

    @contextlib.contextmanager
    def running(self) -> Iterator[Inbox]:
        with self.push.running(), self.hook.running(), self.box.running(self.port):
            self.browser = Browser(f"{self.push.base}/bo")
            yield self

    async def subscribe(self, guest: Client) -> None:
        await guest.post("/api/notices/push", self.browser.subscription())
        await guest.post("/api/notices/hook", {"url": f"{self.hook.base}/bo"})
        shown = await guest.post("/api/notices/mail", {"address": MAIL})
        found = CODE.search(text_of(self.box.mails.pop()))
        assert found is not None
        channel = next(each["id"] for each in shown["channels"] if each["kind"] == "mail")
        await guest.post(f"/api/notices/{channel}/confirm", {"code": found.group()})

    def way(self, name: str) -> Receiver | Postbox:
        found: dict[str, Receiver | Postbox] = {"push": self.push, "hook": self.hook}
        return found.get(name, self.box)

    def arrived(self) -> dict[str, list[tuple[str, str]]]:
        """By way: the id and the text of each message, in their order."""
        pushed = [self.browser.decrypt(posted.body) for posted in self.push.posted]
        hooked = [posted.json() for posted in self.hook.posted]
        mails = [(str(mail["message-id"]).strip("<>"), mail) for mail in self.box.mails]
        return {
            "push": [(said["id"], f"{said['title']}\n{said['url']}") for said in pushed],
            "hook": [(said["id"], f"{said['title']}\n{said['tables']}") for said in hooked],
            "mail": [
                (id_.partition("@")[0], f"{mail['subject']}\n{text_of(mail)}")
                for id_, mail in mails
            ],
        }
