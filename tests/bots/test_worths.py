"""What a state is worth is told by points from their sources, and quickly."""

from __future__ import annotations

from random import Random

import pytest

from saqqara_bots.worths import MANY_UNLOADS, PROMISES, Weights, worths
from saqqara_engine.duel.rules import DUEL
from saqqara_engine.duel.tokens import ACTIONS
from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import BLUE_CARDS
from saqqara_engine.imhotep.cards.piles import spread
from saqqara_engine.imhotep.figures import OBELISKS, ROUNDS
from saqqara_engine.imhotep.rules import IMHOTEP

WEIGHTS = Weights(sled=0.3, aboard=1.1, blue_card=0.7, open_lead=0.6, obelisk=0.9, action_token=1.3)
TABLES: list[dict[str, Json]] = [
    {},
    {"players": 4},
    {"players": 3, "preset": "b-sides"},
    {"preset": "new-dynasty"},
    {"players": 4, "preset": "everything"},
]


@pytest.mark.parametrize("asked", TABLES, ids=str)
def test_imhotep_is_worth_its_points_and_promises(asked: dict[str, Json]) -> None:
    """At every ply of a random game, as `projected_scores` tells the sources."""
    random = Random(3)
    state = IMHOTEP.new_game(IMHOTEP.parse_options(asked), random.randbytes(32))
    while IMHOTEP.play_on(state, random.random, 1):
        early = (ROUNDS - state.round) / (ROUNDS - 1)
        for score, value in zip(
            IMHOTEP.projected_scores(state), worths(state, WEIGHTS), strict=True
        ):
            seat, worth = score.seat, float(score.total)
            if state.steps:
                worth += 0.3 * state.sled[seat] + 1.1 * state.cargo.count(seat)
                worth += early * 0.7 * len(spread(state.hands[seat] & BLUE_CARDS))
                worth += early * 0.9 * state.stones[OBELISKS].count(seat)
                worth -= early * 0.6 * score.points_from("obelisks")
            assert value == pytest.approx(worth)


@pytest.mark.parametrize("preset", ["a", "b"])
def test_the_duel_is_worth_its_points_and_promises(preset: str) -> None:
    """At every ply of a random game, too."""
    random = Random(3)
    state = DUEL.new_game(DUEL.parse_options({"preset": preset}), random.randbytes(32))
    while DUEL.play_on(state, random.random, 1):
        early = max(0.0, 1 - state.unloads / MANY_UNLOADS)
        for score, value in zip(DUEL.scores(state), worths(state, WEIGHTS), strict=True):
            won, worth = state.won[score.seat], float(score.total)
            if not state.over:
                worth += 1.3 * sum(won[token] for token in ACTIONS)
                worth += early * sum(a * b for a, b in zip(won, PROMISES, strict=True))
                worth -= early * 0.6 * score.points_from("obelisks")
            assert value == pytest.approx(worth)
