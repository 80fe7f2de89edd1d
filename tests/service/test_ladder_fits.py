"""The published table is fitted by a job: soon after results, seldom, and once more at the end."""

from __future__ import annotations

from saqqara_service.application.ladders import fits, jobs, ladders, seasons, sweep
from saqqara_service.application.ladders import results as ladder_results
from saqqara_service.application.service import Service
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.rows import Fit
from saqqara_service.storage.redis.keys import key
from tests.service.enrolled import Enrolled, a_ladder, play_out, running, settle_all


async def some_results(svc: Service, enrolled: Enrolled) -> int:
    """Play and settle the next matches; how many results there are then."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    return (await ladders.get(svc, enrolled.id)).matches_settled


async def is_due(svc: Service, enrolled: Enrolled) -> bool:
    """Whether a sweep calls for a fit."""
    with svc.queue._redis as redis:
        redis.delete("rq:queue:saqqara")
    await sweep.sweep(svc)
    return any(name.startswith(f"fit_ladder-{enrolled.id}-") for name in svc.queue._queue.job_ids)


async def rested(svc: Service, enrolled: Enrolled) -> None:
    """The time in which the table is not fitted again is over."""
    await svc.connection.write.delete(key("ladder_fitting", enrolled.id))


async def test_a_fit_is_called_for_when_results_have_come_and_not_too_often(svc: Service) -> None:
    """It covers all results of its moment; a second job within seconds does nothing."""
    enrolled = await a_ladder(svc, bots=3, blocks=4, concurrency=2)
    assert not await is_due(svc, enrolled)
    first = await some_results(svc, enrolled)
    assert await is_due(svc, enrolled)
    assert await ladder_results.table(svc, enrolled.id) == []
    await fits.refit(svc, enrolled.id)
    assert (await ladders.get(svc, enrolled.id)).matches_fitted == first
    table = await ladder_results.table(svc, enrolled.id)
    assert sum(row.matches for row in table) == 2 * first
    second = await some_results(svc, enrolled)
    assert not await is_due(svc, enrolled)
    await fits.refit(svc, enrolled.id)
    assert (await ladders.get(svc, enrolled.id)).matches_fitted == first
    await rested(svc, enrolled)
    assert await is_due(svc, enrolled)
    await fits.refit(svc, enrolled.id)
    assert (await ladders.get(svc, enrolled.id)).matches_fitted == second


async def test_the_table_of_a_season_that_is_over_is_fitted_once_more(svc: Service) -> None:
    """Also if its last result came after its end; then nobody looks after it any more."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    await seasons.cancel(svc, enrolled.owner, enrolled.id)
    assert not await is_due(svc, enrolled)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    ladder = await ladders.get(svc, enrolled.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.CANCELLED, 2)
    assert await is_due(svc, enrolled)
    await fits.refit(svc, enrolled.id)
    await rested(svc, enrolled)
    assert not await is_due(svc, enrolled)
    assert await svc.seasons.looked_after() == []


async def test_a_fit_of_fewer_results_never_replaces_one_of_more(svc: Service) -> None:
    """Whoever was slower, or fitted the same again."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=2)
    await some_results(svc, enrolled)
    kept = await fits.fit(svc, enrolled.id)
    for results in (1, 2):
        await svc.ladders.keep_fit(enrolled.id, Fit(results=results, rows=[]))
    assert await svc.ladders.fit(enrolled.id) == kept
