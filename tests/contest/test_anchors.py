"""Strengths on the scale of bots of known strength: they last where the mean of a field moves."""

from __future__ import annotations

from itertools import pairwise

import pytest

from saqqara_contest.anchors import ANCHORED_ELO, Anchor, anchors
from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.results import Result
from saqqara_contest.seasons.fit import Anchored, season_fit
from tests.contest.test_season_fit import drawn_season

HOUSE = {"house": Anchor(ANCHORED_ELO)}


def anchored(
    results: list[Result], known: dict[str, Anchor] | None = None
) -> dict[str, Anchored | None]:
    rows = season_fit(results, anchors=HOUSE if known is None else known).rows
    return {row.bot: row.anchored for row in rows}


def test_a_bot_is_as_strong_in_a_weak_field_as_in_a_strong_one() -> None:
    """By the table's own Elo it would be some 300 points apart in the two seasons."""
    among_strong = {"house": 0.0, "me": 1.0, **{f"s{n}": 2.0 for n in range(4)}}
    among_weak = {"house": 0.0, "me": 1.0, **{f"w{n}": -1.0 for n in range(4)}}
    truth = ANCHORED_ELO + ELO_PER_LOGIT
    plain = []
    for true in (among_strong, among_weak):
        results = drawn_season(true, 2, 3000)
        found = anchored(results)["me"]
        assert found is not None
        assert found.interval.low < truth < found.interval.high
        assert found.elo == pytest.approx(truth, abs=40)
        plain.append({row.bot: row.elo for row in season_fit(results).rows}["me"])
    assert abs(plain[0] - plain[1]) > 250


def test_intervals_of_anchored_strengths_hold() -> None:
    """In 95 % of 120 seasons, as far as these can tell; also by two anchors that are uncertain."""
    true = {"house": 0.0, "low": -1.0, **{f"b{n}": 0.3 * n - 0.6 for n in range(6)}}
    held = []
    for seed in range(120):
        known = {
            "house": Anchor(ANCHORED_ELO),
            "low": Anchor(ANCHORED_ELO - ELO_PER_LOGIT + (30 if seed % 2 else -30), 30.0),
        }
        found = anchored(drawn_season(true, 2, 400, seed), known if seed % 3 else None)
        for bot, strength in true.items():
            if bot not in HOUSE:
                one = found[bot]
                assert one is not None
                elo = ANCHORED_ELO + strength * ELO_PER_LOGIT
                held.append(one.interval.low < elo < one.interval.high)
    assert 0.91 < sum(held) / len(held) < 0.99


def test_without_an_anchor_nothing_is_told() -> None:
    """Nor of bots that never met one, directly or through others."""
    met = drawn_season({"a": 0.0, "b": 1.0, "house": 0.0}, 2, 60)
    apart = drawn_season({"c": 0.0, "d": 0.5}, 2, 60)
    found = anchored([*met, *apart])
    assert found["a"] is not None
    assert found["c"] is None
    assert set(anchored(met, {}).values()) == {None}
    assert set(anchored(apart).values()) == {None}


def test_the_definition_holds_in_every_game() -> None:
    """What was measured beside it goes up with the iterations."""
    assert anchors("imhotep", {"players": 4})["mcts-1000"] == Anchor(ANCHORED_ELO)
    for game, other in (("imhotep", {"market": "B"}), ("duel", {"obelisks": "B"})):
        known = anchors(game, {})
        assert {"mcts-250", "mcts-1000", "mcts-4000"} <= set(known)
        assert set(anchors(game, {"sides": other})) == {"mcts-1000"}, "was measured otherwise"
        order = [
            known[name].elo
            for name in ("mcts-250", "mcts-1000", "mcts-4000", "mcts-16000")
            if name in known
        ]
        assert all(low < high for low, high in pairwise(order))
