"""Leases of runners: one holder, tokens of minutes, nothing lost with an answer or a process."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import authentication, versions
from saqqara_service.application.hosting import oversight, runners, submissions
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from saqqara_service.errors import Forbidden, Unauthenticated, WrongState
from saqqara_service.models import Caller, FailureKind, Scope, Submission, TokenKind, Work
from saqqara_service.storage.hosting import leases
from tests.bundle.archives import BOT, packed
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot, hold
from tests.service.matches import an_owner, some_bots


async def some_hosted(svc: Service, count: int) -> list[Submission]:
    """So many hosted bots of one owner."""
    owner = await an_owner(svc)
    return [await a_hosted_bot(svc, bot) for bot in await some_bots(svc, owner, count)]


async def lapse(svc: Service) -> None:
    """As if the time of all leases were over."""
    for one in await svc.hosting.wanted():
        await svc.connection.write.zadd("{hosted}:leases", {one: 1}, xx=True)


SET_BACK: Final = """for _, name in ipairs({'runners', 'wanted', 'leases'}) do
  for _, id in ipairs(redis.call('ZRANGE', '{hosted}:' .. name, 0, -1)) do
    redis.call('ZINCRBY', '{hosted}:' .. name, 300000, id)
  end
end
local since = redis.call('HGETALL', '{hosted}:since')
for i = 1, #since, 2 do
  local from, till = string.match(since[i + 1], '(%d+) (%d+)')
  from, till = string.format('%.0f', from + 300000), string.format('%.0f', till + 300000)
  redis.call('HSET', '{hosted}:since', since[i], from .. ' ' .. till)
end"""
"""What is kept when the clock of Redis is set back by five minutes."""


async def is_good(svc: Service, token: str) -> bool:
    """Whether the token speaks for anybody."""
    try:
        await authentication.verify(svc, token)
    except Unauthenticated:
        return False
    return True


async def test_what_is_wanted_is_held_by_one_runner(svc: Service, other_svc: Service) -> None:
    """Two runners that tend at once never hold the same; places bound them, and both get some."""
    bots = {one.id: 0 for one in await some_hosted(svc, 4)}
    one, two = FakeRunner(svc, "one", places=3), FakeRunner(other_svc, "two", places=3)
    assert await one.tend() == []
    for _ in range(3):
        await svc.hosting.want(bots)
        await asyncio.gather(one.tend(), two.tend())
        assert one.works.keys().isdisjoint(two.works)
    assert one.works.keys() | two.works.keys() == bots.keys()
    assert max(len(one.works), len(two.works)) <= 3
    lent = [*one.tokens.values(), *two.tokens.values()]
    callers = [await authentication.verify(svc, token) for token in lent]
    assert {caller.bot_id for caller in callers} == {
        work.bot_id for work in (*one.works.values(), *two.works.values())
    }
    least = frozenset({Scope.MATCH_PLAY, Scope.MATCH_READ})
    assert {caller.scopes for caller in callers} == {least}


async def test_a_clock_that_is_set_back_holds_no_place(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept from the future keeps no program at a dead runner, and nobody waiting."""
    first, second = await some_hosted(svc, 2)
    (late,) = await some_hosted(svc, 1)
    both = dict.fromkeys((first.id, second.id), 1)
    await svc.hosting.want(both)
    await FakeRunner(svc, "dead").tend()
    await svc.connection.write.eval(SET_BACK, 1, "{hosted}:since")
    monkeypatch.setattr(leases, "LEASE_MS", 1)
    await svc.hosting.want(both)
    one, now_ms = FakeRunner(svc, "one", places=2), await svc.connection.now_ms()
    while len(await one.tend()) < 2:
        assert await svc.connection.now_ms() < now_ms + 60_000
    await svc.hosting.want({**both, late.id: now_ms + 300_000})
    assert late.id in await one.tend()
    assert all(each.seen_ms < now_ms + 60_000 for each in await svc.hosting.runners())


