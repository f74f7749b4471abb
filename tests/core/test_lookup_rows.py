"""Numbers that are written several at once, compiled and interpreted."""

from __future__ import annotations

import numpy as np

from spieltisch.core.lookup_rows import put_bits, put_eight, put_four

TABLE = np.arange(48, dtype=np.float32)


def test_a_row_is_written_where_it_belongs_and_nowhere_else() -> None:
    out = np.full(12, -1, np.float32)
    put_four(out, 1, TABLE.reshape(12, 4), 2)
    assert out.tolist() == [-1, 8, 9, 10, 11, *[-1] * 7]
    put_eight(out, 3, TABLE.reshape(6, 8), 5)
    assert out.tolist() == [-1, 8, 9, *range(40, 48), -1]


def test_bits_are_written_eight_at_a_time() -> None:
    out = np.full(20, -1, np.float32)
    put_bits(out, 1, 0b1_1010_0110, 9)
    assert out.tolist() == [-1, 0, 1, 1, 0, 0, 1, 0, 1, 1, *[0] * 7, -1, -1, -1]
