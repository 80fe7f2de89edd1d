"""Programs that owners hand in, and the runners that play for them."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.hosting import runners
from saqqara_service.application.hosting.processor_time import Metered
from saqqara_service.application.ladders.sweep import came_free
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    Runner,
    RunnerLease,
    Submission,
    SubmissionFailure,
)


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
