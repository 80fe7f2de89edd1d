"""One seat against bots and policies, for Gymnasium."""

from __future__ import annotations

import warnings
from random import Random
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.utils.env_checker import check_env

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_engine.game import Json
from saqqara_sdk import Bot, Event, LegalAction, Turn
from saqqara_sdk.gym.opponents import Opponent
from saqqara_sdk.gym.single import SingleEnv, SingleVectorEnv
from saqqara_sdk.gym.vector import VectorEnv
from saqqara_sdk.wire.models import Result

TABLES: list[tuple[str, dict[str, Json]]] = [
    ("Imhotep", {"players": 2}),
    ("Imhotep", {"players": 4, "preset": "new-dynasty"}),
    ("Duel", {}),
]
Rows = NDArray[np.float32]
Masks = NDArray[np.bool_]


def chosen(masks: Masks, chance: np.random.Generator) -> NDArray[np.int64]:
    """A legal code for each row of the masks."""
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


def first(rows: Rows, masks: Masks) -> NDArray[np.int64]:
    """The policy that takes the first legal code."""
    assert len(rows) == len(masks)
    codes: NDArray[np.int64] = masks.argmax(axis=1)
    return codes


@pytest.mark.parametrize(("name", "options"), TABLES)
@pytest.mark.parametrize("opponents", [[RandomBot], [first], []])
def test_the_librarys_own_check_passes(
    name: str, options: dict[str, Json], opponents: list[Opponent]
) -> None:
    """Gymnasium makes the environments by their ids, renders them, and finds its API kept."""
    made = gymnasium.make(f"saqqara/{name}-v1", options=options, opponents=opponents)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made.unwrapped)
    both = gymnasium.make_vec(f"saqqara/{name}-v1", num_envs=3, options=options, render_mode="ansi")
    seen, info = both.reset(seed=1)
    assert seen in both.observation_space
    assert info["action_mask"].shape == (3, made.action_space.n)
    assert len(both.render()) == 3


@pytest.mark.parametrize(
    ("opponents", "seat"), [([], None), ([first], 0), ([GreedyBot], None), ([RandomBot, first], 2)]
)
def test_games_end_as_gymnasium_specifies(opponents: list[Opponent], seat: int | None) -> None:
    """The last observation, place and points are in the infos; the next game is already there."""
    games = SingleVectorEnv("imhotep", {"players": 3}, num_envs=4, opponents=opponents, seat=seat)
    chance, ended = np.random.default_rng(1), 0
    seen, infos = games.reset(seed=1)
    while ended < 6:
        assert (games.games.batch.seats == games.seats).all()
        assert seat is None or (games.seats == seat).all()
        assert np.array_equal(games.action_masks(), infos["action_mask"].astype(bool))
        before, own = seen.copy(), games.seats.copy()
        kept, (seen, rewards, over, cut, infos) = (
            seen,
            games.step(chosen(games.action_masks(), chance)),
        )
        assert np.array_equal(kept, before), "what was returned is not overwritten"
        assert not cut.any()
        assert not rewards[~over].any()
        assert infos.get("_final_obs", over & False).tolist() == over.tolist()
        for place in np.flatnonzero(over):
            final = infos["final_info"]
            assert rewards[place] == {1: 1, 2: 0, 3: -1}[final["place"][place]]
            assert infos["final_obs"][place] in games.single_observation_space
            assert own[place] in range(3)
            ended += 1


def test_rewards_on_the_way_are_those_of_the_seat() -> None:
    """What opponents change counts; all adds up to the lead in points."""
    games = SingleEnv("duel", opponents=[RandomBot], seat=0, rewards="dense", render_mode="ansi")
    seen, info = games.reset(seed=3)
    got, is_over = 0.0, False
    while not is_over:
        code = int(np.flatnonzero(info["action_mask"])[-1])
        state = games.clone()
        seen, reward, is_over, _, info = games.step(code)
        got += reward
    rules = games.envs.games.rules
    assert seen.any()
    assert got != 0
    assert (got > 0) == (info["place"] == 1)
    assert not info["action_mask"].any()
    assert not games.action_masks().any()
    assert rules.to_act(games.clone()) is None
    assert games.render() == rules.draw(rules.view(games.clone(), None))
    games.set_state(state)
    assert games.action_masks().any()
    assert rules.view(games.clone(), 0) == rules.view(state, 0)
    assert games.render() == rules.draw(rules.view(state, None))


def test_a_state_that_only_others_play_on_is_refused() -> None:
    """It has no decision to continue from."""
    games, chance = SingleEnv("duel", seat=0), Random(1)
    rules = games.envs.games.rules
    while True:
        state = rules.new_game(games.envs.games.options, chance.randbytes(32))
        last = rules.copy(state)
        while rules.to_act(state) is not None:
            last = rules.copy(state)
            rules.advance(state, chance.choice(rules.legal_actions(state)))
        if rules.to_act(last) == 1:
            break
    games.reset(seed=1)
    with pytest.raises(ValueError, match="The opponents end this game"):
        games.set_state(last)


