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
    "me/signed-out": (
        401,
        Both(
            "Auf diesem Gerät bist du abgemeldet. Wer den Wiederherstellungscode hat, kann sich "
            "unter „Ich“ wieder anmelden.",
            "You are signed out on this device. With the recovery code you can sign in again "
            "under “Me”.",
        ),
    ),
    "device/missing": (
        404,
        Both(
            "Dieser Server bringt den Teil für das Spielen ohne Netz nicht mit.",
            "This server was installed without the part for playing offline.",
        ),
    ),
    "device/alone": (
        409,
        Both(
            "Ohne Server sitzen alle an diesem Gerät: Freie Plätze gibt es hier nicht.",
            "Without a server everybody sits at this device: there are no open seats here.",
        ),
    ),
    "device/unproven": (
        404,
        Both(
            "Fairness lässt sich nur beweisen, wo ein Server dabei war. Diese Partie lief ganz auf "
            "einem Gerät.",
            "Fairness can only be proved where a server took part. This match was played on one "
            "device alone.",
        ),
    ),
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
    "table/seats-fixed": (
        409,
        Both(
            "An diesem Tisch steht fest, zu wievielt gespielt wird. Setz Bots auf die freien "
            "Plätze.",
            "The number of players at this table is fixed. Give the open seats to bots.",
        ),
    ),
    "table/over": (409, Both("Das Spiel ist zu Ende.", "The match is over.")),
    "table/not-over": (
        409,
        Both(
            "Das geht erst, wenn das Spiel zu Ende ist.",
            "This is possible only when the match is over.",
        ),
    ),
    "table/handed": (
        409,
        Both(
            "Diese Partie wurde ohne Server gespielt und hier nur abgegeben. Dafür braucht es "
            "ihren eigenen Tisch.",
            "This match was played without a server and only handed in here. This needs its own "
            "table.",
        ),
    ),
    "record/none": (
        422,
        Both("Das ist keine Aufzeichnung einer Partie.", "This is no record of a match."),
    ),
    "record/cut": (
        422,
        Both(
            "Zeile {detail} der Aufzeichnung lässt sich nicht lesen; vielleicht ist sie "
            "abgeschnitten.",
            "Line {detail} of the record cannot be read; perhaps it was cut off.",
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
    "table/changed": (
        503,
        Both(
            "Dieser Tisch wurde gerade geändert. Gleich geht es weiter.",
            "This table has just been changed. It will go on in a moment.",
        ),
    ),
    "table/enough": (
        409,
        Both(
            "Davon gab es an diesem Tisch schon zu viel. Spielt die Partie zu Ende, oder macht "
            "einen neuen Tisch auf.",
            "There has been too much of that at this table. Finish the match, or open another "
            "table.",
        ),
    ),
    "table/not-alone": (
        409,
        Both(
            "An diesem Tisch sitzen noch andere. Du kannst aufstehen: dann spielt ein Bot weiter.",
            "Others sit at this table too. You can get up: then a bot plays on.",
        ),
    ),
    "deal/unknown": (
        404,
        Both("Diese Aufgabe gibt es nicht (mehr).", "There is no such deal (any more)."),
    ),
    "deal/future": (
        404,
        Both(
            "Was dieser Tag bringt, weiß noch niemand.",
            "Nobody knows yet what that day will bring.",
        ),
    ),
    "deal/closed": (
        409,
        Both(
            "Diese Aufgabe ist vorbei. Zum Spaß kannst du sie noch spielen.",
            "This deal is over. You can still play it for fun.",
        ),
    ),
    "deal/unfinished": (
        409,
        Both(
            "Spiel deinen Versuch, der zählt, erst zu Ende; danach kannst du dieselbe Aufgabe zum "
            "Spaß noch einmal spielen.",
            "Finish your attempt that counts first; after that you can play the same deal again "
            "for fun.",
        ),
    ),
    "deal/first": (
        409,
        Both(
            "Spiel erst selbst: danach siehst du, wie die anderen gespielt haben.",
            "Play it yourself first: then you can see how the others played.",
        ),
    ),
    "deal/going": (
        409,
        Both(
            "Diese Partie steht noch in einer Liste. Wenn die Aufgabe vorbei ist, kannst du sie "
            "löschen.",
            "This match is still in a list. When the deal is over, you can delete it.",
        ),
    ),
    "deal/enough": (
        409,
        Both("So oft hast du diese Aufgabe schon gespielt.", "You have played this deal enough."),
    ),
    "me/code": (
        403,
        Both(
            "Dieser Code gilt nicht (mehr). Prüfe jedes Zeichen, oder lass dir auf dem anderen "
            "Gerät einen neuen zeigen.",
            "This code is not valid (any more). Check every letter, or have a new one shown on "
            "the other device.",
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
    "notice/unknown": (
        404,
        Both(
            "Dieses Gerät, diese Adresse oder dieser Webhook ist nicht (mehr) angemeldet.",
            "This device, address or webhook is not registered (any more).",
        ),
    ),
    "notice/many": (
        409,
        Both(
            "Mehr als 20 Geräte, Adressen und Webhooks gehen nicht.",
            "You can register at most 20 devices, addresses and webhooks.",
        ),
    ),
    "notice/off": (
        409,
        Both(
            "Das hat der Betreiber dieses Servers nicht eingerichtet.",
            "The host of this server has not set this up.",
        ),
    ),
    "notice/address": (
        422,
        Both(
            "Dorthin kann dieser Server nichts schicken. Gebraucht wird eine öffentliche Adresse.",
            "This server cannot send anything there. It needs a public address.",
        ),
    ),
    "notice/failed": (
        409,
        Both("Das kam nicht an: {detail}", "This did not arrive: {detail}"),
    ),
    "notice/code": (
        409,
        Both(
            "Dieser Code stimmt nicht oder gilt nicht mehr. Lass dir einen neuen schicken.",
            "This code is wrong or no longer valid. Have a new one sent.",
        ),
    ),
    "holiday/bad": (
        422,
        Both(
            "Ein Urlaub beginnt heute oder später; alle zusammen dauern höchstens 30 Tage im Jahr.",
            "A holiday begins today or later; together they last at most 30 days a year.",
        ),
    ),
    "pause/not-slow": (
        409,
        Both(
            "Pausen gibt es an Tischen mit Tagen je Zug.",
            "Pauses are for tables with days per turn.",
        ),
    ),
    "pause/end": (
        422,
        Both(
            "Eine Pause endet frühestens in einer Minute und spätestens in 60 Tagen.",
            "A pause ends in a minute at the earliest and in 60 days at the latest.",
        ),
    ),
    "pause/none": (409, Both("Niemand schlägt gerade etwas vor.", "Nothing is being proposed.")),
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
    "match or game": Both(
        "Nenne entweder eine Partie (match) oder ein Spiel (game).",
        "name either a match or a game.",
    ),
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
