"""What changed between two views, and back: applying a patch to the one gives the other.

A patch of an object or a list says which keys (of lists: places) have new values (`=`), which have
patches of their own (`>`), and which are gone (`-`). Lists that grow or shrink are cut first: `~`
is where, how many entries go, and what comes in their place; keys are places in the list after
that. `web/src/shell/patches.ts` applies them.
"""

from __future__ import annotations

from operator import eq
from typing import Any

Patch = dict[str, Any]


def diff(old: Any, new: Any) -> Patch | None:
    """The patch that makes `new` of `old`, both objects or both lists; None where they are equal.

    To Python 1 and true are equal, so a key that is a number stays one.

    >>> diff({"a": 1, "b": [1, 2], "c": 3}, {"a": 2, "b": [1, 3]})
    {'=': {'a': 2, 'b': [1, 3]}, '-': ['c']}
    >>> diff({"b": [1, 2, 3, 4]}, {"b": [1, 5, 3, 3, 4]})
    {'>': {'b': {'~': [1, 1, [5, 3]]}}}
    >>> diff([{"id": 1, "n": 0}, {"id": 2}, {"id": 3}], [{"id": 1, "n": 7}, {"id": 3}])
    {'~': [1, 1, []], '>': {'0': {'=': {'n': 7}}}}
    """
    return (_of_objects(old, new) if type(new) is dict else _of_lists(old, new)) or None


# Parts that games keep from one view to the next are the same object: only the others are looked at


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    """Empty where both are equal."""
    get = old.get
    found = _of_entries(
        [
            (key, get(key, MISSING), value)
            for key, value in new.items()
            if get(key, MISSING) is not value
        ]
    )
    if len(old) != len(new) or old.keys() != new.keys():
        gone = [key for key in old if key not in new]
        if gone:
            found["-"] = gone
    return found


MISSING = object()


def _of_lists(old: list[Any], new: list[Any]) -> Patch:
    if len(old) == len(new):
        pairs = zip(old, new, strict=True)
        return _of_entries([(str(at), a, b) for at, (a, b) in enumerate(pairs) if a is not b])
    start, end = _ends(old, new)
    tail = len(new) - end
    ends = [(0, old[:start], new), (tail, old[len(old) - end :], new[tail:])]
    kept = [
        (str(at), a, b)
        for first, before, after in ends
        for at, (a, b) in enumerate(zip(before, after, strict=False), first)
        if a is not b
    ]
    return {"~": [start, len(old) - end - start, new[start:tail]], **_of_entries(kept)}


def _of_entries(entries: list[tuple[str, Any, Any]]) -> Patch:
    """Of entries that are other objects than before."""
    same: dict[str, Any] = {}
    inside: dict[str, Any] = {}
    for key, before, value in entries:
        kind = type(value)
        if before == value and before is not MISSING:
            continue  # most lists of numbers are, and Python compares them sooner than we do
        if kind is list:
            deep = value and type(before) is list and before and not _is_brief(value)
        else:
            deep = kind is dict and value and type(before) is dict and before
        if not deep:
            same[key] = value
        elif patch := diff(before, value):
            inside[key] = patch
    found: Patch = {}
    if same:
        found["="] = same
    if inside:
        found[">"] = inside
    return found


def _is_brief(values: list[Any]) -> bool:
    """Whether a list is sooner told than what changed in it."""
    return len(values) <= BRIEF and type(values[0]) in PLAIN


BRIEF = 4
PLAIN = (int, str, bool, type(None))


def _ends(old: list[Any], new: list[Any]) -> tuple[int, int]:
    """How many entries at the beginning and at the end of two lists are the same things."""
    shorter = min(len(old), len(new))
    same = _is_same if shorter and type(new[0]) is dict else eq
    start = 0
    while start < shorter and same(old[start], new[start]):
        start += 1
    end = 0
    while end < shorter - start and same(old[-1 - end], new[-1 - end]):
        end += 1
    return start, end


def _is_same(one: Any, other: Any) -> bool:
    """Equal, or objects that begin alike, as a tile does with its number: then it has changed."""
    if one is other:
        return True
    if type(one) is dict and type(other) is dict and one and other:
        first = next(iter(one))
        return first in other and one[first] == other[first]
    return bool(one == other)


def apply(old: Any, patch: Patch | None) -> Any:
    """What the patch makes of `old`, which stays as it is.

    >>> apply(
    ...     {"a": 1, "b": [1, 2], "c": 3}, {"=": {"a": 2}, ">": {"b": {"=": {"1": 3}}}, "-": ["c"]}
    ... )
    {'a': 2, 'b': [1, 3]}
    """
    if patch is None:
        return old
    copy = old.copy()
    if "~" in patch:
        start, many, entries = patch["~"]
        copy[start : start + many] = entries
    listed = isinstance(copy, list)
    for key, value in patch.get("=", {}).items():
        copy[int(key) if listed else key] = value
    for key, inner in patch.get(">", {}).items():
        place = int(key) if listed else key
        copy[place] = apply(copy[place], inner)
    for key in patch.get("-", ()):
        del copy[key]
    return copy
