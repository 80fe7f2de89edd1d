"""Tests of single bots: strength over time, absence, thinking time and versions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import exp, log, sqrt
from statistics import NormalDist, fmean

import numpy as np

from saqqara_contest.cheats import season
from saqqara_contest.cheats.evidence import Evidence, bot_of
from saqqara_contest.cheats.findings import Cheat, Searched, Suspicion
from saqqara_contest.cheats.season import VersionFit

USUAL_MATCHES = 50
"""The usual number of matches per new version."""
USUAL_RATIO = 2.0
"""The accepted ratio of thinking time in lost matches to that in won ones."""
_FEWEST_BLOCKS = 16
_FEWEST = 3
_WORTH_TELLING = 0.05
_NORMAL = NormalDist()


def sandbagging(fit: VersionFit) -> Searched:
    """Test whether a version was weaker at first than later; nobody is convicted.

    A bot that loses on purpose at first and an author who improves a program without a new version
    have the same results.
    Sums up its gains over the expected results in the order of play. For a bot that does not
    change, that sum less its trend is a Brownian bridge, whose minimum is below -x with
    probability exp(-2 x^2) (Page, Biometrika 42, 1955; Kolmogorov's bound).
    """
    gains = season.gains(fit)
    tests, found = 0, []
    for number, name in enumerate(fit.names):
        gained = gains.gained[gains.bot == number]
        spread = (
            float(gained @ gained) - len(gained) * float(gained.mean() if len(gained) else 0) ** 2
        )
        if len(gained) < _FEWEST_BLOCKS or spread <= 0:
            continue
        tests += 1
        walk = np.cumsum(gained - gained.mean()) / sqrt(spread)
        turn = int(walk.argmin())
        p = exp(-2 * min(0.0, float(walk[turn])) ** 2)
        if p < _WORTH_TELLING:
            share = (turn + 1) / len(gained)
            found.append(_bagged(name, share, p, -float(walk[turn])))
    return Searched(Cheat.SANDBAGGING, tests, found)


def _bagged(name: str, share: float, p: float, size: float) -> Suspicion:
    text = f"version {name.rpartition(' ')[2]} of {bot_of(name)} played worse in the first"
    text += f" {share:.0%} of its blocks than after; results cannot show whether it held back"
    text += " or its author improved it without a new version"
    return Suspicion(Cheat.SANDBAGGING, (bot_of(name),), 0, p, size, text)


def dodging(evidence: Evidence, fit: VersionFit) -> Searched:
    """Test whether a bot missed matches against stronger opponents than those it met.

    Uses the rank sum of the opponents in missed matches (Wilcoxon, Biometrics Bulletin 1, 1945).
    Frequent absence alone is not dodging; it leads to the bench.
    """
    strength = season.strengths(fit)
    met, missed = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    where = defaultdict[str, list[str]](list)
    blocks = {(one.block, tuple(sorted(one.bots))) for one in evidence.played}
    for _, bots in sorted(blocks):
        for bot in bots:
            met[bot].append(fmean(strength[one] for one in bots if one != bot))
    for one in evidence.missed:
        for bot in one.away:
            others = [strength[two] for two in one.bots if two != bot and two in strength]
            if others and bot in strength:
                missed[bot].append(fmean(others))
                where[bot].append(one.match)
    able = [bot for bot in sorted(missed) if len(missed[bot]) >= _FEWEST and met[bot]]
    found = []
    for bot in able:
        p, share = _greater(missed[bot], met[bot])
        if p < _WORTH_TELLING:
            text = f"{bot} was away {len(missed[bot])} times; those that it missed were stronger"
            text += f" than those it met in {share:.0%} of comparisons"
            found.append(Suspicion(Cheat.DODGING, (bot,), 1, p, share, text, tuple(where[bot])))
    return Searched(Cheat.DODGING, len(able), found)


def stalling(evidence: Evidence) -> Searched:
    """Test whether a bot thought over `USUAL_RATIO` times as long per decision in lost matches."""
    won, lost = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    where = defaultdict[str, list[str]](list)
    for one in evidence.played:
        for bot, place, spent in zip(one.bots, one.places, one.spent_ms, strict=False):
            if spent is None or spent <= 0:
                continue
            if place == max(one.places):
                lost[bot].append(spent)
                where[bot].append(one.match)
            elif place == 1:
                won[bot].append(spent)
    able = [bot for bot in sorted(lost) if min(len(lost[bot]), len(won[bot])) >= _FEWEST]
    found = []
    for bot in able:
        p, _ = _greater([one / USUAL_RATIO for one in lost[bot]], won[bot])
        if p < _WORTH_TELLING:
            ratio = exp(fmean(map(log, lost[bot])) - fmean(map(log, won[bot])))
            text = f"{bot} thought {ratio:.1f} times as long per decision where it lost"
            found.append(Suspicion(Cheat.STALLING, (bot,), 1, p, ratio, text, tuple(where[bot])))
    return Searched(Cheat.STALLING, len(able), found)


def version_spam(evidence: Evidence) -> Searched:
    """Test whether a bot had far more new versions than one in `USUAL_MATCHES` matches.

    The best of many equal versions looks stronger than it is. Uses the Poisson distribution.
    """
    matches = Counter(bot for one in evidence.played for bot in one.bots)
    versions = defaultdict[str, set[int]](set)
    for one in evidence.played:
        for bot, version in zip(one.bots, one.versions, strict=True):
            versions[bot].add(version)
    found = []
    for bot, had in sorted(versions.items()):
        usual = matches[bot] / USUAL_MATCHES
        p = _poisson_tail(len(had) - 1, usual)
        if p < _WORTH_TELLING:
            text = f"{bot} had {len(had) - 1} new versions in {matches[bot]} matches;"
            text += f" {usual:.1f} are usual"
            size = float(len(had) - 1)
            found.append(Suspicion(Cheat.VERSION_SPAM, (bot,), 1, p, size, text))
    return Searched(Cheat.VERSION_SPAM, len(versions), found)


def _greater(ones: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """Return the one-sided p-value of the first being greater, and the share of such pairs."""
    values = np.concatenate([ones, others])
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    first, second = len(ones), len(others)
    above = float(ranks[:first].sum()) - first * (first + 1) / 2
    count = first + second
    ties = float((counts**3 - counts).sum()) / (count * (count - 1))
    variance = first * second / 12 * (count + 1 - ties)
    if variance <= 0:
        return 1.0, 0.5
    z = (above - first * second / 2 - 0.5) / sqrt(variance)
    return _NORMAL.cdf(-z), above / (first * second)


def _poisson_tail(count: int, mean: float) -> float:
    """Return the probability of `count` or more events."""
    below, term = 0.0, exp(-mean)
    for number in range(count):
        below += term
        term *= mean / (number + 1)
    return max(0.0, 1 - below) if below < 1 - 1e-12 else max(term, 1e-300)
