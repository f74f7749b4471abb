"""A match with other secrets, which to one viewer looks the same."""

from __future__ import annotations

import copy
import random
from collections import defaultdict
from typing import TypeVar

from spieltisch.core.chance import Chance
from spieltisch.core.errors import Refusal
from spieltisch.core.randomness import generator
from spieltisch.core.state import SPECTATOR
from spieltisch.matches.lines import Line
from spieltisch.matches.match import Match

M = TypeVar("M", bound=Match)


def disguised(match: M, viewer: int | None, luck: random.Random, chance: Chance) -> M:
    """Hidden pieces, sealed choices, veiled lines and everything to come are dealt anew."""
    other = copy.copy(match)
    other.chance = chance
    other.state = match.game.hidden(match.state, SPECTATOR if viewer is None else viewer)
    match.game.rules.fill(other.state, generator(luck.getrandbits(60)))
    other.sealed = {}
    sealed = {seat: line for seat, line in match.sealed.items() if seat == viewer}
    for seat in match.sealed:
        if seat != viewer:
            found = other.plan(seat, other.random_turn(seat, luck))
            assert not isinstance(found, Refusal)
            sealed[seat] = found
    other.sealed = sealed
    other.lines = _other_lines(match, viewer, luck)
    return other


def _other_lines(match: Match, viewer: int | None, luck: random.Random) -> list[Line]:
    """What is veiled for the viewer becomes something else that looks the same under the veil."""
    shown = [line["text"] for line in match.log(viewer)]
    alike: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line, text in zip(match.lines, shown, strict=True):
        if text != line.text:
            alike[line.kind, text].append(line)
    found = []
    for line, text in zip(match.lines, shown, strict=True):
        if text != line.text:
            twin = luck.choice(alike[line.kind, text])
            found.append(line._replace(text=twin.text, decisions=twin.decisions))
        else:
            found.append(line)
    return found


def differ(one: Match, two: Match) -> bool:
    """Whether the disguise changed anything that the rules or the log know."""
    unlike = one.state.tobytes() != two.state.tobytes()
    return unlike or one.sealed != two.sealed or one.lines != two.lines


def hides(match: Match, viewer: int | None) -> bool:
    """Whether there is anything that the viewer does not see."""
    hidden = match.game.hidden(match.state, SPECTATOR if viewer is None else viewer)
    hidden.viewer = match.state.viewer
    others = any(seat != viewer for seat in match.chosen)
    return hidden.tobytes() != match.state.tobytes() or others
