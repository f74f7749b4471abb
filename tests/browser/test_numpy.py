"""The stand-in for NumPy, asked the same things as NumPy itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy
import pytest

from spieltisch import games
from spieltisch.browser import numpy as small
from spieltisch.browser.numpy.arrays import summed

NUMBERS = [float(1 / (n + 1)) for n in range(1000)]

ASKED: dict[str, Callable[[Any], Any]] = {
    "zeros": lambda np: np.zeros((2, 3), np.int32),
    "zeros_are_floats": lambda np: np.zeros(2),
    "array_of_whole_numbers": lambda np: np.array([[1, 2], [3, 4]]),
    "array_of_floats": lambda np: np.array([1, 2.5]),
    "array_of_arrays": lambda np: np.array([0 * np.array([1, 2]), np.array([1, 2])]),
    "narrow": lambda np: np.array([1, 300, -1][:1], np.int8),
    "row": lambda np: np.array([[1, 2], [3, 4]])[1],
    "item": lambda np: np.array([[1, 2], [3, 4]])[1, -1],
    "column": lambda np: np.array([[1, 2], [3, 4]])[:, 1],
    "slice": lambda np: np.array(range(10))[2:8:3],
    "places": lambda np: np.array([5, 6, 7])[[2, 0]],
    "places_by_array": lambda np: np.array([5, 6, 7])[np.array([2, 0])],
    "chosen": lambda np: np.array([5, 6, 7])[np.array([5, 6, 7]) > 5],
    "chosen_in_a_table": lambda np: np.array([[5, 6], [7, 8]])[np.array([[0, 1], [1, 0]]) == 1],
    "from_bytes": lambda np: np.frombuffer(bytes(range(12)), np.int8).reshape(3, 4),
    "bits": lambda np: np.frombuffer(bytes([5, 2]), np.int8)[:, None] >> np.arange(3) & 1,
    "any_of_columns": lambda np: np.array([[0, 1], [0, 0]], np.int8).any(axis=0),
    "mean": lambda np: np.array(NUMBERS).mean(),
    "means_of_rows": lambda np: np.array([NUMBERS[:90], NUMBERS[90:180]]).mean(axis=1),
    "spread": lambda np: np.array(NUMBERS).std(ddof=1),
    "sum": lambda np: np.array(NUMBERS).sum(),
    "sum_of_whole_numbers": lambda np: np.array([3, 4], np.int8).sum(),
    "quotient": lambda np: np.array([1.0, 2.0]) / np.maximum(np.array([0, 3]), 1),
    "order": lambda np: np.argsort(-np.array([2.0, 5.0, 2.0, 9.0]), kind="stable"),
    "order_of_itself": lambda np: (-np.array([2.0, 5.0])).argsort(kind="stable"),
    "largest": lambda np: np.array([1.0, 5.0, 5.0]).argmax(),
    "full": lambda np: np.full(3, 0.5),
    "equal": lambda np: np.array([1, 2]) == 2,
    "products": lambda np: 2 * np.array([1, 2]) + np.array([[1], [2]]),
    "copy": lambda np: np.array([[1, 2], [3, 4]])[:, 0].copy(),
    "nothing": lambda np: np.zeros(0, np.int64),
}


def changed(np: Any) -> list[Any]:
    """Views share memory, and rows are written one by one or stretched."""
    table = np.zeros((2, 3, 4), np.int64)
    table[0] = [1, 2, 3, 4]
    table[1, :, 1:3] = np.array([[7, 8]])
    table[1, 2][0] = 9
    first, second = np.zeros((2, 3))
    first[1], second[:] = 5, 2
    row = table[0, 1]
    row[:2] = 6
    return [table.tolist(), first.tolist(), second.tolist(), table[:, 1].tolist()]


@pytest.mark.parametrize("asked", list(ASKED))
def test_it_answers_like_numpy(asked: str) -> None:
    right, mine = ASKED[asked](numpy), ASKED[asked](small)
    assert getattr(right, "shape", ()) == getattr(mine, "shape", ())
    if isinstance(right, numpy.ndarray):
        assert mine.dtype.kind == right.dtype.kind
        assert mine.tolist() == right.tolist()
    else:
        assert mine == right


def test_it_is_written_to_like_numpy() -> None:
    assert changed(small) == changed(numpy)


def test_shapes_that_do_not_fit_are_refused() -> None:
    for np in numpy, small:
        with pytest.raises(ValueError):
            np.zeros((2, 3))[:] = np.zeros((2, 2))
        with pytest.raises(IndexError):
            np.zeros(3)[3]


@pytest.mark.parametrize("many", [0, 1, 7, 8, 9, 127, 128, 129, 300, 1000])
def test_sums_are_added_in_the_same_order(many: int) -> None:
    assert summed(NUMBERS[:many]) == numpy.array(NUMBERS[:many]).sum()


def declared(np: Any, key: str) -> Any:
    """A game's layout, by one or the other."""
    fields = games.find(key).rules.STATE.fields
    assert fields is not None
    described = []
    for name, (kind, *_) in fields.items():
        inner, shape = kind.subdtype or (kind, ())
        described.append((name, getattr(np, inner.name), shape))
    plain = np.dtype(described, align=True)
    return np.dtype((type("Record", (np.void,), {}), plain))


@pytest.mark.parametrize("key", list(games.cards()))
def test_records_lie_in_memory_like_those_of_numpy(key: str) -> None:
    right, mine = declared(numpy, key), declared(small, key)
    raw = bytes(n * 37 % 251 for n in range(right.itemsize))
    one, other = numpy.frombuffer(raw, right)[0], small.frombuffer(bytearray(raw), mine)[0]
    assert mine.itemsize == right.itemsize
    assert other.tobytes() == one.tobytes()
    for name in right.names:
        value = other[name]
        assert (value.tolist() if hasattr(value, "tolist") else value) == one[name].tolist()


def test_a_record_shares_the_memory_of_its_array() -> None:
    kind = small.dtype([("a", small.int8), ("b", small.int16, (2,))], align=True)
    records = small.zeros(3, kind)
    records[1]["b"] = [4, -5]
    records[2] = records[1]
    copy = records[2].copy()
    records[2]["a"] = 7
    assert records[2]["b"].tolist() == [4, -5]
    assert (copy["a"], records[2]["a"], len(records.tobytes())) == (0, 7, 18)
    assert records[2].place - records.place == 2 * kind.itemsize


def test_kernels_are_handed_only_what_lies_in_one_piece() -> None:
    table = small.zeros((4, 4), small.int64)
    assert table[2].place - table.place == 64
    with pytest.raises(ValueError):
        _ = table[:, 1].place
