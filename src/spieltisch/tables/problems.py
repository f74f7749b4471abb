"""All that can go wrong for a client: a code, an HTTP status, a sentence in both languages."""

from __future__ import annotations

from typing import Any

from spieltisch.core.errors import SpieltischError
from spieltisch.core.language import Both

KNOWN: dict[str, tuple[int, Both]] = {
    "input/invalid": (
        422,
        Both("Das habe ich nicht verstanden: {detail}", "This could not be understood: {detail}"),
    ),
    "input/too-big": (413, Both("Das ist zu lang.", "This is too long.")),
    "input/slow": (
        408,
        Both(
            "Die Anfrage kam nicht rechtzeitig ganz an.",
            "The request did not arrive completely in time.",
        ),
    ),
    "input/unknown": (404, Both("Das gibt es hier nicht.", "There is no such thing here.")),
    "input/method": (405, Both("Das geht hier so nicht.", "This cannot be done here in this way.")),
    "origin/foreign": (
        403,
        Both(
            "Diese Anfrage kommt von einer fremden Seite.",
            "This request comes from a page of another site.",
        ),
    ),
    "host/unknown": (
        403,
        Both(
            "Unter diesem Namen ist dieser Server nicht zu erreichen. Wer ihn betreibt, kann ihn "
            "mit --url oder SPIELTISCH_HOSTS erlauben.",
            "This server does not answer to this name. Whoever runs it can allow it with --url or "
            "SPIELTISCH_HOSTS.",
        ),
    ),
    "rate/limited": (
        429,
        Both("Das ging zu schnell. Warte einen Moment.", "That was too fast. Wait a moment."),
    ),
    "me/unknown": (401, Both("Sag erst, wie du heißt.", "Choose a name first.")),
    "table/unknown": (
        404,
        Both("Diesen Tisch gibt es nicht (mehr).", "There is no such table (any more)."),
    ),
    "table/full": (409, Both("Dieser Platz ist nicht frei.", "This seat is not open.")),
    "table/started": (409, Both("Das Spiel hat schon begonnen.", "The match has already begun.")),
    "table/closed": (
        409,
        Both(
            "An diesem Tisch sitzt niemand mehr. Mach einen neuen auf.",
            "Everybody has left this table. Open a new one.",
        ),
    ),
    "table/not-started": (
        409,
        Both("Das Spiel hat noch nicht begonnen.", "The match has not begun yet."),
    ),
    "table/seats-open": (409, Both("Es sind noch Plätze frei.", "There are still open seats.")),
    "table/over": (409, Both("Das Spiel ist zu Ende.", "The match is over.")),
    "table/not-over": (
        409,
        Both(
            "Das geht erst, wenn das Spiel zu Ende ist.",
            "This is possible only when the match is over.",
        ),
    ),
    "table/no-spectators": (
        403,
        Both(
            "An diesem Tisch darf nur zusehen, wer mitspielt.",
            "Only those who sit at this table may see it.",
        ),
    ),
    "table/rules-changed": (
        409,
        Both(
            "Dieses Spiel wurde nach einer anderen Fassung der Regeln begonnen.",
            "This match was begun by another version of the rules.",
        ),
    ),
    "table/damaged": (
        409,
        Both(
            "Dieser Tisch lässt sich nicht mehr lesen. Wer den Server betreibt, sieht im "
            "Protokoll, warum.",
            "This table cannot be read any more. The server's log tells its host why.",
        ),
    ),
    "seat/not-yours": (403, Both("Das ist nicht dein Platz.", "This is not your seat.")),
    "seat/not-host": (
        403,
        Both(
            "Das darf nur, wer den Tisch eröffnet hat.",
            "Only the person who opened the table may do this.",
        ),
    ),
    "seat/key": (
        403,
        Both(
            "Dieser Link zum Platz gilt nicht (mehr).",
            "This link to a seat is not valid (any more).",
        ),
    ),
    "seat/warm": (
        409,
        Both(
            "Ein Bot hält deinen Platz warm. Setz dich erst wieder hin.",
            "A bot keeps your seat warm. Sit down again first.",
        ),
    ),
    "seal/broken": (
        409,
        Both("Dieser Wert passt nicht zu seinem Siegel.", "This nonce does not match its seal."),
    ),
    "hint/not-allowed": (
        403,
        Both("An diesem Tisch gibt es keine Tipps.", "There are no hints at this table."),
    ),
    "hint/not-acting": (
        409,
        Both("Einen Tipp gibt es, wenn du dran bist.", "Hints are available on your turn."),
    ),
    "bot/unknown": (
        422,
        Both(
            "Diesen Bot gibt es nicht; es gibt {detail}.",
            "There is no such bot; there are {detail}.",
        ),
    ),
    "bot/stand-in": (
        403,
        Both(
            "An diesem Tisch gibt es keine Tipps. Für dich spielt hier nur {detail} weiter.",
            "There are no hints at this table. Only {detail} can play on for you here.",
        ),
    ),
    "game/compiling": (
        503,
        Both(
            "Die Regeln werden gerade für diesen Rechner übersetzt. Gleich geht es los.",
            "The rules are being compiled for this machine. It will not take long.",
        ),
    ),
    "server/stopping": (
        503,
        Both(
            "Der Server wird neu gestartet. Gleich geht es weiter.",
            "The server is restarting. It will be back in a moment.",
        ),
    ),
    "server/store": (
        503,
        Both(
            "Die Datenbank antwortet nicht. Versuch es gleich noch einmal.",
            "The database does not answer. Try again in a moment.",
        ),
    ),
    "server/error": (
        500,
        Both(
            "Das ist unser Fehler. Der Server hat ihn unter {detail} notiert.",
            "This is our fault. The server has noted it as {detail}.",
        ),
    ),
}
PHRASES = {  # details that are words
    "bytes": Both("Nachrichten sind Text.", "messages are text."),
    "hello first": Both("Die erste Nachricht ist hello.", "the first message is hello."),
    "hello was said before": Both("hello war schon da.", "hello was said before."),
    "seat": Both("Diesen Platz gibt es nicht.", "there is no such seat."),
    "seal and nonce": Both(
        "Es gibt entweder ein Siegel (seal) oder einen offenen Wert (nonce).",
        "give either a seal or a nonce in the clear.",
    ),
    "seats: me?": Both("Genau ein Platz muss me sein.", "exactly one of the seats must be me."),
    "unreadable": Both("Das ist unlesbar.", "it is unreadable."),
}
STATUS = {"game/unknown": 404, "option/bad": 422}


class Problem(Exception):
    """Raised wherever a request cannot be served; the edge turns it into an answer."""

    def __init__(self, code: str, detail: str | Both = "", wait: int | None = None) -> None:
        """`detail`: in both languages, or one of the phrases, or a name as it is."""
        super().__init__(code)
        self.code = code
        self.status, sentence = KNOWN[code]
        if isinstance(detail, str):
            detail = PHRASES.get(detail, Both(detail, detail))
        self.said: Both = sentence.format(detail=detail)
        self.rule: str | None = None
        self.wait = wait  # seconds

    @classmethod
    def of(cls, error: SpieltischError) -> Problem:
        """What the rules, options or bots refuse."""
        problem = cls("input/invalid")
        problem.code = error.code
        problem.status = STATUS.get(error.code, 409)
        problem.said = Both(error.refusal.de, error.refusal.en)
        problem.rule = error.refusal.rule
        return problem

    def json(self) -> dict[str, Any]:
        told = {"code": self.code, **self.said.json()}
        return told if self.rule is None else told | {"rule": self.rule}
