"""What the scripts of ladders refuse, each alone: no job before them looked more closely."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.service import Service
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.ladders import StandingsVersion
from saqqara_service.storage.ladders.leases import Lease, Moved
from saqqara_service.storage.ladders.rows import Planned, StandingRow
from tests.service import jobs
from tests.service.application.ladders.test_ladder_jobs import everything_of, result_of
from tests.service.ladders import Enrolled, a_ladder
from tests.service.lookups import ladder_of


async def planned(svc: Service, blocks: int = 2) -> tuple[Enrolled, Lease, list[Planned]]:
    """A ladder whose blocks are planned, its lease, and its matches in their order."""
    enrolled = await a_ladder(svc, blocks=blocks)
    await jobs.pair(svc, enrolled.id)
    found = (await svc.ladders.schedule(enrolled.id)).planned.values()
    lease = await svc.leases.claim(enrolled.id)
    return enrolled, lease, sorted(found, key=lambda one: one.place)


@pytest.mark.parametrize("become", ["playing", "settled", "given up"])
async def test_a_block_that_has_begun_is_not_dropped(svc: Service, become: str) -> None:
    """As soon as one of its matches has left the queue, the block stays and nothing is written."""
    enrolled, lease, (first, *_) = await planned(svc)
    second = first.block_of[1]
    if become == "given up":
        await svc.ladders.give_up(lease, second)
    else:
        await svc.ladders.started(lease, second.match_id(enrolled.id))
    if become == "settled":
        rows: dict[str, list[StandingRow]] = {bot: [] for bot in second.bots}
        await svc.ladders.settle(lease, StandingsVersion(), result_of(enrolled, second), rows)
    before = everything_of(svc, enrolled.id)
    assert not await svc.ladders.drop(lease, first.block_of)
    assert everything_of(svc, enrolled.id) == before


async def test_a_block_that_only_waits_is_dropped_once(svc: Service) -> None:
    """To drop it again changes nothing: it is made up for once."""
    enrolled, lease, (first, *_) = await planned(svc)
    assert await svc.ladders.drop(lease, first.block_of)
    before = everything_of(svc, enrolled.id)
    assert await svc.ladders.drop(lease, first.block_of)
    assert everything_of(svc, enrolled.id) == before
    progress = await ladders.progress(svc, enrolled.id)
    assert (progress.blocks_dropped, progress.queued) == (1, 2)


async def test_who_plans_on_an_old_schedule_writes_nothing(svc: Service) -> None:
    """Blocks are added to the schedule that was read, and to no other."""
    enrolled, lease, _ = await planned(svc)
    before = everything_of(svc, enrolled.id)
    read = (await ladders.progress(svc, enrolled.id)).blocks_planned
    for stale in (read - 1, read + 1):
        with pytest.raises(Moved):
            await svc.ladders.plan(lease, stale, 1, {}, [])
    assert everything_of(svc, enrolled.id) == before


async def test_an_extension_that_comes_first_keeps_the_ladder_open(svc: Service) -> None:
    """Who closes by terms that were extended since, or by a shorter plan, writes nothing."""
    enrolled, lease, _ = await planned(svc)
    read = await ladders.progress(svc, enrolled.id)
    await seasons.extend(
        svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, blocks=3)
    )
    extended = await ladders.progress(svc, enrolled.id)
    fewer = extended.model_copy(update={"blocks_planned": extended.blocks_planned - 1})
    before = everything_of(svc, enrolled.id)
    for stale in (read, fewer):
        with pytest.raises(Moved):
            await svc.seasons.close(lease, stale)
    assert everything_of(svc, enrolled.id) == before
    await svc.seasons.close(lease, extended)
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED


async def test_a_result_of_what_was_given_up_counts_as_one_of_either(svc: Service) -> None:
    """A match that had begun unnoticed counts all the same, and is given up no longer."""
    enrolled, lease, (first, *_) = await planned(svc)
    await svc.ladders.give_up(lease, first)
    assert (await ladders.progress(svc, enrolled.id)).given_up == 1
    rows: dict[str, list[StandingRow]] = {bot: [] for bot in first.bots}
    assert (
        await svc.ladders.settle(lease, StandingsVersion(), result_of(enrolled, first), rows) == 1
    )
    progress = await ladders.progress(svc, enrolled.id)
    assert (progress.given_up, progress.settled) == (0, 1)


async def test_who_makes_a_ladder_late_changes_nothing(svc: Service) -> None:
    """A repeated call, or a worker that stood still, may come when it is running already."""
    enrolled, _, _ = await planned(svc)
    before = everything_of(svc, enrolled.id)
    terms = (await ladders.progress(svc, enrolled.id)).terms
    await svc.seasons.add(terms.model_copy(update={"name": "Thebes"}), bytes(32))
    assert everything_of(svc, enrolled.id) == before
