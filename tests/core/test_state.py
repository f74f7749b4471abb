"""State records: signed, without gaps, told apart, cheap to copy."""

from __future__ import annotations

import pickle
from typing import Annotated

import numpy as np
import pytest

from spieltisch.core.jit import kernel
from spieltisch.core.state import AnyState, Ints, State, StateRecord, blank, copied, i8, i64, layout


class Sample(State):
    small: i8
    large: i64
    many: Annotated[Ints, np.int16, (3,)]


class Twin(State):
    small: i8
    large: i64
    many: Annotated[Ints, np.int16, (3,)]


@kernel
def enlarge(state: AnyState) -> None:
    state.large += 1


class Unsigned(State):
    wrong: Annotated[int, np.uint8]


def test_fields_are_attributes() -> None:
    state = blank(layout(Sample))
    state.large = 1 << 40
    state.many[1] = 7
    assert isinstance(state, StateRecord)
    assert (int(state.large), list(state.many)) == (1 << 40, [0, 7, 0])
    with pytest.raises(AttributeError, match="no field 'larg'"):
        _ = state.larg


def test_records_can_be_pickled() -> None:
    state = blank(layout(Sample))
    state.large = 5
    again = pickle.loads(pickle.dumps(state))
    assert again.tobytes() == state.tobytes()
    assert int(again.large) == 5


def test_no_byte_is_left_to_chance() -> None:
    dtype = layout(Sample)
    used = sum(dtype[name].itemsize for name in dtype.names or ())
    assert used == dtype.itemsize


def test_copies_are_equal_and_share_nothing() -> None:
    state = blank(layout(Sample))
    state.large = 5
    copy = copied(state)
    assert copy.tobytes() == state.tobytes()
    copy.large = 6
    copy.many[0] = 1
    assert (int(state.large), int(state.many[0])) == (5, 0)


def test_a_kernel_gets_the_record_itself() -> None:
    states = np.zeros(3, layout(Sample))
    for n in (0, 2):
        enlarge(states[n])
    copy = copied(states[2])
    enlarge(copy)
    assert (states["large"].tolist(), int(copy.large)) == ([1, 0, 1], 2)


def test_equal_fields_do_not_make_equal_types() -> None:
    assert layout(Sample) != layout(Twin)


def test_unsigned_fields_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Unsigned\.wrong must be a signed integer"):
        layout(Unsigned)
