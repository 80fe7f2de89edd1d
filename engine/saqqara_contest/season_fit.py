"""The published table of a season: strengths by all results at once, and whether they fit.

Strengths are in Elo: 400 points are odds of ten to one in who comes in ahead of two, ties half, at
equal seats and by deals that suit both alike. A group are bots that games connect, directly or
through others; strengths of different groups cannot be compared. 1500 is the mean of those of a
group that have a place (of all where only one has), so that neither new bots nor versions of old
ones move it. Where bots of known strength took part (`anchors`), strengths are also told on their
scale.

A bot whose strength surely changed in the season (`season_drift`) is fitted in `_PIECES` pieces of
its blocks, one after the other a random walk, and the table tells where it ended.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest import season_checks, season_drift
from saqqara_contest.anchors import Anchor
from saqqara_contest.intervals import Interval, student
from saqqara_contest.ratings import MEAN_ELO
from saqqara_contest.results import Result
from saqqara_contest.season_checks import Check
from saqqara_contest.season_drift import Drift
from saqqara_contest.season_errors import MODEL_BLOCKS, around_mean
from saqqara_contest.season_games import Flags, Floats, Numbers, groups
from saqqara_contest.season_model import Maximum, maximum

LEAST_MATCHES = 10
"""A bot with fewer has no place, unless they are half of what is usual in its group."""
_ALIKE = 0.01
"""Strengths that are no farther apart, in Elo, share a place; the fit is no nearer itself."""
_PIECES = 6
_UNKNOWN = 2 * 350.0


@dataclass(frozen=True, slots=True)
class Next:
    """How a bot compares to the one at the next place of its group."""

    stronger: float
    """The likelihood that it is stronger, from 0 to 1."""
    error: float
    """The 95 % confidence margin of the difference to the next bot, in Elo."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A bot's strength by the whole season, in Elo."""

    bot: str
    elo: float
    interval: Interval
    matches: int
    group: int
    """Bots of one number are connected by games; 0 is the largest group."""
    place: int | None
    """Its place in its group; None while it has played too few matches, or if it is retired."""
    next: Next | None
    """None for who has no place, or the last one."""
    change: float | None
    """By how much its strength changed in the season, if it surely did."""
    anchored: Anchored | None = None
    """Its strength on the scale of the anchors; None where its group has none."""


@dataclass(frozen=True, slots=True)
class Anchored:
    """A strength on the scale of bots of known strength, in Elo."""

    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """Who is how strong, each group strongest first, the largest group first."""

    rows: tuple[Fitted, ...]
    checks: tuple[Check, ...]

    @property
    def misfits(self) -> tuple[Check, ...]:
        """The ways in which results stray from the model."""
        return tuple(one for one in self.checks if not one.fits)


def season_fit(
    results: Iterable[Result],
    bots: Iterable[str] = (),
    retired: Collection[str] = (),
    anchors: Mapping[str, Anchor] | None = None,
) -> SeasonTable:
    """The table of all bots of the results and of `bots`; results are in the order of play.

    Those that are `retired` have no place: versions after which a later one of their bot played.
    """
    played = list(results)
    names = sorted({bot for result in played for bot in result.bots}.union(bots))
    number = {name: place for place, name in enumerate(names)}
    fit = maximum(played, number)
    if fit is None:
        return SeasonTable(tuple(_unplayed(names)), ())
    drifts = season_drift.drifts(fit)
    checks = season_checks.checks(fit, drifts)
    group, changed = groups(fit.pairs, len(names)), season_drift.surely(drifts)
    ends = np.arange(len(names))
    changes: dict[int, float] = {}
    if changed:
        fit, ends, changes = _in_pieces(played, names, changed)
    matches = Counter(bot for result in played for bot in result.bots)
    counts = np.array([matches[name] for name in names])
    is_retired = np.array([name in retired for name in names])
    known = {number[name]: one for name, one in (anchors or {}).items() if matches[name]}
    found = _Found(fit, ends, group, counts, changes, is_retired, known)
    return SeasonTable(tuple(_rows(found, names)), tuple(checks))


@dataclass(frozen=True, slots=True)
class _Found:
    """What rows are made of, by the bots' numbers."""

    fit: Maximum
    ends: Numbers
    """The number of each bot's last piece in the fit."""
    group: Numbers
    matches: Numbers
    changes: Mapping[int, float]
    retired: Flags
    anchors: Mapping[int, Anchor]


def _unplayed(names: Sequence[str]) -> Iterator[Fitted]:
    """Bots of which nothing is known; each is a group by itself."""
    for group, name in enumerate(names):
        around = Interval(MEAN_ELO - _UNKNOWN, MEAN_ELO + _UNKNOWN)
        yield Fitted(name, MEAN_ELO, around, 0, group, None, None, None)


