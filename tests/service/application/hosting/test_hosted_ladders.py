"""Ladders with programs that were handed in: they wait for these, and for nothing of others."""

from __future__ import annotations

from itertools import count
from time import monotonic

import pytest

from saqqara_contest.faults import BENCHED_AFTER
from saqqara_service import questions
from saqqara_service.application.hosting import runners
from saqqara_service.application.ladders import backoff, entries, ladders
from saqqara_service.application.ladders.forecasts import planned_matches
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import (
    DeclineReason,
    Entrants,
    EntryStatus,
    FailureKind,
    LadderFormat,
    LadderStatus,
    Submission,
)
from saqqara_service.storage.hosting import leases, submissions
from tests.service import jobs
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot, hold
from tests.service.ladders import Enrolled, a_ladder, enrol, play_out, running, settle_all

WAIT_S = 120.0
LATER = """for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('ZINCRBY', KEYS[1], -2000, id)
end"""
"""All matches have waited two seconds longer."""


async def host(svc: Service, enrolled: Enrolled, some: int) -> dict[str, Submission]:
    """So many bots of the ladder are played by the host from now on; nobody else is there."""
    found = {}
    for bot_id, caller in list(enrolled.callers.items())[:some]:
        found[bot_id] = await a_hosted_bot(svc, caller)
        await svc.connection.write.zrem("present", bot_id)
    return found


async def due(svc: Service, enrolled: Enrolled) -> None:
    """What workers do when a match may be due."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)


async def test_a_match_begins_when_its_programs_wait(svc: Service) -> None:
    """Its hosted bots are started for it; each match takes a fresh process of each."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=2)
    hosted = await host(svc, enrolled, 2)
    runner = FakeRunner(svc, "one")
    await runner.tend()
    await due(svc, enrolled)
    assert await running(svc) == []
    assert await runner.tend() == sorted(one.id for one in hosted.values())
    await due(svc, enrolled)
    assert await running(svc) == [], "nothing has said hello yet"
    runner.start(*[one.id for one in hosted.values()][:1])
    await runner.tend()
    await due(svc, enrolled)
    assert await running(svc) == [], "one of two is no match"
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    assert len(await running(svc)) == 1, "one process each, so one match"
    await runner.tend()
    await due(svc, enrolled)
    assert len(await running(svc)) == 1, "the same processes, told once more"
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    both = await running(svc)
    assert len(both) == 2
    for match_id in both:
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    found = await ladders.progress(svc, enrolled.id)
    assert (found.status, found.settled) == (LadderStatus.FINISHED, 2)


async def test_without_a_runner_the_ladder_waits_and_others_play_on(svc: Service) -> None:
    """Who is not there is told so; matches of others are not held up by those that wait."""
    enrolled = await a_ladder(
        svc, bots=4, blocks=None, rounds=1, concurrency=2, format=LadderFormat.ROUND_ROBIN
    )
    hosted = await host(svc, enrolled, 2)
    await due(svc, enrolled)
    seen = set()
    for _ in range(12):
        for match_id in await running(svc):
            seen |= {seat.bot_id for seat in (await svc.tables.fresh(match_id))[0].match.seats}
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        await jobs.start(svc, enrolled.id)
    assert seen == enrolled.callers.keys() - hosted.keys()
    waits = {
        one.bot_id: one.waits_for
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }
    assert {bot_id for bot_id, why in waits.items() if why is DeclineReason.ABSENT} == set(hosted)
    runner = FakeRunner(svc, "one")
    await runner.tend()
    found, until = await ladders.progress(svc, enrolled.id), monotonic() + WAIT_S
    while found.status is not LadderStatus.FINISHED and monotonic() < until:
        await jobs.start(svc, enrolled.id)
        await runner.tend()
        runner.start()
        await runner.tend()
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        found = await ladders.progress(svc, enrolled.id)
    assert found.settled == planned_matches(found)