async def test_sweeps_go_on_though_the_clock_was_set_back(svc: Service) -> None:
    """Redis lets a key expire at an instant, which is further away then."""
    await svc.connection.write.set("{hosted}:swept", "1", px=300_000)
    assert [await svc.hosting.may_sweep() for _ in range(2)] == [True, False]


async def test_a_lost_answer_harms_nothing(svc: Service) -> None:
    """The next answer has all again, with a new token: the one that was lost is worthless."""
    (one,) = await some_hosted(svc, 1)
    runner = FakeRunner(svc, "one")
    await svc.hosting.want({one.id: 0})
    await runner.tend(forgetting=True)
    lost = await svc.hosting.lent(one.id)
    assert await runner.tend() == [one.id]
    token = runner.tokens[one.id]
    assert lost is not None
    assert lost != runner.ids[one.id]
    assert await svc.tokens.find(lost) is None
    for _ in range(2):  # it is told once, and held on to
        assert await runner.tend() == [one.id]
        assert runner.works[one.id].token is None
        assert runner.tokens[one.id] == token
    assert await is_good(svc, token)


async def test_another_takes_over_what_a_dead_runner_held(svc: Service, other_svc: Service) -> None:
    """When its lease has ended another gets the bot; the old token is refused, also much later."""
    (one,) = await some_hosted(svc, 1)
    dead, heir = FakeRunner(svc, "dead"), FakeRunner(other_svc, "heir")
    await svc.hosting.want({one.id: 0})
    await dead.tend()
    dead.start()
    await dead.tend()
    assert await heir.tend() == []
    await lapse(svc)
    assert await heir.tend() == [one.id]
    assert await is_good(other_svc, heir.tokens[one.id])
    svc.known_tokens.forget(dead.ids[one.id])  # as `revocation` does within a second
    assert not await is_good(svc, dead.tokens[one.id])
    assert not await svc.hosting.begin([one.id]), "its process was with the dead one"
    assert await dead.tend() == [], "who comes back is told to stop"
    assert await heir.tend() == [one.id]
    assert await is_good(svc, heir.tokens[one.id])
    ended, _ = await svc.tokens.ended_since(0)
    assert dead.ids[one.id] in ended


async def test_what_nobody_wants_is_taken_back(svc: Service) -> None:
    """After a minute, and at once if it may not play any more; its token ends with it."""
    first, second, third = await some_hosted(svc, 3)
    runner = FakeRunner(svc, "one")
    now_ms = await svc.connection.now_ms()
    await svc.hosting.want(dict.fromkeys((first.id, second.id, third.id), now_ms))
    assert len(await runner.tend()) == 3
    minute = await svc.connection.now_ms() - 60_001
    await svc.connection.write.zadd("{hosted}:wanted", {first.id: minute})
    await oversight.quarantine(
        svc, HOST, questions.QuarantineSubmission(submission_id=second.id, reason="odd")
    )
    assert not await is_good(svc, runner.tokens[second.id])
    assert await runner.tend() == [third.id]
    assert not await is_good(svc, runner.tokens[first.id])
    owner = Caller(kind=TokenKind.USER, account_id=third.account_id)
    await versions.choose(svc, owner, questions.ChooseBotVersion(bot_id=third.bot_id, number=1))
    assert await runner.tend() == []
    assert not await is_good(svc, runner.tokens[third.id])
    await versions.choose(
        svc, owner, questions.ChooseBotVersion(bot_id=third.bot_id, number=third.version or 0)
    )
    await svc.hosting.want({third.id: now_ms})
    assert await runner.tend() == [third.id]
    with pytest.raises(WrongState, match="quarantined"):
        await versions.choose(
            svc, owner, questions.ChooseBotVersion(bot_id=second.bot_id, number=second.version or 0)
        )


