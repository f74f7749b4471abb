"""Why something is refused: the rule, and a sentence with the actual tiles in both languages.

What is legal is asked of the kernels; here is only said why the rest is not.
"""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.errors import Refusal
from spieltisch.core.language import AND, OR, Both, listed
from spieltisch.games.alle_neune.notation import LETTERS, LINES, show_outcome
from spieltisch.games.alle_neune.rules import (
    ADVANCE,
    ANIMAL,
    BANK,
    CACTI,
    CACTUS,
    COLLECT,
    DROP,
    ENDED,
    FACE,
    FIGURES,
    FINISH,
    GOAL,
    KEEP,
    LAYING,
    MOVE,
    NINE,
    NUMBERS,
    ROLL,
    SEAT,
    SETTLE,
    STARTER,
    TAKE,
    TILE,
    AlleNeune,
    makes,
    midway,
    total,
    worth,
)
from spieltisch.games.alle_neune.sets import bit

STAGES = {STARTER: "AN-6", NUMBERS: "AN-2", LAYING: "AN-3", ROLL: "AN-6", MOVE: "AN-6"}


def due(state: AlleNeune) -> str:
    """The rule that asks for what is due now."""
    phase = int(state.phase)
    if phase == TAKE:
        return _taking_rule(state)
    if phase == SETTLE:
        return "AN-18" if len(_front(state)) == 3 else "AN-17"
    return {FINISH: "AN-19", ENDED: "AN-20", **STAGES}[phase]


def _taking_rule(state: AlleNeune) -> str:
    if int(state.due) & CACTI:
        return "AN-14"
    return "AN-11" if state.stage > 2 * state.sections else "AN-10"


# Tiles in sentences: called by what is on them; what a turn calls them stands in parentheses, for
# those who write turns.


def _set(tiles: int) -> list[int]:
    return [tile for tile in range(GOAL) if tiles & bit(tile)]


def _front(state: AlleNeune) -> list[int]:
    return _set(int(state.front[state.seat]))


def _de(state: AlleNeune, tile: int) -> str:
    value = worth(state, int(state.seat), tile)
    if tile == 0:
        return f"die {value} (s)"
    if bit(tile) & CACTI:
        return f"die Kaktus-{value} ({tile})"
    return f"die {value} ({tile})" if value else f"das Tier ({tile})"


def _en(state: AlleNeune, tile: int) -> str:
    value = worth(state, int(state.seat), tile)
    if tile == 0:
        return f"the {value} (s)"
    if bit(tile) & CACTI:
        return f"the cactus {value} ({tile})"
    return f"the {value} ({tile})" if value else f"the animal ({tile})"


def _list(state: AlleNeune, tiles: Sequence[int], joined: Both = AND) -> tuple[str, str]:
    return (
        listed([_de(state, tile) for tile in tiles], "de", joined),
        listed([_en(state, tile) for tile in tiles], "en", joined),
    )


def _up(text: str) -> str:
    return text[0].upper() + text[1:]


# Turns


