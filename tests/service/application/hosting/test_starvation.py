"""Bots that others kept from a processor: what runners tell of matches, and what follows."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.conduct import bearable
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.models import Fischer, Match, SeatRunner, Submission
from saqqara_service.storage.redis.keys import match_key
from tests.service.application.hosting.test_hosted_ladders import due, host
from tests.service.fake_runners import FakeRunner
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import Enrolled, a_ladder, running, settle_all
from tests.service.lookups import match_of

QUICK = {"kind": "fischer", "base_ms": 100, "increment_ms": 0}
LATER = 6_000


async def a_lost_match(svc: Service, runner: FakeRunner) -> tuple[Enrolled, Match, Submission]:
    """A match of two hosted bots that has been lost on time and is not settled yet."""
    enrolled = await a_ladder(
        svc, bots=2, blocks=1, concurrency=1, max_replays=1, time_control=QUICK
    )
    hosted = await host(svc, enrolled, 2)
    await runner.tend()
    match = await begun_and_lost(svc, enrolled, runner)
    late = next(seat.bot_id for seat in match.seats if seat.flagged)
    return enrolled, match, hosted[late or ""]


async def begun_and_lost(svc: Service, enrolled: Enrolled, runner: FakeRunner) -> Match:
    """The next match begins and is lost on time at once."""
    await due(svc, enrolled)
    await runner.tend()
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    (match_id,) = await running(svc)
    runner.plays = {
        one: [questions.PlayedMatch(match_id=match_id, thought_ms=0, starved_ms=0)]
        for one in runner.works
    }
    await runner.tend()
    while (match := await match_of(svc, match_id)).result is None:
        await deadlines.sweep(svc)
    return match


def plays(match: Match, thought_ms: int, starved_ms: int) -> list[questions.PlayedMatch]:
    return [questions.PlayedMatch(match_id=match.id, thought_ms=thought_ms, starved_ms=starved_ms)]


async def later(svc: Service, match: Match) -> None:
    """As if the runner had had its time to tell how the match was."""
    key = match_key("match", match.id)
    last_ms = int(await svc.connection.read.hget(key, "last_ms") or 0)
    await svc.connection.write.hset(key, "last_ms", str(last_ms - LATER))


async def noted(svc: Service, match: Match, one: Submission) -> SeatRunner | None:
    (stored,) = await svc.indexes.matches([match.id])
    (seat,) = [seat for seat in stored.match.seats if seat.bot_id == one.bot_id]
    return seat.runner


async def test_a_starved_match_is_played_again(svc: Service) -> None:
    """It counts neither for nor against anybody; when the last word has come or not."""
    runner = FakeRunner(svc, "one")
    enrolled, match, one = await a_lost_match(svc, runner)
    await settle_all(svc)
    assert (await ladders.progress(svc, enrolled.id)).settled == 0, "it waits for the last word"
    runner.plays = {one.id: plays(match, 4_000, 1_500)}
    await runner.tend()
    await settle_all(svc)
    found = await ladders.progress(svc, enrolled.id)
    assert (found.settled, found.given_up) == (0, 0)
    (first, *_) = [each for each in await whole_schedule(svc, enrolled.id) if each.id == match.id]
    assert first.status == "void"
    rows = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert {row.flags for row in rows} == {0}
    again = await begun_and_lost(svc, enrolled, runner)
    assert again.id == f"{match.id}-a2"
    runner.plays = {each: plays(again, 100, 600) for each in runner.works}
    await runner.tend()
    await settle_all(svc)
    assert (await ladders.progress(svc, enrolled.id)).given_up == 1, "not without end"


async def test_a_little_waiting_is_everybodys_lot(svc: Service) -> None:
    """Below a tenth of its thinking, or half a second, the loss counts."""
    runner = FakeRunner(svc, "one")
    for thought_ms, starved_ms in ((100, 400), (60_000, 5_000)):
        enrolled, match, one = await a_lost_match(svc, runner)
        runner.plays = {one.id: plays(match, thought_ms, starved_ms)}
        await runner.tend()
        await later(svc, match)
        await settle_all(svc)
        assert (await ladders.progress(svc, enrolled.id)).settled == 1


@pytest.mark.parametrize(
    ("factor", "starved_ms", "is_void"),
    [(None, 999, False), (None, 1_001, True), (4, 7_499, False), (4, 7_501, True)],
)
def test_who_has_used_up_a_clock_of_processor_time_was_not_starved(
    factor: int | None,
    starved_ms: int,
    is_void: bool,  # noqa: FBT001 - a case of a table
) -> None:
    """There it counts only if without it the wall would have left enough time."""
    late = SeatRunner(
        runner_id="one", speed_index=1.0, load=1.0, thought_ms=10_000, starved_ms=starved_ms
    )
    share = bearable(Fischer(base_ms=1_000, wall_factor=factor))
    assert late.is_starved(share) is is_void


async def test_only_the_runner_that_holds_a_bot_is_believed(svc: Service) -> None:
    """Others, and matches in which the bot does not sit, are passed over; so is the far past."""
    runner, stranger = FakeRunner(svc, "one"), FakeRunner(svc, "two")
    enrolled, match, one = await a_lost_match(svc, runner)
    stranger.works = dict(runner.works)
    stranger.plays = {one.id: plays(match, 9_000, 9_000)}
    await stranger.tend()
    runner.plays = {
        one.id: [questions.PlayedMatch(match_id="mDoesNotExist", thought_ms=1, starved_ms=1)]
    }
    await runner.tend()
    note = await noted(svc, match, one)
    assert note is not None
    assert (note.runner_id, note.starved_ms) == ("one", 0)
    await later(svc, match)
    await settle_all(svc)
    assert (await ladders.progress(svc, enrolled.id)).settled == 1
    for _ in range(6):
        await later(svc, match)
    runner.plays = {one.id: plays(match, 9_000, 9_000)}
    await runner.tend()
    assert await noted(svc, match, one) == note


async def test_what_several_runners_tell_is_added(svc: Service) -> None:
    """When one takes over from another; a late or repeated word takes nothing back."""
    first, second = FakeRunner(svc, "one"), FakeRunner(svc, "two")
    _, match, one = await a_lost_match(svc, first)
    for each, thought_ms, starved_ms in ((first, 1_000, 300), (first, 900, 200)):
        each.plays = {one.id: plays(match, thought_ms, starved_ms)}
        await each.tend()
    await svc.connection.write.hset("{hosted}:holders", one.id, "two")
    second.works = {one.id: first.works[one.id]}
    for thought_ms, starved_ms in ((50, 10), (500, 100)):
        second.plays = {one.id: plays(match, thought_ms, starved_ms)}
        await second.tend()
    note = await noted(svc, match, one)
    assert note == SeatRunner(
        runner_id="two", speed_index=1.0, load=0.0, thought_ms=1_500, starved_ms=400
    )
