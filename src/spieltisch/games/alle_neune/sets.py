"""Sets of tiles: integers with bit t for tile t."""

from spieltisch.core.bits import lowest, ones
from spieltisch.core.jit import exported

first = lowest  # the lowest tile of a set that is not empty
count = ones  # how many tiles a set has


@exported("int -> int")
def bit(tile: int) -> int:
    return 1 << int(tile)
