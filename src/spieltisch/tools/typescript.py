"""TypeScript of shapes described in Python: pydantic models, dataclasses, and unions of them."""

from __future__ import annotations

import dataclasses
import inspect
import json
import types
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from pydantic.fields import FieldInfo

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}
PLAIN |= {Any: "unknown"}


def render(models: Iterable[type[Any]], unions: dict[str, Any]) -> Iterator[str]:
    """An interface per model, and per union a type; models that these name must be among them."""
    for model in models:
        yield from interface(model)
        yield ""
    for name, union in unions.items():
        yield f"export type {name} ="
        parts = [type_of(part) for part in _parts(union)]
        yield from (f"  | {part}{';' if part == parts[-1] else ''}" for part in parts)
        yield ""


def interface(model: type[Any]) -> Iterator[str]:
    if dataclasses.is_dataclass(model):
        yield from _plain(model)
        return
    said = inspect.cleandoc(model.__doc__ or "") if "__doc__" in vars(model) else ""
    if said:
        yield f"/** {' '.join(said.split())} */"
    above = [base for base in model.__bases__ if base.model_fields]  # type: ignore[attr-defined]
    known = {name for base in above for name in base.model_fields}  # type: ignore[attr-defined]
    extends = f" extends {', '.join(base.__name__ for base in above)}" if above else ""
    fields = {name: info for name, info in model.model_fields.items() if name not in known}
    if not fields:
        yield f"export type {model.__name__} = {extends.removeprefix(' extends ') or _EMPTY};"
        return
    yield f"export interface {model.__name__}{extends} {{"
    for name, info in fields.items():
        yield f"  {property_of(name, info)};"
    yield "}"


def _plain(model: type[Any]) -> Iterator[str]:
    """A dataclass; what has a default may be left out."""
    hints, missing = get_type_hints(model, include_extras=True), dataclasses.MISSING
    yield f"export interface {model.__name__} {{"
    for each in dataclasses.fields(model):
        needed = each.default is missing and each.default_factory is missing
        yield f"  {each.name}{'' if needed else '?'}: {type_of(hints[each.name])};"
    yield "}"


_EMPTY = "Record<string, never>"


def property_of(name: str, info: FieldInfo) -> str:
    """What has a default may be left out."""
    shown = info.alias or name
    return f"{shown}{'' if info.is_required() else '?'}: {type_of(info.annotation)}"


def type_of(annotation: Any) -> str:
    """
    >>> type_of(list[int | None]), type_of(Literal["a", 1]), type_of(dict[str, Any])
    ('(number | null)[]', '"a" | 1', 'Json')
    """
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_of(args[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in args)
    if origin in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(type_of(part) for part in args))
    if origin is list:
        inner = type_of(args[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if annotation == dict[str, Any]:
        return "Json"
    if isinstance(annotation, type) and _is_described(annotation):
        return annotation.__name__
    raise TypeError(f"no TypeScript for {annotation!r}")


def _is_described(annotation: type) -> bool:
    return dataclasses.is_dataclass(annotation) or issubclass(annotation, BaseModel)


def _parts(union: Any) -> tuple[Any, ...]:
    """The members of a union, also of one that says how to tell them apart."""
    if get_origin(union) is Annotated:
        union = get_args(union)[0]
    return get_args(union)
