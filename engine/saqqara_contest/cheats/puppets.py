"""Sock puppets: do some bots lose to one other far more often than their strengths say?

For each bot that might gain, all others are asked at once. Against a puppet it would win nearly
always (`THROWN`); against anybody else as often as both strengths say, give or take how much
advantages depend on the rival in this season. Each other bot is a puppet with a small chance
beforehand, so the likelihoods of both add up over all sets of puppets. How large the ratio may
become among honest bots is simulated. Strengths are fitted without the suspects' matches
against it, which would else hide themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt

import numpy as np

from saqqara_contest.cheats import season
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import Cheat, Searched, Suspicion
from saqqara_contest.cheats.season import Fit, Meeting
from saqqara_contest.season_games import Floats

THROWN = 0.98
"""How often a bot wins against its puppet."""
PUPPETS = 2
"""So many of a field are puppets of a bot, as is believed beforehand."""
CONVINCING = 0.95
"""So sure it has to be of each puppet for itself that it is one."""
_DRAWS = 3_000
"""So many seasons are simulated for each bot of the field, since each is a test."""
_BATCH = 5_000
_WORTH_A_LOOK = 2.0
_SUSPECT = 0.5
"""So much of what would make it likelier than not that one is a puppet; fewer are left out."""
_MOST_SHARE = 0.25
"""So many of the others are suspects at most: against most of a field nobody throws matches."""
_POINTS, _WEIGHTS = np.polynomial.hermite_e.hermegauss(9)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


def tested(evidence: Evidence, fit: Fit) -> Searched:
    """A test for each bot that might gain; the suspicions name the puppets first."""
    met = season.meetings(fit)
    found = []
    for number, bot in enumerate(fit.bots):
        of = {other: one for (mine, other), one in met.items() if mine == number}
        suspects = _suspects(of, len(fit.bots))
        if suspects:
            suspicion = _suspicion(evidence, fit, bot, [fit.bots[one] for one in suspects])
            found += [] if suspicion is None else [suspicion]
    return Searched(Cheat.SOCK_PUPPETS, len(fit.bots), found)


def _suspects(of: Mapping[int, Meeting], field: int) -> list[int]:
    """Those who more probably than beforehand lose on purpose; none if that is nothing to tell."""
    ratios = {other: _ratio(_likelihood(one, one.doubt), one) for other, one in of.items()}
    most = sorted(ratios, key=lambda other: -ratios[other])[: max(1, int(_MOST_SHARE * field))]
    suspects = [other for other in most if ratios[other] > _SUSPECT * log(field / PUPPETS)]
    total = sum(_mixed(ratios[other], field) for other in suspects)
    return suspects if total > log(_WORTH_A_LOOK) else []


def _suspicion(evidence: Evidence, whole: Fit, bot: str, suspects: list[str]) -> Suspicion | None:
    """The suspicion against these, by strengths that their matches against the bot do not tell."""
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
    ratios = {other: _ratio(_likelihood(one, doubt[other]), one) for other, one in met.items()}
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
    met: Mapping[tuple[int, int], Meeting], whole: Fit, fit: Fit, bot: str
) -> dict[str, Meeting]:
    """What the bot played against each other one, as the strengths of another fit foresee it."""
    before, after = season.strengths(whole), season.strengths(fit)
    doubts = season.doubts(fit, bot)
    found = {}
    for (mine, other), one in met.items():
        name = whole.bots[other]
        if whole.bots[mine] != bot or name not in after:
            continue
        moved = (after[bot] - after[name]) - (before[bot] - before[name])
        odds = one.expected / (1 - one.expected) * exp(moved)
        found[name] = Meeting(one.won, odds / (1 + odds), doubts[name])
    return found


def _likelihood(one: Meeting, doubt: float) -> float:
    """The log-likelihood for honest bots, whose advantage strays by so much."""
    shifts = sqrt(doubt) * _POINTS
    odds = np.log(one.expected / (1 - one.expected))[:, np.newaxis] + shifts
    each = -one.won[:, np.newaxis] * np.logaddexp(0, -odds)
    each = each - (1 - one.won[:, np.newaxis]) * np.logaddexp(0, odds)
    total = each.sum(axis=0)
    top = float(total.max())
    return top + log(float(np.exp(total - top) @ _WEIGHTS))


def _ratio(honest: float, one: Meeting) -> float:
    """The log of how much more likely it is that the other one is a puppet."""
    wins = float(one.won.sum())
    return wins * log(THROWN) + (len(one.won) - wins) * log(1 - THROWN) - honest


def _mixed(ratio: float, field: int) -> float:
    """The same, if it is a puppet only with the chance believed beforehand."""
    share = min(_MOST_SHARE, PUPPETS / field)
    return float(np.logaddexp(log(1 - share), log(share) + ratio))


def _chance(
    met: Mapping[str, Meeting], doubt: Mapping[str, float], field: int, seen: float
) -> float:
    """How often honest bots seem as much like puppets, by simulation."""
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


def _ratios(one: Meeting, doubt: float, field: int) -> Floats:
    """What each number of wins in so many meetings would say."""
    count = len(one.won)
    said = []
    for wins in range(count + 1):
        won = (np.arange(count) < wins).astype(np.float64)
        each = Meeting(won, np.full(count, one.expected.mean()), doubt)
        said.append(_mixed(_ratio(_likelihood(each, doubt), each), field))
    return np.array(said)
