"""Many games at once, as arrays."""

from __future__ import annotations

import multiprocessing
from dataclasses import fields
from random import Random

import numpy as np
import pytest

from saqqara_engine.game import Json
from saqqara_sdk.gym.rewards import REWARDS
from saqqara_sdk.gym.vector import Batch, VectorEnv
from saqqara_sdk.gym.workers import WorkerEnv

TABLES: list[tuple[str, dict[str, Json]]] = [
    ("imhotep", {"players": 2}),
    ("imhotep", {"players": 3, "preset": "minis"}),
    ("imhotep", {"players": 4, "preset": "new-dynasty"}),
    ("duel", {}),
]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_arrays_tell_what_the_engine_tells(game: str, options: dict[str, Json]) -> None:
    """Rows, masks and seats are those of each game, points those of its end."""
    games, chance = VectorEnv(game, options, count=3), Random(1)
    batch, ended = games.reset(seed=2), 0
    for _ in range(200):
        twins = [games.clone(place) for place in range(games.count)]
        for place, twin in enumerate(twins):
            legal = games.rules.legal_actions(twin)
            assert batch.seats[place] == games.rules.to_act(twin)
            row = games.observer.row(twin, int(batch.seats[place]))
            assert batch.observations[place].tolist() == row.tolist()
            assert np.flatnonzero(batch.masks[place]).tolist() == sorted(games.codes.codes(legal))
        codes = games.random_codes(chance)
        games.step(np.array(codes))
        for place in np.flatnonzero(batch.over).tolist():
            twin = twins[place]
            games.rules.advance(twin, games.codes.action(codes[place]))
            totals = [score.total for score in games.rules.scores(twin)]
            assert batch.points[place].tolist() == totals
            assert games.rules.to_act(games.states[place]) is not None
        ended += int(batch.over.sum())
    assert ended >= 3


@pytest.mark.parametrize("rewards", REWARDS)
def test_rewards_come_at_the_end_or_on_the_way(rewards: str) -> None:
    """They add up to zero; dense ones add up to the margin over a game."""
    games, chance = VectorEnv("imhotep", count=2, rewards=rewards), Random(3)
    batch, got = games.reset(seed=3), np.zeros(2)
    for _ in range(400):
        games.step(games.random_codes(chance))
        got += batch.rewards[0]
        assert np.allclose(batch.rewards.sum(axis=1), 0)
        if batch.over[0]:
            mine, other = batch.points[0].tolist()
            margin = mine - other
            assert got[0] == pytest.approx(np.sign(margin) if rewards == "places" else margin)
            got[:] = 0
        elif rewards != "dense":
            assert not batch.rewards[0].any()


def test_a_seed_gives_the_same_games_again_and_a_state_can_be_set() -> None:
    """Also the games that follow; a copied state goes on as the first did."""
    one, other = VectorEnv("duel", count=2), VectorEnv("duel", count=2)
    first, second = one.reset(seed=9), other.reset(seed=9)
    chance = Random(1)
    for _ in range(100):
        codes = one.random_codes(chance)
        one.step(codes)
        other.step(codes)
        assert np.array_equal(first.observations, second.observations)
    other.reset(seed=8)
    other.set_state(1, one.clone(1))
    assert np.array_equal(first.observations[1], second.observations[1])
    assert np.array_equal(first.masks[1], second.masks[1])


def test_what_cannot_be_done_is_refused_before_anything_is_done() -> None:
    """Illegal codes, too few codes, no games, states that are over, rewards that there are not."""
    games = VectorEnv("duel", count=2)
    before = games.clone(0)
    illegal = int(np.flatnonzero(~games.batch.masks[1])[0])
    with pytest.raises(ValueError, match="not legal in game 1"):
        games.step([games.legal_codes[0][0], illegal])
    assert games.rules.view(games.states[0], 0) == games.rules.view(before, 0)
    with pytest.raises(ValueError, match="2 games need 2 codes"):
        games.step([games.legal_codes[0][0]])
    with pytest.raises(ValueError, match="at least 1"):
        VectorEnv("duel", count=0)
    with pytest.raises(ValueError, match="places, margin, dense"):
        VectorEnv("duel", rewards="elo")
    while (seat := games.rules.to_act(before)) is not None:
        assert seat in (0, 1)
        games.rules.advance(before, games.rules.legal_actions(before)[0])
    with pytest.raises(ValueError, match="over"):
        games.set_state(0, before)


def test_games_in_several_processes_are_those_of_one() -> None:
    """Each share is what one process makes of it; what cannot be done is refused."""
    with WorkerEnv("duel", count=4, workers=2, rewards="margin") as games:
        alone = [VectorEnv("duel", count=2, rewards="margin") for _ in range(2)]
        games.reset(seed=5)
        for number, share in enumerate(alone):
            share.reset(f"5 {number}")
        chance, ended = np.random.default_rng(1), 0
        for _ in range(80):
            codes = games.random_codes(chance)
            batch = games.step(codes)
            for number, share in enumerate(alone):
                mine = slice(2 * number, 2 * number + 2)
                step = share.step(codes[mine])
                for field in fields(Batch):
                    assert np.array_equal(
                        getattr(batch, field.name)[mine], getattr(step, field.name)
                    )
            ended += int(batch.over.sum())
        assert ended
        illegal = games.random_codes(chance)
        illegal[3] = int(np.flatnonzero(~batch.masks[3])[0])
        with pytest.raises(ValueError, match="not legal in game 3"):
            games.step(illegal)
        for nobodys in (-1, games.batch.masks.shape[1]):
            illegal[3] = nobodys
            with pytest.raises(ValueError, match=f"Code {nobodys} is not legal in game 3"):
                games.step(illegal)
        with pytest.raises(ValueError, match="4 games need 4 codes"):
            games.step([0])
    with pytest.raises(RuntimeError, match="closed"):
        games.reset()
    with pytest.raises(ValueError, match="divided equally among 2"):
        WorkerEnv("duel", count=3, workers=2)


def test_a_process_that_ends_is_told() -> None:
    """Nobody waits for it for ever."""
    with WorkerEnv("duel", count=2, workers=1) as games:
        games.reset(seed=1)
        for child in multiprocessing.active_children():
            child.kill()
        with pytest.raises(RuntimeError, match="has ended"):
            games.reset()
