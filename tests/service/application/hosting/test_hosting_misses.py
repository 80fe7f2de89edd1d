"""A program that cannot be started: whose fault it is, and who tries next."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.hosting import runners, shortage, submissions
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    FailureKind,
    Submission,
    SubmissionState,
    TokenKind,
)
from saqqara_service.storage.hosting import leases
from tests.bundle.archives import BOT, packed
from tests.service.application.hosting.test_hosted_ladders import due, host
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot
from tests.service.ladders import a_ladder
from tests.service.matches import an_owner, some_bots

START, HOST = FailureKind.START, FailureKind.HOST


async def a_wanted_one(svc: Service) -> Submission:
    """A hosted bot that a match waits for."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    one = await a_hosted_bot(svc, bot)
    await svc.hosting.want({one.id: 0})
    return one


async def miss(svc: Service, one: Submission, runner: FakeRunner, kind: FailureKind) -> None:
    """The runner tells that it could not start the program."""
    await runners.report_failure(
        svc,
        RUNNER,
        questions.ReportFailure(
            submission_id=one.id, runner_id=runner.name, kind=kind, detail="no memory"
        ),
    )


async def state_of(svc: Service, one: Submission) -> SubmissionState:
    return (await svc.submissions.found([one.id]))[0].state


async def test_the_fault_of_a_machine_never_refuses(svc: Service, other_svc: Service) -> None:
    """Another runner gets it at once, the same one again when time has gone by."""
    one = await a_wanted_one(svc)
    bad, good = FakeRunner(svc, "bad"), FakeRunner(other_svc, "good")
    assert await bad.tend() == [one.id]
    for _ in range(3):
        await miss(svc, one, bad, HOST)
    assert await state_of(svc, one) is SubmissionState.PASSED
    assert await bad.tend() == [], "others come first"
    assert await good.tend() == [one.id]
    await miss(other_svc, one, good, HOST)
    assert await good.tend() == []
    await svc.hosting.want({one.id: 0})
    await svc.connection.write.hset("{hosted}:misses", f"{one.id} bad", "1 0")
    assert await bad.tend() == [one.id]
    log = await submissions.log(
        svc,
        Caller(kind=TokenKind.USER, account_id=one.account_id),
        questions.SubmissionQuestion(submission_id=one.id),
    )
    assert [each.kind for each in log.failures] == [HOST], "its owner is told once"


async def test_two_runners_have_to_blame_the_program(svc: Service) -> None:
    """What one machine cannot start another may; when both cannot, it is refused."""
    one = await a_wanted_one(svc)
    first, second = FakeRunner(svc, "first"), FakeRunner(svc, "second")
    await second.tend()
    await svc.hosting.miss(one.id, "second", is_own=False)
    await svc.connection.write.delete("{hosted}:misses")
    assert await first.tend() == [one.id]
    await miss(svc, one, first, START)
    assert await state_of(svc, one) is SubmissionState.PASSED
    assert await first.tend() == []
    assert await second.tend() == [one.id]
    await miss(svc, one, first, START)
    assert await state_of(svc, one) is SubmissionState.PASSED, "who does not hold it is not heard"
    await miss(svc, one, second, START)
    assert await state_of(svc, one) is SubmissionState.REFUSED


async def test_the_only_runner_is_believed(svc: Service) -> None:
    """So that a broken program does not wait for a machine that never comes."""
    one = await a_wanted_one(svc)
    only, leaving = FakeRunner(svc, "only"), FakeRunner(svc, "leaving", places=0)
    await leaving.tend()
    await only.tend()
    await miss(svc, one, only, START)
    assert await state_of(svc, one) is SubmissionState.REFUSED


async def test_a_check_that_a_machine_cannot_make_goes_to_another(svc: Service) -> None:
    """It still waits, and is no refusal."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    assert bot.bot_id is not None
    one = await submissions.submit(
        svc, owner, questions.SubmitBot(bot_id=bot.bot_id, archive=packed(BOT))
    )
    bad, good = FakeRunner(svc, "bad"), FakeRunner(svc, "good")
    assert await bad.tend() == [one.id]
    await miss(svc, one, bad, HOST)
    assert await bad.tend() == []
    assert await good.tend() == [one.id]
    submission = await runners.report_check(
        svc,
        RUNNER,
        questions.ReportCheck(submission_id=one.id, runner_id="good", report="well", passed=True),
    )
    assert submission.state is SubmissionState.PASSED


async def test_the_operator_is_told_what_is_missing(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No runner, or places for less than a match; nothing when all is well."""
    assert await shortage.warnings(svc) == []
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=2)
    await host(svc, enrolled, 2)
    await due(svc, enrolled)
    (warning,) = await shortage.warnings(svc)
    assert "no runner is active: start `saqqara-server runner`" in warning
    runner = FakeRunner(svc, "one", places=1)
    await runner.tend()
    await due(svc, enrolled)
    await runner.tend()
    (warning,) = runner.warnings
    assert "2 programs at once, but the runners have 1 places in total" in warning
    await FakeRunner(svc, "two", places=1).tend()
    await runner.tend()
    assert runner.warnings == []
    monkeypatch.setattr(leases, "FORGET_MS", -1)
    assert await svc.hosting.needed() == 0
