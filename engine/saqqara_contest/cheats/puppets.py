"""Sock puppets: a test for bots that lose to one bot far more often than their strengths predict.

For each bot that might profit, all other bots are tested at once. In a share of the matches, one of
`RATES`, it would beat a puppet nearly always (`THROWN`). Otherwise it beats each bot as often as
both strengths predict, within the season's variance of advantages by rival. Each other bot has a
small prior probability of being a puppet, so the likelihood is a mixture of both. A simulation of
honest bots gives the distribution of the ratio. Strengths are fitted without the suspects' matches
against the bot, which would hide themselves otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Final

import numpy as np

from saqqara_contest.cheats import season
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import Cheat, Searched, Suspicion
from saqqara_contest.cheats.season import PairTotals, VersionFit
from saqqara_contest.seasons.games import Floats

THROWN = 0.98
"""The share of meetings that a bot wins where its puppet loses on purpose."""
RATES: Final = (1.0, 0.75, 0.5, 0.25)
"""The shares of its matches that a puppet may lose on purpose, equally likely beforehand."""
PUPPETS = 2
"""The prior number of puppets of a bot in a field."""
CONVINCING = 0.95
"""The posterior probability required of each puppet."""
_DRAWS = 3_000
"""The number of simulated seasons for each bot of the field, since each bot is a test."""
_BATCH = 5_000
_SMALL = 1e-6
_WORTH_A_LOOK = 2.0
_SUSPECT = 0.25
"""The least log-ratio of a suspect, as a share of the prior log-odds against a puppet."""
_MOST_SHARE = 0.25
"""The largest share of the field that can be suspects; most of a field never throws matches."""
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(9)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


def tested(evidence: Evidence, fit: VersionFit) -> Searched:
    """Test each bot that might profit; suspicions list the puppets first."""
    met = season.meetings(fit)
    found = []
    for number, bot in enumerate(fit.bots):
        of = {other: one for (mine, other), one in met.items() if mine == number}
        suspects = _suspects(of, len(fit.bots))
        if suspects:
            suspicion = _suspicion(evidence, fit, bot, [fit.bots[one] for one in suspects])
            found += [] if suspicion is None else [suspicion]
    # A puppet is stronger than its results, so others seemed to throw matches to it in 3 of 20
    # seasons with three puppets at 4 seats.
    kept = [one for one in found if not any(_explains(other, one) for other in found)]
    return Searched(Cheat.SOCK_PUPPETS, len(fit.bots), kept)


def _explains(other: Suspicion, one: Suspicion) -> bool:
    """Return whether the bot that profits in one suspicion is a puppet in another, as likely."""
    return one.bots[-1] in other.to_annul and other.p <= one.p


def _suspects(of: Mapping[int, PairTotals], field: int) -> list[int]:
    """Return the bots that may lose on purpose; none if the evidence is too weak."""
    ratios = {other: _ratio(one, one.doubt) for other, one in of.items()}
    most = sorted(ratios, key=lambda other: -ratios[other])[: max(1, int(_MOST_SHARE * field))]
    suspects = [other for other in most if ratios[other] > _SUSPECT * log(field / PUPPETS)]
    total = sum(_mixed(ratios[other], field) for other in suspects)
    return suspects if total > log(_WORTH_A_LOOK) else []


def _suspicion(
    evidence: Evidence, whole: VersionFit, bot: str, suspects: list[str]
) -> Suspicion | None:
    """Return the suspicion against these, with strengths fitted without matches against the bot."""
    left = [
        one
        for one in evidence.played
        if bot not in one.bots or not any(other in one.bots for other in suspects)
    ]
    fit = season.fitted(left)
    if fit is None or not {bot, *suspects} <= {*fit.bots}:
        return None
    met = _foreseen(season.meetings(whole), whole, fit, bot)
    doubt = {other: one.doubt + season.rivalry(fit) for other, one in met.items()}
    ratios = {other: _ratio(one, doubt[other]) for other, one in met.items()}
    field = len(whole.bots)
    seen = sum(_mixed(one, field) for one in ratios.values())
    puppets = [
        other
        for other in sorted(ratios, key=lambda one: -ratios[one])
        if ratios[other] > log(field / PUPPETS * CONVINCING / (1 - CONVINCING))
    ]
    if not puppets:
        return None
    p = _chance(met, doubt, field, seen)
    won = np.concatenate([met[other].won for other in puppets])
    expected = np.concatenate([met[other].expected for other in puppets])
    return Suspicion(
        cheat=Cheat.SOCK_PUPPETS,
        bots=(*puppets, bot),
        convicts=len(puppets),
        p=p,
        size=float(won.mean() - expected.mean()),
        text=f"{bot} won {won.mean():.0%} of {len(won)} meetings with {', '.join(puppets)};"
        f" strengths say {expected.mean():.0%}",
        matches=tuple(one for other in puppets for one in season.matches_of(evidence, bot, other)),
    )


def _foreseen(
    met: Mapping[tuple[int, int], PairTotals], whole: VersionFit, fit: VersionFit, bot: str
) -> dict[str, PairTotals]:
    """Return the bot's meetings with each other bot, with expected results from another fit."""
    before, after = season.strengths(whole), season.strengths(fit)
    doubts = season.doubts(fit, bot)
    found = {}
    for (mine, other), one in met.items():
        name = whole.bots[other]
        if whole.bots[mine] != bot or name not in after:
            continue
        moved = (after[bot] - after[name]) - (before[bot] - before[name])
        odds = one.expected / (1 - one.expected) * exp(moved)
        found[name] = PairTotals(one.won, odds / (1 + odds), doubts[name])
    return found


