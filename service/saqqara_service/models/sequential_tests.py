"""Whether the challenger of a gauntlet is stronger than all others: a test that stops by itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from saqqara_service.models.values import Model

Elo = Annotated[float, Field(ge=-1000, le=1000)]
ErrorRate = Annotated[float, Field(gt=0, lt=0.5)]


class SequentialTest(Model):
    """The two hypotheses of a sequential test, in Elo, and how often a wrong verdict is accepted.

    Wald's sequential probability ratio test on the scores of whole blocks.
    """

    elo0: Elo = 0.0
    """By how much at most the challenger is stronger if it is not stronger."""
    elo1: Elo = 10.0
    """By how much at least it is stronger if it is; above `elo0`."""
    alpha: ErrorRate = 0.05
    """How often at most "stronger" is said wrongly."""
    beta: ErrorRate = 0.05
    """How often at most "not stronger" is said wrongly."""


class SequentialTestBudget(Model):
    """How many blocks a sequential test takes on average, before anything is known of the bots."""

    if_stronger: int
    """The challenger is stronger by `elo1`."""
    if_not: int
    """It is by `elo0`."""
    between: int
    """It lies half way between, where a test takes longest."""


class SequentialVerdict(StrEnum):
    """Where a sequential test stands."""

    OPEN = "open"
    """It is not known yet."""
    STRONGER = "stronger"
    """The challenger is stronger."""
    NOT_STRONGER = "not_stronger"
    """It is not."""


class ScoreCount(Model):
    """How many blocks had a score; of two seats the scores are 0, 0.25, 0.5, 0.75 and 1."""

    score: float
    """The challenger's share of the meetings of a block that it won, ties counting half."""
    blocks: int
    """How many blocks had it."""


class SequentialTestStanding(Model):
    """What a sequential test says after the blocks that count.

    Whole blocks count in the order of the plan, up to the one that decides it.
    """

    verdict: SequentialVerdict
    """Where it stands."""
    over: bool
    """Whether no further block counts: it is decided, or one of the bots has another version."""
    blocks: int
    """How many blocks count."""
    expected_blocks: int
    """How many it will be at the end if the challenger goes on as so far."""
    llr: float
    """The log-likelihood ratio of the two hypotheses."""
    lower: float
    """At this ratio or below it the challenger is not stronger."""
    upper: float
    """At this ratio or above it the challenger is stronger."""
    score: float
    """The mean score of the blocks; a test that stops by itself overstates by it."""
    elo: float
    """The difference that is neither too high nor too low in half of such tests each."""
    low: float
    """Where its interval of 95 % confidence begins."""
    high: float
    """Where it ends."""
    counts: list[ScoreCount]
    """The scores of the blocks, lowest first."""
    flags: int
    """In how many matches of these blocks somebody's time ran out."""
