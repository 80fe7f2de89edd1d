"""Checks of a season's results against its model, each with the size of the deviation.

A check is a misfit, and so a warning, only if the deviation changes how the table is read: rivals
and drift, if chance alone would cause them in one clean season of forty (rivals) or of twenty
(drift, which tests every bot). Seats, ties and deals are accounted for, so they always fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Final

import numpy as np

from saqqara_contest.intervals import share_interval
from saqqara_contest.ratings import ELO_PER_LOGIT
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.drift import FEWEST_BLOCKS, Drift, noticeable, surely
from saqqara_contest.seasons.errors import REACH, Variance
from saqqara_contest.seasons.model import Maximum

_TIE = 0.5


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """One aspect: its size with a 95 % interval, and whether the model holds in it.

    All three numbers are None if there are too few results.
    """

    aspect: FitAspect
    size: float | None
    low: float | None
    high: float | None
    fits: bool
    """Whether the table is valid in spite of the deviation."""
    text: str
    """The result in words."""


_FORMS: Final[dict[str, str]] = {FitAspect.TIES: "{:.0%}"}
"""The formats of sizes that are not in Elo."""


def in_words(aspect: str, text: str, low: float | None, high: float | None) -> str:
    """Return a check as text: its aspect, its result, and the interval of its size."""
    if low is None or high is None:
        return f"{aspect}: {text}"
    form = _FORMS.get(aspect, "{:.0f} Elo")
    return f"{aspect}: {text} (95 %: {form.format(low)} to {form.format(high)})"


def checks(fit: Maximum, changes: Sequence[Drift]) -> list[ModelCheck]:
    """Return the checks of all aspects, in the order of `FitAspect`."""
    return [
        _seat(fit),
        _ties(fit),
        _block(fit),
        _rivals(fit),
        _drift(changes),
    ]


def _seat(fit: Maximum) -> ModelCheck:
    first, last = fit.of.bots, fit.of.bots + fit.of.seats
    seats = fit.values[first:last]
    order = np.argsort(seats, kind="stable") + first
    best, worst = int(order[-1]), int(order[0])
    covariance = fit.covariance
    square = covariance[best, best] + covariance[worst, worst] - 2 * covariance[best, worst]
    size = ELO_PER_LOGIT * float(seats.max() - seats.min())
    reach = REACH * ELO_PER_LOGIT * sqrt(float(square))
    text = (
        f"the best seat is worth {size:.0f} Elo more than the worst; all bots sit in all"
        " seats equally often"
    )
    return ModelCheck(
        FitAspect.SEAT, size, max(0.0, size - reach), size + reach, fits=True, text=text
    )


def _ties(fit: Maximum) -> ModelCheck:
    tied = (fit.pairs.won == _TIE).astype(float)
    blocks = np.bincount(fit.pairs.block)
    shares = (np.bincount(fit.pairs.block, tied) / np.maximum(blocks, 1))[blocks > 0]
    sure = share_interval(shares.tolist(), max(1, round(len(tied) / len(shares))))
    size = float(shares.mean())
    low, high = (sure.low, sure.high) if sure else (None, None)
    return ModelCheck(
        FitAspect.TIES, size, low, high, fits=True, text=f"{size:.0%} of meetings were ties"
    )


def _block(fit: Maximum) -> ModelCheck:
    size, low, high = _deviations(fit.deals)
    text = "there are too few blocks to measure whether deals favour some bots"
    if size is not None:
        text = f"the deals of a block change a bot's strength by {size:.0f} Elo; strengths are"
        text += " means over all deals"
    return ModelCheck(FitAspect.BLOCK, size, low, high, fits=True, text=text)


def _rivals(fit: Maximum) -> ModelCheck:
    found = fit.rivals.variance
    size, low, high = _deviations(found)
    if size is None:
        text = (
            "there are too few results to measure whether a bot's advantage depends on its opponent"
        )
        return ModelCheck(FitAspect.INTRANSITIVITY, None, None, None, fits=True, text=text)
    fits = not _is_intransitive(fit)
    text = f"a bot's advantage varies by {size:.0f} Elo with its opponent"
    return ModelCheck(FitAspect.INTRANSITIVITY, size, low, high, fits=fits, text=text)


def _is_intransitive(fit: Maximum) -> bool:
    found = fit.rivals.variance
    return found.value > REACH * found.error


def _drift(changes: Sequence[Drift]) -> ModelCheck:
    if not changes:
        text = f"a change of strength can only be measured after {FEWEST_BLOCKS} blocks"
        return ModelCheck(FitAspect.DRIFT, None, None, None, fits=True, text=text)
    most = max(changes, key=lambda one: one.clear)
    changed = len(surely(changes))
    text = "no bot's strength changed more than expected by chance"
    if changed:
        bots = "one bot" if changed == 1 else f"{changed} bots"
        text = f"{bots} apparently changed in strength during the season; the table shows the"
        text += " strength at its end"
    text += f"; a change of {noticeable(changes):.0f} Elo is noticed in half of all cases"
    reach = REACH * most.error
    size, low, high = (float(most.elo + one) for one in (0, -reach, reach))
    return ModelCheck(FitAspect.DRIFT, size, low, high, fits=not changed, text=text)


def _deviations(variance: Variance) -> tuple[float | None, float | None, float | None]:
    if not isfinite(variance.error):
        return None, None, None
    size, low, high = (ELO_PER_LOGIT * one for one in variance.deviations())
    return size, low, high