async def test_the_longest_wait_gets_the_last_place(svc: Service) -> None:
    """Where places are few, who waits longest takes that of who waits less, never of a match."""
    playing, late, early = await some_hosted(svc, 3)
    runner = FakeRunner(svc, "one", places=2)
    now_ms = await svc.connection.now_ms()
    await svc.hosting.want({playing.id: 0, late.id: now_ms - 1_000})
    assert await runner.tend() == sorted([playing.id, late.id])
    wants = {playing.id: 0, late.id: now_ms - 1_000, early.id: now_ms - 9_000}
    await svc.hosting.want(wants)
    assert await runner.tend() == sorted([playing.id, early.id])
    await svc.hosting.want(wants)
    assert await runner.tend() == sorted([playing.id, early.id])
    runner.places = 0
    assert await runner.tend() == sorted([playing.id, early.id]), "it finishes what it has"


async def test_a_check_under_way_is_not_taken_back_for_another(svc: Service) -> None:
    """Else those that runners died with would end all others, and these them; a match may."""
    owner = await an_owner(svc)
    checks = [
        await submissions.submit(
            svc,
            owner,
            questions.SubmitBot(
                bot_id=bot.bot_id or "", archive=packed({**BOT, "data": b"%d" % at})
            ),
        )
        for at, bot in enumerate(await some_bots(svc, owner, 2))
    ]
    (playing,) = await some_hosted(svc, 1)
    later, earlier = (one.id for one in checks)
    runner = FakeRunner(svc, "one", places=1)
    now_ms = await svc.connection.now_ms()
    name = "{hosted}:pending"
    await svc.connection.write.zadd(name, {later: now_ms - 5_000, earlier: now_ms + 600_000})
    assert await runner.tend() == [later]
    await svc.connection.write.zadd(name, {earlier: now_ms - 60_000})
    assert await runner.tend() == [later]
    await svc.connection.write.hset("{hosted}:since", later, f"{now_ms - 5_000} {now_ms - 60_000}")
    await svc.connection.write.set("{hosted}:swept", 1, px=600_000)
    assert await runner.tend() == [later], "nobody has looked of late at what is wanted"
    await svc.hosting.want({playing.id: 0})
    assert await runner.tend() == [playing.id]


async def test_a_process_begins_one_match(svc: Service) -> None:
    """Its name counts once, however late it is told again; who gives it back has it again."""
    first, second = await some_hosted(svc, 2)
    runner = FakeRunner(svc, "one")
    both = [first.id, second.id]
    await svc.hosting.want(dict.fromkeys(both, 0))
    await runner.tend()
    runner.start(first.id)
    await runner.tend()
    assert not await svc.hosting.begin(both), "one has none, so none is taken"
    runner.start(second.id)
    await runner.tend()
    assert await svc.hosting.begin(both)
    await runner.tend()
    assert not await svc.hosting.begin(both), "the same processes again"
    await svc.hosting.give_back(both)
    await runner.tend()
    assert await svc.hosting.begin(both)
    runner.start()
    await runner.tend()
    runner.ready.clear()
    await runner.tend()
    assert not await svc.hosting.begin(both), "they are gone"


