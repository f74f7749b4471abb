"""The OpenAPI description is true: requests made from it, good and bad, get what it promises."""

from __future__ import annotations

import random
import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from spieltisch.server.app import make_app
from spieltisch.server.settings import Settings
from tests.server.processes import PATIENCE, ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
Examples = dict[GenerationMode, int]
FORGET = "/api/me/forget"  # whoever is forgotten can ask no second time
DELETE = "/api/me/matches/{table}/delete"  # what is deleted is not there for others
# These need what only another answer, a message or a match tells: an id, a code, a key, a turn, a
# slow table, an address that can be reached. Each has tests of its own.
NOT_FROM_THE_DESCRIPTION = {
    "GET /api/cups/{cup}",
    "GET /api/days/{day}",
    "GET /api/deals/{deal}",
    "GET /api/deals/{deal}/compare/{key}",
    "GET /api/preview.png",
    "GET /api/stop/{key}",
    "POST /api/cups",
    "POST /api/deals",
    "POST /api/deals/{deal}/play",
    "POST /api/holidays",
    "POST /api/me/recover",
    "POST /api/notices/hook",
    "POST /api/notices/mail",
    "POST /api/notices/push",
    "POST /api/notices/{channel}",
    "POST /api/notices/{channel}/confirm",
    "POST /api/notices/{channel}/remove",
    "POST /api/notices/{channel}/test",
    "POST /api/stop/{key}",
    "POST /api/stop/{key}/mode",
    "POST /api/tables/handed",
    "POST /api/tables/lessons",
    "POST /api/tables/{table}/judge",
    "POST /api/tables/{table}/notices/{channel}",
    "POST /api/tables/{table}/pause",
    "POST /api/tables/{table}/pause/answer",
    "POST /api/tables/{table}/try",
}
FEW = {GenerationMode.POSITIVE: 10, GenerationMode.NEGATIVE: 4}
MANY = {GenerationMode.POSITIVE: 60, GenerationMode.NEGATIVE: 30}


@dataclass
class Host:
    """A guest with a table of every kind, so that requests find something."""

    http: httpx.Client
    game: str
    over: str = ""

    def arrive(self) -> None:
        self.http.post("/api/me", json={"name": "Ada"}).raise_for_status()
        self.over = self.finished()

    def finished(self) -> str:
        table = self.playing()
        self.http.post(f"/api/tables/{table}/seats/0/bot", json={"level": "random"})
        until = time.monotonic() + PATIENCE
        while self.http.get(f"/api/tables/{table}").json()["status"] != "over":
            assert time.monotonic() < until
            time.sleep(0.1)
        return table

    def table(self) -> dict[str, Any]:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        return {"game": self.game, "seats": seats, "public": True}

    def key(self, operation: Any) -> dict[str, str]:
        """Who asks: the host, or somebody new for each time that somebody is to be forgotten."""
        if operation.path != FORGET:
            return dict(self.http.cookies)
        with httpx.Client(base_url=self.http.base_url, timeout=PATIENCE) as stranger:
            stranger.post("/api/me", json={"name": "Bo"}).raise_for_status()
            return dict(stranger.cookies)

    def open(self) -> str:
        me, bot = self.table()["seats"]
        body = self.table() | {"seats": [me, {"kind": "open"}, bot]}
        return str(self.http.post("/api/tables", json=body).json()["id"])

    def playing(self) -> str:
        id_ = str(self.http.post("/api/tables", json=self.table()).json()["id"])
        self.http.post(f"/api/tables/{id_}/start", json={}).raise_for_status()
        return id_

    def mend(self, case: Case[Any], table: str, luck: random.Random) -> None:
        """Puts what exists into a request that would else only be told that nothing does."""
        if case.path_parameters and "table" in case.path_parameters:
            case.path_parameters["table"] = table
        if case.path_parameters and "seat" in case.path_parameters:
            case.path_parameters["seat"] = luck.randrange(2)
        if case.path_parameters and "key" in case.path_parameters:
            case.path_parameters["key"] = self.game
        if not isinstance(case.body, dict):
            return
        if "game" in case.body:
            case.body["game"] = self.game
            case.body.pop("options", None)
        if case.operation.path == "/api/tables":
            case.body |= self.table()
        if "level" in case.body:
            case.body["level"] = "random"
        if "key" in case.body:
            link = self.http.get(f"/api/tables/{table}/seats/0/link").json()
            case.body["key"] = link.get("key", "none")


@pytest.mark.timeout(900)  # a thousand requests, one after the other; a busy machine takes long
@pytest.mark.parametrize(
    "examples", [FEW, pytest.param(MANY, marks=pytest.mark.long)], ids=["few", "many"]
)
def test_requests_made_from_the_description_get_what_it_promises(
    server: ServerProcess, game: str, examples: Examples
) -> None:
    """The few are always the same ones, so that a failure is one for everybody."""
    schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    with httpx.Client(base_url=server.base, timeout=PATIENCE) as http:
        host = Host(http, game)
        host.arrive()
        found = bombard_all(host, schema, examples)
    useless = [name for name, codes in found.items() if not codes.keys() & {200, 201}]
    assert set(useless) <= NOT_FROM_THE_DESCRIPTION, found
    assert {name: codes for name, codes in found.items() if codes[401]} == {}  # all as a guest


def bombard_all(host: Host, schema: Any, examples: Examples) -> dict[str, Counter[int]]:
    """The statuses that each operation answered."""
    found = {}
    operations = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    for operation in operations:
        codes = found[operation.label] = Counter[int]()
        for mode, count in examples.items():
            if mode is GenerationMode.POSITIVE or operation.body or operation.query:
                bombard(host, operation, mode, count, codes)
    return found


def bombard(
    host: Host, operation: Any, mode: GenerationMode, count: int, codes: Counter[int]
) -> None:
    over = host.finished() if operation.path == DELETE else host.over
    real = st.sampled_from([host.open(), host.playing(), over, None])

    @given(case=operation.as_strategy(generation_mode=mode), table=real, luck=st.randoms())
    @settings(
        max_examples=count,
        derandomize=count == FEW[mode],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def attempt(case: Case[Any], table: str | None, luck: random.Random) -> None:
        if table is not None and mode is GenerationMode.POSITIVE:
            host.mend(case, table, luck)
        answer = case.call_and_validate(
            base_url=str(host.http.base_url), cookies=host.key(operation), checks=CHECKS
        )
        codes[answer.status_code] += 1

    attempt()


def test_every_route_tells_its_faults_and_its_answer() -> None:
    schema = make_app(Settings()).openapi()
    assert "HTTPValidationError" not in schema["components"]["schemas"]
    fault = {"$ref": "#/components/schemas/Fault"}
    for path, methods in schema["paths"].items():
        for described in methods.values():
            answers = described["responses"]
            wanted = {"403", "422", "429", "503"}
            wanted |= {"401", "404", "409"} if path.startswith("/api/tables") else set()
            assert wanted <= set(answers)
            for status, answer in answers.items():
                ((kind, content),) = answer["content"].items()
                if int(status) >= 400:
                    assert (kind, content["schema"]) == ("application/json", fault)
                else:
                    assert set(content["schema"]) == {"$ref"} or kind != "application/json"
