"""Copies: a test for pairs of bots that choose nearly alike when they had the same options.

A bot's habits are the frequencies of its choices on each question, less those of the other bots.
The likeness of two bots is the cosine of their habits: 1 for copies, even if they choose partly at
random, and about 0 for bots that share only the field's common sense. Squares leave out the
product of a choice with itself, so noise makes no pair less alike.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import NormalDist

import numpy as np

from saqqara_contest.cheats import season
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import Cheat, Searched, Suspicion
from saqqara_contest.seasons.games import Floats, Numbers

ALIKE = 0.9
"""The greatest likeness of bots that count as different."""
_PARTS = 20
"""The number of parts of a season for the jackknife."""
_FEWEST_QUESTIONS = 20
_WORTH_TELLING = 0.05
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class _Habits:
    """The choices of one bot; a cell is a choice on a question."""

    cell: Numbers
    part: Numbers
    """The part of the season of each choice."""


def tested(evidence: Evidence) -> Searched:
    """Test each pair of bots with enough questions in common.

    The jackknife over parts of the season (Tukey, 1958) determines whether their likeness is
    significantly greater than `ALIKE`.
    """
    question, habits = _habits(evidence)
    cells = len(question)
    counts = {bot: np.bincount(one.cell, minlength=cells) for bot, one in habits.items()}
    tests, found = 0, []
    total = np.sum(list(counts.values()), axis=0) if counts else np.zeros(cells, dtype=np.intp)
    for pair in combinations(sorted(habits), 2):
        one, other = counts[pair[0]], counts[pair[1]]
        field = total - one - other
        cosine, both = _cosine(one, other, field, question)
        if both < _FEWEST_QUESTIONS:
            continue
        tests += 1
        if (
            cosine > ALIKE
            and (p := _p([habits[bot] for bot in pair], field, question, cosine)) < _WORTH_TELLING
        ):
            text = f"{pair[0]} and {pair[1]} choose alike by {cosine:.3f} of 1"
            text += f" on {both} questions that both were asked"
            seen_in = season.matches_of(evidence, *pair)
            found.append(Suspicion(Cheat.COPIES, pair, 2, p, cosine, text, seen_in))
    return Searched(Cheat.COPIES, tests, found)


def _habits(evidence: Evidence) -> tuple[Numbers, dict[str, _Habits]]:
    """Return the question of each cell, and the choices of each bot."""
    cells: dict[tuple[int, int], int] = {}
    chosen, parts = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for number, one in enumerate(evidence.answers):
        for asked in zip(one.questions, one.choices, strict=True):
            chosen[one.bot].append(cells.setdefault(asked, len(cells)))
            parts[one.bot].append(number % _PARTS)
    question = np.array([asked for asked, _ in cells], dtype=np.intp)
    _, question = np.unique(question, return_inverse=True)
    return question, {
        bot: _Habits(np.array(chosen[bot], dtype=np.intp), np.array(parts[bot])) for bot in chosen
    }


def _p(pair: Sequence[_Habits], field: Numbers, question: Numbers, cosine: float) -> float:
    """Return the p-value of this likeness for bots whose likeness is `ALIKE`."""
    left = []
    for part in range(_PARTS):
        one, other = (
            np.bincount(habits.cell[habits.part != part], minlength=len(question))
            for habits in pair
        )
        left.append(_cosine(one, other, field, question)[0])
    error = sqrt((_PARTS - 1) / _PARTS * float(((np.array(left) - np.mean(left)) ** 2).sum()))
    return _NORMAL.cdf(-(cosine - ALIKE) / max(error, 1e-9))


def _cosine(one: Numbers, other: Numbers, field: Numbers, question: Numbers) -> tuple[float, int]:
    """Return the likeness of two bots, and the number of questions; 0 without common questions.

    A question counts if both bots and the field answered it at least twice; it weighs half the
    harmonic mean of the two bots' counts.
    """
    ones, others, fields = (counts.astype(np.float64) for counts in (one, other, field))
    first, second, third = (
        np.bincount(question, counts).astype(np.float64) for counts in (ones, others, fields)
    )
    asked = np.flatnonzero((first > 1) & (second > 1) & (third > 1))
    if not len(asked):
        return 0.0, 0
    n, m, k = first[asked], second[asked], third[asked]
    weight = n * m / (n + m)

    def alike(left: Floats, right: Floats, pairs: Floats) -> float:
        return float(weight @ (np.bincount(question, left * right)[asked] / pairs))

    usual = alike(fields, fields - 1.0, k * (k - 1))
    beside, across = alike(ones, fields, n * k), alike(others, fields, m * k)
    both = alike(ones, others, n * m) - beside - across + usual
    alone = alike(ones, ones - 1.0, n * (n - 1)) - 2 * beside + usual
    apart = alike(others, others - 1.0, m * (m - 1)) - 2 * across + usual
    return (both / sqrt(alone * apart) if min(alone, apart) > 0 else 0.0), len(asked)
