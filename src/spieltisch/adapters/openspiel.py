"""OpenSpiel: every installed game as a Python game, registered as `spieltisch_` + its folder.

    import pyspiel
    import spieltisch.adapters.openspiel            # registers

    game = pyspiel.load_game("spieltisch_GAME(players=3)")

A node is one small decision or one single outcome of chance (one die, one card). Where choices are
made at the same time, the seats are asked one after another, and what was chosen before is hidden.
Returns are shares of the victory. The information state is the log as the seat saw it.
"""

from __future__ import annotations

import functools
import json
from typing import Any

import numpy as np

from spieltisch import games
from spieltisch.adapters import kernels
from spieltisch.adapters.extras import missing
from spieltisch.adapters.history import History
from spieltisch.adapters.tables import usual_players
from spieltisch.core.card import Card, Option
from spieltisch.core.game import Game
from spieltisch.core.observation import Field
from spieltisch.core.randomness import generator
from spieltisch.core.state import OVER, SPECTATOR, AnyState

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", error) from None

LONGEST = 1 << 16  # nodes of a game, with a wide margin
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


def short_name(card: Card) -> str:
    return f"spieltisch_{card.folder}"


@functools.cache
def game_type(key: str) -> Any:
    game = games.find(key)
    card, kinds = game.card, pyspiel.GameType
    return kinds(
        short_name=short_name(card),
        long_name=card.name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if card.hides
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=card.players[-1],
        min_num_players=usual_players(card),  # alone there is no victory to share
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": usual_players(card),
            **{option.name: _parameter(option, option.default) for option in card.all_options()},
        },
    )


def _parameter(option: Option, value: Any) -> Any:
    """OpenSpiel's parameters are plain; what is not, travels as JSON."""
    return value if isinstance(value, bool | int | str) else json.dumps(value)


def _value(option: Option, parameter: Any) -> Any:
    if isinstance(parameter, str) and parameter[:1] in ("{", "["):
        return json.loads(parameter)
    return parameter


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options fixed."""

    key = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.given = tuple(sorted((params or {}).items()))  # all that has to be pickled
        rules, players = self.table.game.rules, self.table.players
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=rules.OUTCOMES,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(self.key), info, params or {})

    @property
    def table(self) -> Start:
        return table(self.key, self.given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer:
        return Observer(self.table.game, iig_obs_type, params)


class Start:
    """A game, its number of players and the state before anything was drawn."""

    def __init__(self, game: Game, players: int, state: AnyState) -> None:
        self.game, self.players, self.state = game, players, state


@functools.cache
def table(key: str, params: tuple[tuple[str, Any], ...]) -> Start:
    game = games.find(key)
    given = dict(params)
    players = given.pop("players", usual_players(game.card))
    known = {option.name: option for option in game.card.all_options()}
    options = {name: _value(known[name], value) for name, value in given.items()}
    return Start(game, players, game.new(players, game.card.resolve(players, options)))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. All that is ours is in `recorded`, which knows how to copy itself quickly."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.recorded = History(game.table.game, game.table.state)

    def current_player(self) -> int:
        actor = self.recorded.actor
        return TERMINAL if actor == OVER else actor

    def is_terminal(self) -> bool:
        return self.recorded.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        history = self.recorded
        return history.game.legal(history.state) if player == history.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes, weights = self.recorded.game.chances(self.recorded.state)
        total = sum(weights)
        return [
            (outcome, weight / total) for outcome, weight in zip(outcomes, weights, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        self.recorded.apply(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{self.recorded.text_with(player, action)} #{action}"

    def returns(self) -> list[float]:
        history = self.recorded
        seats = range(int(history.state.players))
        if history.actor != OVER:
            return [0.0 for _ in seats]
        return [float(kernels.reward(history.state, seat, kernels.VICTORY)) for seat in seats]

    def resample_from_infostate(self, player: int, random: Any) -> SpielState:
        """A position that looks the same to `player`; what it cannot know is guessed anew.

        The history of OpenSpiel stays that of the original; information states do not use it.
        """
        other: SpielState = self.clone()
        seed = int(random() * (1 << 62))
        other.recorded = self.recorded.guessed(int(player), generator(seed))
        return other

    def __str__(self) -> str:
        return self.recorded.summary()


class Observer:
    """What a player sees: tensor and JSON of its view, or, with perfect recall, its log."""

    def __init__(self, game: Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, so not {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.private = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor, self.dict = None, {}
        if self.kind.public_info and self.private and not self.kind.perfect_recall:
            self.tensor = np.zeros(int(game.observe.OBSERVATION), np.float32)
            self.dict = cut(self.tensor, game.observe.FIELDS)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            history = state.recorded
            history.game.observe.observe(history.game.hidden(history.state, player), self.tensor)

    def string_from(self, state: SpielState, player: int) -> str | None:
        history = state.recorded
        if self.kind.perfect_recall:
            return history.recall(player) if self.kind.public_info and self.private else None
        if not self.private:
            return _json(history.view(SPECTATOR)) if self.kind.public_info else ""
        if self.kind.public_info:
            return _json(history.view(player))
        return private_part(history, player)


def private_part(history: History, player: int) -> str:
    """What only the player sees; nothing where all is open."""
    if game_type(history.game.key).information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return ""
    everyone = history.view(SPECTATOR)
    own = history.view(player)
    return _json({key: value for key, value in own.items() if everyone.get(key) != value})


def cut(tensor: Any, fields: tuple[Field, ...]) -> dict[str, Any]:
    """The fields of an observation, as views into the tensor."""
    found, at = {}, 0
    for field in fields:
        found[field.name] = tensor[at : at + field.size].reshape(field.shape or (1,))
        at += field.size
    return found


def _json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def register() -> None:
    for key, card in games.cards().items():
        name = "".join(part.title() for part in card.folder.split("_")) + "Game"
        made = type(name, (SpielGame,), {"key": key, "__module__": __name__})
        globals()[name] = made  # pickle looks for it here
        pyspiel.register_game(game_type(key), made)


register()
