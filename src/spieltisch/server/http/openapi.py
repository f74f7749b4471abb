"""The OpenAPI description: which answers and faults a route has.

Answers are named where routes are declared, and described when somebody asks: a server would start
half a second later, and asks are rare.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from spieltisch.server.http.responses import Fault

Responses = dict[int | str, dict[str, Any]]

REFERENCE = "#/components/schemas/{model}"
_shapes: set[type[BaseModel]] = set()

WORDS = {
    401: "A guest is needed: POST /api/me first",
    403: "Not from this page, or not with this seat",
    404: "There is no such table or game",
    409: "Not now, or not with these seats; or the rules refuse it",
    413: "Too long",
    422: "Not understood, or an option or bot that does not exist",
    429: "Too fast; Retry-After says how many seconds to wait",
    500: "A fault of the server",
    503: "Compiling, restarting, or without its database; try again soon",
}


def faults(*statuses: int) -> Responses:
    return {status: _named(Fault) | {"description": WORDS[status]} for status in statuses}


def _named(shape: type[BaseModel]) -> dict[str, Any]:
    _shapes.add(shape)
    reference = REFERENCE.format(model=shape.__name__)
    return {"content": {"application/json": {"schema": {"$ref": reference}}}}


ANYWHERE = faults(403, 413, 422, 429, 500, 503)
AT_TABLES = ANYWHERE | faults(401, 404, 409)


def gives(shape: type[BaseModel], status: int = 200) -> Responses:
    return {status: _named(shape) | {"description": HTTPStatus(status).phrase}}


def gives_file(media: str) -> Responses:
    return {200: {"content": {media: {"schema": {"type": "string"}}}}}


def describe(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """FastAPI's description, with the shapes of answers."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(made())
        assert app.openapi_schema is not None
        return app.openapi_schema

    return openapi


def _complete(schema: dict[str, Any]) -> None:
    """Adds the shapes, and lets them take the place of `any object`."""
    shapes = sorted(_shapes, key=lambda shape: shape.__name__)
    _, told = models_json_schema(
        [(shape, "serialization") for shape in shapes], ref_template=REFERENCE
    )
    known = schema.setdefault("components", {}).setdefault("schemas", {})
    for name, shape in told["$defs"].items():
        if known.setdefault(name, shape) != shape:
            raise ValueError(f"two shapes are called {name}")
    for methods in schema["paths"].values():
        for described in methods.values():
            for answer in described["responses"].values():
                for content in answer.get("content", {}).values():
                    if "$ref" in content["schema"]:
                        content["schema"] = {"$ref": content["schema"]["$ref"]}
