"""What is asked of programs that were handed in, by their owners, the operator and runners."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from saqqara_service.inputs.values import GivenId, Key, Note, PageSize
from saqqara_service.models import FailureKind, Model, SubmissionState
from saqqara_service.models.submissions import LONGEST_DETAIL, LONGEST_REPORT
from saqqara_service.models.values import Name


def _runner_name(text: str) -> str:
    if re.fullmatch(r"[0-9A-Za-z._-]{1,64}", text) is None:
        raise ValueError("a runner's id has 1 to 64 letters, digits, dots, _ or -")
    return text


RunnerName = Annotated[GivenId, AfterValidator(_runner_name)]
ProcessName = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z._-]+$")]
MOST_PLACES = 1_000
MOST_MS = 7 * 86_400_000
MOST_USED_MS = 100_000 * MOST_MS
"""What no machine reaches."""


class PlayedMatch(Model):
    """A match in which a runner plays for a bot, or has played within the last minute."""

    match_id: GivenId
    """The one that it plays; others than those of its bot are passed over."""
    thought_ms: Annotated[int, Field(ge=0, le=MOST_MS)]
    """How long all decisions of the program have taken here, in milliseconds."""
    starved_ms: Annotated[int, Field(ge=0, le=MOST_MS)]
    """For how much of that others than the program itself kept it waiting for a processor."""


class Meter(Model):
    """What counts the processor time of a program, from when a runner begins to work on it."""

    name: ProcessName
    """What it is called, of the runner's making; a new one counts from zero."""
    used_ms: Annotated[int, Field(ge=0, le=MOST_USED_MS)]
    """What all processes of the program have used since."""


class HeldSubmission(Model):
    """A submission that a runner works on, as the runner sees it."""

    submission_id: GivenId
    """Which one it is."""
    ready: ProcessName | None = None
    """The name of a fresh process that has said hello and waits for a match; null: none waits.

    Each process has a name of its own, of the runner's making: one name begins one match."""
    token_id: GivenId | None = None
    """The token that the runner was given for the bot, by its id; null: it has none."""
    meter: Meter | None = None
    """How much processor time its program uses, which its account may have to pay for."""
    plays: Annotated[list[PlayedMatch], Field(max_length=64)] = Field(default_factory=list)
    """The matches in which it plays; how busy the machine was with others decides on voids."""


class SubmitBot(Model):
    """Hand in an archive for a bot; the archive itself is the body of the request."""

    name: Name | None = None
    """The name of the version; null: one is made of the archive's hash."""
    note: Note = ""
    """A note on the version."""
    only_check: bool = False
    """Whether it is only checked; else it plays from the next match on when it has passed."""


class SubmissionFilter(Model):
    """Which submissions of all bots to list, newest first."""

    state: SubmissionState | None = None
    """Only those in this state; null: all."""
    first: PageSize = 20
    """The maximum number of submissions on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the newest on."""


class OperatorActFilter(Model):
    """Which page of what operators did, the last act first."""

    first: PageSize = 20
    """The maximum number of acts on a page."""
    after: Key | None = None
    """Only those before this cursor's; null: from the last on."""


class QuarantineSubmission(Model):
    """Take a submission out, so that no runner touches it until it is released."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """Why, for the audit log and for its owner."""


class TendRunner(Model):
    """Say that a runner lives, what it holds and how it is; to be called about once a second."""

    runner_id: RunnerName
    """A name that no other process has, such as a UUID of its own."""
    places: Annotated[int, Field(ge=0, le=MOST_PLACES)]
    """How many submissions it works on at once at most; 0: it takes no more and finishes."""
    sandbox: Annotated[str, Field(max_length=200)] = ""
    """How it keeps programs apart from the machine, in its own words."""
    load: Annotated[float, Field(ge=0, le=1_000)] = 0.0
    """How busy its machine is: the share of its processors that is used, from 0 to 1."""
    speed_index: Annotated[float, Field(ge=0, le=1_000)] = 1.0
    """How fast one processor is; 1 is the machine that the project measures on."""
    held: Annotated[list[HeldSubmission], Field(max_length=MOST_PLACES)] = Field(
        default_factory=list
    )
    """What it works on now."""


class ReportCheck(Model):
    """Say how the check of a submission ended; to say it twice has no further effect."""

    runner_id: RunnerName
    """The runner that checked it, which has to hold it."""
    passed: bool
    """Whether it may play."""
    report: Annotated[str, Field(max_length=LONGEST_REPORT)]
    """What the check said, for its owner and the operator."""


class ReportFailure(Model):
    """Say that a program broke; the same failure twice is one.

    One that cannot be started (`start`) by two runners, or by the only one, plays no more: the
    submission is `refused`. What was the machine's fault (`host`) is tried by other runners, and
    later by the same again."""

    runner_id: RunnerName
    """The runner that saw it; `start` and `host` are told by the one that holds the submission."""
    match_id: GivenId | None = None
    """The match that it broke in; null if it could not be started."""
    version: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """The version of the match at that moment; null if none was known."""
    kind: FailureKind
    """How it broke."""
    detail: Annotated[str, Field(max_length=LONGEST_DETAIL)] = ""
    """What was seen, with the end of its standard error; at most 16 KiB."""
