"""Collusion: a test for pairs of bots that help each other in games of three or more."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from math import sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.cheats import season
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import Cheat, Searched, Suspicion
from saqqara_contest.cheats.season import VersionFit

_FEWEST_BLOCKS = 4
_WORTH_TELLING = 0.05
_MEDIAN_SQUARE = NormalDist().inv_cdf(0.75) ** 2
_NORMAL = NormalDist()


def tested(evidence: Evidence, fit: VersionFit) -> Searched:
    """Test, in games of three or more, whether two bots do better against the others together.

    Compares a pair's gains over the expected results against the other bots with the dispersion
    over all pairs. The median sets the dispersion, since half of all pairs cannot collude.
    """
    pairs = fit.best.pairs
    one, other = fit.of[pairs.one], fit.of[pairs.other]
    above, variance = pairs.won - fit.best.expected, fit.best.expected * (1 - fit.best.expected)
    table = defaultdict[tuple[int, int], list[int]](list)
    for row, (block, first, second) in enumerate(
        zip(pairs.block.tolist(), one.tolist(), other.tolist(), strict=True)
    ):
        table[block, first].append(row)
        table[block, second].append(-row - 1)
    seated = defaultdict[int, set[int]](set)
    for block, bot in table:
        seated[block].add(bot)
    gained, spread = (
        defaultdict[tuple[int, int], float](float),
        defaultdict[tuple[int, int], float](float),
    )
    blocks = defaultdict[tuple[int, int], int](int)
    for block, bots in seated.items():
        if len(bots) < 3:  # noqa: PLR2004 - collusion needs a third bot
            continue
        for pair in combinations(sorted(bots), 2):
            rows = np.array([r for bot in pair for r in table[block, bot]])
            lines = np.where(rows < 0, -rows - 1, rows)
            sign = np.where(rows < 0, -1.0, 1.0)
            gained[pair] += float((sign * above[lines]).sum())
            lines = np.array([r for r in lines if {one[r], other[r]} != {*pair}])
            spread[pair] += float(variance[lines].sum())
            blocks[pair] += 1
    able = [pair for pair in gained if blocks[pair] >= _FEWEST_BLOCKS and spread[pair] > 0]
    if not able:
        return Searched(Cheat.COLLUSION, 0, [])
    z = np.array([gained[pair] / sqrt(spread[pair]) for pair in able])
    factor = max(1.0, float(np.median(z**2)) / _MEDIAN_SQUARE)
    found = []
    for pair, value in zip(able, z / sqrt(factor), strict=True):
        p = _NORMAL.cdf(-float(value))
        if p < _WORTH_TELLING:
            names = fit.bots[pair[0]], fit.bots[pair[1]]
            text = f"where {names[0]} and {names[1]} sat at one table they won"
            text += f" {gained[pair]:.1f} meetings with the others more than expected"
            seen_in = season.matches_of(evidence, *names)
            found.append(Suspicion(Cheat.COLLUSION, names, 2, p, gained[pair], text, seen_in))
    return Searched(Cheat.COLLUSION, len(able), found)
