"""Why a turn or a roll is refused: the rule's id and a sentence in German and English.

Nothing is decided here. The kernels have refused; their tables tell which of the rules it was.
"""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.errors import Refusal
from spieltisch.core.language import listed
from spieltisch.games.noch_mal.decisions import (
    COLOUR_FACE,
    NUMBER_FACE,
    NUMBERS,
    PASS,
    PLACE,
    SETS,
    colour_face,
    colour_of,
    number_face,
    number_of,
    price,
)
from spieltisch.games.noch_mal.notation import (
    COLOUR_FACES,
    NUMBER_FACES,
    cells_of,
    dice_words,
    show_dice,
    show_outcome,
)
from spieltisch.games.noch_mal.rules import (
    FREE_ROLLS,
    colours_left,
    dice_each,
    first_outcome,
    has_ended,
    numbers_left,
    open_sets,
)
from spieltisch.games.noch_mal.sheets.sheet import (
    COLOUR_NAMES,
    ROWS,
    SIZES,
    cell_name,
    neighbours,
)
from spieltisch.games.noch_mal.state import CHOOSE, DONE, DRAW_FIRST, NochMal
from spieltisch.games.noch_mal.words import NUMBER_NAMES, say_dice


def due(state: NochMal) -> str:
    """The rule that asks for what is due now."""
    if state.stage == DONE:
        if state.players == 1:
            return "NM-16"
        return "NM-13" if has_ended(state) else "NM-17"
    if state.players == 1 and state.stage != DRAW_FIRST:
        return "NM-16"
    return "NM-4" if state.stage == CHOOSE and state.roll <= FREE_ROLLS else "NM-3"


def explain(state: NochMal, decisions: Sequence[int], at: int) -> Refusal:
    if not decisions:
        return Refusal("NM-5", "Wer nichts ankreuzt, passt.", "Whoever marks nothing passes.")
    if decisions[0] == PASS:
        return Refusal(
            "NM-5",
            "Wer passt, kreuzt nichts an.",
            "Whoever passes marks nothing.",
        )
    if decisions[0] > PASS:
        return Refusal(
            "NM-3",
            "Wähle zuerst einen Farbwürfel und einen Zahlenwürfel.",
            "Choose a colour die and a number die first.",
        )
    placed = [one for one in decisions[1:] if one >= PLACE]
    if at > 1:  # the turn was over before this, and its crosses are made
        return two_blocks(state, placed)
    for cell in cells_of(state, placed):
        if is_marked(state, cell):
            return already_marked(cell)
    if at == 0:
        refusal = explain_dice(state, decisions[0])
        if refusal is not None:
            return refusal
        if len(decisions) == 1:
            return no_cells(decisions[0])
    return explain_cells(state, decisions)


# Dice


def explain_dice(state: NochMal, dice: int) -> Refusal | None:
    seat = int(state.seat)
    if number_of(dice) > NUMBERS:
        return Refusal(
            "NM-10",
            "Das Fragezeichen steht für eine Zahl von 1 bis 5, nie für eine 6.",
            "The question mark stands for a number from 1 to 5, never for a 6.",
        )
    colours, numbers = dice_words(state)
    colour, number = COLOUR_FACES[colour_face(dice)], NUMBER_FACES[number_face(dice)]
    missing = missing_die(
        state, colour, colours, colours_left(state, seat), COLOUR_FACES
    ) or missing_die(state, number, numbers, numbers_left(state, seat), NUMBER_FACES)
    if missing is not None:
        return missing
    cost, owned = price(dice), int(state.exclamations[seat])
    if cost > owned:
        de, en = said(dice)
        en = en[0].upper() + en[1:]
        return Refusal(
            "NM-10",
            f"{de} kostet {many(cost, 'de')}, du hast {owned or 'keins mehr'}.",
            f"{en} costs {many(cost, 'en')}, and you have {owned or 'none'} left.",
        )
    return None


def said(dice: int) -> tuple[str, str]:
    """The two dice in German and in English."""
    return say_dice(show_dice(dice), "de"), say_dice(show_dice(dice), "en")


def many(exclamations: int, lang: str) -> str:
    if lang == "de":
        return f"{NUMBER_NAMES['de'][exclamations]} Ausrufezeichen"
    return f"{NUMBER_NAMES['en'][exclamations]} exclamation mark{'s' * (exclamations > 1)}"


def missing_die(
    state: NochMal, face: str, rolled: Sequence[str], left: int, faces: str
) -> Refusal | None:
    """Why no die with this face can be chosen, or None if one can."""
    if left >> faces.index(face) & 1:
        return None
    de, en = face_names(face)
    if face in rolled:
        return Refusal(
            "NM-3",
            f"{de} hat der aktive Spieler schon genommen.",
            f"The active player has already taken {en}.",
        )
    rest_de, rest_en = (", ".join(face_name(one, lang) for one in rolled) for lang in ("de", "en"))
    return Refusal(
        "NM-4" if state.roll <= FREE_ROLLS and state.players > 1 else due(state),
        f"{de} ist nicht gefallen; es liegen: {rest_de}.",
        f"No die shows {en}; there are: {rest_en}.",
    )


