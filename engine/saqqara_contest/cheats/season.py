"""A season's fit for the tests: meetings and strengths by bot, over all its versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from saqqara_contest.cheats.evidence import CountedMatch, Evidence, bot_of
from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.seasons import errors
from saqqara_contest.seasons.games import Floats, Numbers
from saqqara_contest.seasons.model import Maximum, maximum


@dataclass(frozen=True, slots=True)
class VersionFit:
    """The most likely strengths of all versions, and the bot of each version."""

    bots: Sequence[str]
    names: Sequence[str]
    of: Numbers
    """The number of the bot of each version."""
    best: Maximum

    def elo(self, name: str) -> float:
        """Return the strength of a version relative to the field's mean."""
        values = self.best.values[: len(self.names)]
        return float(ELO_PER_LOGIT * (values[self.names.index(name)] - values.mean()))


def fitted(played: Sequence[CountedMatch]) -> VersionFit | None:
    """Return the fit of these matches; None without matches."""
    results = [one.result for one in played]
    names = sorted({name for result in results for name in result.bots})
    best = maximum(results, {name: place for place, name in enumerate(names)})
    if best is None:
        return None
    bots = sorted({bot_of(name) for name in names})
    number = {bot: place for place, bot in enumerate(bots)}
    return VersionFit(bots, names, np.array([number[bot_of(name)] for name in names]), best)


@dataclass(frozen=True, slots=True)
class PairTotals:
    """All meetings of two bots, from the side of the first."""

    won: Floats
    expected: Floats
    doubt: float
    """The variance of the difference of their strengths, in squared logits."""


def meetings(fit: VersionFit) -> dict[tuple[int, int], PairTotals]:
    """Return the meetings by the numbers of the two bots, each pair from both sides."""
    pairs, best = fit.best.pairs, fit.best
    one, other = fit.of[pairs.one], fit.of[pairs.other]
    known = best.covariance[: len(fit.names), : len(fit.names)]
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
        found[low, high] = PairTotals(won, expected, mean)
        found[high, low] = PairTotals(1 - won, 1 - expected, mean)
    return found


def rivalry(fit: VersionFit) -> float:
    """Return the variance of a bot's advantage by rival, in squared logits; 0 if unknown.

    Adds a standard error, to protect honest rivals.
    """
    variance = fit.best.rivals.variance
    return max(0.0, variance.value + variance.error) if isfinite(variance.error) else 0.0


def strengths(fit: VersionFit) -> dict[str, float]:
    """Return the strength of each bot in logits of finishing ahead, the mean of its versions."""
    values = fit.best.values[: len(fit.names)]
    return {bot: float(values[fit.of == number].mean()) for number, bot in enumerate(fit.bots)}


def doubts(fit: VersionFit, bot: str) -> dict[str, float]:
    """Return the variance of each bot's difference in strength to this bot, in squared logits."""
    share = (fit.of[:, np.newaxis] == np.arange(len(fit.bots))).astype(np.float64)
    share /= share.sum(axis=0)
    count = len(fit.names)
    known = share.T @ fit.best.covariance[:count, :count] @ share
    mine = fit.bots.index(bot)
    variance = np.diag(known) + known[mine, mine] - 2 * known[mine]
    return dict(zip(fit.bots, np.maximum(variance, 0.0).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Gains:
    """The gains over the expected results in each block, in the order of play."""

    bot: Numbers
    gained: Floats


def gains(fit: VersionFit) -> Gains:
    """Return the gains; `bot` is the number of a version's name."""
    games = errors.by_game(fit.best.slopes)
    _, bot, gained = errors.summed(games.block, games.bot, games.gained, len(fit.names))
    return Gains(bot, gained)


def matches_of(evidence: Evidence, *bots: str) -> tuple[str, ...]:
    """Return the matches in which all of these bots played."""
    return tuple(one.match for one in evidence.played if {*bots} <= {*one.bots})
