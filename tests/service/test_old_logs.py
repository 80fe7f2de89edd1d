"""How long a host keeps challenges, what programs have said, and what operators did."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.hosting import oversight, runners
from saqqara_service.application.operations import old_logs
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import (
    AcceptMode,
    Caller,
    DeclineReason,
    FailureKind,
    Submission,
    TokenKind,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import KEYS, match_key
from tests.service.challenged import offer, say
from tests.service.departed import TERMS
from tests.service.hosted import RUNNER, a_hosted_bot, hold
from tests.service.seated import an_owner, some_bots

DAY_MS = 86_400_000


HOST = Caller(kind=TokenKind.ADMIN, account_id="aHost")


async def a_moment(svc: Service) -> int:
    """An instant that is after all that was and before all that comes."""
    await asyncio.sleep(0.01)
    now_ms = await svc.connection.now_ms()
    await asyncio.sleep(0.01)
    return now_ms


async def a_program(svc: Service) -> Submission:
    """One that has passed its check."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    return await a_hosted_bot(svc, bot)


async def test_logs_of_programs_go(svc: Service) -> None:
    """What its check and its failures said before; the submission stays, and what is younger."""
    one = await a_program(svc)
    assert await old_logs.forget_logs(svc, one.created_ms) == 0
    await failed(svc, one.id, "mOld")
    between_ms = await a_moment(svc)
    await failed(svc, one.id, "mNew")
    assert await old_logs.forget_logs(svc, between_ms) == 2
    assert await svc.submissions.report(one.id) is None
    assert [each.match_id for each in await svc.submissions.failures(one.id)] == ["mNew"]
    (kept,) = await svc.submissions.of_bot(one.bot_id)
    assert (kept.archive_hash, kept.state) == (one.archive_hash, one.state)
    assert await old_logs.forget_logs(svc, between_ms) == 0


async def failed(svc: Service, submission_id: str, match_id: str) -> None:
    """The program broke in a match."""
    kind, detail = FailureKind.EXIT, "Traceback"
    await hold(svc, submission_id, "checker")
    await runners.report_failure(
        svc,
        RUNNER,
        questions.ReportFailure(
            submission_id=submission_id,
            runner_id="checker",
            match_id=match_id,
            version=1,
            kind=kind,
            detail=detail,
        ),
    )


async def test_acts_of_operators_go_once(svc: Service, other_svc: Service) -> None:
    """Two processes that forget at once take away no act that is younger."""
    one = await a_program(svc)
    await oversight.quarantine(
        svc, HOST, questions.QuarantineSubmission(submission_id=one.id, reason="old")
    )
    between_ms = await a_moment(svc)
    await oversight.release(svc, HOST, questions.ReleaseSubmission(submission_id=one.id))
    await asyncio.gather(*(old_logs.forget_acts(each, between_ms) for each in (svc, other_svc)))
    assert [oversight.act_of(row).kind for row in await svc.submissions.acts(10)] == ["released"]


@pytest.mark.parametrize(("logs", "acts"), [(0, 1), (1, 0), (0, 0), (1, 1)])
async def test_each_is_kept_as_long_as_is_ruled(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, logs: int, acts: int
) -> None:
    """In days, 0: for ever; one process looks once a day."""
    monkeypatch.setattr(old_logs, "DAY_MS", 1)
    days = {"keep_program_logs_days": logs, "keep_audit_days": acts}
    async with open_service(settings.model_copy(update=days)) as svc:
        one = await a_program(svc)
        await oversight.quarantine(
            svc, HOST, questions.QuarantineSubmission(submission_id=one.id, reason="old")
        )
        await a_moment(svc)
        assert await old_logs.sweep(svc) == logs + acts
        assert await svc.submissions.report(one.id) == (None if logs else "well")
        assert len(await svc.submissions.acts(10)) == 1 - acts
        await oversight.release(svc, HOST, questions.ReleaseSubmission(submission_id=one.id))
        await a_moment(svc)
        assert await old_logs.sweep(svc) == 0  # not before tomorrow
        await svc.connection.write.delete(KEYS["retention_logs"])
        assert await old_logs.sweep(svc) == acts


@pytest.mark.parametrize("days", [1, 3])
async def test_a_challenge_is_kept_as_long_as_is_ruled(settings: Settings, days: int) -> None:
    """Counted from its end."""
    async with open_service(settings.model_copy(update={"keep_challenges_days": days})) as svc:
        owner, other = await an_owner(svc), await an_owner(svc, "Other")
        (mine,), (theirs,) = await some_bots(svc, owner, 1), await some_bots(svc, other, 1)
        await say(svc, theirs, mode=AcceptMode.ASK)
        assert theirs.bot_id is not None
        offered = Offered(terms=TERMS)
        made = await offer(svc, mine, None, [theirs.bot_id], offered)
        name = match_key("challenge", made.id)
        assert await svc.connection.read.pttl(name) == -1
        await challenges.decline(
            svc,
            theirs,
            questions.DeclineChallenge(challenge_id=made.id, reason=DeclineReason.LATER),
        )
        left_ms = await svc.connection.read.pttl(name)
        assert (days - 1) * DAY_MS < left_ms <= days * DAY_MS