def test_an_illegal_code_ends_one_game() -> None:
    """It costs the illegal reward; a code that does not exist does, too; the others go on."""
    games = SingleVectorEnv("duel", num_envs=3, opponents=[RandomBot], illegal_reward=-5)
    seen, _ = games.reset(seed=1)
    codes = [np.flatnonzero(mask)[0] for mask in games.action_masks()]
    codes[0], codes[2] = np.flatnonzero(~games.action_masks()[0])[0], -1
    _, rewards, over, _, infos = games.step(np.array(codes))
    assert rewards.tolist() == [-5, 0, -5]
    assert over.tolist() == [True, False, True]
    assert np.array_equal(infos["final_obs"][2], seen[2])
    assert set(infos["final_info"]) == {"action_mask", "_action_mask"}
    one = SingleEnv("duel")
    one.reset(seed=1)
    _, reward, is_over, _, info = one.step(int(np.flatnonzero(~one.action_masks())[0]))
    assert (reward, is_over, set(info)) == (-1, True, {"action_mask"})


def test_a_policy_chooses_in_all_waiting_games_at_once() -> None:
    """It sees what the seat to act sees, and as many rows as games wait for it."""
    sizes: list[int] = []

    def policy(rows: Rows, masks: Masks) -> NDArray[np.int64]:
        waiting = np.flatnonzero(games.games.batch.seats != games.seats)
        assert np.array_equal(masks, games.games.batch.masks[waiting])
        assert np.array_equal(rows, games.games.batch.observations[waiting].clip(-4, 4))
        sizes.append(len(rows))
        return first(rows, masks)

    games = SingleVectorEnv("duel", num_envs=16, opponents=[policy])
    games.reset(seed=1)
    chance = np.random.default_rng(1)
    for _ in range(20):
        games.step(chosen(games.action_masks(), chance))
    assert np.mean(sizes) > 4


def test_a_seed_gives_the_same_games_again() -> None:
    """Those that follow, too, with seats drawn and bots that draw."""
    one, other = (SingleVectorEnv("duel", num_envs=3, opponents=[RandomBot]) for _ in "12")
    one.reset(seed=1)
    one.reset(seed=7)
    other.reset(seed=7)
    chance, ended = np.random.default_rng(1), 0
    while ended < 6:
        codes = chosen(one.action_masks(), chance)
        mine, theirs = one.step(codes), other.step(codes)
        assert np.array_equal(mine[0], theirs[0])
        assert np.array_equal(mine[1], theirs[1])
        ended += int(mine[2].sum())


class Listener(Bot):
    """Hears of every decision, its own included."""

    heard: ClassVar[list[int]] = []
    seats: ClassVar[set[int]] = set()
    version = 1

    def choose(self, turn: Turn) -> LegalAction:
        """At random."""
        self.seats.add(turn.seat)
        assert turn.version == self.version
        return turn.random.choice(turn.legal_actions)

    def observe(self, event: Event) -> None:
        """Counted."""
        self.version = event.version

    def match_ended(self, result: Result) -> None:
        """Remembered."""
        assert len(result.seats) == 4
        self.heard.append(self.version)


class Other(Listener):
    """Sits elsewhere."""

    heard: ClassVar[list[int]] = []
    seats: ClassVar[set[int]] = set()


def test_opponents_sit_clockwise_and_hear_of_their_matches() -> None:
    """From the learner's left on; each instance hears the end of its match once."""
    opponents: list[Opponent] = [Listener, Other, first]
    games = SingleVectorEnv("imhotep", {"players": 4}, num_envs=2, opponents=opponents, seat=2)
    chance, ended = np.random.default_rng(1), 0
    games.reset(seed=1)
    while ended < 3:
        ended += int(games.step(chosen(games.action_masks(), chance))[2].sum())
    assert (Listener.seats, Other.seats) == ({3}, {0})
    assert len(Listener.heard) == len(Other.heard) == ended
    assert min(Listener.heard) > 40


def test_settings_that_there_are_not_are_refused() -> None:
    """With those that there are."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        SingleEnv("duel", seat=2)
    with pytest.raises(ValueError, match="ansi"):
        SingleVectorEnv("duel", render_mode="human")


def test_some_of_many_games_can_be_played_alone() -> None:
    """The others stay as they are, and report nothing."""
    games, chance = VectorEnv("duel", count=3), Random(1)
    games.reset(seed=1)
    while not games.batch.over[1]:
        others = games.batch.observations[[0, 2]].copy()
        games.step([games.random_codes(chance)[1]], [1])
        assert np.array_equal(games.batch.observations[[0, 2]], others)
        assert not games.batch.over[[0, 2]].any()
    assert games.rules.is_over(games.ended[1])
    before = games.clone(1)
    games.restart(1)
    assert games.rules.view(before, 0) != games.rules.view(games.states[1], 0)
