"""Estimates of how far a season's results deviate from independent games, by blocks and pairs.

Games of one block share the value of its deals for each bot, so errors follow from the variance of
whole blocks' gradients (Huber, 1967, and White, Econometrica 50, 1982: the sandwich, clustered as
by Liang and Zeger, Biometrika 73, 1986). The whole season has one dispersion factor (McCullagh and
Nelder, Generalized Linear Models, 1989, chapter 9): errors estimated for each bot are too uncertain
if a bot has played few blocks.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.seasons.games import Flags, Floats, Meetings, Numbers, groups
from saqqara_contest.seasons.slopes import Slopes

MODEL_BLOCKS = 20
"""The weight, in blocks, of the prior belief that games are independent."""
_TIE = 0.5
_LEAST_TIED = 0.05
_TINY = 1e-12
_FORESEEN = 0.02
"""Results whose variance is below this share of the expected one were all predictable."""


@dataclass(frozen=True, slots=True)
class Variance:
    """A variance in squared logits, and its standard error; the estimate may be negative."""

    value: float
    error: float

    @property
    def surely(self) -> float:
        """The variance shrunk by its error; 0 if it is not above its error."""
        if self.value <= self.error:
            return 0.0
        return self.value * (1 - (self.error / self.value) ** 2)

    def deviations(self) -> tuple[float, float, float]:
        """Return the standard deviation and its 95 % interval; a negative variance counts as 0."""
        reach, value = REACH * self.error, max(0.0, self.value)
        return sqrt(value), sqrt(max(0.0, self.value - reach)), sqrt(value + reach)


REACH = NormalDist().inv_cdf(0.975)
"""The number of standard errors on either side of a 95 % interval."""

UNKNOWN = Variance(0.0, float("inf"))


def dispersion(free: Slopes, blocks: int) -> float:
    """Return the factor by which blocks vary more than meetings of equals without ties.

    `free` are the slopes without a prior. The factor is shrunk towards that of independent games
    with as many ties, and is at least that: predictable results vary less, but are no more certain
    for that.
    """
    pairs = free.pairs
    informed = float(free.information.sum())
    ties = float((pairs.weight * (pairs.won == _TIE)).sum())
    tied = max(_LEAST_TIED, 1 - _TIE**2 * ties / max(informed, _TINY))
    left = blocks - free.of.count
    if left <= 0:
        return tied
    games = by_game(free)
    _, _, gained = summed(games.block, games.bot, games.gained, free.of.bots)
    factor = float(gained @ gained) / max(2 * informed, _TINY) * blocks / left
    return max(tied, (left * factor + MODEL_BLOCKS * tied) / (left + MODEL_BLOCKS))


def block_variance(free: Slopes) -> Variance:
    """Return the variance of the changes of a bot's strength by the deals of a block.

    Estimated from the covariance of gradients of games of one block, in units of the information
    of both games. The slopes must be those without a prior.
    """
    games, bots = by_game(free), free.of.bots
    _, _, whole = summed(games.block, games.bot, games.gained, bots)
    cross = float(whole @ whole - games.gained @ games.gained)
    in_block, cells, informed = _informed(free)
    _, _, known = summed(in_block, cells, informed, bots * bots)
    weight = float(known @ known - informed @ informed)
    if weight <= 0 or _is_foreseen(games.gained, games.information):
        return UNKNOWN
    block, _, gained = summed(games.block, games.bot, games.gained, bots)
    each = np.bincount(block, gained**2)
    alone = np.bincount(games.block, games.gained**2, minlength=len(each))
    return Variance(cross / weight, float(np.linalg.norm(each - alone)) / weight)


def _is_foreseen(gained: Floats, informed: Floats) -> bool:
    """Return whether results were all predictable, so that they contain no information."""
    return float(gained @ gained) <= _FORESEEN * float(informed.sum())


@dataclass(frozen=True, slots=True)
class GameSlopes:
    """The gradient and information of each game by the strength of each of its bots."""

    block: Numbers
    bot: Numbers
    gained: Floats
    information: Floats


def by_game(found: Slopes) -> GameSlopes:
    """Return the slopes of each game, summed over its meetings."""
    pairs, bots = found.pairs, found.of.bots
    game = np.concatenate([pairs.game, pairs.game])
    bot = np.concatenate([pairs.one, pairs.other])
    in_game, at, gained = summed(game, bot, np.concatenate([found.residual, -found.residual]), bots)
    _, _, informed = summed(game, bot, np.tile(found.information, 2), bots)
    return GameSlopes(_blocks(pairs)[in_game], at, gained, informed)


def _blocks(pairs: Meetings) -> Numbers:
    """Return the block of each game."""
    blocks = np.zeros(1 + int(pairs.game.max()), dtype=np.intp)
    blocks[pairs.game] = pairs.block
    return blocks


def _informed(found: Slopes) -> tuple[Numbers, Numbers, Floats]:
    """Return the information of each game about each pair of its bots: block, cell, value."""
    pairs, bots = found.pairs, found.of.bots
    one, other = pairs.one, pairs.other
    cells = np.concatenate(
        [one * bots + one, other * bots + other, one * bots + other, other * bots + one]
    )
    values = np.concatenate([found.information] * 2 + [-found.information] * 2)
    in_game, cell, value = summed(np.tile(pairs.game, 4), cells, values, bots * bots)
    return _blocks(pairs)[in_game], cell, value


def summed(
    group: Numbers, index: Numbers, value: Floats, width: int
) -> tuple[Numbers, Numbers, Floats]:
    """Return the values summed by group and index; indices are less than `width`."""
    keys, place = np.unique(group * width + index, return_inverse=True)
    return keys // width, keys % width, np.bincount(place, value).astype(np.float64)


@dataclass(frozen=True, slots=True)
class PairResiduals:
    """The deviations of the results of each pair of bots from those that strengths predict."""

    variance: Variance
    """The variance of the difference between two bots that depends on the pair."""
    imbalance: Floats
    """The information about each pair above that of meetings in proportion to both bots' own.

    A strength in this field is one over all its rivals. So what depends on the rival only adds to
    its error as far as a bot met some more often than others.
    """


def pair_residuals(free: Slopes, covariance: Floats) -> PairResiduals:
    """Return what the blocks of a pair of bots have in common beyond the bots' strengths.

    If strengths explain everything, a pair's residuals in different blocks are independent. Without
    a cycle of pairs, strengths can explain any results. `free` are the slopes without a prior.
    """
    bots, pairs = len(covariance), free.pairs
    low, high = np.minimum(pairs.one, pairs.other), np.maximum(pairs.one, pairs.other)
    sign = np.where(pairs.one < pairs.other, 1.0, -1.0)
    pair = low * bots + high
    _, cell, residual = summed(pairs.block, pair, sign * free.residual, bots * bots)
    _, _, informed = summed(pairs.block, pair, free.information, bots * bots)
    cells, number = np.unique(cell, return_inverse=True)
    total, squares = np.bincount(number, residual), np.bincount(number, residual**2)
    fourth = np.bincount(number, residual**4)
    weight = np.bincount(number, informed).astype(np.float64)
    between = weight**2 - np.bincount(number, informed**2)
    one, other = cells // bots, cells % bots
    group = groups(pairs, bots)
    imbalance = _imbalance(one, other, weight, group)
    rings = len(cells) - bots + len(np.unique(group))
    if rings <= 0 or between.sum() <= 0 or _is_foreseen(residual, informed):
        return PairResiduals(UNKNOWN, imbalance)
    apart = np.diag(covariance)[one] + np.diag(covariance)[other] - 2 * covariance[one, other]
    fitted = np.minimum(1.0, weight * apart) * squares * between / weight**2
    value = float((total**2 - squares + fitted).sum() / between.sum())
    chance = 2 * float((squares**2 - fourth).sum())
    chance += 2 * max(value, 0.0) ** 2 * float((between**2).sum())
    error = sqrt(max(chance, 0.0)) / float(between.sum())
    return PairResiduals(Variance(value, error), imbalance)


def _imbalance(one: Numbers, other: Numbers, weight: Floats, group: Numbers) -> Floats:
    """Return the information about each pair above the balanced one, 0 for bots never compared."""
    met = np.zeros((len(group), len(group)))
    met[one, other] = met[other, one] = weight
    own = met.sum(axis=1)
    even = np.outer(own, own) * (group[:, np.newaxis] == group[np.newaxis, :])
    np.fill_diagonal(even, 0.0)
    most = np.bincount(group, even.sum(axis=1))
    even *= (np.bincount(group, own) / np.maximum(most, _TINY))[group][:, np.newaxis]
    found: Floats = met - even
    return found


def by_pair(found: PairResiduals) -> Floats:
    """Return the contribution of pairs to the covariance of the gradients by strengths."""
    weight = found.variance.surely * found.imbalance**2
    total: Floats = np.diag(weight.sum(axis=1)) - weight
    return total


def around_mean(covariance: Floats, among: Flags | None = None) -> Floats:
    """Return the covariance of strengths relative to their mean, or to the mean of `among`."""
    among = np.ones(len(covariance), dtype=bool) if among is None else among
    rows = covariance[among].mean(axis=0)
    centred: Floats = covariance - rows - rows[:, np.newaxis] + rows[among].mean()
    return centred
