"""Estimates of how far a season's results deviate from independent games, by blocks and pairs.

Games of one block share the value of its deals for each bot, so errors follow from the variance of
whole blocks' gradients (Huber, 1967, and White, Econometrica 50, 1982: the sandwich, clustered as
by Liang and Zeger, Biometrika 73, 1986). The whole season has one dispersion factor (McCullagh and
Nelder, Generalized Linear Models, 1989, chapter 9): errors estimated for each bot are too uncertain
if a bot has played few blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi, sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.choices import Slopes
from saqqara_contest.seasons.games import Flags, Floats, Meetings, Numbers, groups

MODEL_BLOCKS = 20
"""The weight, in blocks, of the prior belief that games are independent."""
_CURVE = 16 * sqrt(3) / (15 * pi)
_MOST_BLURRED = 0.75
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

    @property
    def scale(self) -> float:
        """The factor by which true differences exceed those that this variance has blurred.

        Follows Zeger, Liang and Albert (Biometrics 44, 1988) for a logistic curve over a normal
        spread; the strengths of both bots vary.
        """
        return 1 / sqrt(1 - min(_MOST_BLURRED, 2 * _CURVE**2 * self.surely))

    def scaled(self, factor: float) -> Variance:
        """Return the variance in other units, of which `factor` make one of these."""
        return Variance(self.value * factor**2, self.error * factor**2)

    def deviations(self) -> tuple[float, float, float]:
        """Return the standard deviation and its 95 % interval; a negative variance counts as 0."""
        reach, value = REACH * self.error, max(0.0, self.value)
        return sqrt(value), sqrt(max(0.0, self.value - reach)), sqrt(value + reach)


REACH = NormalDist().inv_cdf(0.975)
"""The number of standard errors on either side of a 95 % interval."""

UNKNOWN = Variance(0.0, float("inf"))


def by_block(found: Sequence[Slopes], count: int) -> Floats:
    """Return the sum over blocks of the outer products of their gradients."""
    block, index, value = summed(
        np.concatenate([np.repeat(one.stage.block, one.stage.index.shape[1]) for one in found]),
        np.concatenate([one.stage.index.ravel() for one in found]),
        np.concatenate([one.gradient.ravel() for one in found]),
        count,
    )
    _, first, sizes = np.unique(block, return_index=True, return_counts=True)
    total = np.zeros(count * count)
    for size in np.unique(sizes):
        rows = first[sizes == size][:, np.newaxis] + np.arange(size)
        cells = index[rows][:, :, np.newaxis] * count + index[rows][:, np.newaxis, :]
        outer = value[rows][:, :, np.newaxis] * value[rows][:, np.newaxis, :]
        total += np.bincount(cells.ravel(), outer.ravel(), minlength=count * count)
    return total.reshape(count, count)


def dispersion(
    covariance: Floats, information: Floats, spread: Floats, *, bots: int, blocks: int
) -> float:
    """Return the factor by which strengths vary more than for independent games.

    It is at least 1: predictable results vary less, but are no more certain for that.
    """
    free = blocks - len(covariance)
    if free <= 0:
        return 1.0
    seen, expected = (
        float(np.trace(around_mean((covariance @ one @ covariance)[:bots, :bots])))
        for one in (spread, information)
    )
    factor = seen / expected * blocks / free if expected > 0 else 1.0
    return max(1.0, (free * factor + MODEL_BLOCKS) / (free + MODEL_BLOCKS))


def block_variance(found: Sequence[Slopes], bots: int) -> Variance:
    """Return the variance of the changes of a bot's strength by the deals of a block.

    Estimated from the covariance of gradients of games of one block, in units of the information
    of both games. The gradients must be those without a prior.
    """
    games = by_game(found, bots)
    _, _, whole = summed(games.block, games.bot, games.gained, bots)
    cross = float(whole @ whole - games.gained @ games.gained)
    in_block, cells, informed = _informed(found, bots)
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


def by_game(found: Sequence[Slopes], bots: int) -> GameSlopes:
    """Return the slopes of each game, summed over its stages."""
    many = [one.stage.left for one in found]
    game = _flat([one.stage.game for one in found], many)
    bot = np.concatenate(
        [one.stage.index[:, :left].ravel() for one, left in zip(found, many, strict=True)]
    )
    gained, informed = (
        np.concatenate([rows[:, :left].ravel() for rows, left in zip(values, many, strict=True)])
        for values in (
            [one.gradient for one in found],
            [np.einsum("nii->ni", one.information) for one in found],
        )
    )
    in_game, at, gains = summed(game, bot, gained, bots)
    _, _, tells = summed(game, bot, informed, bots)
    return GameSlopes(_blocks(found)[in_game], at, gains, tells)


def _flat(numbers: Sequence[Numbers], many: Sequence[int]) -> Numbers:
    """Return each choice's number, repeated for each of its bots."""
    return np.concatenate([np.repeat(one, count) for one, count in zip(numbers, many, strict=True)])


