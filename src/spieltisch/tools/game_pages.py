"""Writes docs/games/KEY.md for every game, from its card and its observation.

`make game-pages` writes them; a test fails when they are not up to date.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spieltisch import games
from spieltisch.adapters.tables import usual_players, version
from spieltisch.core.card import Card
from spieltisch.core.game import Game
from spieltisch.core.observation import Field
from spieltisch.core.randomness import below, generator
from spieltisch.core.state import CHANCE, OVER, AnyState, copied

ROOT = Path(__file__).resolve().parents[3]
SPEEDS = ROOT / "bench" / "research" / "results.json"
EXAMPLES = 12
NODES = 1200  # decisions and outcomes of the games that examples are taken from


def main() -> None:
    folder = ROOT / "docs" / "games"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text(index(), encoding="utf-8")
    for key in games.cards():
        (folder / f"{key}.md").write_text(page(key), encoding="utf-8")


def index() -> str:
    rows = [
        f"| [{card.name}]({key}.md) | {card.players[0]}–{card.players[-1]} | {card.pitch['en']} |"
        for key, card in games.cards().items()
    ]
    head = "# The games, for people who train agents"
    lead = "Actions, observation, rewards and speed; how to use them: [Research](../research.md)."
    table = ["| game | players | what it is about |", "|---|---|---|", *rows]
    return "\n\n".join([head, lead, "\n".join(table)]) + "\n"


def page(key: str) -> str:
    game = games.find(key)
    low, high = game.card.players[0], game.card.players[-1]
    parts = [
        f"# {game.card.name}\n\n{game.card.pitch['en']} For {low} to {high} players; "
        f"the rules: `spieltisch rules {key}`.",
        usage(game.card),
        rules_version(game.card),
        actions(game),
        observation(game),
        rewards(game.card),
        end(game.card),
        speed(game.card),
    ]
    return "\n\n".join(parts) + "\n"


def usage(card: Card) -> str:
    players = usual_players(card)
    return f"""## Usage

```python
import spieltisch.vector

env = spieltisch.vector.make("{card.key}", envs=64, players={players})
seen = env.reset(seed=7)
for _ in range(100):
    seen = env.step(env.sample())  # your agent: choose from seen.observations and seen.masks
```

```python
import gymnasium
import pyspiel

import spieltisch.adapters.gymnasium
import spieltisch.adapters.openspiel
from spieltisch.adapters import pettingzoo

learner = gymnasium.make("spieltisch/{card.key}-v{version(card)}", opponents="greedy")
table = pettingzoo.env("{card.key}", players={players})
game = pyspiel.load_game("spieltisch_{card.folder}(players={players})")
```

{options(card)}"""


def options(card: Card) -> str:
    """The options as a table; the same names and values everywhere."""
    lines = ["| option | default | values | meaning |", "|---|---|---|---|"]
    for option in card.all_options():
        shown = json.dumps(option.default, ensure_ascii=False)
        lines.append(f"| `{option.name}` | `{shown}` | {option.good} | {option.label['en']} |")
    return "\n".join(lines)


def rules_version(card: Card) -> str:
    return (
        f"## Rules version\n\nVersion {card.version} of the rules, hence `-v{version(card)}`. Both "
        "are raised only when the game behaves differently; records carry the version."
    )


def actions(game: Game) -> str:
    rules = game.rules
    rows = "\n".join(f"| {action} | `{text}` |" for action, text in examples(game))
    return f"""## Actions

{rules.ACTIONS} small decisions, numbered from 0; the same number always means the same. A turn is
one or more of them, and at most {rules.MOST} are legal at once. Where the order of small decisions
has no meaning, only one order is legal, so no turn can be written in two ways. Some of them, with
the turn as it stands after them:

| action | turn |
|---|---|
{rows}"""


def examples(game: Game) -> list[tuple[int, str]]:
    """Decisions of a random game, spread over all numbers."""
    found: dict[int, str] = {}
    for before, begun in lines(game):
        if begun[-1] not in found:
            found[begun[-1]] = game.notation.show_turn(before, begun)
    ordered = sorted(found.items())
    step = max(1, len(ordered) // EXAMPLES)
    return ordered[::step][:EXAMPLES]


def lines(game: Game) -> Iterator[tuple[AnyState, list[int]]]:
    """The beginnings of turns in random games: the state before, and the decisions so far."""
    players, luck, rules = usual_players(game.card), generator(1), game.rules
    state = game.new(players, game.card.resolve(players, {}))
    before, begun = copied(state), list[int]()
    for _ in range(NODES):
        seat = int(rules.to_act(state))
        if seat == OVER:
            return
        if seat == CHANCE:
            rules.apply(state, rules.sample_chance(state, luck))
        else:
            legal = game.legal(state)
            begun.append(legal[int(below(luck, len(legal)))])
            rules.apply(state, begun[-1])
            yield before, list(begun)
        if not rules.midway(state):
            before, begun = copied(state), []


def observation(game: Game) -> str:
    fields: tuple[Field, ...] = game.observe.FIELDS
    rows, at = [], 0
    for field in fields:
        shape = "×".join(map(str, field.shape)) or "1"
        span = f"{at}–{at + field.size - 1}" if field.size > 1 else f"{at}"
        bounds = f"{field.low:g} … {field.high:g}"
        rows.append(f"| {span} | `{field.name}` | {shape} | {bounds} | {field.meaning} |")
        at += field.size
    table = "\n".join(rows)
    return f"""## Observation

{at} numbers (float32), made from what the seat may know and nothing else: the record is hidden
first (`hide`), then observed. Two positions that look the same to a seat have the same observation.

| place | field | shape | range | meaning |
|---|---|---|---|---|
{table}"""


def rewards(card: Card) -> str:
    alone = (
        " Alone there is nobody to defeat: the reward is the score." if 1 in card.players else ""
    )
    return f"""## Rewards

Zero until the game is over. Then 1 for the winner, shared equally among equals, and 0 for all
others (`rewards="victory"`); or the points ahead of the best other seat (`rewards="score"`).{alone}
OpenSpiel's returns are the shares of the victory."""


def end(card: Card) -> str:
    return f"""## End

An episode is one game, from the first draw to the end that the rules know; it is never cut off, so
nothing is ever truncated. The batch environment begins the next game in the same step. The rules
that end it are in `spieltisch rules {card.key}`."""


def speed(card: Card) -> str:
    found: dict[str, Any] = json.loads(SPEEDS.read_text("utf-8")) if SPEEDS.exists() else {}
    rows = [row for row in found.get("ours", []) if row["game"] == card.key]
    if not rows:
        return "## Speed\n\nNot measured yet: `python bench/research/run.py`."
    table = "\n".join(f"| {row['what']} | {row['steps_per_second']:,.0f} |" for row in rows)
    return f"""## Speed

Steps per second on one core, random legal decisions, observations and masks included
({found["machine"]}; `python bench/research/run.py`):

| environment | steps per second |
|---|---:|
{table}"""


if __name__ == "__main__":
    main()
