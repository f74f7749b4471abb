"""`digests(KEY, players, options, seed)`: a whole match of bots, as one text per thing to compare.

The same program runs here and in Pyodide (tests/device/test_same.py): views of everybody, choices,
refusals, sentences, the record, bots' turns, and taking back must be equal to the letter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

LEVELS = ("greedy", "search:40", "random", "easy")


def digests(
    key: str, players: int, options: dict[str, Any], seed: int, levels: Sequence[str] = LEVELS
) -> dict[str, str]:
    from spieltisch import games
    from spieltisch.bots import base
    from spieltisch.core.chance import Fair
    from spieltisch.core.randomness import generator
    from spieltisch.matches.match import Match
    from spieltisch.tables import lessons

    game = games.find(key)
    complete = games.card(key).resolve(players, options)
    names = [f"P{seat}" for seat in range(players)]
    chance = Fair(bytes([seed]) * 32, ["aa"] * players)
    match = Match(game, players, complete, names=names, chance=chance)
    luck, told = generator(seed), Told()
    turns = 0
    while not match.over:
        seat = match.acting[0]
        for viewer in (None, *range(players)):
            view = match.seen(viewer)
            told.note("views", view)
            told.note("asked", [game.words.ask(view, lang) for lang in ("de", "en")])
        told.note("choices", [vars(choice) for choice in match.choices(seat)])
        for text in ("", "nonsense", "a"):
            refusal = match.check(seat, text)
            told.note("refusals", None if refusal is None else refusal.json())
        bot = base.find(levels[seat % len(levels)])
        text = base.turn_of(bot, base.Position(game, match.hidden(seat), seat, luck))
        told.note("turns", match.play(seat, text))
        refusal = match.cannot_undo(seat)
        told.note("undo", None if refusal is None else refusal.json())
        if refusal is None and turns % 7 == 3:
            match.undo(seat)
            match.play(seat, text)
        turns += 1
    for viewer in (None, *range(players)):
        told.note("sentences", match.log(viewer))
    told.note("first game", [lessons.lesson(key).told, game.reasons is not None])
    told.note("scores", [match.scores, match.ranks])
    told.note("record", match.record())
    return {"turns played": str(turns), **told.sums()}


class Told:
    def __init__(self) -> None:
        self.parts: dict[str, Any] = {}

    def note(self, what: str, value: Any) -> None:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
        self.parts.setdefault(what, hashlib.sha256()).update(text.encode() + b"\n")

    def sums(self) -> dict[str, str]:
        return {what: found.hexdigest() for what, found in self.parts.items()}
