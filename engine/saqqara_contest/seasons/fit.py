"""The table of a season: strengths fitted to all results, and checks of the fit.

Strengths are in Elo: 400 points are odds of ten to one to finish ahead of the other of two bots
(ties count half), at equal seats and over the deals and rivals of the season. A group has the bots
that games connect, directly or through others; strengths of different groups cannot be compared.
1500 is the mean of the bots of a group that have a place (of all bots if only one has), so new bots
and versions of old ones do not move it. If bots of known strength took part (`anchors`), strengths
are given on their scale, too.

A bot whose strength significantly changed in the season (`seasons.drift`) is fitted in `_PIECES`
consecutive pieces that form a random walk, and the table shows its strength at the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from saqqara_contest.anchors import Anchor
from saqqara_contest.intervals import Interval, student
from saqqara_contest.ratings import ELO_PER_LOGIT, MEAN_ELO
from saqqara_contest.results import Result
from saqqara_contest.seasons import checks as season_checks
from saqqara_contest.seasons import drift
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.seasons.drift import Drift
from saqqara_contest.seasons.errors import MODEL_BLOCKS, around_mean
from saqqara_contest.seasons.games import Flags, Floats, Numbers, groups
from saqqara_contest.seasons.model import NO_PRIOR, Maximum, maximum
from saqqara_contest.seasons.neighbours import Next, compare
from saqqara_contest.seasons.places import Placing, placings
from saqqara_contest.seasons.separation import limits

LEAST_MATCHES = 10
"""The matches that a bot needs for a place, or half of its group's usual number if less."""
_ALIKE = 0.01
"""Strengths within this distance, in Elo, share a place; the fit is not more precise."""
_PIECES = 6
_UNKNOWN = 2 * 350.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """The row of a bot: its strength over the whole season, in Elo."""

    bot: str
    elo: float
    interval: Interval
    matches: int
    group: int
    """The group of bots that games connect; 0 is the largest group."""
    place: int | None
    """Its place in its group; None while it has played too few matches, or if it is retired."""
    next: Next | None
    """The comparison with the next bot; None for the last one or without a place."""
    change: float | None
    """The change of its strength in the season; None unless it is significant."""
    placing: Placing | None = None
    """How certain its place is; None without a place, or if no other bot has one."""
    anchored: Anchored | None = None
    """Its strength on the scale of the anchors; None if its group has none."""


@dataclass(frozen=True, slots=True)
class Anchored:
    """A strength on the scale of bots of known strength, in Elo."""

    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The rows of all bots, the largest group first, in each group the strongest bot first."""

    rows: tuple[Fitted, ...]
    checks: tuple[ModelCheck, ...]

    @property
    def misfits(self) -> tuple[ModelCheck, ...]:
        """The checks that are warnings: deviations that harm the table."""
        return tuple(one for one in self.checks if not one.fits)


def season_fit(
    results: Iterable[Result],
    bots: Iterable[str] = (),
    retired: Collection[str] = (),
    anchors: Mapping[str, Anchor] | None = None,
    prior: float = 1.0,
) -> SeasonTable:
    """Return the table of all bots of the results and of `bots`.

    Results are in the order of play. `retired` bots get no place: versions that a later version
    of their bot has replaced. `prior` is the weight of the prior. With `NO_PRIOR` strengths are the
    most likely ones over the whole season: infinite, or no number, for bots without a maximum
    (`seasons.separation`).
    """
    played = list(results)
    names = sorted({bot for result in played for bot in result.bots}.union(bots))
    number = {name: place for place, name in enumerate(names)}
    fit = maximum(played, number, prior=prior)
    if fit is None:
        return SeasonTable(tuple(_unplayed(names)), ())
    drifts = drift.drifts(fit)
    checks = season_checks.checks(fit, drifts)
    group, changed = groups(fit.pairs, len(names)), drift.surely(drifts)
    ends, beyond = np.arange(len(names)), np.zeros(len(names))
    if prior <= NO_PRIOR:
        changed, beyond = [], limits(fit.pairs, group)
    changes: dict[int, float] = {}
    if changed:
        fit, ends, changes = _in_pieces(played, names, changed)
    matches = Counter(bot for result in played for bot in result.bots)
    counts = np.array([matches[name] for name in names])
    is_retired = np.array([name in retired for name in names])
    known = {number[name]: one for name, one in (anchors or {}).items() if matches[name]}
    found = _Found(fit, ends, group, counts, changes, is_retired, known, beyond)
    return SeasonTable(tuple(_rows(found, names)), tuple(checks))


@dataclass(frozen=True, slots=True)
class _Found:
    """The inputs of the rows, by the bots' numbers."""

    fit: Maximum
    ends: Numbers
    """The number of each bot's last piece in the fit."""
    group: Numbers
    matches: Numbers
    changes: Mapping[int, float]
    retired: Flags
    anchors: Mapping[int, Anchor]
    beyond: Floats
    """The distance from the finite strengths: 0, infinite, or no number."""