def _ratio(one: PairTotals, doubt: float) -> float:
    """Return the log-likelihood ratio of a puppet to an honest bot.

    `doubt` is the variance of the advantage of one over the other, in squared logits.
    """
    odds = np.log(one.expected / (1 - one.expected))[:, np.newaxis] + sqrt(doubt) * _POINTS
    honest = np.clip(1 / (1 + np.exp(-odds)), _SMALL, 1 - _SMALL)
    thrown = [
        _likelihood(one.won, rate * THROWN + (1 - rate) * honest) - log(len(RATES))
        for rate in RATES
    ]
    return float(np.logaddexp.reduce(thrown)) - _likelihood(one.won, honest)


def _likelihood(won: Floats, chance: Floats) -> float:
    """Return the log-likelihood of results by their chances at each advantage."""
    mine = won[:, np.newaxis]
    total = (mine * np.log(chance) + (1 - mine) * np.log(1 - chance)).sum(axis=0)
    top = float(total.max())
    return top + log(float(np.exp(total - top) @ _WEIGHTS))


def _mixed(ratio: float, field: int) -> float:
    """Return the log of the ratio mixed by the prior probability of a puppet."""
    share = min(_MOST_SHARE, PUPPETS / field)
    return float(np.logaddexp(log(1 - share), log(share) + ratio))


def _chance(
    met: Mapping[str, PairTotals], doubt: Mapping[str, float], field: int, seen: float
) -> float:
    """Return the simulated p-value: how often honest bots reach this ratio."""
    chance = np.random.default_rng(len(met))
    tables = {name: _ratios(one, doubt[name], field) for name, one in met.items()}
    above = done = 0
    while done < _DRAWS * field and above < 50:  # noqa: PLR2004 - known to a seventh
        total = np.zeros(_BATCH)
        for name, one in met.items():
            mean = float(one.expected.mean())
            odds = log(mean / (1 - mean)) + chance.normal(0, sqrt(doubt[name]), _BATCH)
            wins = chance.binomial(len(one.won), 1 / (1 + np.exp(-odds)))
            total += tables[name][wins]
        above += int((total >= seen).sum())
        done += _BATCH
    return (above + 1) / (done + 1)


def _ratios(one: PairTotals, doubt: float, field: int) -> Floats:
    """Return the mixed log-ratio for each number of wins in these meetings."""
    count = len(one.won)
    said = []
    for wins in range(count + 1):
        won = (np.arange(count) < wins).astype(np.float64)
        each = PairTotals(won, np.full(count, one.expected.mean()), doubt)
        said.append(_mixed(_ratio(each, doubt), field))
    return np.array(said)
