"""The bot that learned: what is stored, how it plays, and the program that taught it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

from saqqara_bots.learned.bot import FOLDER, LearnedBot, judgement_of
from saqqara_bots.learned.gradients import Decisions, gradients, softmax
from saqqara_bots.learned.network import Array, Network
from saqqara_bots.learned.train import main
from saqqara_engine.game import Json
from saqqara_engine.games import GAMES, find_game
from saqqara_sdk.bots.turn import Clock, Turn

MOST_BYTES = 2 << 20


class Quick(LearnedBot):
    """Searches little."""

    name = "quick"
    iterations = 30


def test_the_weights_are_small() -> None:
    """Those of both games together have at most 2 MB."""
    sizes = [path.stat().st_size for path in FOLDER.glob("*.npz")]
    assert len(sizes) == len(GAMES)
    assert sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_it_searches_with_what_it_learned_the_same_way_again(game: str) -> None:
    """Equal chance gives equal actions; each is legal, and the clock bounds its time."""
    rules = find_game(game)
    options = rules.parse_options({})
    state, chance = rules.new_game(options, bytes(32)), Random(4)
    assert judgement_of(game).options == options
    for ply in range(12):
        seat = rules.to_act(state)
        assert seat is not None
        first, second, third = (
            Turn.from_state(
                rules,
                state,
                seat,
                match_id="m",
                version=ply + 1,
                clock=Clock((1000, 1000), 1000),
                chance=Random(ply),
            )
            for _ in range(3)
        )
        actions = {worth.action for worth in Quick().explain(third)}
        assert actions <= set(third.legal_actions)
        chosen = Quick().choose(first).action
        assert chosen == Quick().choose(second).action
        rules.advance(state, chance.choice([chosen, *rules.legal_actions(state)]))


@pytest.mark.parametrize("options", [{"players": 3}, {"preset": "b-sides"}])
def test_what_it_has_not_learned_it_plays_by_hand_written_rules(options: dict[str, Json]) -> None:
    """Other tables have no weights, and it plays there too."""
    rules = find_game("imhotep")
    asked = rules.parse_options(options)
    assert judgement_of("imhotep").options != asked
    state = rules.new_game(asked, bytes(32))
    turn = Turn.from_state(
        rules, state, 0, match_id="m", version=1, clock=Clock((None,) * 4, None), chance=Random(1)
    )
    assert Quick().choose(turn) in turn.legal_actions


def test_slopes_are_those_of_the_loss() -> None:
    """Each is what a small change of its weight does to the loss."""
    chance = np.random.default_rng(0)
    network = Network.new(20, 7, 2, 1)
    for name, array in network.arrays().items():
        setattr(network, name, (array + 0.1 * chance.standard_normal(array.shape)).astype(float))
    masks = chance.random((16, 7)) < 0.6
    masks[:, 0] = True
    done = Decisions(
        rows=cast("Array", chance.standard_normal((16, 20))),
        masks=masks,
        codes=np.zeros(16, int),
        chances=np.full(16, 0.3),
        gained=cast("Array", chance.standard_normal(16)),
        targets=cast("Array", chance.uniform(-1, 1, (16, 2))),
    )

    def loss() -> float:
        hidden = network.hidden(done.rows)
        chances = softmax(network.logits(hidden), done.masks)
        likelier = chances[:, 0] / done.chances
        kept = np.minimum(likelier * done.gained, likelier.clip(0.8, 1.2) * done.gained)
        entropy = -(chances * np.log(chances + 1e-9)).sum(axis=1)
        errors = ((network.values(hidden) - done.targets) ** 2).sum(axis=1)
        return float((-kept - 0.05 * entropy + 0.25 * errors).mean())

    slopes, _ = gradients(network, done, 0.05)
    for name, array in network.arrays().items():
        place = tuple(chance.integers(0, size) for size in array.shape)
        before, found = array[place], []
        for step in (1e-5, -1e-5):
            array[place] = before + step
            found.append(loss())
        array[place] = before
        assert slopes[name][place] == pytest.approx((found[0] - found[1]) / 2e-5, abs=1e-5)


def test_the_program_that_taught_it_runs(tmp_path: Path) -> None:
    """A short school leaves weights that can be loaded, and a curve."""
    main("duel", minutes=0.02, seed=1, folder=tmp_path)
    learned, kept = Network.load(tmp_path / "duel.npz"), Network.load(FOLDER / "duel.npz")
    assert learned.policy.shape == kept.policy.shape
    assert (tmp_path / "duel.csv").read_text().count("\n") >= 2
