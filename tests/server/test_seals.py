"""Nobody chooses last: nonces are sealed, then all are opened, then chance begins."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import pytest

from spieltisch import games
from spieltisch.core.errors import RecordError
from spieltisch.matches import record
from tests.server.client import Client, Talk


def sealed() -> tuple[str, str]:
    nonce = secrets.token_hex(16)
    return nonce, hashlib.sha256(nonce.encode()).hexdigest()


async def seated(ada: Client, bo: Client, game: str, **given: Any) -> tuple[dict[str, Any], str]:
    """A table at which Ada (the host) and Bo sit, and its path; Ada has sealed her nonce."""
    table = await ada.open(game, "me", "open", **given)
    return table, f"/api/tables/{table['id']}"


async def test_all_seals_are_in_before_any_is_opened(ada: Client, bo: Client, game: str) -> None:
    nonces, seals = zip(sealed(), sealed(), strict=True)
    table, path = await seated(ada, bo, game, seal=seals[0])
    assert (table["seals"], table["nonces"]) == ([seals[0], ""], ["", ""])
    early = await ada.post(f"{path}/reveal", {"nonce": nonces[0]}, 409)
    assert early["code"] == "table/not-started"
    await bo.post(f"{path}/join", {"seal": seals[1]})
    async with ada.sit(table["id"]) as one, bo.sit(table["id"]) as two:
        asked = await ada.post(f"{path}/start")
        assert (asked["status"], asked["opening"]["seats"]) == ("open", [0, 1])
        assert asked["seals"] == list(seals)
        told = await two.event("start")  # everything is fixed, and Bo's device can see that
        assert (told["table"]["seals"], told["table"]["nonces"]) == (list(seals), ["", ""])
        assert told["view"] is None
        wrong = await bo.post(f"{path}/reveal", {"nonce": "ab"}, 409)
        assert wrong["code"] == "seal/broken"
        opened = await bo.post(f"{path}/reveal", {"nonce": nonces[1]})
        assert (opened["status"], opened["opening"]["seats"]) == ("open", [0])
        begun = await ada.post(f"{path}/reveal", {"nonce": nonces[0]})
        assert (begun["status"], begun["opening"]) == ("playing", None)
        assert begun["nonces"] == list(nonces)
        shown = await one.next("event", what="reveal", n=begun["n"])
        assert shown["view"] is not None
        assert await ada.post(f"{path}/reveal", {"nonce": nonces[0]})  # asked again: done
    fairness = await bo.get(f"{path}/fairness")
    assert (fairness["seals"], fairness["unsealed"]) == (list(seals), [])


async def test_a_host_with_the_seed_cannot_grind_the_first_roll(
    ada: Client, bo: Client, game: str
) -> None:
    """When Bo's nonce is readable, the host's can no longer be chosen."""
    (hers, her_seal), (his, his_seal) = sealed(), sealed()
    table, path = await seated(ada, bo, game, seal=her_seal)
    await bo.post(f"{path}/join", {"seal": his_seal})
    async with ada.sit(table["id"]), bo.sit(table["id"]):
        assert his not in json.dumps(await ada.get(path))
        await ada.post(f"{path}/start")
        assert (await bo.post(f"{path}/reveal", {"nonce": his}))["nonces"] == ["", his]
        for _ in range(20):  # the host looks for a nonce that suits her
            chosen = secrets.token_hex(16)
            for way, body in (("reveal", {}), ("start", {}), ("join", {}), ("join", {"seal": ""})):
                answer = await ada.http.post(f"{path}/{way}", json={"nonce": chosen, **body})
                assert chosen not in answer.text
        again = await ada.post(f"{path}/join", {"seal": sealed()[1]})
        assert again["seals"] == [her_seal, his_seal]
        for seat in (0, 1):  # nor can she change who takes part
            for way, with_ in (("bot", {"level": "greedy"}), ("open", {})):
                refused = await ada.post(f"{path}/seats/{seat}/{way}", with_, 409)
                assert refused["code"] == "table/started"
        begun = await ada.post(f"{path}/reveal", {"nonce": hers})
    assert (begun["status"], begun["nonces"]) == ("playing", [hers, his])


async def test_a_device_that_is_gone_is_not_waited_for_and_the_record_says_so(
    ada: Client, bo: Client, game: str
) -> None:
    (hers, her_seal), (_, his_seal) = sealed(), sealed()
    table, path = await seated(ada, bo, game, seal=her_seal)
    await bo.post(f"{path}/join", {"seal": his_seal})
    async with ada.sit(table["id"]) as one:
        await ada.post(f"{path}/start")
        await ada.post(f"{path}/reveal", {"nonce": hers})
        assert (await one.event("begin"))["view"] is not None
    head = json.loads((await ada.http.get(f"{path}/record")).text.split("\n")[0])
    assert head["nonces"] == [hers, ""]
    assert (head["seals"], head["unsealed"]) == ([her_seal, his_seal], [1])


async def test_a_program_that_knows_nothing_of_seals_plays_along(
    ada: Client, bo: Client, game: str
) -> None:
    """Its start is answered by a match that runs, as ever; it takes part unsealed."""
    (his, his_seal) = sealed()
    table, path = await seated(ada, bo, game)
    await bo.post(f"{path}/join", {"seal": his_seal})
    async with bo.sit(table["id"]) as two:
        opening = opened_when_asked(two, bo, path, his)
        async with ada.sit(table["id"]):
            begun, _ = await together(ada.post(f"{path}/start", {"nonce": "ada0"}), opening)
    assert (begun["status"], begun["nonces"]) == ("playing", ["ada0", his])
    fairness = await ada.get(f"{path}/fairness")
    assert (fairness["seals"], fairness["unsealed"]) == (["", his_seal], [0])


async def together(first: Any, second: Any) -> Any:
    import asyncio

    return await asyncio.gather(first, second)


async def opened_when_asked(talk: Talk, client: Client, path: str, nonce: str) -> None:
    await talk.event("start")
    await client.post(f"{path}/reveal", {"nonce": nonce})


async def test_alone_with_bots_or_on_one_device_a_match_begins_at_once(
    ada: Client, game: str
) -> None:
    for other in ("greedy", "local:Bo"):
        nonce, seal = sealed()
        table = await ada.open(game, "me", other, seal=seal)
        path = f"/api/tables/{table['id']}"
        broken = await ada.post(f"{path}/start", {"nonce": "ab"}, 409)
        assert broken["code"] == "seal/broken"
        begun = await ada.post(f"{path}/start", {"nonce": nonce})
        assert begun["status"] == "playing"
        assert (await ada.get(f"{path}/fairness"))["unsealed"] == []


async def test_a_rematch_is_sealed_anew(ada: Client, bo: Client, game: str) -> None:
    """Whoever sits already hands in a seal by `join`; it stays once it is given."""
    _, path = await seated(ada, bo, game)
    nonce, seal = sealed()
    assert (await ada.post(f"{path}/join", {"seal": seal}))["seals"] == [seal, ""]
    assert (await ada.post(f"{path}/join", {"seal": "0" * 64}))["seals"] == [seal, ""]
    both = await bo.post(f"{path}/join", {"seal": seal, "nonce": nonce}, 422)
    assert both["code"] == "input/invalid"
    await bo.post(f"{path}/join", {"seal": "0" * 63}, 422)


async def test_the_record_of_a_sealed_match_is_checked(ada: Client, game: str) -> None:
    nonce, seal = sealed()
    seats = ["me"] + ["greedy"] * max(1, games.card(game).players[0] - 1)
    short = {o.name: 12 for o in games.card(game).options if o.kind == "number"}
    table = await ada.open(game, *seats, seal=seal, options=short)
    path = f"/api/tables/{table['id']}"
    await ada.post(f"{path}/start", {"nonce": nonce})
    async with ada.sit(table["id"]) as talk:
        told = talk.snapshot
        while not told["result"]:
            if 0 in told["acting"] and 0 not in told["chosen"]:
                await talk.play_first(0)
            told = await talk.event()
    text = (await ada.http.get(f"{path}/record")).text
    record.verify(text, games.find)
    head, rest = text.split("\n", 1)
    for change in (
        {"seals": ["1" * 64] + [""] * (len(seats) - 1)},
        {"unsealed": [0]},
        {"seals": [""] * len(seats)},
    ):
        forged = json.dumps(json.loads(head) | change) + "\n" + rest
        with pytest.raises(RecordError) as caught:
            record.verify(forged, games.find)
        assert caught.value.rule == "REC-5"
