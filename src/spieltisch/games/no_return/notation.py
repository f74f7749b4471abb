"""Turns and draws as text: `swap r3 b2`, `lay r11 r9`, `phase2 clear g5 g5 pay r11`, `draw r3`."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.errors import Unreadable
from spieltisch.games.no_return.counters import (
    KINDS,
    VALUES,
)
from spieltisch.games.no_return.rules import (
    CLEAR,
    DONE,
    FIRST,
    KEEP,
    LAY,
    PAY,
    PHASE2,
    SWAP,
    NoReturn,
)

LETTERS = "roygbp"
KIND_OF = {f"{LETTERS[t // VALUES]}{t % VALUES + 1}": t for t in range(KINDS)}
COUNTER = {kind: text for text, kind in KIND_OF.items()}


def read_turn(state: NoReturn, text: str) -> list[int]:
    """The small decisions of a turn, in canonical order; whether they are legal is not asked.

    >>> read_turn(None, "swap b2 r3") == [SWAP + 2, SWAP + 45, DONE]
    True
    """
    words = text.split(" ")
    decisions = []
    if words[0] == "phase2":
        decisions, words = [PHASE2], words[1:]
        if not words:  # announced, but nothing done: refused with a rule, not as unreadable
            return decisions
    return decisions + _read_action(words, text)


def _read_action(words: list[str], text: str) -> list[int]:
    verb, *names = words
    if verb == "keep" and not names:
        return [KEEP]
    if verb == "swap":
        return [*(SWAP + kind for kind in sorted(_read_counters(names, text))), DONE]
    if verb == "lay":
        return [*(LAY + kind for kind in _descending(_read_counters(names, text))), DONE]
    if verb == "clear" and "pay" in names:
        middle = names.index("pay")
        cleared = _read_counters(names[:middle], text)
        paid = _read_counters(names[middle + 1 :], text)
        clears = [CLEAR + kind for kind in sorted(cleared, key=_by_value)]
        return [*clears, *(PAY + kind for kind in _descending(paid)), DONE]
    if verb == "clear":  # nothing paid: readable, and refused with NR-10
        return [
            *(CLEAR + kind for kind in sorted(_read_counters(names, text), key=_by_value)),
            DONE,
        ]
    raise _unreadable_turn(text)


def _by_value(kind: int) -> tuple[int, int]:
    return kind % VALUES, kind


def _descending(kinds: list[int]) -> list[int]:
    return sorted(kinds, key=_by_value, reverse=True)


def _read_counters(names: Sequence[str], text: str) -> list[int]:
    if not names:
        raise Unreadable(
            f"In „{text}“ fehlen Steine, etwa so: „r3 b2“",
            f"{text!r} names no counters; they are written like 'r3 b2'",
        )
    for name in names:
        if name not in KIND_OF:
            raise Unreadable(
                f"„{name}“ ist kein Stein; ein Stein ist r, o, y, g, b oder p mit 1 bis 11",
                f"{name!r} is not a counter; one is r, o, y, g, b or p with a value from 1 to 11",
            )
    return [KIND_OF[name] for name in names]


def _unreadable_turn(text: str) -> Unreadable:
    return Unreadable(
        f"„{text}“ ist kein Zug; möglich sind „keep“, „swap r3 b2“, „lay r11 r9“ und "
        "„clear g5 g5 pay r11“, auch mit „phase2“ davor",
        f"{text!r} is not a turn; turns are 'keep', 'swap r3 b2', 'lay r11 r9' and "
        "'clear g5 g5 pay r11', with 'phase2' in front to announce it",
    )


def show_turn(state: NoReturn, decisions: Sequence[int]) -> str:
    """
    >>> show_turn(None, [PHASE2, CLEAR + 37, CLEAR + 37, PAY + 10, DONE])
    'phase2 clear g5 g5 pay r11'
    """
    words: list[str] = []
    for decision in decisions:
        verb, kind = part(decision)
        if kind is None:
            words.append(verb)
            continue
        if verb not in words:
            words.append(verb)
        words.append(COUNTER[kind])
    return " ".join(word for word in words if word)


def part(decision: int) -> tuple[str, int | None]:
    """The word that a small decision stands under, and the counter that it names."""
    if decision < SWAP:
        return {KEEP: "keep", PHASE2: "phase2"}.get(decision, ""), None
    which, kind = divmod(decision - SWAP, KINDS)
    return ("swap", "lay", "clear", "pay")[which], kind


def read_chance(state: NoReturn, text: str) -> list[int]:
    verb, *names = text.split(" ")
    if state.stage == FIRST:
        seats = [str(seat) for seat in range(int(state.players))]
        if verb == "first" and len(names) == 1 and names[0] in seats:
            return [int(names[0])]
        raise Unreadable(
            f"„{text}“ nennt keinen Startplatz; möglich: first {', first '.join(seats)}",
            f"{text!r} names no starting seat; it is one of first {', first '.join(seats)}",
        )
    if verb != "draw":
        raise Unreadable(
            f"„{text}“ ist keine Ziehung; sie sieht so aus: „draw r3 b2“",
            f"{text!r} is not a draw, which is written like 'draw r3 b2'",
        )
    return _read_counters(names, text)


def show_chance(state: NoReturn, outcomes: Sequence[int]) -> str:
    if state.stage == FIRST:
        return f"first {outcomes[0]}"
    return " ".join(["draw", *(COUNTER[kind] for kind in outcomes)])


def chance_seat(state: NoReturn) -> int | None:
    """Who draws; nobody when the start player is drawn."""
    return None if state.stage == FIRST else int(state.seat)


def veil(text: str, kind: str, sealed: bool) -> str:
    """What others see: the number of counters swapped or drawn, not which.

    >>> veil("phase2 swap r3 b2", "turn", sealed=False)
    'phase2 swap 2'
    """
    words = text.split(" ")
    for verb in ("swap", "draw"):
        if verb in words:
            at = words.index(verb) + 1
            return " ".join([*words[:at], str(len(words) - at)])
    return text