def explain(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    if at > 0 and not midway(state):
        return _superfluous(state, decisions, at)
    if at == len(decisions):
        return _incomplete(state, decisions)
    if state.phase == MOVE:
        return _bad_move(state, decisions[at])
    if state.phase == TAKE:
        return _bad_take(state, decisions[at])
    return _bad_settling(state, decisions, at)


def _superfluous(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    """The turn was over before this."""
    decision = decisions[at]
    if decision > KEEP:
        return _superfluous_drop(state, decisions, at)
    if decision < BANK:
        de, en = _de(state, decision - COLLECT), _en(state, decision - COLLECT)
        taken = any(COLLECT < one < BANK for one in decisions[:at])
        why = "bringt kein weiteres Feld" if taken else "führt über keinen Kaktus"
        because = "earns no further tile" if taken else "passes no cactus"
        return Refusal(
            "AN-10",
            f"{_up(de)} bekommst du nicht: Dieser Zug {why}.",
            f"You do not get {en}: this move {because}.",
        )
    if decision < KEEP:
        return Refusal(
            "AN-17",
            "Jetzt kannst du nicht werten (nine): Eine Neun wertest du, wenn du gerade eine Zahl "
            "vor dich gelegt hast oder deine letzte Figur ins Ziel kommt.",
            "You cannot bank now (nine): you bank a nine when you have just laid a number in "
            "front of you, or when your last figure reaches the goal.",
        )
    return Refusal(
        "AN-17",
        "Hier gibt es keine Neun, die du behalten könntest (keep).",
        "There is no nine here that you could keep (keep).",
    )


def _superfluous_drop(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    last = decisions[at - 1]
    taken = bit(last - COLLECT) if COLLECT < last < BANK else 0
    if any(int(tiles) & taken for tiles in state.aside):  # it went there by itself
        return Refusal(
            "AN-19",
            "Deine Zahl bleibt liegen: Deine letzte Figur ist im Ziel; was übrig ist, kommt von "
            "selbst offen zur Seite.",
            "Your number stays: your last figure is home; what is left goes face up aside by "
            "itself.",
        )
    return Refusal(
        "AN-18",
        "Deine Zahl bleibt liegen: Zur Seite legst du nur eine von drei Zahlen, die keine 9 "
        "ergeben.",
        "Your number stays: you lay a number aside only when three of them make no 9.",
    )


def _incomplete(state: AlleNeune, decisions: Sequence[int]) -> Refusal:
    if state.phase == TAKE:
        return _must_take(state)
    if state.nine:
        return _wrong_sum(state, decisions, len(decisions) - 1)
    return _must_settle(state)


def _bad_move(state: AlleNeune, decision: int) -> Refusal:
    if decision >= ADVANCE + FIGURES:
        return Refusal(
            "AN-6",
            "Zuerst ziehst du eine deiner Figuren.",
            "First you move one of your figures.",
        )
    figure = decision % FIGURES
    letter = LETTERS[figure]
    if figure >= state.each:
        last = LETTERS[int(state.each) - 1]
        return Refusal(
            "AN-5",
            f"Bei {state.players} Personen gibt es keine Figur {letter}, nur a bis {last}.",
            f"With {state.players} players there is no figure {letter}, only a to {last}.",
        )
    place = int(state.figures[state.seat, figure])
    if place == GOAL:
        return Refusal(
            "AN-9",
            f"Deine Figur ({letter}) ist schon im Ziel und bleibt dort.",
            f"Your figure ({letter}) is in the goal already and stays there.",
        )
    if decision >= ADVANCE:
        return _bad_advance(state, letter)
    earlier = LETTERS[[int(p) for p in state.figures[state.seat]].index(place)]
    return Refusal(
        "AN-6",
        f"Deine Figuren {earlier} und {letter} stehen zusammen; ziehen muss {earlier}.",
        f"Your figures {earlier} and {letter} stand together; {earlier} is the one to move.",
    )


def _bad_advance(state: AlleNeune, letter: str) -> Refusal:
    if state.roll != 1:
        return Refusal(
            "AN-7",
            f"Bis zur nächsten Figur rückst du nur bei einer 1 vor; gewürfelt ist {state.roll}.",
            f"You move up to the next figure only on a 1; the roll is {state.roll}.",
        )
    return Refusal(
        "AN-7",
        f"Vor deiner Figur ({letter}) steht keine andere, zu der sie mehr als einen Schritt weit "
        "vorrücken könnte.",
        f"No figure stands ahead of yours ({letter}) that it could move up to by more than one "
        "step.",
    )


# Taking tiles


def _must_take(state: AlleNeune) -> Refusal:
    rule = _taking_rule(state)
    de, en = _list(state, _set(int(state.due)), AND if rule == "AN-14" else OR)
    gate = 8 * (int(state.stage) >> 1) + 1
    if rule == "AN-14":
        return Refusal(
            rule,
            f"Hinter dir kommt niemand mehr: Du nimmst auch {de}.",
            f"Nobody comes after you: you take {en} as well.",
        )
    if int(state.due) & (int(state.due) - 1):
        de, en = f"eines von diesen Feldern nehmen: {de}", f"one of these: {en}"
    else:
        de = f"{de} nehmen"
    if rule == "AN-11":
        return Refusal(
            rule,
            f"Deine Figur ist im Ziel, dafür musst du {de}.",
            f"Your figure is in the goal; for that you must take {en}.",
        )
    return Refusal(
        rule,
        f"Deine Figur ist am Kaktus ({gate}) vorbei, dafür musst du {de}.",
        f"Your figure has crossed the cactus ({gate}); for that you must take {en}.",
    )


def _bad_take(state: AlleNeune, decision: int) -> Refusal:
    if not COLLECT < decision < BANK:
        return _must_take(state)
    tile = decision - COLLECT
    if tile > 8 * state.sections:
        return Refusal(
            "AN-4",
            f"Die kurze Strecke hat nur 40 Felder; ein Feld {tile} gibt es nicht.",
            f"The short track has only 40 tiles; there is no tile {tile}.",
        )
    de, en = _de(state, tile), _en(state, tile)
    if not int(state.track) & bit(tile):
        return Refusal(
            "AN-8",
            f"{_up(de)} ist schon genommen und liegt nicht mehr auf der Strecke.",
            f"{_up(en)} has been taken already and is no longer on the track.",
        )
    must = _must_take(state)
    if int(state.due) & CACTI or not _in_due_section(state, tile):
        if bit(tile) & CACTI:
            return _cactus_not_due(state, tile, must)
        return Refusal(
            must.rule,
            f"{_up(de)} liegt nicht in dem Abschnitt, aus dem du jetzt nimmst. {must.de}",
            f"{_up(en)} is not in the section that you take from now. {must.en}",
        )
    return Refusal(
        "AN-12",
        f"{_up(de)} ist besetzt: Dort steht noch eine Figur. {must.de}",
        f"{_up(en)} is occupied: a figure still stands there. {must.en}",
    )


def _in_due_section(state: AlleNeune, tile: int) -> bool:
    """Whether a tile lies in the section of those that are due, and is no cactus tile."""
    some = _set(int(state.due))[0]
    return not bit(tile) & CACTI and (tile - 1) // 8 == (some - 1) // 8


def _cactus_not_due(state: AlleNeune, tile: int, must: Refusal) -> Refusal:
    """A cactus tile was named out of turn, or by somebody who is not the last over it."""
    left = sum(int(place) <= tile for row in _figures(state) for place in row)
    if left:
        return Refusal(
            "AN-14",
            f"{_up(_de(state, tile))} bekommt, wer als Letzter daran vorbeikommt; davor oder "
            f"darauf {'steht' if left == 1 else 'stehen'} noch {left}.",
            f"{_up(_en(state, tile))} goes to whoever passes it last; {left} still "
            f"{'stands' if left == 1 else 'stand'} before or on it.",
        )
    return Refusal(
        "AN-13",
        f"{_up(_de(state, tile))} ist noch nicht an der Reihe. {must.de}",
        f"It is not the time for {_en(state, tile)} yet. {must.en}",
    )


def _figures(state: AlleNeune) -> list[list[int]]:
    rows = state.figures[: int(state.players), : int(state.each)]
    return [[int(place) for place in row] for row in rows]


# Making nine


def _must_settle(state: AlleNeune) -> Refusal:
    front = _front(state)
    de, en = _list(state, front)
    if state.phase == FINISH:
        return Refusal(
            "AN-19",
            "Deine letzte Figur ist im Ziel: Was zusammen 9 ergibt, musst du werten. "
            f"Vor dir: {de}.",
            f"Your last figure is home: what makes 9 must be banked. In front of you: {en}.",
        )
    if len(front) == 2:
        return Refusal(
            "AN-17",
            f"Vor dir liegen {de}, zusammen 9: Werte sie (nine) oder behalte sie (keep).",
            f"{_up(en)} in front of you make 9: bank them (nine) or keep them (keep).",
        )
    if makes(state, int(state.seat), int(state.front[state.seat]), NINE):
        return Refusal(
            "AN-18",
            f"Drei Zahlen liegen vor dir: {de}. Was davon 9 ergibt, musst du jetzt werten.",
            f"Three numbers lie in front of you: {en}. What makes 9 must be banked now.",
        )
    return Refusal(
        "AN-18",
        f"Drei Zahlen liegen vor dir, die keine 9 ergeben: {de}. Eine davon musst du zur Seite "
        "legen.",
        f"Three numbers that make no 9 lie in front of you: {en}. One of them must be laid aside.",
    )


def _bad_settling(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    decision = decisions[at]
    if BANK <= decision < KEEP:
        return _bad_nine(state, decisions, at)
    if state.nine:
        return _wrong_sum(state, decisions, at - 1)
    must = _must_settle(state)
    if decision > KEEP and decision - DROP not in _front(state):
        return _not_in_front(state, decision - DROP, must)
    if decision == KEEP and len(_front(state)) == 3 and state.phase == SETTLE:
        return Refusal(
            "AN-18",
            f"Drei Zahlen darfst du nicht behalten. {must.de}",
            f"You cannot keep three numbers. {must.en}",
        )
    return must


def _bad_nine(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    for tile in _named(decisions, at):
        if tile not in _front(state):
            return _not_in_front(state, tile, _must_settle(state))
    return _wrong_sum(state, decisions, at)


def _not_in_front(state: AlleNeune, tile: int, must: Refusal) -> Refusal:
    if tile > 8 * state.sections:
        de, en = f"Feld {tile}", f"tile {tile}"
    else:
        de, en = _de(state, tile), _en(state, tile)
    return Refusal(
        must.rule,
        f"{_up(de)} liegt nicht vor dir. {must.de}",
        f"{_up(en)} is not in front of you. {must.en}",
    )


def _named(decisions: Sequence[int], at: int) -> list[int]:
    """The tiles of the nine that decision `at` belongs to."""
    low = high = at
    while low > 0 and BANK <= decisions[low - 1] < KEEP:
        low -= 1
    while high < len(decisions) and BANK <= decisions[high] < KEEP:
        high += 1
    return [decision - BANK for decision in decisions[low:high]]


def _wrong_sum(state: AlleNeune, decisions: Sequence[int], at: int) -> Refusal:
    tiles = _named(decisions, at)
    seat = int(state.seat)
    points = sum(worth(state, seat, tile) for tile in tiles)
    calculation = " + ".join(str(worth(state, seat, tile)) for tile in tiles)
    front = " + ".join(str(worth(state, seat, tile)) for tile in _front(state))
    if points == total(state, seat, int(state.front[seat])):
        return Refusal(
            due(state),
            f"{calculation} ist {points}, nicht 9.",
            f"{calculation} is {points}, not 9.",
        )
    return Refusal(
        due(state),
        f"{calculation} ist {points}; werten musst du genau 9, und vor dir liegen {front}.",
        f"{calculation} is {points}; exactly 9 must be banked, and in front of you are {front}.",
    )


# Chance


def explain_chance(state: AlleNeune, outcomes: Sequence[int], at: int) -> Refusal:
    if at > 0 and not midway(state):
        return _too_many(state, outcomes)
    if at == len(outcomes):
        return _too_few(state)
    outcome = outcomes[at]
    if state.phase == LAYING and TILE <= outcome < FACE:
        return _bad_tile(state, outcome)
    if state.phase == NUMBERS and TILE <= outcome < FACE:
        return Refusal(
            "AN-2",
            f"Erste Zahlen kommen aus den 42 Zahlenfeldern; {show_outcome(outcome)} ist keines.",
            f"First numbers come from the 42 number tiles; {show_outcome(outcome)} is none.",
        )
    if state.phase == STARTER and outcome >= SEAT:
        return Refusal(
            "AN-6",
            f"Es gibt nur die Plätze 0 bis {state.players - 1}.",
            f"There are only the seats 0 to {state.players - 1}.",
        )
    return _other_line(state)


def _other_line(state: AlleNeune) -> Refusal:
    line = LINES[int(state.phase)]
    return Refusal(
        due(state), f"Jetzt ist die Zeile {line} an der Reihe.", f"The line {line} is due now."
    )


def _lengths(state: AlleNeune) -> tuple[str, str, str]:
    rule = "AN-3" if state.sections == 6 else "AN-4"
    many = 8 * int(state.sections)
    return rule, f"Die Strecke hat {many} Felder", f"The track has {many} tiles"


def _too_few(state: AlleNeune) -> Refusal:
    if state.phase == NUMBERS:
        return Refusal(
            "AN-2",
            f"Alle {state.players} Plätze bekommen eine erste Zahl, nicht nur {state.laid}.",
            f"All {state.players} seats get a first number, not only {state.laid}.",
        )
    if state.phase == LAYING:
        rule, de, en = _lengths(state)
        return Refusal(rule, f"{de}, nicht nur {state.laid}.", f"{en}, not only {state.laid}.")
    return _other_line(state)


def _too_many(state: AlleNeune, outcomes: Sequence[int]) -> Refusal:
    many = len(outcomes)
    if outcomes[0] < TILE:
        return Refusal(
            "AN-2",
            f"{many} erste Zahlen sind zu viele für {state.players} Plätze.",
            f"{many} first numbers are too many for {state.players} seats.",
        )
    rule, de, en = _lengths(state)
    return Refusal(rule, f"{de}, nicht {many}.", f"{en}, not {many}.")


def _bad_tile(state: AlleNeune, outcome: int) -> Refusal:
    place = int(state.laid) + 1
    word = show_outcome(outcome)
    if place % 8 == 1 and outcome < CACTUS:
        return Refusal(
            "AN-3",
            f"Feld {place} ist ein Kaktusfeld, nicht {word}.",
            f"Tile {place} is a cactus tile, not {word}.",
        )
    if place % 8 != 1 and outcome >= CACTUS:
        return Refusal(
            "AN-3",
            f"Feld {place} gehört zu einem Abschnitt; Kaktusfeld {word} kann dort nicht liegen.",
            f"Tile {place} belongs to a section; the cactus tile {word} cannot lie there.",
        )
    many = 1 if outcome >= CACTUS else 6 if outcome == TILE + ANIMAL else 7
    return Refusal(
        "AN-1",
        f"Vom Feld {word} gibt es nur {many}, und alle sind schon gezogen.",
        f"Of the tile {word} there are only {many}, and all have been drawn.",
    )
