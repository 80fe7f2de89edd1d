"""Arenas as ladders: free bots meet, wins in a row count double, and the clock ends it."""

from __future__ import annotations

import time

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import ladders, scores, seasons
from saqqara_service.application.ladders.meetings import played
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed
from saqqara_service.models import LadderFormat, LadderStatus, PairingKind
from saqqara_service.storage.ladders.rulings import Rulings
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import play_round
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import AN_HOUR_MS, Enrolled, a_ladder, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner

ARENA = LadderFormat.ARENA


async def an_arena(svc: Service, bots: int, players: int = 2) -> Enrolled:
    end = int(time.time() * 1000) + AN_HOUR_MS
    return await a_ladder(svc, bots, players, None, 9, format=ARENA, end_at_ms=end, late_entry=True)


async def test_free_bots_meet_and_nobody_waits_for_a_round(svc: Service) -> None:
    """Who is busy is left alone; four bots make two tables, and the next ones by points."""
    enrolled = await an_arena(svc, 5)
    await jobs.pair(svc, enrolled.id)
    first = await whole_schedule(svc, enrolled.id)
    assert len({line.block for line in first}) == 2
    await jobs.pair(svc, enrolled.id)
    assert len(await whole_schedule(svc, enrolled.id)) == len(first), "all but one are busy"
    await jobs.start(svc, enrolled.id)
    await play_round(svc, enrolled)
    await jobs.pair(svc, enrolled.id)
    lines = await whole_schedule(svc, enrolled.id)
    assert len({line.block for line in lines}) == 4
    pairings = [line.pairing for line in lines if line.pairing]
    assert {one.kind for one in pairings} == {PairingKind.ARENA}


async def test_three_wins_in_a_row_are_eight_points(svc: Service) -> None:
    """Two and two, and then four; the others have what the best leaves them."""
    enrolled = await an_arena(svc, 2)
    for _ in range(3):
        await jobs.pair(svc, enrolled.id)
        await play_round(svc, enrolled)
    best, other = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert (best.points, best.streak, best.place) == (8, 3, 1)
    assert (other.points, other.streak, other.place) == (0, 0, 2)
    ladder = await ladder_of(svc, enrolled.id)
    assert ladder.status is LadderStatus.RUNNING
    assert ladder.forecast_end_ms == ladder.end_at_ms
    assert ladder.matches_planned == ladder.matches_settled == 6


async def test_what_was_given_up_without_a_result_keeps_its_place(svc: Service) -> None:
    """After what was planned before it, so that no later meeting changes what is doubled."""
    enrolled = await an_arena(svc, 2)
    for _ in range(4):
        await jobs.pair(svc, enrolled.id)
        await play_round(svc, enrolled)
    found = await svc.ladders.schedule(enrolled.id)
    gone = {match_id for match_id, one in found.planned.items() if one.block == 1}
    forfeited = found.model_copy(
        update={
            "results": [one for one in found.results if one.match_id not in gone],
            "outcomes": found.outcomes | dict.fromkeys(gone, "given_up"),
            "away": dict.fromkeys(gone, next(iter(found.planned.values())).bots[:1]),
        }
    )
    terms = (await ladders.progress(svc, enrolled.id)).terms
    over = played(terms, forfeited, Rulings())
    assert over.ended == over.meetings
    assert [one.games[0].is_forfeit for one in over.ended] == [False, True, False, False]


async def test_its_end_is_its_end(svc: Service) -> None:
    """What waits is given up; nothing new begins."""
    owner_terms = {"blocks": None, "format": ARENA}
    with pytest.raises(Malformed, match="endAtMs"):
        await ladders.create(svc, await an_owner(svc), some_terms(**owner_terms))
    enrolled = await an_arena(svc, 2)
    await jobs.pair(svc, enrolled.id)
    soon = some_terms(**owner_terms, end_at_ms=int(time.time() * 1000) + 300)
    made = await ladders.create(svc, enrolled.owner, soon)
    assert made.end_at_ms is not None
    with pytest.raises(Malformed):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, blocks=10)
        )