def _blocks(found: Sequence[Slopes]) -> Numbers:
    """Return the block of each game."""
    blocks = np.zeros(1 + max(int(one.stage.game.max()) for one in found), dtype=np.intp)
    for one in found:
        blocks[one.stage.game] = one.stage.block
    return blocks


def _informed(found: Sequence[Slopes], bots: int) -> tuple[Numbers, Numbers, Floats]:
    """Return the information of each game about each pair of its bots: block, cell, value."""
    many = [one.stage.left**2 for one in found]
    cells, values = [], []
    for one in found:
        index = one.stage.index[:, : one.stage.left]
        cells.append((index[:, :, np.newaxis] * bots + index[:, np.newaxis, :]).ravel())
        values.append(one.information[:, : one.stage.left, : one.stage.left].ravel())
    game = _flat([one.stage.game for one in found], many)
    in_game, cell, value = summed(game, np.concatenate(cells), np.concatenate(values), bots * bots)
    return _blocks(found)[in_game], cell, value


def summed(
    group: Numbers, index: Numbers, value: Floats, width: int
) -> tuple[Numbers, Numbers, Floats]:
    """Return the values summed by group and index; indices are less than `width`."""
    keys, place = np.unique(group * width + index, return_inverse=True)
    return keys // width, keys % width, np.bincount(place, value).astype(np.float64)


@dataclass(frozen=True, slots=True)
class PairResiduals:
    """The deviations of the results of each pair of bots from those that strengths predict."""

    one: Numbers
    other: Numbers
    information: Floats
    variance: Variance
    """The variance of the difference between two bots that depends on the pair."""


def pair_residuals(
    pairs: Meetings, expected: Floats, covariance: Floats, moved: Floats
) -> PairResiduals:
    """Return what the blocks of a pair of bots have in common beyond the bots' strengths.

    If strengths explain everything, a pair's residuals in different blocks are independent. Without
    a cycle of pairs, strengths can explain any results. `moved` is the change of each difference
    of strengths if the prior is left out.
    """
    bots = len(covariance)
    low, high = np.minimum(pairs.one, pairs.other), np.maximum(pairs.one, pairs.other)
    sign = np.where(pairs.one < pairs.other, 1.0, -1.0)
    pair = low * bots + high
    known = expected * (1 - expected)
    strayed = pairs.won - expected - known * moved
    _, cell, residual = summed(pairs.block, pair, sign * strayed, bots * bots)
    _, _, informed = summed(pairs.block, pair, known, bots * bots)
    cells, number = np.unique(cell, return_inverse=True)
    total, squares = np.bincount(number, residual), np.bincount(number, residual**2)
    fourth = np.bincount(number, residual**4)
    weight = np.bincount(number, informed).astype(np.float64)
    between = weight**2 - np.bincount(number, informed**2)
    one, other = cells // bots, cells % bots
    rings = len(cells) - bots + len(np.unique(groups(pairs, bots)))
    if rings <= 0 or between.sum() <= 0 or _is_foreseen(residual, informed):
        return PairResiduals(one, other, weight, UNKNOWN)
    apart = np.diag(covariance)[one] + np.diag(covariance)[other] - 2 * covariance[one, other]
    fitted = np.minimum(1.0, weight * apart) * squares * between / weight**2
    value = float((total**2 - squares + fitted).sum() / between.sum())
    chance = 2 * float((squares**2 - fourth).sum())
    chance += 2 * max(value, 0.0) ** 2 * float((between**2).sum())
    error = sqrt(max(chance, 0.0)) / float(between.sum())
    return PairResiduals(one, other, weight, Variance(value, error))


def by_pair(found: PairResiduals, information: Floats, scale: float) -> Floats:
    """Return the contribution of pairs to the covariance of the gradients by strengths.

    `information` is that of the strengths. `scale` converts their differences to logits of results.
    """
    between = _between(found, found.information, len(information))
    share = float(np.trace(information)) / max(float(np.trace(between)), 1e-9)
    weight = found.variance.surely / scale**2 * (share * found.information) ** 2
    return _between(found, weight, len(information))


def _between(found: PairResiduals, weight: Floats, count: int) -> Floats:
    """Return the sum over pairs of a weight times the outer square of their difference."""
    total = np.zeros((count, count))
    np.add.at(total, (found.one, found.one), weight)
    np.add.at(total, (found.other, found.other), weight)
    np.add.at(total, (found.one, found.other), -weight)
    np.add.at(total, (found.other, found.one), -weight)
    return total


def around_mean(covariance: Floats, among: Flags | None = None) -> Floats:
    """Return the covariance of strengths relative to their mean, or to the mean of `among`."""
    among = np.ones(len(covariance), dtype=bool) if among is None else among
    rows = covariance[among].mean(axis=0)
    centred: Floats = covariance - rows - rows[:, np.newaxis] + rows[among].mean()
    return centred
