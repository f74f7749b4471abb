"""OpenSpiel's own checks, against every game, and what is ours in the adapter."""

from __future__ import annotations

import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.tests import games_sim_test

from spieltisch import games
from spieltisch.adapters import openspiel
from tests.contract.every import every_game, every_table

if not flags.FLAGS.is_parsed():
    flags.FLAGS(["test"])


def load(key: str, **params: Any) -> Any:
    given = ",".join(f"{name}={value}" for name, value in params.items())
    return pyspiel.load_game(f"{openspiel.short_name(games.card(key))}({given})")


def short(key: str) -> dict[str, int]:
    """Parameters that end the game early, where it has a limit: theirs is a suite of every node."""
    options = games.card(key).all_options()
    return {option.name: 5 for option in options if option.kind == "number"}


def walk(game: Any, seed: int, nodes: int) -> Any:
    """The states of a random game."""
    luck = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(nodes):
        yield state
        if state.is_terminal():
            return
        state = state.clone()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(outcomes, weights)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))


@every_game
def test_random_sim_with_serialisation(key: str) -> None:
    pyspiel.random_sim_test(load(key, **short(key)), num_sims=1, serialize=True, verbose=False)


@every_table
@pytest.mark.long
def test_random_sim_long(key: str, players: int) -> None:
    if players > 1:
        game = load(key, players=players)
        pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


@every_game
def test_games_sim(key: str) -> None:
    np.random.seed(1)  # the suite draws from it
    games_sim_test.GamesSimTest().sim_game(load(key, **short(key)))


PARTIAL = [name for name in dir(api_test.EnforceAPIOnPartialTreeBase) if name.startswith("test_")]


@every_game
def test_api_enforcement(key: str) -> None:
    """All tests of their class; it plays to collect 400 states, once for all of them."""
    game = load(key, **short(key))
    members = {"game": game, "game_name": game.get_type().short_name}
    case: Any = type("Enforced", (api_test.EnforceAPIOnPartialTreeBase,), members)
    case.setUpClass()
    for name in PARTIAL:
        getattr(case(name), name)()


@every_game
def test_playthroughs_can_be_generated_and_replayed(key: str, tmp_path: Path) -> None:
    replay(str(load(key, **short(key))), tmp_path)


@every_table
@pytest.mark.long
def test_playthroughs_long(key: str, players: int, tmp_path: Path) -> None:
    if players > 1:
        replay(str(load(key, players=players)), tmp_path)


def replay(game: str, folder: Path) -> None:
    text = generate_playthrough.playthrough(game, [], seed=1)
    path = folder / "playthrough.txt"
    path.write_text(text, encoding="utf-8")
    original, replayed = generate_playthrough.replay(str(path))
    assert original == replayed


@every_table
def test_information_states_tell_seats_apart_and_guesses_look_the_same(
    key: str, players: int
) -> None:
    if players == 1:
        return  # there is no game for one in OpenSpiel: no victory to share
    luck = random.Random(1)
    for n, state in enumerate(walk(load(key, players=players), 1, 400)):
        if n % 7 or state.is_chance_node() or state.is_terminal():
            continue
        seat = state.current_player()
        own = state.information_state_string(seat)
        other = state.resample_from_infostate(seat, luck.random)
        assert other.information_state_string(seat) == own
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        seen = [state.information_state_string(player) for player in range(players)]
        assert len(set(seen)) == players


@every_game
def test_perfect_recall_of_what_a_seat_did_and_saw(key: str) -> None:
    """A seat's information states never repeat, and each continues the one before."""
    last: dict[int, str] = {}
    for state in walk(load(key), 2, 300):
        if state.is_player_node():
            seat = state.current_player()
            now = state.information_state_string(seat)
            assert now != last.get(seat)
            last[seat] = now


@every_game
def test_a_clone_goes_its_own_way(key: str) -> None:
    for state in walk(load(key), 3, 60):
        before = str(state)
        if not state.is_terminal():
            child = state.child(state.legal_actions()[0])
            assert str(state) == before
            assert child.history()[:-1] == state.history()
            assert pickle.loads(pickle.dumps(child)).history() == child.history()


@every_game
def test_their_searches_run(key: str) -> None:
    """ISMCTS with our resampler, and MCTS by `mcts_search`."""
    game = load(key, **short(key))
    state = next(state for state in walk(game, 4, 400) if state.is_player_node())
    luck = np.random.RandomState(1)
    kinds = pyspiel.GameType.Information
    if game.get_type().information == kinds.IMPERFECT_INFORMATION:  # ISMCTS insists
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        bot = ismcts.ISMCTSBot(game, evaluator, 1.0, 3, random_state=luck)
        bot.set_resampler(lambda s, player: s.resample_from_infostate(player, luck.rand))
        assert bot.step(state) in state.legal_actions()
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    search = pyspiel.MCTSBot(game, rollout, 1.0, 3, 1, False, 1, False)
    assert search.mcts_search(state).best_child().action in state.legal_actions()


def test_options_travel_as_parameters() -> None:
    for key, card in games.cards().items():
        game = load(key, random_start=True)
        assert game.get_parameters()["random_start"] is True
        state = game.new_initial_state()
        assert state.is_chance_node()
        assert len(state.chance_outcomes()) == game.num_players()
        assert card.name == game.get_type().long_name


def test_there_are_no_observation_parameters() -> None:
    game = load(next(iter(games.cards())))
    with pytest.raises(ValueError, match="no observation parameters"):
        game.make_py_observer(None, {"size": 1})