async def test_a_version_is_its_content(svc: Service) -> None:
    """What passes plays as a version with its hash; the same archive is never a second one."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    assert bot.bot_id is not None
    one = await a_hosted_bot(svc, bot)
    assert (one.is_active, one.version) == (True, 2)
    two = await a_hosted_bot(svc, bot, b"better")
    assert (two.is_active, two.version) == (True, 3)
    for each in (one, one, two):
        submission = await submissions.activate(
            svc, owner, questions.ActivateSubmission(submission_id=each.id)
        )
        assert (submission.is_active, submission.version) == (True, each.version)
    hashes = [
        each.archive_hash
        for each in await versions.listed(svc, None, questions.BotQuestion(bot_id=bot.bot_id))
    ]
    assert hashes == [None, one.archive_hash, two.archive_hash]
    await versions.create(svc, owner, questions.CreateBotVersion(bot_id=bot.bot_id, name="mine"))
    assert await svc.submissions.active([bot.bot_id]) == {}


async def test_a_check_is_reported_by_its_holder_and_once(svc: Service) -> None:
    """Others are refused; the same report again changes nothing; one that fails never plays."""
    owner = await an_owner(svc)
    (bot,) = await some_bots(svc, owner, 1)
    assert bot.bot_id is not None
    one = await submissions.submit(
        svc, owner, questions.SubmitBot(bot_id=bot.bot_id, archive=packed(BOT))
    )
    runner = FakeRunner(svc, "one")
    assert await runner.tend() == [one.id]
    assert (runner.works[one.id].work, runner.works[one.id].token) == (Work.CHECK, None)
    await FakeRunner(svc, "two").tend()
    with pytest.raises(WrongState, match="does not hold"):
        await runners.report_check(
            svc,
            RUNNER,
            questions.ReportCheck(
                submission_id=one.id, runner_id="two", report="well", passed=True
            ),
        )
    submission = await runners.report_check(
        svc,
        RUNNER,
        questions.ReportCheck(
            submission_id=one.id, runner_id="one", report="line 3: \x1b[2J", passed=False
        ),
    )
    assert (submission.state, submission.is_active) == ("refused", False)
    again = await runners.report_check(
        svc,
        RUNNER,
        questions.ReportCheck(submission_id=one.id, runner_id="one", report="well", passed=True),
    )
    assert again == submission
    await hold(svc, one.id, "one")
    for _ in range(2):
        await runners.report_failure(
            svc,
            RUNNER,
            questions.ReportFailure(
                submission_id=one.id,
                runner_id="one",
                match_id="m1",
                version=3,
                kind=FailureKind.EXIT,
                detail="a\x00b" * 10,
            ),
        )
    log = await submissions.log(svc, owner, questions.SubmissionQuestion(submission_id=one.id))
    assert log.report == "line 3: \ufffd[2J"
    assert [each.match_id for each in log.failures] == ["m1"]
    assert "\x00" not in log.failures[0].detail
    with pytest.raises(WrongState, match="failed its check"):
        await submissions.activate(svc, owner, questions.ActivateSubmission(submission_id=one.id))
    assert await runner.tend() == []


async def test_a_token_of_a_runner_opens_what_its_leases_hold(svc: Service) -> None:
    """Hashes are public; neither another token nor another lease gets an archive or blames it."""
    held, free = await some_hosted(svc, 2)
    runner, stranger = FakeRunner(svc, "one"), RUNNER.model_copy(update={"account_id": "another"})
    await svc.hosting.want({held.id: 0})
    assert await runner.tend() == [held.id]
    assert await runners.archive(
        svc, RUNNER, questions.ArchiveQuestion(archive_hash=held.archive_hash)
    )
    for caller, archive in ((stranger, held), (RUNNER, free)):
        with pytest.raises(Forbidden, match="is assigned"):
            await runners.archive(
                svc, caller, questions.ArchiveQuestion(archive_hash=archive.archive_hash)
            )
    assert await runners.archive(
        svc, HOST, questions.ArchiveQuestion(archive_hash=free.archive_hash)
    ), "administrators look at all"
    with pytest.raises(Forbidden, match="--name"):
        await FakeRunner(svc, "one", caller=stranger).tend()
    for caller, one, error in ((stranger, held, Forbidden), (RUNNER, free, WrongState)):
        with pytest.raises(error):
            await runners.report_failure(
                svc,
                caller,
                questions.ReportFailure(
                    submission_id=one.id,
                    runner_id="one",
                    match_id="m1",
                    version=1,
                    kind=FailureKind.EXIT,
                    detail="blamed",
                ),
            )
        assert await svc.submissions.failures(one.id) == []
    with pytest.raises(Forbidden):
        await runners.report_check(
            svc,
            stranger,
            questions.ReportCheck(
                submission_id=held.id, runner_id="one", report="well", passed=False
            ),
        )
