"""Whether the challenger of a gauntlet is stronger than all others: a test that stops by itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from saqqara_service.models.values import Model

Elo = Annotated[float, Field(ge=-1000, le=1000)]
ErrorRate = Annotated[float, Field(gt=0, lt=0.5)]


class SequentialTest(Model):
    """The two hypotheses of a sequential test, in Elo, and its accepted error rates.

    Wald's sequential probability ratio test on the scores of whole blocks.
    """

    elo0: Elo = 0.0
    """The advantage, in Elo, that the challenger exceeds if the verdict is `above_elo0`."""
    elo1: Elo = 10.0
    """The advantage, in Elo, below which it is if the verdict is `below_elo1`; above `elo0`."""
    alpha: ErrorRate = 0.05
    """The maximum rate of wrong `above_elo0` verdicts."""
    beta: ErrorRate = 0.05
    """The maximum rate of wrong `below_elo1` verdicts."""


class SequentialTestBudget(Model):
    """The expected number of blocks of a sequential test, before it begins."""

    if_stronger: int
    """The expected blocks if the challenger is stronger by `elo1`."""
    if_not: int
    """The expected blocks if the challenger is stronger by `elo0`."""
    between: int
    """The expected blocks halfway between, where the test takes longest."""


class SequentialVerdict(StrEnum):
    """The verdict of a sequential test."""

    OPEN = "open"
    """The test is undecided."""
    ABOVE_ELO0 = "above_elo0"
    """The challenger is more than `elo0` stronger."""
    BELOW_ELO1 = "below_elo1"
    """The challenger is less than `elo1` stronger, if at all."""


class ScoreCount(Model):
    """The number of blocks with a score; with two seats, scores are 0, 0.25, 0.5, 0.75 and 1."""

    score: float
    """The challenger's share of won meetings in a block; ties count half."""
    blocks: int
    """The number of blocks with this score."""


class SequentialTestStanding(Model):
    """The state of a sequential test after the blocks that count.

    Full blocks count in the order of the schedule, up to the deciding one.
    """

    verdict: SequentialVerdict
    """The verdict so far."""
    over: bool
    """Whether the test is over: it is decided, or one of the bots has another version."""
    blocks: int
    """The number of blocks that count."""
    expected_blocks: int
    """The expected number of blocks at the end if the challenger continues as before."""
    llr: float
    """The log-likelihood ratio of the two hypotheses."""
    lower: float
    """The ratio at or below which the verdict is `below_elo1`; not before the eighth block."""
    upper: float
    """The ratio at or above which the verdict is `above_elo0`; not before the eighth block."""
    score: float
    """The mean score of the blocks, which early stopping biases away from the true value."""
    elo: float
    """The median-unbiased estimate of the difference in Elo."""
    low: float
    """The lower bound of its 95 % confidence interval."""
    high: float
    """The upper bound of that interval."""
    counts: list[ScoreCount]
    """The scores of the blocks, lowest first."""
    flags: int
    """The number of matches of these blocks in which a seat ran out of time."""
