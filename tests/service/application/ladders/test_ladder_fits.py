"""The strengths are fitted by a job: soon after results, seldom, and once more at the end."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from saqqara_contest.anchors import ANCHORED_ELO
from saqqara_sdk.seasons.season import read
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.accounts.house import HOUSE, LEVELS, open_house
from saqqara_service.application.ladders import fits, ladders, seasons, sweep
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, LadderStatus, Standing, TokenKind
from saqqara_service.storage.ladders.rows import Fit
from saqqara_service.storage.redis.keys import key
from tests.service import jobs
from tests.service.exports import export
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    enrol,
    finish,
    play_out,
    running,
    settle_all,
)
from tests.service.lookups import ladder_of

RECOMPUTE = Path(__file__).parents[4] / "docs/howto/recompute.py"


async def some_results(svc: Service, enrolled: Enrolled) -> int:
    """Play and settle the next matches; how many results there are then."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    return (await ladder_of(svc, enrolled.id)).matches_settled


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
    question = questions.LadderQuestion(ladder_id=enrolled.id)
    assert {row.group for row in await ladders.standings(svc, None, question)} == {None}
    await fits.refit(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).matches_fitted == first
    table = await ladders.standings(svc, None, question)
    assert {row.group for row in table if row.matches} == {0}
    assert sum(row.matches for row in table) == 2 * first
    second = await some_results(svc, enrolled)
    assert not await is_due(svc, enrolled)
    await fits.refit(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).matches_fitted == first
    await rested(svc, enrolled)
    assert await is_due(svc, enrolled)
    await fits.refit(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).matches_fitted == second


async def test_the_table_of_a_season_that_is_over_is_fitted_once_more(svc: Service) -> None:
    """Also if its last result came after its end; then nobody looks after it any more."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
    assert not await is_due(svc, enrolled)
    for match_id in await running(svc):
        await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    ladder = await ladder_of(svc, enrolled.id)
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
        await svc.fits.keep(enrolled.id, Fit(results=results, rows=[]))
    assert await svc.fits.latest(enrolled.id) == kept


async def recomputed(
    server: str, ladder_id: str, rows: Mapping[str, Standing], folder: Path
) -> None:
    """From the ladder's export alone, its page and the script of the docs find the same."""
    await export(server, ladder_id, folder)
    found_rows = read(folder).table.rows
    strengths = {row.bot: row.anchored for row in found_rows}
    placings = {row.bot: row.placing for row in found_rows}
    for bot_id, row in rows.items():
        found = strengths[f"{bot_id} 1"]
        assert found is not None
        assert found.elo == pytest.approx(row.anchored_elo)
        assert found.interval.low == pytest.approx(row.anchored_low)
        placing = placings[f"{bot_id} 1"]
        assert placing is not None
        assert placing.best == row.best
        assert (placing.low, placing.high, placing.band) == (
            row.place_low,
            row.place_high,
            row.band,
        )
    script = [sys.executable, str(RECOMPUTE), str(folder)]
    said = (await asyncio.to_thread(subprocess.check_output, script)).decode().splitlines()
    for line in said:
        bot_id, _, place, places, best, band, *_, elo = line.split()
        row = rows[bot_id]
        assert float(elo) == pytest.approx(row.anchored_elo, abs=0.01)
        assert (place, places) == (str(row.place), f"{row.place_low}-{row.place_high}")
        assert (float(best), int(band)) == (row.best, row.band)


async def test_a_house_bot_anchors_the_table_and_nobody_else_can(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """It is known by its account: a bot that only has the name moves nothing."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=2, start=False)
    level = next(one for one in LEVELS if one.name == "mcts-1000")
    await open_house(svc, level)
    host = Caller(kind=TokenKind.ADMIN, account_id=enrolled.owner.account_id)
    await svc.engagements.be_present(level.bot_id, AN_HOUR_MS)
    await enrol(svc, host, enrolled.id, level.bot_id)
    house = Caller(kind=TokenKind.BOT, account_id=HOUSE, bot_id=level.bot_id)
    callers = {**enrolled.callers, level.bot_id: house}
    started = await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=enrolled.id))
    await finish(svc, Enrolled(started, enrolled.owner, callers))
    await fits.fit(svc, enrolled.id)
    rows = {
        row.bot_id: row
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert rows[level.bot_id].anchored_elo == pytest.approx(ANCHORED_ELO)
    shifts = {round((row.anchored_elo or 0) - row.elo, 6) for row in rows.values()}
    assert len(shifts) == 1
    for row in rows.values():
        if row.bot_id != level.bot_id:
            assert row.anchored_low is not None
            assert row.anchored_high is not None
            assert row.anchored_high - row.anchored_low > row.high - row.low, "of a difference"
    assert (await ladder_of(svc, enrolled.id)).matches_settled == 8
    await recomputed(server, enrolled.id, rows, tmp_path)

    other = await a_ladder(svc, bots=1, blocks=2, start=False)
    made = await accounts.create_bot(svc, other.owner, questions.CreateBot(name="mcts-1000"))
    pretender = await authentication.authenticate(svc, made.token)
    bot_id = pretender.bot_id or ""
    await svc.engagements.be_present(bot_id, AN_HOUR_MS)
    await enrol(svc, pretender, other.id, bot_id)
    both = {**other.callers, bot_id: pretender}
    started = await seasons.start(svc, other.owner, questions.StartLadder(ladder_id=other.id))
    await finish(svc, Enrolled(started, other.owner, both))
    plain = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=other.id))
    assert {row.anchored_elo for row in plain} == {None}
