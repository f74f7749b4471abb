"""One message in the format of each channel: push, mail, webhook."""

from __future__ import annotations

import html
import json
from typing import Any
from urllib.parse import urlsplit

from spieltisch.notices.mail import Letter
from spieltisch.notices.push import MOST
from spieltisch.notices.sentences import TEXTS, Message

SHAPES = ("json", "ntfy", "matrix", "discord", "slack")
LONGEST = 1800  # letters; Discord takes 2000


def push(message: Message) -> bytes:
    """What the service worker shows; the id lets it drop what comes twice."""
    text = message.body
    while True:
        found = json.dumps(
            {
                "id": message.id,
                "title": message.title,
                "body": text,
                "url": message.link,
                "tag": message.items[0].table if len(message.items) == 1 else "spieltisch",
                "stop": message.stop_now,
                "stopLabel": message.say("stop"),
                "lang": message.lang,
            },
            ensure_ascii=False,
        ).encode()
        if len(found) <= MOST:
            return found
        text = text[: len(text) * 3 // 4] + "…"


def letter(message: Message, to: str, at: int) -> Letter:
    return Letter(
        to=to,
        id=message.id,
        subject=message.title,
        text=f"{plain(message)}\n\n{message.say('stop')}: {message.stop}\n",
        html=_page(message),
        stop=message.stop_now,
        at=at,
    )


def code(lang: str, digits: str, to: str, id_: str, at: int) -> Letter:
    texts = TEXTS[lang]
    text = texts["code.text"].format(code=digits) + "\n"
    return Letter(to, id_, texts["code"].format(code=digits), text, "", "", at)


def plain(message: Message) -> str:
    parts = []
    for item in message.items:
        asked = [item.ask] if item.ask else []
        parts.append("\n".join([f"{item.game}: {item.headline}", *item.changed, *asked, item.link]))
    if message.still:
        parts.append(message.still)
    return "\n\n".join(parts)


def _page(message: Message) -> str:
    """Readable in the dark and the light: mail programs bring their own colours."""
    parts = [f'<div lang="{message.lang}" style="font-family:Georgia,serif;max-width:34em">']
    for item in message.items:
        lines = "".join(f"<p>{html.escape(line)}</p>" for line in [*item.changed, item.ask] if line)
        parts.append(
            f"<h2>{html.escape(item.game)}: {html.escape(item.headline)}</h2>{lines}"
            f'<p><a href="{html.escape(item.link)}">{html.escape(message.say("open"))}</a></p>'
        )
    if message.still:
        parts.append(f"<p>{html.escape(message.still)}</p>")
    stop = f'<a href="{html.escape(message.stop)}">{html.escape(message.say("stop"))}</a>'
    return "".join([*parts, f'<p style="font-size:85%">{stop}</p></div>'])


def hook(message: Message, url: str, shape: str) -> tuple[str, dict[str, Any]]:
    """Where to, and the body."""
    text = f"{message.title}\n{message.body}".strip()[:LONGEST]
    foot = f"{message.link}\n{message.say('stop')}: {message.stop}"
    match shape:
        case "ntfy":
            return _ntfy(message, url)
        case "discord":
            said = f"{text}\n{foot}"
            quiet: dict[str, Any] = {"parse": []}  # nobody is rung up by a name
            return url, {"content": said, "username": "Spieltisch", "allowed_mentions": quiet}
        case "slack":
            said = f"{text}\n{foot}"
            for letter_, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
                said = said.replace(letter_, safe)
            return url, {"text": said}
        case "matrix":
            body = {"text": f"{text}\n{foot}", "html": _page(message), "username": "Spieltisch"}
            return url, body
    return url, _json(message)


def _json(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "lang": message.lang,
        "title": message.title,
        "text": message.body,
        "url": message.link,
        "stop": message.stop,
        "tables": [vars(item) for item in message.items],
    }


def _ntfy(message: Message, url: str) -> tuple[str, dict[str, Any]]:
    """ntfy takes JSON at its root, with the topic in it."""
    parts = urlsplit(url)
    folder, _, topic = parts.path.rstrip("/").rpartition("/")
    view = {"action": "view", "label": message.say("open"), "url": message.link}
    stop = {
        "action": "http",
        "label": message.say("stop"),
        "url": message.stop_now,
        "method": "POST",
    }
    body = {
        "topic": topic,
        "title": message.title,
        "message": message.body[:LONGEST],
        "click": message.link,
        "actions": [view, stop],
    }
    return parts._replace(path=f"{folder}/", query="").geturl(), body
