"""What a record is refused for, line by line of the format."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from spieltisch import games
from spieltisch.api import load, read_record
from spieltisch.core.errors import RecordError
from spieltisch.matches import record
from tests.contract.every import finish, match_of
from tests.contract.test_records import shortest

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module", params=list(games.cards()))
def honest(request: pytest.FixtureRequest) -> str:
    key = request.param
    players = games.card(key).players[-1]
    return finish(match_of(key, players, seed=3, **shortest(key))).record()


def forged(text: str, change: Callable[[Lines], object]) -> RecordError:
    lines = [json.loads(line) for line in text.splitlines()]
    change(lines)
    again = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    with pytest.raises(RecordError) as caught:
        record.verify(again, games.find)
    return caught.value


def inserted(line: dict[str, Any], lines: Lines) -> None:
    lines.insert(1, line)


def changed(change: dict[str, Any], lines: Lines) -> None:
    lines[0].update(change)


HEADERS: list[dict[str, Any]] = [
    {"spieltisch": 2},
    {"spieltisch": True},
    {"spieltisch": None},
    {"game": "chess"},
    {"game": ["x"]},
    {"players": 99},
    {"players": "2"},
    {"players": True},
    {"options": {"nonsense": 1}},
    {"options": {"random_start": 1}},
    {"options": []},
    {"names": ["only one of many"] * 20},
    {"names": "Ada"},
    {"rules": 99},
    {"rules": "1"},
]


@pytest.mark.parametrize("change", HEADERS, ids=json.dumps)
def test_rec_1_header_and_options(honest: str, change: dict[str, Any]) -> None:
    error = forged(honest, partial(changed, change))
    assert (error.event, error.rule) == (0, "REC-1")


def test_rec_2_a_line_that_is_no_line(honest: str) -> None:
    changes: list[dict[str, Any]] = [{}, {"turn": "x", "chance": "y"}, {"turn": 7, "seat": 0}]
    for line in changes:
        error = forged(honest, partial(inserted, line))
        assert (error.event, error.rule) == (1, "REC-2")


def test_rec_1_and_2_half_a_character_that_could_not_be_written_again(honest: str) -> None:
    for number, rule in enumerate(("REC-1", "REC-2")):
        lines = honest.splitlines()
        lines[number] = lines[number].replace("{", r'{"more": ["\ud83d"], ', 1)
        with pytest.raises(RecordError) as caught:
            record.verify("\n".join(lines), games.find)
        assert (caught.value.event, caught.value.rule) == (number, rule)
        lines[number] = lines[number].replace(r"\ud83d", r"\ud83d\ude00")
        assert record.verify("\n".join(lines), games.find).over


def test_rec_2_a_truncated_file(honest: str) -> None:
    cut = honest[: len(honest) // 2].rstrip("\n")[:-1]
    with pytest.raises(RecordError) as caught:
        record.verify(cut, games.find)
    assert caught.value.rule in {"REC-2", "REC-4"} or caught.value.event > 0


def test_rec_3_a_line_after_the_result(honest: str) -> None:
    error = forged(honest, lambda lines: lines.append(lines[-2]))
    assert (error.event, error.rule) == (honest.count("\n"), "REC-3")


def test_rec_4_the_result_is_missing_wrong_or_too_early(honest: str) -> None:
    last = honest.count("\n") - 1
    missing = forged(honest, lambda lines: lines.pop())
    wrong = forged(honest, lambda lines: lines[-1]["result"]["scores"].__setitem__(0, 999))
    wrong_rank = forged(honest, lambda lines: lines[-1]["result"]["ranks"].__setitem__(0, 9))
    shapeless = forged(honest, lambda lines: lines[-1].update(result=[1]))
    early = forged(honest, lambda lines: lines.insert(1, lines[-1]))
    for error in (missing, wrong, wrong_rank, shapeless):
        assert (error.event, error.rule) == (last, "REC-4")
    assert (early.event, early.rule) == (1, "REC-4")


def test_rec_5_commitment_without_seed_and_nonsense(honest: str) -> None:
    changes: list[dict[str, Any]] = [
        {"commitment": "ab"},
        {"commitment": "00" * 32},
        {"seed": "00" * 32},
        {"seed": "00" * 32, "nonces": [], "commitment": "00" * 32},
        {"seed": "zz" * 32, "nonces": [""] * 6, "commitment": "00" * 32},
    ]
    for change in changes:
        error = forged(honest, partial(changed, change))
        assert (error.event, error.rule) == (0, "REC-5")


def test_a_line_of_another_kind_or_seat_cites_the_rule_that_asks_for_the_due_one(
    honest: str,
) -> None:
    card = games.card(json.loads(honest.split("\n")[0])["game"])
    swapped = forged(honest, lambda lines: lines.insert(1, {"seat": 0, "turn": "x"}))
    seat = forged(honest, lambda lines: lines[1].update(seat=5 if "seat" not in lines[1] else 0.5))
    assert swapped.event == 1
    assert swapped.rule.startswith(card.prefix)
    assert seat.event == 1


def test_a_turn_after_the_end_is_refused(honest: str) -> None:
    error = forged(honest, lambda lines: lines.insert(-1, {"seat": 0, "turn": "x"}))
    assert error.event == honest.count("\n") - 1


def test_unknown_keys_are_ignored_and_kept(honest: str) -> None:
    lines = [json.loads(line) for line in honest.splitlines()]
    lines[0]["place"] = "kitchen"
    lines[1]["time"] = 12.5
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    assert read_record(text).record() == text


def test_an_empty_or_foreign_file_is_refused(tmp_path: Any) -> None:
    for raw in (b"", b"\xff\xfe", b"[]\n", b"hello\n", b"{}\n", b"[" * 100_000):
        path = tmp_path / "x.jsonl"
        path.write_bytes(raw)
        with pytest.raises(RecordError) as caught:
            load(path)
        assert caught.value.event == 0
