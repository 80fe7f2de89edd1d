"""Programs that owners hand in, and the runners that play for them."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.hosting import oversight, runners, submissions
from saqqara_service.application.hosting.processor_time import Metered
from saqqara_service.application.ladders.sweep import came_free
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    OperatorAct,
    Runner,
    RunnerLease,
    Submission,
    SubmissionFailure,
)
from saqqara_service.models.pages import Page


async def submit(
    svc: Service, caller: Caller, bot_id: str, archive: bytes, query: inputs.SubmitBot
) -> Submission:
    """Submit a bot's program: a tar.gz with `bot.toml` at its root, as the request body.

    The service reads the archive without running it. Errors name the file and the line.
    Submitting the same files again returns the same submission. A runner then checks the
    program, and it plays if it passes.
    """
    return await submissions.submit(
        svc,
        caller,
        bot_id,
        archive,
        name=query.name,
        note=query.note,
        activate=not query.only_check,
    )


async def page(svc: Service, query: inputs.SubmissionFilter) -> Page[Submission]:
    """The submissions of all bots, newest first; administrators only."""
    items, cursor = await oversight.page(svc, query.state, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def quarantine(
    svc: Service, caller: Caller, submission_id: str, body: inputs.QuarantineSubmission
) -> Submission:
    """Quarantine a submission at once until it is released; administrators only."""
    return await oversight.quarantine(svc, caller, submission_id, body.reason)


async def acts(svc: Service, query: inputs.OperatorActFilter) -> Page[OperatorAct]:
    """The audit log of operators' actions on submissions, newest first; administrators only."""
    items, cursor = await oversight.acts_after(svc, query.first, query.after)
    return Page(items=items, cursor=cursor)


async def tend(svc: Service, caller: Caller, body: inputs.TendRunner) -> RunnerLease:
    """Report a runner's state and fetch its current assignments.

    Runners call this about once a second. They stop submissions missing from the response at
    once.
    """
    runner = Runner(
        id=body.runner_id,
        places=body.places,
        held=0,
        sandbox=runners.plain(body.sandbox),
        load=body.load,
        speed_index=body.speed_index,
        seen_ms=0,
    )
    has = [
        runners.Has(
            one.submission_id,
            one.ready,
            one.token_id,
            [runners.Play(play.match_id, play.thought_ms, play.starved_ms) for play in one.plays],
            None if one.meter is None else Metered(one.meter.name, one.meter.used_ms),
        )
        for one in body.held
    ]
    tended = await runners.tend(svc, caller, runner, has)
    await came_free(svc, tended.ready)
    return tended.lease


async def report_check(
    svc: Service, caller: Caller, submission_id: str, body: inputs.ReportCheck
) -> Submission:
    """Report the result of a submission's check; a submission that passed plays from now on.

    If the owner requested only a check, the submission does not start to play.
    """
    return await runners.report_check(
        svc, caller, submission_id, body.runner_id, body.report, passed=body.passed
    )


async def report_failure(
    svc: Service, caller: Caller, submission_id: str, body: inputs.ReportFailure
) -> SubmissionFailure:
    """Report a program's failure; only its owner and the operator can read it.

    Repeated reports with the same match and kind count as one failure. A program that two
    runners, or the only runner, cannot start is no longer played.
    """
    return await runners.report_failure(
        svc,
        caller,
        submission_id,
        body.runner_id,
        match_id=body.match_id,
        version=body.version,
        kind=body.kind,
        detail=body.detail,
    )
