"""All that can go wrong for a client: a code, an HTTP status, a sentence in both languages."""

from __future__ import annotations

from typing import Any

from spieltisch.core.errors import SpieltischError

KNOWN: dict[str, tuple[int, str, str]] = {
    "input/invalid": (
        422,
        "Das habe ich nicht verstanden: {detail}",
        "This could not be understood: {detail}",
    ),
    "input/too-big": (413, "Das ist zu lang.", "This is too long."),
    "input/slow": (
        408,
        "Die Anfrage kam nicht rechtzeitig ganz an.",
        "The request did not arrive completely in time.",
    ),
    "input/unknown": (404, "Das gibt es hier nicht.", "There is no such thing here."),
    "input/method": (405, "Das geht hier so nicht.", "This cannot be done here in this way."),
    "origin/foreign": (
        403,
        "Diese Anfrage kommt von einer fremden Seite.",
        "This request comes from a page of another site.",
    ),
    "host/unknown": (
        403,
        "Unter diesem Namen ist dieser Server nicht zu erreichen. Wer ihn betreibt, kann ihn mit "
        "--url oder SPIELTISCH_HOSTS erlauben.",
        "This server does not answer to this name. Whoever runs it can allow it with --url or "
        "SPIELTISCH_HOSTS.",
    ),
    "rate/limited": (
        429,
        "Das ging zu schnell. Warte einen Moment.",
        "That was too fast. Wait a moment.",
    ),
    "me/unknown": (401, "Sag erst, wie du heißt.", "Say first what you are called."),
    "table/unknown": (
        404,
        "Diesen Tisch gibt es nicht (mehr).",
        "There is no such table (any more).",
    ),
    "table/full": (409, "Dieser Platz ist nicht frei.", "This seat is not open."),
    "table/started": (409, "Das Spiel hat schon begonnen.", "The match has already begun."),
    "table/closed": (
        409,
        "An diesem Tisch sitzt niemand mehr. Mach einen neuen auf.",
        "Everybody has left this table. Open a new one.",
    ),
    "table/not-started": (
        409,
        "Das Spiel hat noch nicht begonnen.",
        "The match has not begun yet.",
    ),
    "table/seats-open": (409, "Es sind noch Plätze frei.", "There are still open seats."),
    "table/over": (409, "Das Spiel ist zu Ende.", "The match is over."),
    "table/not-over": (
        409,
        "Das geht erst, wenn das Spiel zu Ende ist.",
        "This is possible only when the match is over.",
    ),
    "table/no-spectators": (
        403,
        "An diesem Tisch darf nur zusehen, wer mitspielt.",
        "Only those who sit at this table may see it.",
    ),
    "table/rules-changed": (
        409,
        "Dieses Spiel wurde nach einer anderen Fassung der Regeln begonnen.",
        "This match was begun by another version of the rules.",
    ),
    "table/damaged": (
        409,
        "Dieser Tisch lässt sich nicht mehr lesen. Wer den Server betreibt, sieht im Protokoll, "
        "warum.",
        "This table cannot be read any more. The server's log tells its host why.",
    ),
    "seat/not-yours": (403, "Das ist nicht dein Platz.", "This is not your seat."),
    "seat/not-host": (
        403,
        "Das darf nur, wer den Tisch eröffnet hat.",
        "Only the person who opened the table may do this.",
    ),
    "seat/key": (
        403,
        "Dieser Link zum Platz gilt nicht (mehr).",
        "This link to a seat is not valid (any more).",
    ),
    "seat/warm": (
        409,
        "Ein Bot hält deinen Platz warm. Setz dich erst wieder hin.",
        "A bot keeps your seat warm. Sit down again first.",
    ),
    "seal/broken": (
        409,
        "Dieser Wert passt nicht zu seinem Siegel.",
        "This nonce does not match its seal.",
    ),
    "hint/not-allowed": (
        403,
        "An diesem Tisch gibt es keine Tipps.",
        "There are no hints at this table.",
    ),
    "hint/not-acting": (
        409,
        "Einen Tipp gibt es, wenn du dran bist.",
        "There is a hint when it is your turn.",
    ),
    "bot/unknown": (
        422,
        "Diesen Bot gibt es nicht; es gibt {detail}.",
        "There is no such bot; there are {detail}.",
    ),
    "game/compiling": (
        503,
        "Die Regeln werden gerade für diesen Rechner übersetzt. Gleich geht es los.",
        "The rules are being compiled for this machine. It will not take long.",
    ),
    "server/stopping": (
        503,
        "Der Server wird neu gestartet. Gleich geht es weiter.",
        "The server is restarting. It will be back in a moment.",
    ),
    "server/store": (
        503,
        "Die Datenbank antwortet nicht. Versuch es gleich noch einmal.",
        "The database does not answer. Try again in a moment.",
    ),
    "server/error": (
        500,
        "Das ist unser Fehler. Der Server hat ihn unter {detail} notiert.",
        "This is our fault. The server has noted it as {detail}.",
    ),
}
PHRASES = {  # details that are words
    "bytes": ("Nachrichten sind Text.", "messages are text."),
    "hello first": ("Die erste Nachricht ist hello.", "the first message is hello."),
    "hello was said before": ("hello war schon da.", "hello was said before."),
    "seat": ("Diesen Platz gibt es nicht.", "there is no such seat."),
    "seal and nonce": (
        "Es gibt entweder ein Siegel (seal) oder einen offenen Wert (nonce).",
        "give either a seal or a nonce in the clear.",
    ),
    "seats: me?": (
        "Genau ein Platz muss me sein.",
        "exactly one of the seats must be me.",
    ),
    "unreadable": ("Das ist unlesbar.", "it is unreadable."),
}
STATUS = {"game/unknown": 404, "option/bad": 422}


class Problem(Exception):
    """Raised wherever a request cannot be served; the edge turns it into an answer."""

    def __init__(
        self, code: str, detail: str | tuple[str, str] = "", wait: int | None = None
    ) -> None:
        """`detail`: in German and in English, or one of the phrases, or a name as it is."""
        super().__init__(code)
        self.code = code
        self.status, de, en = KNOWN[code]
        if isinstance(detail, str):
            detail = PHRASES.get(detail, (detail, detail))
        self.de, self.en = de.format(detail=detail[0]), en.format(detail=detail[1])
        self.rule: str | None = None
        self.wait = wait  # seconds

    @classmethod
    def of(cls, error: SpieltischError) -> Problem:
        """What the rules, options or bots refuse."""
        problem = cls("input/invalid")
        problem.code = error.code
        problem.status = STATUS.get(error.code, 409)
        problem.de, problem.en = error.refusal.de, error.refusal.en
        problem.rule = error.refusal.rule
        return problem

    def json(self) -> dict[str, Any]:
        told = {"code": self.code, "de": self.de, "en": self.en}
        return told if self.rule is None else told | {"rule": self.rule}