def _unplayed(names: Sequence[str]) -> Iterator[Fitted]:
    """Yield the rows of bots without results; each is a group of its own."""
    for group, name in enumerate(names):
        around = Interval(MEAN_ELO - _UNKNOWN, MEAN_ELO + _UNKNOWN)
        yield Fitted(name, MEAN_ELO, around, 0, group, None, None, None)


def _in_pieces(
    played: Sequence[Result], names: Sequence[str], changed: Sequence[Drift]
) -> tuple[Maximum, np.ndarray, dict[int, float]]:
    """Return the fit with changed bots cut into pieces, each bot's last piece, and the changes."""
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
        changes[one.bot] = ELO_PER_LOGIT * float(fit.values[last] - fit.values[first])
    return fit, ends, changes


def _cut(played: Sequence[Result], pieces: Mapping[str, Sequence[str]]) -> Iterator[Result]:
    """Yield the results with bots renamed to their pieces, of about equally many matches."""
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
    """Yield the rows of each group."""
    members: defaultdict[int, list[int]] = defaultdict(list)
    for bot, group in enumerate(found.group.tolist()):
        members[group].append(bot)
    for group in sorted(members):
        yield from _group(found, names, np.array(members[group]))


def _group(found: _Found, names: Sequence[str], bots: np.ndarray) -> Iterator[Fitted]:
    fit, ends = found.fit, found.ends[bots]
    matches, in_field = found.matches[bots], ~found.retired[bots]
    ranked = in_field & (matches >= _least(matches[in_field]))
    beyond = found.beyond[bots]
    zero = ranked & (beyond == 0)
    zero = zero if zero.sum() > 1 else np.ones(len(bots), dtype=bool)
    values, covariance = fit.values[ends], fit.covariance[np.ix_(ends, ends)]
    if len(bots) > 1:
        values, covariance = values - values[zero].mean(), around_mean(covariance, zero)
    elos, covariance = MEAN_ELO + ELO_PER_LOGIT * values, ELO_PER_LOGIT**2 * covariance
    reach = student(max(0, fit.blocks - fit.of.count) + MODEL_BLOCKS)
    order = sorted(range(len(bots)), key=lambda at: (-elos[at], names[int(bots[at])]))
    placed = [at for at in order if ranked[at]]
    anchored = _anchored(found, bots, elos, covariance, reach)
    certain: list[Placing] = []
    if len(placed) > 1 and not beyond.any():
        certain = placings(elos[placed], covariance[np.ix_(placed, placed)])
    for at in order:
        bot, place = int(bots[at]), placed.index(at) if at in placed else None
        after = placed[place + 1] if place is not None and place + 1 < len(placed) else None
        error = reach * sqrt(covariance[at, at])
        yield Fitted(
            bot=names[bot],
            elo=float(elos[at] + beyond[at]),
            interval=Interval(*(float(elos[at] + beyond[at] + one) for one in (-error, error))),
            matches=int(found.matches[bot]),
            group=int(found.group[bot]),
            place=None if place is None else 1 + int((elos[placed] > elos[at] + _ALIKE).sum()),
            next=None if after is None else compare(fit, int(ends[at]), int(ends[after]), reach),
            change=found.changes.get(bot),
            placing=None if place is None or not certain else certain[place],
            anchored=anchored[at] if anchored else None,
        )


def _least(matches: Numbers) -> int:
    """Return the number of matches for a place: `LEAST_MATCHES`, or half of the usual, if less.

    The usual number is that of the bot at the median of all seats played, so neither many new bots
    nor one bot that plays all others determine it.
    """
    seats = np.cumsum(np.sort(matches))
    if not len(seats) or not seats[-1]:
        return 1
    usual = np.sort(matches)[np.searchsorted(seats, seats[-1] / 2)]
    return min(LEAST_MATCHES, ceil(int(usual) / 2))


def _anchored(
    found: _Found, bots: np.ndarray, elos: Floats, covariance: Floats, reach: float
) -> list[Anchored]:
    """Return the strengths of a group on the scale of its anchors; empty without anchors.

    The shift is the mean over the anchors, weighted by how precisely each is known.
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
        for elo, far in zip(
            (elos + shift + found.beyond[bots]).tolist(), reaches.tolist(), strict=True
        )
    ]
