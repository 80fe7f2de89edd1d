"""Rating systems that are run beside ours over the same results, each in its usual setting.

A match of several players counts for Elo and Glicko-2 as meetings of each two of them, and bots are
ranked by the mean where a system has mean and deviation. `tau 0` means that strengths do not drift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from glicko2.math import UpdatedRating, rd_to_phi, update_rating
from openskill.models import (
    BradleyTerryFull,
    PlackettLuce,
    ThurstoneMostellerFull,
)
from trueskill import TrueSkill

from saqqara_contest.results import Result
from tests.bench.ratings.season import BOTS

Strengths: TypeAlias = dict[str, float]
System: TypeAlias = Callable[[Sequence[Result]], Strengths]
"""From a season's results to the strengths by which bots would be ranked."""

K = 24
CLOSE = 0.01
PRIOR = 0.5
ROUNDS = 500


def elo(results: Sequence[Result]) -> Strengths:
    """Elo with K = 24, shared by the meetings of a match."""
    points = dict.fromkeys(BOTS, 0.0)
    for result in results:
        before = dict(points)
        for bot, rival, won in _meetings(result):
            expected = 1 / (1 + 10 ** ((before[rival] - before[bot]) / 400))
            points[bot] += K / (len(result.bots) - 1) * (won - expected)
    return points


def glicko2(results: Sequence[Result]) -> Strengths:
    """Glicko-2, every match a rating period of those who play."""
    beliefs = dict.fromkeys(BOTS, UpdatedRating(0.0, rd_to_phi(350), 0.06))
    for result in results:
        met: dict[str, list[tuple[float, float, float]]] = {bot: [] for bot in result.bots}
        for bot, rival, won in _meetings(result):
            met[bot].append((beliefs[rival].mu, beliefs[rival].phi, won))
        beliefs.update({bot: update_rating(*beliefs[bot], games) for bot, games in met.items()})
    return {bot: belief.mu for bot, belief in beliefs.items()}


def trueskill(results: Sequence[Result]) -> Strengths:
    """TrueSkill without draws; at `CLOSE` its rounds end sooner with the same three decimals."""
    model = TrueSkill(tau=0, draw_probability=0)
    beliefs = {bot: model.create_rating() for bot in BOTS}
    for result in results:
        before = [(beliefs[bot],) for bot in result.bots]
        after = model.rate(before, ranks=result.places, min_delta=CLOSE)
        beliefs.update((bot, belief) for bot, (belief,) in zip(result.bots, after, strict=True))
    return {bot: float(belief.mu) for bot, belief in beliefs.items()}


def openskill(make: Callable[[], Any], results: Sequence[Result]) -> Strengths:
    """One of openskill's models."""
    model = make()
    beliefs = {bot: model.rating() for bot in BOTS}
    for result in results:
        before = [[beliefs[bot]] for bot in result.bots]
        after = model.rate(before, ranks=[float(place) for place in result.places])
        beliefs.update((bot, belief) for bot, (belief,) in zip(result.bots, after, strict=True))
    return {bot: float(belief.mu) for bot, belief in beliefs.items()}


def pairwise(results: Sequence[Result]) -> Strengths:
    """Bradley and Terry's model, fitted to all meetings."""
    number = {bot: place for place, bot in enumerate(BOTS)}
    wins = [[0.0] * len(BOTS) for _ in BOTS]
    for result in results:
        for bot, rival, won in _meetings(result):
            wins[number[bot]][number[rival]] += won
    return dict(zip(BOTS, np.log(_fitted(np.array(wins))).tolist(), strict=True))


def _fitted(wins: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Bradley and Terry's strengths by Hunter's minorisation (Annals of Statistics 32, 2004)."""
    wins = wins + PRIOR * ((wins + wins.T) > 0)
    strength = np.ones(len(wins))
    for _ in range(ROUNDS):
        shares = (wins + wins.T) / (strength[:, np.newaxis] + strength)
        strength = wins.sum(axis=1) / shares.sum(axis=1)
    return strength


def _meetings(result: Result) -> Iterator[tuple[str, str, float]]:
    """Every two bots of a match, from either side, and what the first one won; without ties."""
    seats = list(zip(result.bots, result.places, strict=True))
    for (one, place), (other, its) in combinations(seats, 2):
        yield one, other, float(place < its)
        yield other, one, float(its < place)


SYSTEMS: Mapping[str, System] = {
    "Elo, K 24": elo,
    "Glicko-2": glicko2,
    "TrueSkill, tau 0": trueskill,
    "openskill PlackettLuce, its tau": partial(openskill, PlackettLuce),
    "openskill BradleyTerryFull, tau 0": partial(openskill, partial(BradleyTerryFull, tau=0.0)),
    "openskill ThurstoneMostellerFull, tau 0": partial(
        openskill, partial(ThurstoneMostellerFull, tau=0.0)
    ),
    "batch fit by pairs": pairwise,
}