def _in_pieces(
    played: Sequence[Result], names: Sequence[str], changed: Sequence[Drift]
) -> tuple[Maximum, np.ndarray, dict[int, float]]:
    """The fit in which these bots' pieces are bots of their own, and where they end."""
    number = {name: place for place, name in enumerate(names)}
    links: list[tuple[int, int, float]] = []
    pieces: dict[str, list[str]] = {}
    for one in changed:
        name = names[one.bot]
        pieces[name] = [name, *(f"{name}\n{piece}" for piece in range(1, _PIECES))]
        for before, after in zip(pieces[name], pieces[name][1:], strict=False):
            number[after] = len(number)
            links.append((number[before], number[after], abs(one.elo) / sqrt(_PIECES)))
    fit = maximum(list(_cut(played, pieces)), number, links)
    if fit is None:
        raise AssertionError
    ends = np.arange(len(names))
    changes = {}
    for one in changed:
        first, last = (number[pieces[names[one.bot]][at]] for at in (0, -1))
        ends[one.bot] = last
        changes[one.bot] = fit.elo * float(fit.values[last] - fit.values[first])
    return fit, ends, changes


def _cut(played: Sequence[Result], pieces: Mapping[str, Sequence[str]]) -> Iterator[Result]:
    """The results with the names of pieces, each of about as many matches."""
    matches = Counter(bot for result in played for bot in result.bots)
    so_far: Counter[str] = Counter()
    for result in played:
        bots = tuple(
            pieces[bot][so_far[bot] * _PIECES // matches[bot]] if bot in pieces else bot
            for bot in result.bots
        )
        so_far.update(result.bots)
        yield Result(bots, result.places, result.block)


def _rows(found: _Found, names: Sequence[str]) -> Iterator[Fitted]:
    """The rows of each group."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for bot, group in enumerate(found.group.tolist()):
        members[group].append(bot)
    for group in sorted(members):
        yield from _group(found, names, np.array(members[group]))


def _group(found: _Found, names: Sequence[str], bots: np.ndarray) -> Iterator[Fitted]:
    fit, ends = found.fit, found.ends[bots]
    matches, in_field = found.matches[bots], ~found.retired[bots]
    ranked = in_field & (matches >= _least(matches[in_field]))
    zero = ranked if ranked.sum() > 1 else np.ones(len(bots), dtype=bool)
    values, covariance = fit.values[ends], fit.covariance[np.ix_(ends, ends)]
    if len(bots) > 1:
        values, covariance = values - values[zero].mean(), around_mean(covariance, zero)
    elos, covariance = MEAN_ELO + fit.elo * values, fit.elo**2 * covariance
    reach = student(max(0, fit.blocks - fit.of.count) + MODEL_BLOCKS)
    order = sorted(range(len(bots)), key=lambda at: (-elos[at], names[int(bots[at])]))
    placed = [at for at in order if ranked[at]]
    anchored = _anchored(found, bots, elos, covariance, reach)
    for at in order:
        bot, place = int(bots[at]), placed.index(at) if at in placed else None
        after = placed[place + 1] if place is not None and place + 1 < len(placed) else None
        error = reach * sqrt(covariance[at, at])
        yield Fitted(
            bot=names[bot],
            elo=float(elos[at]),
            interval=Interval(float(elos[at] - error), float(elos[at] + error)),
            matches=int(found.matches[bot]),
            group=int(found.group[bot]),
            place=None if place is None else 1 + int((elos[placed] > elos[at] + _ALIKE).sum()),
            next=None if after is None else _next(elos, covariance, at, after, reach),
            change=found.changes.get(bot),
            anchored=anchored[at] if anchored else None,
        )


def _least(matches: Numbers) -> int:
    """How many matches a bot needs for a place: ten, or half of what is usual where that is less.

    Usual is what was played by whoever sits at the median of all seats, so that neither a crowd of
    newcomers nor one bot that plays all others says what it is.
    """
    seats = np.cumsum(np.sort(matches))
    if not len(seats) or not seats[-1]:
        return 1
    usual = np.sort(matches)[np.searchsorted(seats, seats[-1] / 2)]
    return min(LEAST_MATCHES, ceil(int(usual) / 2))


def _anchored(
    found: _Found, bots: np.ndarray, elos: Floats, covariance: Floats, reach: float
) -> list[Anchored]:
    """The strengths of a group by its anchors, which together are as strong as is known of them.

    The more that is known of an anchor, the more it weighs. None where the group has no anchor.
    """
    known = [(at, one) for at, bot in enumerate(bots.tolist()) if (one := found.anchors.get(bot))]
    if not known:
        return []
    at = [at for at, _ in known]
    errors = np.array([one.error**2 for _, one in known])
    weights = 1 / (np.diag(covariance)[at] + errors + 1e-9)
    weights /= weights.sum()
    shift = float(weights @ (np.array([one.elo for _, one in known]) - elos[at]))
    apart = np.eye(len(bots))
    apart[:, at] -= weights
    square = np.diag(apart @ covariance @ apart.T) + float(weights**2 @ errors)
    reaches = reach * np.sqrt(np.maximum(square, 0.0))
    return [
        Anchored(elo, Interval(elo - far, elo + far))
        for elo, far in zip((elos + shift).tolist(), reaches.tolist(), strict=True)
    ]


def _next(elos: Floats, covariance: Floats, one: int, other: int, reach: float) -> Next:
    square = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
    error = sqrt(max(float(square), 0.0))
    ahead = float(elos[one] - elos[other])
    stronger = NormalDist().cdf(ahead / error) if error else 1.0
    return Next(stronger=stronger, error=reach * error)
