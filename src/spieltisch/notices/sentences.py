"""What a message says, in the reader's language, made only of what their seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from spieltisch import games
from spieltisch.notices.due import HOUR, KINDS, Due, waiting
from spieltisch.tables import views
from spieltisch.tables.table import Table

LINES = 3  # of what happened, the latest
DAYS = {
    "de": ("Mo.", "Di.", "Mi.", "Do.", "Fr.", "Sa.", "So."),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")
TEXTS = {
    "de": {
        "turn": "Du bist dran",
        "begin": "Das Spiel hat begonnen",
        "begin+turn": "Das Spiel hat begonnen, und du bist dran",
        "over": "Das Spiel ist zu Ende",
        "rematch": "{name} möchte noch einmal mit dir spielen",
        "rematch?": "Du bist zu einem neuen Spiel eingeladen",
        "reminder": "Du bist dran, noch {left}",
        "late": "Deine Zeit ist um. Ab {when} spielt ein Bot für dich",
        "stand-in": "Ein Bot spielt für dich, bis du wieder da bist",
        "pause": "{name} schlägt eine Pause bis {when} vor",
        "pause+now": "{name} möchte die Pause beenden",
        "paused": "Pause bis {when}",
        "goes-on": "Die Pause ist zu Ende",
        "goes-on+turn": "Die Pause ist zu Ende, und du bist dran",
        "won": "Gewonnen: {names} ({scores})",
        "alone": "Ergebnis: {scores}",
        "more": "{count} Züge, seit du da warst. Die letzten:",
        "tables": "{count} Tische warten auf dich",
        "news": "Neues von {count} Tischen",
        "also": "Außerdem bist du noch dran bei: {names}.",
        "stop": "Nicht mehr benachrichtigen",
        "open": "Zum Tisch",
        "hours": "{count} Stunden",
        "hour": "eine Stunde",
        "less": "weniger als eine Stunde",
        "code": "Dein Code für Spieltisch: {code}",
        "code.text": "Gib diesen Code in Spieltisch ein, dann kommen Nachrichten an diese Adresse:"
        "\n\n"
        "{code}\n\nEr gilt 30 Minuten. Wenn du ihn nicht angefordert hast, musst du nichts tun: Es "
        "kommt keine weitere Post.",
        "test": "So sehen Nachrichten aus",
        "test.text": "Hier steht dann, was geschehen ist und was du tun kannst.",
    },
    "en": {
        "turn": "It is your turn",
        "begin": "The match has begun",
        "begin+turn": "The match has begun, and it is your turn",
        "over": "The match is over",
        "rematch": "{name} would like to play you again",
        "rematch?": "You are invited to another match",
        "reminder": "It is your turn, {left} left",
        "late": "Your time is up. A bot will play for you from {when}",
        "stand-in": "A bot is playing for you until you come back",
        "pause": "{name} proposes a pause until {when}",
        "pause+now": "{name} would like to end the pause",
        "paused": "Paused until {when}",
        "goes-on": "The pause is over",
        "goes-on+turn": "The pause is over, and it is your turn",
        "won": "Winner: {names} ({scores})",
        "alone": "Result: {scores}",
        "more": "{count} turns since you were here. The latest:",
        "tables": "{count} tables are waiting for you",
        "news": "News from {count} tables",
        "also": "It is also still your turn at: {names}.",
        "stop": "Stop these messages",
        "open": "Open the table",
        "hours": "{count} hours",
        "hour": "one hour",
        "less": "less than an hour",
        "code": "Your Spieltisch code: {code}",
        "code.text": "Enter this code in Spieltisch to have messages sent to this address:\n\n"
        "{code}\n\nIt is valid for 30 minutes. If you did not ask for it, you need not do "
        "anything: no further mail will follow.",
        "test": "This is what messages look like",
        "test.text": "This is where you will read what has happened and what you can do.",
    },
}


@dataclass(frozen=True)
class Item:
    """One table in a message."""

    table: str
    game: str
    headline: str
    changed: list[str]
    ask: str
    link: str
    waits: bool = False  # whether its reader is to play


@dataclass(frozen=True)
class Message:
    id: str
    lang: str
    items: list[Item]
    also: list[Item] = field(default_factory=list)  # told before, and still to play
    base: str = ""
    key: str = ""  # with which this channel can be stopped

    def say(self, key: str, **values: Any) -> str:
        return TEXTS[self.lang][key].format(**values)

    @property
    def title(self) -> str:
        if len(self.items) == 1:
            return f"{self.items[0].game}: {self.items[0].headline}"
        key = "tables" if all(item.waits for item in self.items) else "news"
        return self.say(key, count=len(self.items))

    @property
    def link(self) -> str:
        return self.items[0].link if len(self.items) == 1 else f"{self.base}/"

    @property
    def stop(self) -> str:
        """A page that stops all further messages, and takes that back."""
        return f"{self.base}/stop/{self.key}"

    @property
    def stop_now(self) -> str:
        """The same by one POST."""
        return f"{self.base}/api/stop/{self.key}"

    @property
    def still(self) -> str:
        if not self.also:
            return ""
        return self.say("also", names=", ".join(item.game for item in self.also))

    def paragraphs(self) -> list[list[str]]:
        """For each table its lines; with one table its headline is in the title already."""
        alone = len(self.items) == 1
        found = []
        for item in self.items:
            head = [] if alone else [f"{item.game}: {item.headline}."]
            found.append([*head, *item.changed, *([item.ask] if item.ask else [])])
        return [*found, *([[self.still]] if self.still else [])]

    @property
    def body(self) -> str:
        return "\n".join(line for lines in self.paragraphs() for line in lines)


def zone_of(name: str) -> tzinfo:
    """The reader's own; the world's where this machine does not know it."""
    try:
        return ZoneInfo(name) if name else UTC
    except (OSError, ValueError, KeyError):  # no file of this name, no name, no zone of this name
        return UTC


def moment(at: int, lang: str, zone: tzinfo) -> str:
    """A day and a time.

    >>> moment(1_763_463_600_000, "de", UTC), moment(1_763_463_600_000, "en", UTC)
    ('Di., 18.11., 11:00 Uhr', 'Tue 18 Nov, 11:00')
    """
    then = datetime.fromtimestamp(at / 1000, zone)
    day = DAYS[lang][then.weekday()]
    if lang == "de":
        return f"{day}, {then.day}.{then.month}., {then:%H:%M} Uhr"
    return f"{day} {then.day} {MONTHS[then.month - 1]}, {then:%H:%M}"


def left(ms: int, lang: str) -> str:
    """
    >>> left(6 * HOUR + 5, "de"), left(HOUR, "en"), left(5, "en")
    ('6 Stunden', 'one hour', 'less than an hour')
    """
    hours, texts = ms // HOUR, TEXTS[lang]
    return texts["hours" if hours > 1 else "hour" if hours else "less"].format(count=hours)


def item(
    table: Table, person: str, dues: Sequence[Due], seen: int, now: int, reader: Reader
) -> Item:
    mine = table.seats_of(person)
    kinds = sorted({due.kind for due in dues}, key=KINDS.index)
    playing = table.status == "playing"
    seat = (waiting(table, mine) or mine)[0]
    asks = (
        playing and bool(waiting(table, mine)) and bool({"turn", "late", "reminder"} & set(kinds))
    )
    return Item(
        table=table.id,
        game=games.card(table.game).name,
        headline=_headline(table, kinds, seat, now, reader),
        changed=_changed(table, seat, seen, reader.lang),
        ask=_asked(table, seat, reader.lang) if asks else "",
        link=reader.link(table, seat, "rematch" in kinds),
        waits=asks,
    )


@dataclass(frozen=True)
class Reader:
    """`base`: how the reader reaches this server; `keys`: whether links carry the seat's key, so
    that they open it on any device."""

    lang: str
    zone: tzinfo
    base: str
    key: Any = None  # Callable[[Table, int], str] | None

    def link(self, table: Table, seat: int, again: bool) -> str:
        if again and table.rematch is not None:
            return f"{self.base}/table/{table.rematch}"
        plain = f"{self.base}/table/{table.id}"
        return f"{plain}?key={self.key(table, seat)}" if self.key is not None else plain


def _headline(table: Table, kinds: Sequence[str], seat: int, now: int, reader: Reader) -> str:
    kind, texts, breaks = kinds[0], TEXTS[reader.lang], table.breaks
    values = {"name": "", "when": "", "left": ""}
    if kind == "turn" and "begin" in kinds:
        kind = "begin+turn"
    if kind == "turn" and "goes-on" in kinds:
        kind = "goes-on+turn"
    if kind == "rematch":
        names = [place.name for place in table.seats if table.milestones.inviter in place.holders]
        kind, values["name"] = ("rematch", names[0]) if names else ("rematch?", "")
    if kind == "pause" and breaks.proposal is not None:
        values["name"] = table.seats[breaks.proposal.seat].name
        kind = "pause" if breaks.proposal.until is not None else "pause+now"
        values["when"] = moment(breaks.proposal.until or now, reader.lang, reader.zone)
    if kind == "paused":
        values["when"] = moment(breaks.pauses[-1][1], reader.lang, reader.zone)
    if kind == "reminder":
        values["left"] = left((table.deadline(seat) or now) - now, reader.lang)
    if kind == "late":
        values["when"] = moment(table.too_late(seat) or now, reader.lang, reader.zone)
    return texts[kind].format(**values)


def _changed(table: Table, seat: int, seen: int, lang: str) -> list[str]:
    """What others did, and at the end who won."""
    if table.match is None or table.outdated:
        return []
    log = views.log(table, seat)
    new = [line for change in table.changes[seen:] for line in log[change[4] - 1 : change[5]]]
    told = [str(line[lang]) for line in new if line["kind"] == "turn" and line["seat"] != seat]
    found = [TEXTS[lang]["more"].format(count=len(told))] if len(told) > LINES else []
    return [*found, *told[-LINES:], *_result(table, lang)]


def _result(table: Table, lang: str) -> list[str]:
    if table.status != "over" or table.match is None:
        return []
    scores = " : ".join(str(score) for score in table.match.scores)
    names = table.names()
    if len(names) == 1:
        return [TEXTS[lang]["alone"].format(scores=scores)]
    best = [name for name, rank in zip(names, table.match.ranks, strict=True) if rank == 1]
    return [TEXTS[lang]["won"].format(names=", ".join(best), scores=scores)]


def _asked(table: Table, seat: int, lang: str) -> str:
    match = table.running()
    return views.asked(match, seat, match.seen(seat))[lang]
