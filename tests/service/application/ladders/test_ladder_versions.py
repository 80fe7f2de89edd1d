"""New versions in a ladder: so many get matches, and only the one that played last has a place."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.accounts import versions
from saqqara_service.application.ladders import entries, fits, ladders
from saqqara_service.application.service import Service
from saqqara_service.models import DeclineReason, LadderStatus
from tests.service import jobs
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all


async def play_blocks(svc: Service, enrolled: Enrolled, matches: int) -> None:
    """Play on until so many matches have a result."""
    while (await ladders.progress(svc, enrolled.id)).settled < matches:
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)


async def waits(svc: Service, enrolled: Enrolled, bot_id: str) -> DeclineReason | None:
    """What the bot is not paired for, at the version that the next pairing finds."""
    await jobs.pair(svc, enrolled.id)
    found = await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    return next(one.waits_for for one in found if one.bot_id == bot_id)


async def test_a_version_too_many_gets_no_matches(svc: Service) -> None:
    """The bot is told why; when a version plays again that had matches, it is paired again."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1, new_versions=1)
    spammer, other = enrolled.callers
    await play_blocks(svc, enrolled, 2)
    await versions.create(
        svc, enrolled.owner, questions.CreateBotVersion(bot_id=spammer, name="better")
    )
    assert await waits(svc, enrolled, spammer) is None
    await play_blocks(svc, enrolled, 4)
    await versions.create(
        svc, enrolled.owner, questions.CreateBotVersion(bot_id=spammer, name="better still")
    )
    assert await waits(svc, enrolled, spammer) is DeclineReason.VERSIONS
    assert await waits(svc, enrolled, other) is None
    await jobs.start(svc, enrolled.id)
    assert await running(svc) == []
    await versions.choose(svc, enrolled.owner, questions.ChooseBotVersion(bot_id=spammer, number=1))
    assert await waits(svc, enrolled, spammer) is None
    assert (await finish(svc, enrolled)).status is LadderStatus.FINISHED


async def test_a_version_that_comes_after_the_plan_drops_the_block(svc: Service) -> None:
    """It counts as missed: to hand one in is no way around an opponent."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=1, new_versions=0)
    spammer, other = enrolled.callers
    await play_blocks(svc, enrolled, 2)
    await jobs.pair(svc, enrolled.id)
    await versions.create(
        svc, enrolled.owner, questions.CreateBotVersion(bot_id=spammer, name="better")
    )
    await jobs.start(svc, enrolled.id)
    assert await running(svc) == []
    missed = {
        one.bot_id: one.missed
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }
    assert missed == {spammer: 1, other: 0}


async def test_any_number_may_play_where_the_ladder_says_so(svc: Service) -> None:
    """And in the table only the version that played last has a place."""
    enrolled = await a_ladder(svc, bots=2, blocks=5, concurrency=1, new_versions=None)
    spammer, other = enrolled.callers
    for matches in (2, 4, 10):
        await play_blocks(svc, enrolled, matches)
        if matches < 10:
            await versions.create(
                svc, enrolled.owner, questions.CreateBotVersion(bot_id=spammer, name="better")
            )
    await fits.fit(svc, enrolled.id)
    placed = {
        (one.bot_id, one.version): one.place
        for one in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert placed.keys() == {(spammer, 1), (spammer, 2), (spammer, 3), (other, 1)}
    assert {key for key, place in placed.items() if place} == {(spammer, 3), (other, 1)}
