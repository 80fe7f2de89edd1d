"""How long an account's programs may think in a day on the host's machines, and what follows."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from saqqara_service.application.accounts import quotas
from saqqara_service.application.ladders import entries
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import (
    Answer,
    DeclineReason,
    Match,
    MatchStatus,
    QuotaName,
    Submission,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import key
from tests.service.challenged import a_challenge, accept_all, some_rivals
from tests.service.enrolled import Enrolled, a_ladder, running
from tests.service.hosted import FakeRunner, a_hosted_bot
from tests.service.test_hosted_ladders import due, host
from tests.service.test_starved import plays

SECONDS = 10


@pytest.fixture
async def svc(settings: Settings) -> AsyncIterator[Service]:
    """A service whose accounts may think ten seconds in a day."""
    few = settings.model_copy(update={"account_thinking_s_per_day": SECONDS})
    async with open_service(few) as service:
        yield service


async def a_match_of(svc: Service, runner: FakeRunner) -> tuple[Enrolled, Match, Submission]:
    """A match of two hosted bots of one ladder that is being played; the first of the two."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    hosted = await host(svc, enrolled, 2)
    await runner.tend()
    await due(svc, enrolled)
    await runner.tend()
    runner.start()
    await runner.tend()
    await due(svc, enrolled)
    (match_id,) = await running(svc)
    return enrolled, await matches.get(svc, match_id), next(iter(hosted.values()))


async def used(svc: Service, enrolled: Enrolled) -> int:
    """The seconds that the bots' owner is told."""
    caller = enrolled.owner
    told = {one.name: one for one in await quotas.used(svc, caller)}
    assert told[QuotaName.THINKING_S].limit == SECONDS
    return told[QuotaName.THINKING_S].used


async def waits(svc: Service, enrolled: Enrolled) -> set[DeclineReason | None]:
    """What the ladder waits for."""
    return {one.waits_for for one in await entries.listed(svc, enrolled.id)}


async def test_thinking_is_charged_once_whatever_is_told_again(svc: Service) -> None:
    """As it grows, also when another runner takes over; what is told late or twice is nothing."""
    first, second = FakeRunner(svc, "one"), FakeRunner(svc, "two")
    enrolled, match, one = await a_match_of(svc, first)
    assert await used(svc, enrolled) == 0
    for thought_ms, told in ((1_000, 1), (1_000, 1), (900, 1), (3_000, 3)):
        first.plays = {one.id: plays(match, thought_ms, 0)}
        await first.tend()
        assert await used(svc, enrolled) == told
    await svc.connection.write.hset("{hosted}:holders", one.id, "two")
    second.works = {one.id: first.works[one.id]}
    for thought_ms, told in ((1_500, 5), (2_000, 5), (2_000, 5)):
        second.plays = {one.id: plays(match, thought_ms, 0)}
        await second.tend()
        assert await used(svc, enrolled) == told


async def test_who_has_thought_enough_begins_no_match(svc: Service) -> None:
    """The ladder says why it waits; what has begun goes on, and after a while all is well."""
    runner = FakeRunner(svc, "one")
    enrolled, match, one = await a_match_of(svc, runner)
    assert DeclineReason.SPENT not in await waits(svc, enrolled)
    runner.plays = {one.id: plays(match, 1_000 * SECONDS + 1, 0)}
    await runner.tend()
    assert await waits(svc, enrolled) == {DeclineReason.SPENT}
    assert await used(svc, enrolled) >= SECONDS
    assert (await matches.get(svc, match.id)).status is MatchStatus.RUNNING
    assert one.id in await runner.tend(), "it plays on"
    await svc.connection.write.delete(key("budget", f"{quotas.THOUGHT}:{one.account_id}"))
    assert DeclineReason.SPENT not in await waits(svc, enrolled)


async def test_what_is_owed_is_worked_off(svc: Service) -> None:
    """Matches that had begun took more than there was: as much longer nothing new begins."""
    await quotas.spend_thinking(svc, "aOne", 1_500 * SECONDS)
    left_s = await svc.token_buckets.full_in_s(quotas.THOUGHT, "aOne")
    assert left_s == pytest.approx(1.5 * quotas.DAY_S, rel=0.01)
    await quotas.spend_thinking(svc, "aOne", 9_000 * SECONDS)
    left_s = await svc.token_buckets.full_in_s(quotas.THOUGHT, "aOne")
    assert left_s == pytest.approx(2 * quotas.DAY_S, rel=0.01), "no more than another day is owed"
    assert await quotas.thought_out(svc, ["aOne", "aTwo", "aOne"]) == {"aOne"}


async def test_a_challenge_hears_why(svc: Service) -> None:
    """Only hosted bots are bound by it: what an owner keeps online costs the host nothing."""
    rivals = await some_rivals(svc, 3)
    await accept_all(svc, *rivals.bots)
    _, hosted, online = rivals.bots
    one = await a_hosted_bot(svc, hosted)
    for account_id in (one.account_id, online.account_id):
        await quotas.spend_thinking(svc, account_id, 1_001 * SECONDS)
    challenge = await a_challenge(svc, rivals)
    told = {one.player_id: (one.answer, one.reason) for one in challenge.challenged}
    assert told[rivals.ids[1]] == (Answer.DECLINED, DeclineReason.SPENT)
    assert told[rivals.ids[2]][1] is None


async def test_without_a_limit_nothing_is_counted(settings: Settings) -> None:
    """As where the host has set none: no budget, and no word of it."""
    async with open_service(settings) as svc:
        runner = FakeRunner(svc, "one")
        enrolled, match, one = await a_match_of(svc, runner)
        runner.plays = {one.id: plays(match, 1_000 * SECONDS, 0)}
        await runner.tend()
        assert await waits(svc, enrolled) != {DeclineReason.SPENT}
        names = {quota.name for quota in await quotas.used(svc, enrolled.owner)}
        assert QuotaName.THINKING_S not in names
        assert QuotaName.SUBMISSIONS in names
        assert not await svc.connection.write.exists(
            key("budget", f"{quotas.THOUGHT}:{one.account_id}")
        )
