"""What must be true of a ladder and of a stack after a siege."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from saqqara_contest.ratings import INITIAL, rate
from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.cli.processes import stop_all
from saqqara_service.errors import NotFound
from saqqara_service.models import (
    Ladder,
    LadderMatch,
    LadderMatchStatus,
    LadderStatus,
    MatchStatus,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.rows import StandingRow
from tests.chaos.siege import Blow, Siege
from tests.service.ladder_folds import refold, whole_schedule
from tests.service.lookups import match_of
from tests.stack.conditions import eventually

MOST_VOID: Final = 0.05


async def demand_real_blows(siege: Siege, plan: Sequence[str]) -> None:
    """Every blow hit something while matches were being played, and nothing else died."""
    assert [blow.what for blow in siege.blows] == list(plan)
    for blow in siege.blows:
        assert blow.under_way > 0, blow
        assert blow.held_lease == (blow.what == "a worker with a lease"), blow
    kills = Counter(name for blow in siege.blows for name in blow.killed)
    children = siege.running.children
    await eventually(lambda: all(child.deaths >= kills[child.program.name] for child in children))
    assert {child.program.name: child.deaths for child in children} == {
        child.program.name: kills[child.program.name] for child in children
    }


def demand_quick_recovery(siege: Siege, most_s: float) -> None:
    """Soon after every blow an action was taken; API processes have time to start anew."""

    def allowed_s(blow: Blow) -> float:
        return most_s + (2 * siege.started_s if "API" in blow.what else 0)

    assert [blow for blow in siege.blows if blow.recovery_s > allowed_s(blow)] == []


async def demand_whole(siege: Siege, ladder: Ladder) -> None:
    """The ladder's standings hold every match once, in time, and are the fold of the results."""
    assert ladder.status is LadderStatus.FINISHED
    standings = await ladders.standings(
        siege.svc, None, questions.LadderQuestion(ladder_id=ladder.id)
    )
    schedule = await whole_schedule(siege.svc, ladder.id)
    numbers = sorted(one.result_number for one in schedule if one.result_number is not None)
    assert numbers == [*range(1, ladder.matches_planned + 1)]
    assert sum(row.matches for row in standings) == ladder.matches_planned * ladder.players
    assert [row.flags for row in standings] == [0] * len(standings)
    rows = await siege.svc.ladders.rows(ladder.id)
    assert rows == await refold(siege.svc, ladder.id)
    assert_fold([row for of_bot in rows.values() for row in of_bot], schedule)
    for planned in schedule:
        await demand_over(siege, planned)
    assert void_share(schedule) <= MOST_VOID


def void_share(schedule: Sequence[LadderMatch]) -> float:
    """How many of the matches were void."""
    voids = sum(match.status is LadderMatchStatus.VOID for match in schedule)
    return voids / len(schedule)


async def demand_over(siege: Siege, planned: LadderMatch) -> None:
    """The match ended as the ladder tells, and no seat was out of time."""
    if planned.status is LadderMatchStatus.DROPPED:  # its block was dropped before it began
        with pytest.raises(NotFound):
            await match_of(siege.svc, planned.id)
        return
    match = await match_of(siege.svc, planned.id)
    if planned.status is LadderMatchStatus.VOID:
        assert match.status is MatchStatus.VOID
        return
    assert planned.status is LadderMatchStatus.SETTLED
    assert match.status is MatchStatus.FINISHED
    assert match.result is not None
    assert [seat.place for seat in match.result.seats] == planned.places
    assert all(seat.kept_time for seat in match.result.seats)


def assert_fold(rows: Sequence[StandingRow], schedule: Sequence[LadderMatch]) -> None:
    """The ratings are the results, folded here once more by the number of each."""
    ratings = {row.bot_id: INITIAL for row in rows}
    counted = [match for match in schedule if match.places is not None]
    for match in sorted(counted, key=lambda one: one.result_number or 0):
        assert match.places is not None
        before = [ratings[bot] for bot in match.bots]
        ratings |= dict(zip(match.bots, rate(before, match.places), strict=True))
    for row in rows:
        assert row.mu == pytest.approx(ratings[row.bot_id].mu)
        assert row.sigma == pytest.approx(ratings[row.bot_id].sigma)


async def demand_clean_end(siege: Siege) -> None:
    """No match is left; every bot lived and ends with 0 when told to; nobody logged a traceback."""
    assert await lists.page(siege.svc, Wanted(MatchStatus.RUNNING), 100, None) == Page(items=[])
    children = siege.bots.children
    assert all(child.is_running for child in children)
    assert await stop_all(children) == [0] * len(children)
    logs = {child.program.log for child in (*siege.running.children, *children)}
    assert [line for log in sorted(logs) for line in tracebacks(log)] == []


def tracebacks(log: Path) -> list[str]:
    """The lines of a log that tell of something unforeseen."""
    lines = log.read_text().splitlines()
    return [f"{log.name}: {line}" for line in lines if "Traceback" in line]