def face_names(face: str) -> tuple[str, str]:
    """The face of a die, as the beginning of a German sentence and within an English one."""
    if face == "X":
        return "Das schwarze X", "the black X"
    if face == "?":
        return "Das Fragezeichen", "the question mark"
    if face.isdigit():
        return f"Die {face}", f"a {face}"
    return face_name(face, "de"), face_name(face, "en")


def face_name(face: str, lang: str) -> str:
    """The face of a die in a list."""
    if face in "X?" or face.isdigit():
        return face
    name = COLOUR_NAMES[lang][COLOUR_FACES.index(face)]
    return name.capitalize() if lang == "de" else name


# Cells


def explain_cells(state: NochMal, decisions: Sequence[int]) -> Refusal:
    """Why these cells cannot be marked with these dice. First what is wrong with the cells, then
    with their number: whoever taps a cell one by one has not finished counting."""
    dice, placed = decisions[0], [one for one in decisions[1:] if one >= PLACE]
    cells = cells_of(state, placed)
    seat = int(state.seat)
    if not cells:
        return wrong_count(dice, 0)
    for cell in cells:
        colour = int(state.cell_block[cell]) // SIZES
        if colour != colour_of(dice):
            return wrong_colour(cell, colour, colour_of(dice))
    if len(placed) > 1:
        return two_blocks(state, placed)
    block, chosen = divmod(placed[0] - PLACE, SETS)
    if len(cells) < number_of(dice):
        return too_few(state, seat, dice, block, chosen)
    if not int(state.connected[block]) >> chosen & 1:
        return Refusal(
            "NM-7",
            f"{cells_in(cells, 'de')} hängen nicht alle waagerecht oder senkrecht zusammen.",
            f"{cells_in(cells, 'en')} are not all connected horizontally or vertically.",
        )
    if len(cells) > number_of(dice):
        return wrong_count(dice, len(cells))
    return out_of_reach(state, seat, cells)


def too_few(state: NochMal, seat: int, dice: int, block: int, chosen: int) -> Refusal:
    """More cells are needed: if there are none to go with these, that is the reason."""
    number, sets = number_of(dice), open_sets(state, seat, block)
    fitting = [one for one in range(SETS) if sets >> one & 1 and one & chosen == chosen]
    if any(one.bit_count() == number for one in fitting):
        return wrong_count(dice, chosen.bit_count())
    cells = cells_of(state, [PLACE + block * SETS + chosen])
    free = block % SIZES + 1 - int(state.marks[seat, block]).bit_count()
    if free < number:
        de, en = NUMBER_NAMES["de"][free], NUMBER_NAMES["en"][free]
        needed = NUMBER_NAMES["de"][number], NUMBER_NAMES["en"][number]
        colour = COLOUR_NAMES["de"][colour_of(dice)], COLOUR_NAMES["en"][colour_of(dice)]
        return Refusal(
            "NM-7",
            f"Dieser {inflected(colour[0])}e Block hat nur noch {de} "
            f"{'freies' if free == 1 else 'freie'} Kästchen; du brauchst {needed[0]}.",
            f"This {colour[1]} block has only {en} free cell{'s' * (free > 1)} left; you need "
            f"{needed[1]}.",
        )
    if fitting:
        return too_small(max(one.bit_count() for one in fitting), number)
    if len(cells) > 1:
        return wrong_count(dice, len(cells))
    return out_of_reach(state, seat, cells)


def too_small(most: int, number: int) -> Refusal:
    """Enough cells are free in the block, but crosses lie between them."""
    de, en = NUMBER_NAMES["de"], NUMBER_NAMES["en"]
    if most == 1:
        return Refusal(
            "NM-7",
            f"Daneben ist kein Kästchen dieses Blocks mehr frei; du brauchst {de[number]}.",
            f"No cell of this block next to it is free any more; you need {en[number]}.",
        )
    return Refusal(
        "NM-7",
        f"Hier hängen nur noch {de[most]} freie Kästchen zusammen; du brauchst {de[number]}.",
        f"Only {en[most]} free cells hang together here; you need {en[number]}.",
    )


def inflected(colour: str) -> str:
    """The stem to which German adds an ending: "orange" has lost its own."""
    return colour.rstrip("e")


def cells_in(cells: Sequence[int], lang: str) -> str:
    """Cells by their columns, as the beginning of a sentence; their names are for writers.

    >>> cells_in([0], "de"), cells_in([0, 1, 7], "en")
    ('Das Kästchen in Spalte A (A1)', 'The cells in columns A and B (A1, A2 and B1)')
    """
    columns = sorted({cell_name(cell)[0] for cell in cells})
    where = listed(columns, lang)
    names = listed([cell_name(cell) for cell in cells], lang)
    one, several = len(cells) == 1, len(columns) > 1
    if lang == "de":
        column = "den Spalten" if several else "Spalte"
        return f"{'Das' if one else 'Die'} Kästchen in {column} {where} ({names})"
    return f"The cell{'s' * (not one)} in column{'s' * several} {where} ({names})"


