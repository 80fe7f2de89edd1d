"""How long a host keeps challenges, what programs have said, and what operators did."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_service import questions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.hosting import oversight, runners
from saqqara_service.application.operations import old_logs
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptMode,
    Caller,
    DeclineReason,
    FailureKind,
    Submission,
    TokenKind,
)
from saqqara_service.storage.redis.keys import KEYS, match_key
from tests.service.application.operations.account_traces import TERMS
from tests.service.challengers import offer, say
from tests.service.fake_runners import RUNNER, a_hosted_bot, hold
from tests.service.matches import an_owner, some_bots

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


async def test_logs_go_once_a_day(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process looks once a day; what operators did stays."""
    monkeypatch.setattr(old_logs, "KEPT_DAYS", 0)
    one = await a_program(svc)
    await oversight.quarantine(
        svc, HOST, questions.QuarantineSubmission(submission_id=one.id, reason="old")
    )
    await a_moment(svc)
    assert await old_logs.sweep(svc) == 1
    assert await svc.submissions.report(one.id) is None
    await failed(svc, one.id, "mOld")
    await a_moment(svc)
    assert await old_logs.sweep(svc) == 0  # not before tomorrow
    await svc.connection.write.delete(KEYS["retention_logs"])
    assert await old_logs.sweep(svc) == 1
    assert len(await svc.submissions.acts(10)) == 1


async def test_a_challenge_is_kept_for_a_day(svc: Service) -> None:
    """Counted from its end."""
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
    assert DAY_MS - 60_000 < left_ms <= DAY_MS
