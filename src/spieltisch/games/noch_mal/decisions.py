"""What the numbers of decisions and outcomes mean, and what two dice stand for.

A turn is two dice and then the cells of one block, or to pass. Colours are numbered in the order
green, yellow, blue, red, orange; the faces of a die end with its joker.
"""

from __future__ import annotations

from spieltisch.core.jit import exported
from spieltisch.games.noch_mal.sheets.sheet import BLOCKS

SEATS = 6
COLOURS = 5
NUMBERS = 5  # the most cells in a roll [NM-9]
JOKER = 5  # the last face of either die [NM-10]
FACES = 6

# Two dice: colour option * NUMBER_OPTIONS + number option. Options are the five colours, then the
# five that a joker may mean; 1 … 5, then ?=1 … ?=5, and ?=6, which is there only to be refused.
NUMBER_OPTIONS = 2 * NUMBERS + 1
PASS = 2 * COLOURS * NUMBER_OPTIONS
PLACE = PASS + 1  # PLACE + block * SETS + set of cells
SETS = 64
ACTIONS = PLACE + BLOCKS * SETS
MOST = 7 * 7 + 1  # two plain dice and five meanings of a joker, of both kinds; and to pass

# Chance: who starts, a colour die, a number die.
COLOUR_FACE = SEATS
NUMBER_FACE = COLOUR_FACE + FACES
OUTCOMES = NUMBER_FACE + FACES


@exported("int -> int")
def colour_of(dice: int) -> int:
    """The colour that is marked with two dice, a joker's meaning included."""
    return dice // NUMBER_OPTIONS % COLOURS


@exported("int -> int")
def number_of(dice: int) -> int:
    """How many cells are marked with two dice, a joker's meaning included."""
    number = dice % NUMBER_OPTIONS
    return number + 1 if number < NUMBERS else number + 1 - NUMBERS


@exported("int -> int")
def colour_face(dice: int) -> int:
    """The face of the colour die."""
    colour = dice // NUMBER_OPTIONS
    return colour if colour < COLOURS else JOKER


@exported("int -> int")
def number_face(dice: int) -> int:
    """The face of the number die."""
    number = dice % NUMBER_OPTIONS
    return number if number < NUMBERS else JOKER


@exported("int -> int")
def price(dice: int) -> int:
    """What two dice cost in exclamation marks [NM-10]."""
    return int(colour_face(dice) == JOKER) + int(number_face(dice) == JOKER)
