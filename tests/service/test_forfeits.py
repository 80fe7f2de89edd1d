"""Who leaves, or is benched, has lost by points what it was to play: that gains nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from saqqara_contest.tournaments.meetings import Meeting, forfeit
from saqqara_service.application.ladders import entries, jobs, ladders, scores
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat, LadderMatchStatus, LadderStatus
from tests.service.enrolled import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.test_hosted_ladders import due


async def withdraw(svc: Service, enrolled: Enrolled, bot_id: str) -> None:
    await entries.withdraw(svc, enrolled.callers[bot_id], enrolled.id, bot_id)


async def points(svc: Service, enrolled: Enrolled) -> dict[str, float]:
    return {one.bot_id: one.points for one in await scores.listed(svc, enrolled.id)}


@pytest.mark.parametrize("players", [2, 3])
async def test_who_leaves_a_round_robin_loses_what_is_left(svc: Service, players: int) -> None:
    """Also before its first match; each of the others has beaten it."""
    enrolled = await a_ladder(
        svc,
        bots=4,
        blocks=None,
        rounds=1,
        concurrency=2,
        format=LadderFormat.ROUND_ROBIN,
        players=players,
    )
    leaver, *others = enrolled.callers
    await withdraw(svc, enrolled, leaver)
    for _ in range(20):
        await due(svc, enrolled)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        await jobs.tend(svc, enrolled.id)
    assert (await ladders.get(svc, enrolled.id)).status is LadderStatus.FINISHED
    told = await points(svc, enrolled)
    assert told[leaver] == 0
    assert all(told[bot] >= 1 for bot in others)
    assert sum(told.values()) == pytest.approx(6)
    lines, _ = await ladders.match_page(svc, enrolled.id, 100, None)
    given_up = [one for one in lines if one.status is LadderMatchStatus.GIVEN_UP]
    assert given_up
    assert all(one.forfeited_by == [leaver] and not one.missed_by for one in given_up)


async def test_who_leaves_a_swiss_gives_its_opponent_the_point(svc: Service) -> None:
    """After it was paired: the round is over at once, and it does not take half of it along."""
    enrolled = await a_ladder(
        svc, bots=4, blocks=None, rounds=1, concurrency=1, format=LadderFormat.SWISS
    )
    await due(svc, enrolled)
    (match_id,) = await running(svc)
    _, *waiting = await _planned(svc, enrolled)
    leaver, opponent = waiting[-1]
    await withdraw(svc, enrolled, leaver)
    await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    await finish(svc, enrolled)
    told = await points(svc, enrolled)
    assert (told[leaver], told[opponent]) == (0, 1)


async def _planned(svc: Service, enrolled: Enrolled) -> list[tuple[str, ...]]:
    found = await svc.ladders.queue_head(enrolled.id, 100)
    return [("", ""), *[one.bots for one in found]]


def test_what_nobody_or_everybody_has_left_is_no_game() -> None:
    """Then all share alike, as when a match could not be played at all."""
    assert forfeit(("a", "b"), ()) == []
    assert forfeit(("a", "b"), ("a", "b")) == []
    (game,) = forfeit(("a", "b", "c"), ("b",))
    assert game.places == (1, 3, 1)
    meeting = Meeting(("a", "b", "c"), (game,))
    assert [meeting.share(one) for one in "abc"] == [0.75, 0.0, 0.75]
    assert meeting.beaten("a", "b") == 1
    (both,) = forfeit(("a", "b", "c"), ("a", "c"))
    assert both.places == (2, 1, 2)
    assert all(one <= other for one, other in pairwise(sorted(both.places)))