def no_cells(dice: int) -> Refusal:
    de, en = said(dice)
    return Refusal(
        "NM-7",
        f"Für {de} gibt es auf deinem Blatt keine passenden Kästchen.",
        f"There are no cells on your sheet that {en} could mark.",
    )


def wrong_count(dice: int, named: int) -> Refusal:
    number = number_of(dice)
    de, en = said(dice)
    cells_de, cells_en = NUMBER_NAMES["de"][number], NUMBER_NAMES["en"][number]
    return Refusal(
        "NM-7",
        f"Mit {de} kreuzt du genau {cells_de} Kästchen an, nicht {named}.",
        f"With {en} you cross off exactly {cells_en} cell{'s' * (number > 1)}, not {named}.",
    )


def wrong_colour(cell: int, colour: int, wanted: int) -> Refusal:
    de, en = COLOUR_NAMES["de"], COLOUR_NAMES["en"]
    return Refusal(
        "NM-7",
        f"{cells_in([cell], 'de')} ist {de[colour]}, gewählt ist {de[wanted]}.",
        f"{cells_in([cell], 'en')} is {en[colour]}, but you chose {en[wanted]}.",
    )


def is_marked(state: NochMal, cell: int) -> bool:
    block, bit = int(state.cell_block[cell]), int(state.cell_bit[cell])
    return bool(int(state.marks[int(state.seat), block]) >> bit & 1)


def already_marked(cell: int) -> Refusal:
    return Refusal(
        "NM-7",
        f"{cells_in([cell], 'de')} ist schon angekreuzt.",
        f"{cells_in([cell], 'en')} is already crossed off.",
    )


def two_blocks(state: NochMal, placed: Sequence[int]) -> Refusal:
    one, other = (cells_of(state, [place])[0] for place in placed[:2])
    return Refusal(
        "NM-7",
        f"{cells_in([other], 'de')} gehört zu einem anderen Block als das in Spalte "
        f"{cell_name(one)[0]} ({cell_name(one)}).",
        f"{cells_in([other], 'en')} belongs to another block than the one in column "
        f"{cell_name(one)[0]} ({cell_name(one)}).",
    )


def out_of_reach(state: NochMal, seat: int, cells: Sequence[int]) -> Refusal:
    for cell in cells:
        for corner in corners(cell):
            block, bit = int(state.cell_block[corner]), int(state.cell_bit[corner])
            if int(state.marks[seat, block]) >> bit & 1:
                verb = ("berührt", "touches") if len(cells) == 1 else ("berühren", "touch")
                return Refusal(
                    "NM-8",
                    f"{cells_in(cells, 'de')} {verb[0]} deine Kreuze nur über Eck.",
                    f"{cells_in(cells, 'en')} {verb[1]} your crosses at a corner only.",
                )
    verb_de, verb_en = ("liegt", "is") if len(cells) == 1 else ("liegen", "are")
    return Refusal(
        "NM-8",
        f"{cells_in(cells, 'de')} {verb_de} weder in Spalte H noch neben einem deiner Kreuze.",
        f"{cells_in(cells, 'en')} {verb_en} neither in column H nor next to one of your crosses.",
    )


def corners(cell: int) -> list[int]:
    """The cells that touch `cell` at a corner only."""
    beside = [near for near in neighbours(cell) if near // ROWS != cell // ROWS]
    return [far for near in beside for far in neighbours(near) if far // ROWS == near // ROWS]


# Chance


def explain_chance(state: NochMal, outcomes: Sequence[int], at: int) -> Refusal:
    if state.stage == DRAW_FIRST:
        return explain_first(state, outcomes)
    each = dice_each(state)
    rule = "NM-16" if state.players == 1 else "NM-3"
    dice = len([outcome for outcome in outcomes if outcome >= COLOUR_FACE])
    if dice != 2 * each:
        return Refusal(
            rule,
            f"Geworfen werden {NUMBER_NAMES['de'][2 * each]} Würfel, nicht {dice}.",
            f"{NUMBER_NAMES['en'][2 * each].capitalize()} dice are rolled, not {dice}.",
        )
    kind_de, kind_en = "Farbwürfel", "colour die"
    if first_outcome(state) == NUMBER_FACE:
        kind_de, kind_en = "Zahlenwürfel", "number die"
    face = show_outcome(outcomes[at])
    return Refusal(
        "NM-1",
        f"Würfel {at + 1} ist ein {kind_de} und kann nicht {face} zeigen.",
        f"Die {at + 1} is a {kind_en} and cannot show {face}.",
    )


def explain_first(state: NochMal, outcomes: Sequence[int]) -> Refusal:
    if outcomes and outcomes[0] < COLOUR_FACE:
        return Refusal(
            "NM-1",
            f"Platz {outcomes[0]} gibt es nicht; die Plätze sind 0 bis {int(state.players) - 1}.",
            f"There is no seat {outcomes[0]}; seats are 0 to {int(state.players) - 1}.",
        )
    return Refusal(
        "NM-3",
        "Zuerst wird ausgelost, wer anfängt.",
        "Who starts is drawn first.",
    )
