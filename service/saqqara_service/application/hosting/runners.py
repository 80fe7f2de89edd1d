"""What runners ask: what to work on, the archives for it, and how it went."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from saqqara_service import questions
from saqqara_service.application.hosting import processor_time, shortage
from saqqara_service.application.hosting.demand import sweep
from saqqara_service.application.hosting.runner_tokens import call_in, lend, prolonged
from saqqara_service.application.hosting.submissions import find, let_play
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NotFound, WrongState
from saqqara_service.models import (
    Assignment,
    Caller,
    FailureKind,
    Instant,
    Runner,
    RunnerLease,
    Scope,
    SeatRunner,
    Submission,
    SubmissionFailure,
    SubmissionState,
    Work,
)
from saqqara_service.storage.hosting.leases import LEASE_MS
from saqqara_service.storage.hosting.scripts import CheckKind, FailReply, MissReply, WorkRow

_UNSEEN: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""What a terminal could take for a command, or that turns the direction of a text."""
NOT_HELD: Final = "The runner does not hold this submission. Only its current runner can report."
_MISSES: Final = frozenset({FailureKind.START, FailureKind.HOST})


@dataclass(frozen=True, slots=True)
class Tended:
    """All that a runner is to work on now, and the bots that can begin a match since this call."""

    lease: RunnerLease
    ready: Collection[str]


async def tend(svc: Service, caller: Caller, question: questions.TendRunner) -> Tended:
    """Note how a runner is, and give it work: a lost answer harms nothing, the next one has all."""
    runner = Runner(
        id=question.runner_id,
        places=question.places,
        held=0,
        sandbox=plain(question.sandbox),
        load=question.load,
        speed_index=question.speed_index,
        seen_ms=0,
    )
    if await svc.hosting.may_sweep():
        await sweep(svc)
    await _note(svc, runner, question.held)
    rows = [WorkRow(one.submission_id, one.ready or "") for one in question.held]
    waiting = [one.submission_id for one in question.held if one.ready]
    before = await svc.hosting.ready(waiting)
    held = await svc.hosting.tend(runner, caller.account_id, rows)
    if held is None:
        raise Forbidden(
            f"A runner with another token already uses the name {runner.id!r}. Choose"
            " another `--name`."
        )
    found = await svc.submissions.found(held)
    ready = await svc.hosting.ready(waiting) - before
    now_ms = await svc.connection.now_ms()
    at_play = await svc.hosting.at_play(held, now_ms)
    works = {one.id: work for one in found if (work := work_of(one, at_play)) is not None}
    if idle := [one for one in held if one not in works]:
        await svc.hosting.unwant(idle)
    tokens = {one.submission_id: one.token_id for one in question.held}
    for gone in (one for one in tokens if one not in works):
        if tokens[gone] is not None and await svc.hosting.lent(gone) == tokens[gone]:
            await call_in(svc, gone)
    assigned = [
        _assigned(svc, one, works[one.id], tokens.get(one.id), now_ms)
        for one in found
        if one.id in works
    ]
    lease = RunnerLease(
        assignments=await asyncio.gather(*assigned),
        lease_ms=LEASE_MS,
        warnings=await shortage.warnings(svc),
    )
    return Tended(lease, {one.bot_id for one in found if one.id in ready})


async def _note(svc: Service, runner: Runner, has: Sequence[questions.HeldSubmission]) -> None:
    """Note how it goes with what the runner holds; of anything else nothing."""
    reports = {one.submission_id: one for one in has if one.plays or one.meter}
    holders = await svc.hosting.holders([*reports])
    found = await svc.submissions.found([one for one in reports if holders.get(one) == runner.id])
    await processor_time.charge(svc, [(one, reports[one.id].meter) for one in found])
    await _note_plays(svc, runner, [(one.bot_id, reports[one.id].plays) for one in found])


async def _note_plays(
    svc: Service, runner: Runner, reports: Sequence[tuple[str, Sequence[questions.PlayedMatch]]]
) -> None:
    """Note on matches how they are for the bots."""
    plays = [(bot_id, play) for bot_id, found in reports for play in found]
    for stored in await svc.indexes.matches({play.match_id for _, play in plays}):
        for bot_id, play in plays:
            seat = stored.seat_of(bot_id)
            if seat is not None and play.match_id == stored.match.id:
                one = SeatRunner(
                    runner_id=runner.id,
                    speed_index=runner.speed_index,
                    load=runner.load,
                    thought_ms=play.thought_ms,
                    starved_ms=play.starved_ms,
                )
                await svc.matches.run(stored.match.id, seat, bot_id, one)


