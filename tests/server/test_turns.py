"""Playing at a table: turns, refusals, taking back, asking, watching, coming back."""

from __future__ import annotations

import json

import pytest

from spieltisch import api, games
from tests.server.client import Client, Talk


async def acting_seat(talk: Talk) -> int:
    """The first own seat that is to act, once bots have moved."""
    message = talk.snapshot
    while True:
        mine = [seat for seat in message["acting"] if seat in (0, message["looking"])]
        if mine:
            return int(mine[0])
        message = await talk.event()


async def test_a_turn_is_played_once_however_often_it_is_sent(ada: Client, game: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        text = await talk.first_turn(seat)
        first = await talk.ask("turn", id="once", seat=seat, text=text)
        assert first["kind"] == "ack"
        assert await talk.ask("turn", id="once", seat=seat, text=text) == first
    async with ada.sit(id_) as talk:
        assert await talk.ask("turn", id="once", seat=seat, text="something else") == first
        played = [line for line in talk.snapshot["log"] if line["kind"] == "turn"]
        assert [line["seat"] for line in played].count(seat) >= 1
    async with ada.sit(id_, after=0) as talk:
        turns = [e for e in talk.snapshot["missed"] if e["what"] == "turn" and e["seat"] == seat]
        assert len(turns) == 1


async def test_a_refusal_names_the_rule_and_says_why(ada: Client, game: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        refused = await talk.ask("turn", id="bad", seat=seat, text="nonsense")
        assert refused["kind"] == "refused"
        assert refused["rule"] == "REC-2"
        assert refused["de"]
        assert refused["en"]
        assert refused["de"] != refused["en"]
        text = await talk.first_turn(seat)
        assert await talk.ask("turn", id="bad", seat=seat, text=text) == refused  # the first answer
        assert (await talk.ask("why", seat=seat, text=text)) == {
            "kind": "why",
            "id": "…",
            "legal": True,
        } | {"id": talk_id(talk)}
        known = await talk.ask("legal", seat=seat, texts=[text, "nonsense"])
        assert known["legal"] == [True, False]
        other = await talk.ask("turn", seat=1, text=text)
        assert other["kind"] == "error"
        assert other["code"] == "seat/not-yours"


def talk_id(talk: Talk) -> str:
    return str(json.loads(talk.received[-1])["id"])


async def test_events_are_numbered_and_what_was_missed_is_told(
    ada: Client, bo: Client, game: str
) -> None:
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as talk:
        seen = talk.snapshot["n"]
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        ack = await talk.play_first(seat)
        await talk.next("event", n=ack["n"])
    async with ada.sit(id_, after=seen) as talk:
        missed = talk.snapshot["missed"]
        numbers = [event["n"] for event in missed]
        assert numbers == list(range(seen + 1, talk.snapshot["n"] + 1))
        mine = next(event for event in missed if event["n"] == ack["n"])
        assert mine["lines"][0]["text"] == ack["text"]
        assert mine["lines"][0]["en"]
    async with bo.sit(id_) as talk:
        assert talk.snapshot["looking"] is None
        assert talk.snapshot["undo"] is None
        assert talk.snapshot["table"]["you"] == {"seats": [], "host": False}
        refused = await talk.ask("turn", seat=0, text="x")
        assert refused["code"] == "me/unknown"


async def test_everyone_gets_every_event_in_order(ada: Client, bo: Client, game: str) -> None:
    table = await ada.open(game, "me", "open")
    id_ = table["id"]
    await bo.post("/api/me", {"name": "Bo"})
    async with ada.sit(id_) as one, bo.sit(id_) as watching:
        assert one.snapshot["view"] is None
        await bo.post(f"/api/tables/{id_}/join", {"name": "Bo"})
        joined = await one.event("join")
        assert joined["table"]["seats"][1]["name"] == "Bo"
        await ada.post(f"/api/tables/{id_}/start")
        for talk in (one, watching):
            begun = await talk.event("start")
            assert begun["view"] is not None
            assert begun["table"]["status"] == "playing"
            assert begun["looking"] == (0 if talk is one else 1)  # Bo sits down without reloading
        for _ in range(4):
            await play_whoever_is_due(one, watching)
        for talk in (one, watching):
            numbers = [m["n"] for m in talk.waiting if m["kind"] == "event"]
            assert numbers == sorted(set(numbers))


async def play_whoever_is_due(one: Talk, two: Talk) -> None:
    for seat, talk in enumerate((one, two)):
        listed = await talk.ask("turns", seat=seat, limit=1)
        if listed["turns"]:
            ack = await talk.ask("turn", seat=seat, text=listed["turns"][0])
            assert ack["kind"] == "ack"
            await one.next("event", n=ack["n"])
            await two.next("event", n=ack["n"])


@pytest.mark.parametrize("key", list(games.cards()))
async def test_a_turn_is_composed_choice_by_choice(ada: Client, key: str) -> None:
    id_ = await ada.started(key, "me", *["greedy"] * (max(games.card(key).players[0], 2) - 1))
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        begun: list[int] = []
        while True:
            answer = await talk.ask("choices", seat=seat, begun=begun)
            assert answer["view"]
            assert answer["choices"]
            choice = answer["choices"][0]
            begun.append(choice["decision"])
            if choice["complete"]:
                break
        whole = await talk.ask("choices", seat=seat, begun=begun)
        assert whole["choices"] == []
        assert whole["ask"] == {"de": "", "en": ""}
        ack = await talk.ask("turn", seat=seat, text=choice["text"])
        assert ack["kind"] == "ack"
        assert ack["text"] == choice["text"]
        bad = await talk.ask("choices", seat=seat, begun=[2**30])
        assert bad["kind"] == "refused"


async def test_a_hint_is_a_legal_turn(ada: Client, game: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        hint = await talk.ask("hint", seat=seat)
        assert hint["draft"] is None
        begun = (await talk.ask("choices", seat=seat))["choices"][-1]["decision"]
        beside = await talk.ask("hint", seat=seat, begun=[begun])
        assert 0.0 <= beside["draft"]["chance"] <= 1.0
        if beside["text"] != beside["draft"]["text"]:
            assert beside["chance"] > beside["draft"]["chance"]
        bad = await talk.ask("hint", seat=seat, begun=[2**30])
        assert bad["kind"] == "refused"
        assert (await talk.ask("turn", seat=seat, text=hint["text"]))["kind"] == "ack"
    id_ = await ada.started(game, "me", "greedy", hints=False)
    async with ada.sit(id_) as talk:
        seat = await acting_seat(talk)
        assert (await talk.ask("hint", seat=seat))["code"] == "hint/not-allowed"


async def undo_somewhere(talk: Talk) -> bool:
    """Plays on one device until a turn can be taken back; takes it back."""
    message = talk.snapshot
    for _ in range(60):
        seat = message["acting"][0]
        before = await talk.ask("look", seat=seat)
        ack = await talk.play_first(seat)
        message = await talk.next("event", n=ack["n"])
        if message["undo"]["can"]:
            undone = await talk.ask("undo", seat=seat)
            assert undone["kind"] == "ack"
            event = await talk.next("event", n=undone["n"])
            assert event["what"] == "undo"
            assert event["view"] == before["view"]
            return True
        assert message["undo"]["en"]
        assert message["undo"]["de"]
        if message["result"]:
            break
    return False


async def test_what_revealed_nothing_can_be_taken_back(ada: Client) -> None:
    found = []
    for key, card in games.cards().items():
        others = [f"local:P{n}" for n in range(1, max(card.players[0], 2))]
        id_ = await ada.started(key, "me", *others)
        async with ada.sit(id_) as talk:
            found.append(await undo_somewhere(talk))
    assert any(found)


@pytest.mark.parametrize("key", list(games.cards()))
async def test_pass_and_play_shows_one_hand_at_a_time(ada: Client, key: str) -> None:
    others = [f"local:P{n}" for n in range(1, max(games.card(key).players[0], 2))]
    id_ = await ada.started(key, "me", *others)
    async with ada.sit(id_) as talk:
        assert talk.snapshot["looking"] is None
        assert talk.snapshot["table"]["you"]["seats"] == list(range(len(others) + 1))
        watching = await ada_as_spectator(talk, id_)
        assert talk.snapshot["view"] == watching
        seat = talk.snapshot["acting"][0]
        look = await talk.ask("look", seat=seat)
        assert look["looking"] == seat
        assert look["ask"]["en"]
        closed = await talk.ask("look", seat=None)
        assert closed["view"] == watching
        assert closed["ask"]["en"] == ""


async def ada_as_spectator(talk: Talk, table: str) -> dict[str, object]:
    async with Client(talk_base(talk)) as stranger, stranger.sit(table) as watching:
        view: dict[str, object] = watching.snapshot["view"]
        return view


def talk_base(talk: Talk) -> str:
    host, port = talk.socket.remote_address[:2]
    return f"http://{host}:{port}"


async def test_a_whole_match_its_record_replay_proof_and_rematch(
    ada: Client, bo: Client, game: str
) -> None:
    id_ = await ada.started(game, "me", "greedy")
    path = f"/api/tables/{id_}"
    unfinished = await ada.http.get(f"{path}/record")
    assert '"veiled": true' in unfinished.text
    assert '"seed"' not in unfinished.text
    for early in ("replay", "replay/views"):
        assert (await ada.get(f"{path}/{early}", 409))["code"] == "table/not-over"
    assert (await ada.post(f"{path}/rematch", status=409))["code"] == "table/not-over"
    assert (await ada.get(f"{path}/fairness"))["seed"] is None
    await ada.post(f"{path}/seats/0/bot", {"level": "greedy"})
    async with bo.sit(id_) as talk:
        result = talk.snapshot["result"]
        while not result:
            result = (await talk.event())["result"]
    text = (await bo.http.get(f"{path}/record")).text
    match = api.read_record(text)
    assert match.over
    assert match.scores == result["scores"] == result["history"][-1]
    replay = await bo.get(f"{path}/replay")
    assert [line["text"] for line in replay["log"]] == [line.text for line in match.lines]
    views = await bo.get(f"{path}/replay/views?seat=1&from=3&to=9")
    assert [found["n"] for found in views["views"]] == list(range(3, 10))
    assert views["views"][0]["view"] == match.at(3).view(1)
    await check_proof(await bo.get(f"{path}/fairness"), text)
    again = await ada.post(f"{path}/rematch")
    assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
    assert (await ada.post(f"{path}/rematch"))["id"] == again["id"]
    assert (await ada.get(path))["rematch"] == again["id"]
    nonce = await ada.post(f"/api/tables/{again['id']}/join", {"nonce": "cafe"})
    assert nonce["nonces"] == ["", "cafe"]


async def check_proof(told: dict[str, object], text: str) -> None:
    """Recomputes chance from what was published, as anybody could."""
    import hashlib
    import hmac

    from spieltisch.matches import record

    record.verify(text, games.find)
    seed = bytes.fromhex(str(told["seed"]))
    assert told["ok"]
    assert hashlib.sha256(seed).hexdigest() == told["commitment"]
    nonces = ",".join(told["nonces"])  # type: ignore[arg-type]
    for outcome in told["outcomes"][:20]:  # type: ignore[index]
        total = outcome["total"]
        limit = (1 << 64) - (1 << 64) % total
        for attempt in range(10):
            message = f"{nonces}:{outcome['n']}:{attempt}".encode()
            number = int.from_bytes(hmac.new(seed, message, "sha256").digest()[:8], "big")
            if number < limit:
                assert number % total == outcome["ticket"]
                break


async def test_chat_reaches_everyone(ada: Client, bo: Client, game: str) -> None:
    id_ = await ada.started(game, "me", "greedy")
    async with ada.sit(id_) as one, bo.sit(id_) as two:
        first = await one.ask("chat", id="c1", text="Hello")
        assert await one.ask("chat", id="c1", text="Hello") == first  # and is not written again
        told = await two.event("chat")
        assert told["chat"]["name"] == "Ada"
        assert told["chat"]["text"] == "Hello"
    async with ada.sit(id_) as one:
        assert [said["text"] for said in one.snapshot["chat"]] == ["Hello"]
