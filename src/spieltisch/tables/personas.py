"""Bots are persons: a first name, a face and a line about them, in the language of each viewer.

The one list of them. A line says nothing about how well somebody plays: the level does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from spieltisch.bots import base
from spieltisch.core.language import Both


@dataclass(frozen=True)
class Persona:
    name: str
    face: str  # an animal that the browser draws
    line: Both


PERSONAS = (
    Persona("Pina", "mouse", Both("sagt wenig, lächelt viel", "says little, smiles a lot")),
    Persona("Theo", "frog", Both("freut sich über jede Runde", "enjoys every round")),
    Persona("Hanne", "hare", Both("sitzt nie still", "never sits still")),
    Persona("Ottilie", "owl", Both("spielt am liebsten abends", "likes to play at night")),
    Persona("Anton", "bear", Both("bleibt immer gelassen", "always keeps calm")),
    Persona("Mila", "cat", Both("lässt sich nichts anmerken", "gives nothing away")),
    Persona("Bruno", "badger", Both("zählt gern mit", "likes to keep count")),
    Persona("Selma", "raven", Both("mag alles, was glänzt", "likes whatever shines")),
    Persona("Konrad", "tortoise", Both("hat es nie eilig", "is never in a hurry")),
    Persona("Frieda", "mole", Both("hat feine Ohren", "has sharp ears")),
    Persona("Igor", "hedgehog", Both("wartet auf seine Gelegenheit", "waits for a chance")),
)
PEOPLE = ("fox", "cat", "hare", "frog", "bear", "owl", "badger", "raven", "mouse", "tortoise")

# Who comes first where a bot of a level is wanted: the same level is usually the same person.
FIRST = {"random": 0, "greedy": 1, "easy": 2, "medium": 3, "hard": 5, "master": 8}


def pick(level: str, taken: Iterable[str]) -> str:
    """The name of the next person for a bot of this level; the table may number it."""
    start, seated = FIRST.get(level, 0), set(taken)
    order = [PERSONAS[(start + k) % len(PERSONAS)].name for k in range(len(PERSONAS))]
    return next((name for name in order if name not in seated), order[0])


def find(name: str) -> Persona | None:
    """Whose name this is; a number may follow it ("Ottilie 2")."""
    first = name.partition(" ")[0]
    return next((one for one in PERSONAS if one.name == first), None)


def about(level: str | None, name: str) -> dict[str, str]:
    """What stands below the name of a bot: "mittel · spielt am liebsten abends"."""
    known = base.BOTS.get(level or "")
    manner = known.manner if known else Both(level or "", level or "")
    persona = find(name)
    if persona is None:
        return manner.json()
    return Both("{} · {}", "{} · {}").format(manner, persona.line).json()


def usual(level: str) -> dict[str, Any]:
    """Who sits down first for a level, as clients list them."""
    persona = find(pick(level, ()))
    assert persona is not None
    return {"name": persona.name, "face": persona.face, "line": persona.line.json()}


def faces(seats: Sequence[tuple[str, str, str]]) -> list[str]:
    """A face for every seat (kind, name, chosen face), no two alike: people keep what they chose,
    bots have theirs; who chose nothing, or what somebody has already, gets one of the others."""
    found = [find(name) if kind == "bot" else None for kind, name, _ in seats]
    wanted = [one.face if one else seats[n][2] for n, one in enumerate(found)]
    drawn = [""] * len(seats)
    for seat in sorted(range(len(seats)), key=lambda seat: found[seat] is not None):
        if wanted[seat] not in drawn:
            drawn[seat] = wanted[seat]
    for seat, face in enumerate(drawn):
        if not face:
            free = (one for one in PEOPLE if one not in {*drawn, *wanted})
            drawn[seat] = next(free, PEOPLE[seat % len(PEOPLE)])
    return drawn
