"""A season's fit as the tests of the report need it: residuals by bots, whatever their versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from saqqara_contest import season_errors as errors
from saqqara_contest.cheats.evidence import Evidence, Played, bot_of
from saqqara_contest.season_games import Floats, Numbers
from saqqara_contest.season_model import Maximum, maximum


@dataclass(frozen=True, slots=True)
class Fit:
    """The likeliest strengths of all versions, and which bot each of them is of."""

    bots: Sequence[str]
    names: Sequence[str]
    of: Numbers
    """The number of the bot of each version."""
    best: Maximum

    def elo(self, name: str) -> float:
        """The strength of a version above the field's mean."""
        values = self.best.values[: len(self.names)]
        return float(self.best.elo * (values[self.names.index(name)] - values.mean()))


def fitted(played: Sequence[Played]) -> Fit | None:
    """The fit of these matches; None without any."""
    results = [one.result for one in played]
    names = sorted({name for result in results for name in result.bots})
    best = maximum(results, {name: place for place, name in enumerate(names)})
    if best is None:
        return None
    bots = sorted({bot_of(name) for name in names})
    number = {bot: place for place, bot in enumerate(bots)}
    return Fit(bots, names, np.array([number[bot_of(name)] for name in names]), best)


@dataclass(frozen=True, slots=True)
class Meeting:
    """All that two bots played against one another, from the side of the first."""

    won: Floats
    expected: Floats
    doubt: float
    """The variance of the difference of their strengths, in squared logits."""


def meetings(fit: Fit) -> dict[tuple[int, int], Meeting]:
    """By the numbers of the two bots, each pair from both sides."""
    pairs, best = fit.best.pairs, fit.best
    one, other = fit.of[pairs.one], fit.of[pairs.other]
    known = best.covariance[: len(fit.names), : len(fit.names)] * best.scale**2
    doubt = known[pairs.one, pairs.one] + known[pairs.other, pairs.other]
    doubt = doubt - 2 * known[pairs.one, pairs.other]
    count = len(fit.bots)
    cell = np.minimum(one, other) * count + np.maximum(one, other)
    order = np.argsort(cell, kind="stable")
    found = {}
    for rows in np.split(order, np.flatnonzero(np.diff(cell[order])) + 1):
        low, high = divmod(int(cell[rows[0]]), count)
        is_low = one[rows] == low
        won = np.where(is_low, pairs.won[rows], 1 - pairs.won[rows])
        expected = np.where(is_low, best.expected[rows], 1 - best.expected[rows])
        mean = float(doubt[rows].mean())
        found[low, high] = Meeting(won, expected, mean)
        found[high, low] = Meeting(1 - won, 1 - expected, mean)
    return found


def rivalry(fit: Fit) -> float:
    """How much a bot's advantage may stray with the rival it meets, in squared logits.

    A standard error is added, since honest rivals are no puppets; nothing where it is unknown.
    """
    variance = fit.best.rivals.variance
    return max(0.0, variance.value + variance.error) if isfinite(variance.error) else 0.0


def strengths(fit: Fit) -> dict[str, float]:
    """The strength of each bot in logits of who comes in ahead, the mean of its versions."""
    values = fit.best.scale * fit.best.values[: len(fit.names)]
    return {bot: float(values[fit.of == number].mean()) for number, bot in enumerate(fit.bots)}


def doubts(fit: Fit, bot: str) -> dict[str, float]:
    """The variance of the difference of each bot's strength and this one's, in squared logits."""
    share = (fit.of[:, np.newaxis] == np.arange(len(fit.bots))).astype(np.float64)
    share /= share.sum(axis=0)
    count = len(fit.names)
    known = fit.best.scale**2 * share.T @ fit.best.covariance[:count, :count] @ share
    mine = fit.bots.index(bot)
    variance = np.diag(known) + known[mine, mine] - 2 * known[mine]
    return dict(zip(fit.bots, np.maximum(variance, 0.0).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Gains:
    """What each bot gained above what was expected in each of its blocks, in the order of play."""

    bot: Numbers
    gained: Floats


def gains(fit: Fit) -> Gains:
    """By versions: `bot` is the number of the name."""
    games = errors.by_game(fit.best.slopes, len(fit.names))
    _, bot, gained = errors.summed(games.block, games.bot, games.gained, len(fit.names))
    return Gains(bot, gained)


def matches_of(evidence: Evidence, *bots: str) -> tuple[str, ...]:
    """The matches in which all of these sat at one table."""
    return tuple(one.match for one in evidence.played if {*bots} <= {*one.bots})
