"""What a ladder makes of every end: what a bot did counts, what else happened is played again."""

from __future__ import annotations

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.play import deadlines, endings
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    LadderMatchStatus,
    Match,
    MatchStatus,
    TokenKind,
    VoidReason,
)
from tests.service import jobs
from tests.service.application.play.test_outages import LONG_MS, go_back
from tests.service.application.play.test_timekeeping import run_out_of_time
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.lookups import match_of

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="host")


async def a_running_match(svc: Service, players: int = 2) -> tuple[Enrolled, Match]:
    """A ladder with its matches under way, and the first of them."""
    enrolled = await a_ladder(svc, players=players, blocks=1, concurrency=players)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    first = (await running(svc))[0]
    return enrolled, await match_of(svc, first)


def callers(enrolled: Enrolled, match: Match) -> list[Caller]:
    """The bots of the match, by seat."""
    return [enrolled.callers[seat.bot_id] for seat in match.seats if seat.bot_id is not None]


@pytest.mark.parametrize("how", ["void", "outage", "away", "abort"])
async def test_what_nobody_has_won_is_played_again(svc: Service, redis_url: str, how: str) -> None:
    """The match leaves the standings alone, and another in its place counts."""
    enrolled, match = await a_running_match(svc)
    before = await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    match how:
        case "abort":
            for caller in callers(enrolled, match):
                await endings.abort(svc, caller, questions.AbortMatch(match_id=match.id))
        case "away":
            go_back(redis_url, match.id, turn_ms=LONG_MS, beat_ms=LONG_MS - 1_000)
            await deadlines.sweep(svc)
        case _:
            reason = VoidReason.OUTAGE if how == "outage" else VoidReason.VOIDED
            await endings.void(
                svc, None, questions.VoidMatch(match_id=match.id, note="a note", reason=reason)
            )
    await settle_all(svc)
    assert (
        await ladders.standings(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        == before
    )
    assert (await finish(svc, enrolled)).matches_settled == 2
    status = {one.id: one.status for one in await whole_schedule(svc, enrolled.id)}
    assert status[match.id] is LadderMatchStatus.VOID
    assert status[f"{match.id}-a2"] is LadderMatchStatus.SETTLED


async def test_who_resigns_has_lost_a_match_that_counts(svc: Service) -> None:
    """A resignation is rated as a loss, but not as time that was lost."""
    enrolled, match = await a_running_match(svc)
    loser, winner = callers(enrolled, match)
    await endings.resign(svc, loser, questions.ResignMatch(match_id=match.id))
    await settle_all(svc)
    rows = {
        row.bot_id: row
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    lost, won = rows[str(loser.bot_id)], rows[str(winner.bot_id)]
    assert (lost.matches, lost.wins, lost.flags) == (1, 0, 0)
    assert (won.matches, won.wins, won.flags) == (1, 1, 0)
    assert lost.elo < won.elo
    (line,) = [one for one in await whole_schedule(svc, enrolled.id) if one.id == match.id]
    assert (line.status, line.places) == (LadderMatchStatus.SETTLED, [2, 1])


async def test_of_three_the_match_goes_on_without_one(svc: Service, redis_url: str) -> None:
    """Who resigned and who lost its time come last, and only the latter is counted as such."""
    enrolled, match = await a_running_match(svc, 3)
    seats = callers(enrolled, match)
    await endings.resign(svc, seats[2], questions.ResignMatch(match_id=match.id))
    await play_out(svc, enrolled.callers, match.id)
    await settle_all(svc)
    rows = {
        row.bot_id: row
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert rows[str(seats[2].bot_id)].mean_place == 3
    assert all(row.flags == 0 for row in rows.values())
    other = next(one for one in await running(svc) if one != match.id)
    match = await match_of(svc, other)
    seats = callers(enrolled, match)
    run_out_of_time(redis_url, other)
    await deadlines.sweep(svc)
    await endings.resign(svc, seats[1], questions.ResignMatch(match_id=other))
    over = await match_of(svc, other)
    assert over.status is MatchStatus.FINISHED
    await settle_all(svc)
    rows = {
        row.bot_id: row
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert [rows[str(seat.bot_id)].flags for seat in seats] == [1, 0, 0]