async def test_two_places_are_enough_for_every_match(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many wait, the match that waits longest gets all of its programs: none is stuck."""
    for name in ("FRESH_MS", "PATIENCE_MS", "IDLE_MS"):  # ten times as fast
        monkeypatch.setattr(leases, name, getattr(leases, name) // 10)
    monkeypatch.setattr(
        "saqqara_service.application.ladders.jobs.WANTED_MS", backoff.WANTED_MS // 10
    )
    enrolled = await a_ladder(svc, bots=4, blocks=4, concurrency=4)
    await host(svc, enrolled, 4)
    one, two = FakeRunner(svc, "one", places=1), FakeRunner(svc, "two", places=1)
    found, until = await ladders.progress(svc, enrolled.id), monotonic() + WAIT_S
    for turn in count():
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        for runner in (one, two):
            await runner.tend()
            runner.start()
            await runner.tend()
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        if turn % 4 == 3:  # as if seconds had gone by
            await svc.connection.write.eval(LATER, 1, "{hosted}:held_back")
        found = await ladders.progress(svc, enrolled.id)
        if found.status is LadderStatus.FINISHED or monotonic() > until:
            break
    assert (found.status, found.settled) == (LadderStatus.FINISHED, 8)


async def test_a_ladder_takes_the_kind_of_bots_that_it_says(svc: Service) -> None:
    """A hosted bot is refused where connected ones play and the other way round, with a remedy."""
    for entrants, words in (
        (Entrants.HOSTED, "hosted bots"),
        (Entrants.CONNECTED, "owners run"),
    ):
        enrolled = await a_ladder(svc, bots=0, start=False, entrants=entrants)
        other = await a_ladder(svc, bots=2, start=False)
        (hosted, mine), (connected, its) = list(other.callers.items())
        await a_hosted_bot(svc, mine)
        good, bad = ((hosted, mine), (connected, its))
        if entrants is Entrants.CONNECTED:
            good, bad = bad, good
        await enrol(svc, good[1], enrolled.id, good[0])
        with pytest.raises(WrongState, match=words):
            await enrol(svc, bad[1], enrolled.id, bad[0])


async def fail(
    svc: Service, one: Submission, match_id: str, kind: FailureKind, version: int | None = 2
) -> None:
    """The runner reports it, of a decision or of what came after the last one."""
    await runners.report_failure(
        svc,
        RUNNER,
        questions.ReportFailure(
            submission_id=one.id,
            runner_id="one",
            match_id=match_id,
            version=version,
            kind=kind,
            detail="KeyError: 3",
        ),
    )


async def test_who_was_kept_waiting_may_have_broken_by_that(svc: Service) -> None:
    """Others kept the program from a processor for half of its time: it hung by no fault of its."""
    enrolled = await a_ladder(svc, bots=2, blocks=6, concurrency=1)
    hosted = await host(svc, enrolled, 2)
    slow = next(iter(hosted.values()))
    runner = FakeRunner(svc, "one")
    await runner.tend()
    await due(svc, enrolled)
    await runner.tend()
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    (match_id,) = await running(svc)
    await fail(svc, slow, match_id, FailureKind.TIMEOUT)
    runner.plays = {
        slow.id: [questions.PlayedMatch(match_id=match_id, thought_ms=60_000, starved_ms=30_000)]
    }
    await runner.tend()
    await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    assert {
        one.faults
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    } == {0}


async def test_of_very_many_failures_the_newest_count(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that has broken very often before is not immune."""
    monkeypatch.setattr(submissions, "MARKED_FAILURES", 3)
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    one, _ = (await host(svc, enrolled, 2)).values()
    await hold(svc, one.id, "one")
    for number in range(9):
        match_id = f"m{number}"
        await fail(svc, one, match_id, FailureKind.EXIT)
        assert await svc.submissions.has_failed(one.id, match_id, [FailureKind.EXIT])


@pytest.mark.parametrize("kind", [FailureKind.EXIT, FailureKind.ILLEGAL, FailureKind.HOST])
async def test_a_program_that_breaks_in_every_match_is_benched(
    svc: Service, kind: FailureKind
) -> None:
    """Whoever answers for it then; what is the machine's fault is held against nobody."""
    enrolled = await a_ladder(svc, bots=2, blocks=6, concurrency=1)
    hosted = await host(svc, enrolled, 2)
    broken, other = hosted
    runner = FakeRunner(svc, "one")
    await runner.tend()
    for played in range(BENCHED_AFTER):
        await due(svc, enrolled)
        await runner.tend()
        runner.start()
        await runner.tend()
        await due(svc, enrolled)
        (match_id,) = await running(svc)
        await fail(svc, hosted[broken], match_id, kind)
        await fail(svc, hosted[other], match_id, FailureKind.EXIT, version=None)
        await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        listed = {
            one.bot_id: one
            for one in await entries.listed(
                svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
            )
        }
        is_own = kind is not FailureKind.HOST
        assert listed[broken].faults == (played + 1 if is_own else 0)
        assert listed[other].faults == 0
    assert (listed[broken].status is EntryStatus.BENCHED) is is_own
    assert (await ladders.progress(svc, enrolled.id)).settled == BENCHED_AFTER
