"""What changed between two views, and back: applying a patch to the one gives the other.

A patch of an object or a list says which keys (of lists: places) have new values (`=`), which have
patches of their own (`>`), and which are gone (`-`). Lists that grow or shrink are cut: `~` is
where, how many entries go, and what comes in their place. `web/src/shell/patches.ts` applies them.
"""

from __future__ import annotations

from typing import Any

Patch = dict[str, Any]


def diff(old: Any, new: Any) -> Patch | None:
    """The patch that makes `new` of `old`, both objects or both lists; None where they are equal.

    To Python 1 and true are equal, so a key that is a number stays one.

    >>> diff({"a": 1, "b": [1, 2], "c": 3}, {"a": 2, "b": [1, 3]})
    {'=': {'a': 2}, '>': {'b': {'=': {'1': 3}}}, '-': ['c']}
    >>> diff([1, 2, 3, 4], [1, 5, 3, 3, 4])
    {'~': [1, 1, [5, 3]]}
    """
    return (_of_objects(old, new) if isinstance(new, dict) else _of_lists(old, new)) or None


def _of_objects(old: dict[str, Any], new: dict[str, Any]) -> Patch:
    """Empty where both are equal: they are gone through once, and parts that games keep from one
    view to the next are the same object."""
    same, inside = {}, {}
    for key, value in new.items():
        before = old.get(key, MISSING)
        if before is value:
            continue
        kind = type(value)
        if (kind is dict or kind is list) and value and before and type(before) is kind:
            if patch := diff(before, value):
                inside[key] = patch
        elif before is MISSING or before != value:
            same[key] = value
    gone = [key for key in old if key not in new] if old.keys() != new.keys() else []
    return _patch(same, inside, gone)


MISSING = object()


def _of_lists(old: list[Any], new: list[Any]) -> Patch:
    if len(old) != len(new):
        return {"~": _cut(old, new)}
    same, inside = {}, {}
    for at, (before, value) in enumerate(zip(old, new, strict=True)):
        if before is value:
            continue
        kind = type(value)
        if (kind is dict or kind is list) and value and before and type(before) is kind:
            if patch := diff(before, value):
                inside[str(at)] = patch
        elif before != value:
            same[str(at)] = value
    return _patch(same, inside, [])


def _patch(same: dict[str, Any], inside: dict[str, Any], gone: list[str]) -> Patch:
    found: Patch = {}
    if same:
        found["="] = same
    if inside:
        found[">"] = inside
    if gone:
        found["-"] = gone
    return found


def _cut(old: list[Any], new: list[Any]) -> list[Any]:
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [start, len(old) - end - start, new[start : len(new) - end]]


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