def work_of(one: Submission, at_play: Collection[str]) -> Work | None:
    """What is to be done with a submission; None if nothing.

    One whose owner has chosen another ends the matches that it plays.
    """
    if one.state is SubmissionState.PENDING:
        return Work.CHECK
    is_played = one.is_active or one.id in at_play
    return Work.PLAY if one.state is SubmissionState.PASSED and is_played else None


async def archive(svc: Service, caller: Caller, question: questions.ArchiveQuestion) -> bytes:
    """An archive in its normal form, a tar.gz; its SHA-256 is the requested hash.

    A runner can only download the archives of its assigned submissions.
    """
    if not caller.may(Scope.ADMIN):
        having = await svc.submissions.with_archive(question.archive_hash)
        holders = await svc.hosting.holders(having)
        if caller.account_id not in await svc.hosting.accounts({*holders.values()}):
            raise Forbidden(
                "No runner with this token is assigned that archive. Call `tendRunner` first."
            )
    return await svc.blobs.get(question.archive_hash)


async def _demand_own(svc: Service, caller: Caller, runner_id: str) -> None:
    """Refuse the name of a runner that another account's token speaks for."""
    if caller.account_id not in await svc.hosting.accounts([runner_id]):
        raise Forbidden(
            f"No runner {runner_id!r} is registered with this token. Call `tendRunner` first."
        )


async def report_check(svc: Service, caller: Caller, question: questions.ReportCheck) -> Submission:
    """Report the result of a submission's check; a submission that passed plays from now on.

    If the owner requested only a check, the submission does not start to play.
    """
    await _demand_own(svc, caller, question.runner_id)
    one = await find(svc, question.submission_id)
    now_ms = await svc.connection.now_ms()
    reply = await svc.submissions.check(
        one, question.runner_id, plain(question.report), now_ms, passed=question.passed
    )
    match reply.kind:
        case CheckKind.MISSING:
            raise NotFound(f"There is no submission {one.id!r}.")
        case CheckKind.REFUSED:
            raise WrongState(NOT_HELD)
    one = await find(svc, question.submission_id)
    is_new = one.state is SubmissionState.PASSED and one.version is None
    if is_new and await svc.submissions.activates(one.id):
        await let_play(svc, one)
    return await find(svc, one.id)


async def report_failure(
    svc: Service, caller: Caller, question: questions.ReportFailure
) -> SubmissionFailure:
    """Report a program's failure; only its owner and the operator can read it.

    Repeated reports with the same match and kind count as one failure. A program that two
    runners, or the only runner, cannot start is no longer played.
    """
    await _demand_own(svc, caller, question.runner_id)
    one = await find(svc, question.submission_id)
    failure = SubmissionFailure(
        match_id=None if question.match_id is None else plain(question.match_id),
        match_version=question.version,
        kind=question.kind,
        detail=plain(question.detail),
        at_ms=await svc.connection.now_ms(),
    )
    match await svc.submissions.fail(one, question.runner_id, failure):
        case FailReply.MISSING:
            raise NotFound(f"There is no submission {one.id!r}.")
        case FailReply.REFUSED:
            raise WrongState(NOT_HELD)
    if question.kind in _MISSES and question.match_id is None:
        is_own = question.kind is FailureKind.START
        if await svc.hosting.miss(one.id, question.runner_id, is_own=is_own) is MissReply.REFUSED:
            sources = (SubmissionState.PENDING, SubmissionState.PASSED)
            await svc.submissions.change(one, SubmissionState.REFUSED, sources, failure.at_ms)
            await call_in(svc, one.id)
    return failure


def plain(text: str) -> str:
    """A text that a stranger's program wrote, without what a terminal would obey."""
    return _UNSEEN.sub("\ufffd", text)


async def _assigned(
    svc: Service, one: Submission, work: Work, has: str | None, now_ms: Instant
) -> Assignment:
    token, token_id, ends_ms = None, None, None
    if work is Work.PLAY:
        if has is not None and has == await svc.hosting.lent(one.id):
            token_id, ends_ms = has, await prolonged(svc, has, now_ms)
        if ends_ms is None:
            token, token_id, ends_ms = await lend(svc, one, now_ms)
    return Assignment(
        bot_id=one.bot_id,
        submission_id=one.id,
        archive_hash=one.archive_hash,
        manifest=one.manifest,
        work=work,
        token=token,
        token_id=token_id,
        token_expires_ms=ends_ms,
    )
