"""Record files: a match as JSON Lines, and back, refusing whatever the rules refuse."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from spieltisch.core.chance import Chance, Fair, commitment
from spieltisch.core.errors import RecordError, Refusal, SpieltischError, Unreadable
from spieltisch.core.game import Game
from spieltisch.core.play import COMPLETE, play_line
from spieltisch.core.state import OVER, AnyState
from spieltisch.matches import seals
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match

VERSION = 1
KNOWN_HEADER = ("spieltisch", "game", "players", "options", "names", "rules")
OFFLINE = "offline"  # marks a match without a server: nobody promised anything about its chance
TRIED = "tried"  # the key of a match that began from a position of another one
FindGame = Callable[[str], Game]


def dumps(match: Match) -> str:
    """The record of a match; the seed is written only when the game is over."""
    lines = [header(match)]
    lines += [event(line) for line in match.lines]
    if int(match.game.rules.to_act(match.state)) == OVER:
        lines.append({"result": {"scores": match.scores, "ranks": match.ranks}})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def header(match: Match) -> dict[str, Any]:
    card = match.game.card
    head: dict[str, Any] = {
        "spieltisch": VERSION,
        "game": card.key,
        "players": match.players,
        "options": card.differing(match.options),
    }
    if match.names is not None:
        head["names"] = match.names
    head["rules"] = card.version
    over = int(match.game.rules.to_act(match.state)) == OVER
    fair = match.chance if isinstance(match.chance, Fair) else None
    extra = dict(match.header)
    if fair is not None and OFFLINE not in extra:
        extra |= {"commitment": fair.commitment, "nonces": fair.nonces}
        if over:
            extra["seed"] = fair.seed.hex()
    if not over:
        extra.pop("seed", None)
    return head | extra


def event(line: Line) -> dict[str, Any]:
    written: dict[str, Any] = {} if line.seat is None else {"seat": line.seat}
    written[line.kind] = line.text
    if line.sealed:
        written["sealed"] = True
    return written | dict(line.extra)


def loads(text: str, find_game: FindGame, chance: Chance | None = None) -> Match:
    """The match where the record ends; RecordError names the first event that is refused."""
    return Reader(text, find_game, chance).match


def verify(text: str, find_game: FindGame, start: AnyState | None = None) -> Match:
    """Replays a finished record: rules, result, commitment; RecordError if anything is wrong.

    `start`: where a match began that was tried from a position of another one.
    """
    reader = Reader(text, find_game, None, start)
    if not reader.finished:
        raise _error(
            len(reader.match.lines) + 1,
            "REC-4",
            "Die Aufzeichnung hat kein Ergebnis: sie ist unvollständig.",
            "the record has no result line: it is unfinished",
        )
    if "commitment" in reader.head and "seed" not in reader.head:
        raise _error(
            0,
            "REC-5",
            "Es gibt eine Verpflichtung (commitment), aber keinen Startwert (seed) dazu.",
            "there is a commitment but no seed to check it with",
        )
    return reader.match


class Reader:
    """Replays a record line by line."""

    def __init__(
        self,
        text: str,
        find_game: FindGame,
        chance: Chance | None,
        start: AnyState | None = None,
    ) -> None:
        lines = text.split("\n")  # names may hold other line separators
        if lines[-1] == "":
            lines.pop()
        if not lines:
            raise _error(0, "REC-1", "Die Datei ist leer.", "the file is empty")
        self.head = _parse(lines[0], 0)
        self.finished = False
        self.start = start
        self.fair: Fair | None = None
        self.match = self._open(find_game, chance)
        rules = self.match.game.rules
        self.scratch = (
            np.zeros(rules.MOST, np.int64),
            np.zeros(rules.OUTCOMES, np.int64),
            np.zeros(rules.OUTCOMES, np.int64),
        )
        self.answer = np.zeros(2, np.int64)
        self.to_act = int(rules.to_act(self.match.state))
        for number, line in enumerate(lines[1:], 1):
            self._event(number, _parse(line, number))

    def _open(self, find_game: FindGame, chance: Chance | None) -> Match:
        head = self.head
        if not _is_int(head.get("spieltisch")) or head["spieltisch"] != VERSION:
            raise _error(
                0,
                "REC-1",
                f"Aufzeichnungen der Fassung {head.get('spieltisch')!r} kenne ich nicht, nur 1.",
                f"record version {head.get('spieltisch')!r} is not known here, only 1",
            )
        try:
            game = find_game(_typed(head, "game", str, ""))
            options = _typed(head, "options", dict, {})
            complete = game.card.resolve(head.get("players"), options)
        except RecordError:
            raise
        except SpieltischError as error:
            raise RecordError(0, error.refusal) from None
        self._check_version(game)
        seals.check(head, head["players"])
        names = self._names()
        self.fair = self._fairness(head["players"])
        rest = {key: value for key, value in head.items() if key not in KNOWN_HEADER}
        self._check_start()
        given: dict[str, Any] = {"names": names, "header": rest, "start": self.start}
        return Match(game, head["players"], complete, chance=chance, **given)

    def _check_start(self) -> None:
        """A position from a file could be anything, and kernels must not meet that."""
        if TRIED in self.head and self.start is None:
            raise _error(
                0,
                "REC-1",
                "Dieses Spiel begann mitten in einem anderen; es lässt sich nur an seinem Tisch "
                "ansehen.",
                "this match began in the middle of another one; it can be seen at its table only",
            )

    def _check_version(self, game: Game) -> None:
        version = self.head.get("rules", game.card.version)
        if not _is_int(version) or version != game.card.version:
            raise _error(
                0,
                "REC-1",
                f"Das wurde nach Fassung {version!r} der Regeln gespielt; "
                f"hier gilt Fassung {game.card.version}.",
                f"this was played by version {version!r} of the rules; "
                f"version {game.card.version} is installed here",
            )

    def _names(self) -> list[str] | None:
        if "names" not in self.head:
            return None
        names: list[str] = _typed(self.head, "names", list, [])
        if len(names) != self.head["players"] or not all(isinstance(name, str) for name in names):
            raise _error(
                0,
                "REC-1",
                "names muss für jeden Platz einen Namen haben.",
                "names must hold one name per seat",
            )
        return names

    def _fairness(self, players: int) -> Fair | None:
        """The source of all outcomes, when the record reveals it."""
        head = self.head
        if "commitment" in head and not _is_hex(head["commitment"], 64):
            raise _rec5("commitment ist keine SHA-256-Summe.", "commitment is no SHA-256 in hex")
        if "seed" not in head:
            return None
        nonces = head.get("nonces")
        if (
            not isinstance(nonces, list)
            or len(nonces) != players
            or not all(isinstance(nonce, str) for nonce in nonces)
        ):
            raise _rec5("nonces muss ein Text je Platz sein.", "nonces must be one text per seat")
        if not _is_hex(head["seed"], 64) or "commitment" not in head:
            raise _rec5(
                "seed muss 64 Hex-Ziffern haben und commitment dazu vorhanden sein.",
                "seed must be 64 hex digits, with its commitment beside it",
            )
        seed = bytes.fromhex(head["seed"])
        if commitment(seed) != head["commitment"]:
            raise _rec5(
                "Der Startwert (seed) passt nicht zu der Verpflichtung (commitment).",
                "the seed does not match the commitment",
            )
        return Fair(seed, nonces)

    def _event(self, number: int, line: Mapping[str, Any]) -> None:
        kinds = [kind for kind in ("turn", "chance", "result") if kind in line]
        if self.finished:
            raise _error(
                number, "REC-3", "Nach dem Ergebnis folgt nichts mehr.", "a line after the result"
            )
        if len(kinds) != 1:
            raise _error(
                number,
                "REC-2",
                "Eine Zeile ist ein Zug (turn), Zufall (chance) oder das Ergebnis (result).",
                "a line is a turn, chance, or the result",
            )
        if kinds[0] == "result":
            self._result(number, line["result"])
        else:
            self._line(number, kinds[0], line)

    def _line(self, number: int, kind: str, line: Mapping[str, Any]) -> None:
        match, seat, text = self.match, line.get("seat"), line[kind]
        if not isinstance(text, str) or (seat is not None and not _is_int(seat)):
            raise _error(
                number,
                "REC-2",
                "seat ist eine Zahl, der Zug ein Text.",
                "a seat is a number and a turn is a text",
            )
        self._check_due(number, kind, seat)
        reader = (
            match.game.notation.read_turn if kind == "turn" else match.game.notation.read_chance
        )
        try:
            decisions = reader(match.state, text)
        except Unreadable as error:
            raise RecordError(number, error.refusal) from None
        after = self._play(number, kind, decisions)
        if kind == "chance" and self.fair is not None:
            self._check_fair(number, decisions)
        show = match.game.notation.show_turn if kind == "turn" else match.game.notation.show_chance
        extra = {k: v for k, v in line.items() if k not in ("seat", kind, "sealed")}
        sealed = line.get("sealed") is True
        match.append(
            Line(kind, seat, show(match.state, decisions), tuple(decisions), sealed, extra), after
        )

    def _play(self, number: int, kind: str, decisions: list[int]) -> AnyState:
        """The state after a line, or RecordError with the rule that refuses it."""
        game = self.match.game
        states = np.frombuffer(bytearray(self.match.state.tobytes()), game.rules.STATE)
        play_line(states, np.array(decisions, np.int64), *self.scratch, self.answer)
        played, self.to_act = self.answer.tolist()
        if played == COMPLETE:
            return states[0]
        explain = game.refusals.explain if kind == "turn" else game.refusals.explain_chance
        raise RecordError(number, explain(states[0], decisions, played))

    def _check_due(self, number: int, kind: str, seat: int | None) -> None:
        match = self.match
        to_act = self.to_act
        if to_act == OVER:
            due: tuple[str, int | None] = ("result", None)
        elif to_act >= 0:
            due = ("turn", to_act)
        else:
            due = ("chance", match.game.notation.chance_seat(match.state))
        if (kind, seat) != due:
            shown = due[0] if due[1] is None else f"{due[0]}, seat {due[1]}"
            given = kind if seat is None else f"{kind}, seat {seat}"
            raise _error(
                number,
                match.game.refusals.due(match.state),
                f"Jetzt ist {shown} an der Reihe, nicht {given}.",
                f"{shown} is due now, not {given}",
            )

    def _check_fair(self, number: int, decisions: list[int]) -> None:
        assert self.fair is not None
        expected = self.match.draw_line(self.fair)
        if list(expected.decisions) != decisions:
            raise _error(
                number,
                "REC-5",
                f"Aus dem Startwert folgt »{expected.text}«.",
                f"the seed gives {expected.text!r} here",
            )

    def _result(self, number: int, result: Any) -> None:
        match = self.match
        if self.to_act != OVER:
            raise _error(
                number,
                "REC-4",
                "Ein Ergebnis, aber das Spiel ist nicht zu Ende.",
                "a result, but the game is not over",
            )
        expected = {"scores": match.scores, "ranks": match.ranks}
        if not isinstance(result, dict) or not _same(result, expected):
            raise _error(
                number,
                "REC-4",
                f"Das Ergebnis ist {json.dumps(expected)}.",
                f"the result is {json.dumps(expected)}",
            )
        self.finished = True


def _same(result: Mapping[str, Any], expected: Mapping[str, list[int]]) -> bool:
    return all(
        isinstance(result.get(key), list)
        and all(_is_int(number) for number in result[key])
        and result[key] == numbers
        for key, numbers in expected.items()
    )


def read_json(text: str) -> Any:
    """JSON that can be written again: it may name half of a pair of surrogates, which no file and
    no sentence can hold. ValueError otherwise."""
    try:
        found = json.loads(text)
        if not text.isascii() or "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return found


def _parse(line: str, number: int) -> dict[str, Any]:
    try:
        parsed = read_json(line)
    except ValueError:
        parsed = None
    if isinstance(parsed, dict):
        return parsed
    rule = "REC-1" if number == 0 else "REC-2"
    raise _error(
        number,
        rule,
        "Die Zeile ist kein JSON-Objekt (abgeschnitten?).",
        "the line is not a JSON object (cut off?)",
    )


def _typed(head: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
    value = head.get(key, default)
    if not isinstance(value, kind):
        raise _error(0, "REC-1", f"{key} hat die falsche Form.", f"{key} is not of the right form")
    return value


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_hex(value: Any, digits: int) -> bool:
    return isinstance(value, str) and len(value) == digits and set(value) <= set("0123456789abcdef")


def _error(event: int, rule: str, de: str, en: str) -> RecordError:
    return RecordError(event, Refusal(rule, de, en))


def _rec5(de: str, en: str) -> RecordError:
    return _error(0, "REC-5", de, en)
