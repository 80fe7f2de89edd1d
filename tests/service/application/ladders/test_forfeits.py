"""Who leaves, or is benched, has lost by points what it was to play: that gains nothing."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from saqqara_contest.tournaments.meetings import Meeting, forfeit
from saqqara_service import questions
from saqqara_service.application.hosting import processor_time
from saqqara_service.application.ladders import entries, ladders, rulings, scores
from saqqara_service.application.ladders import results as ladder_results
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat, LadderMatchStatus, LadderStatus
from tests.service import jobs
from tests.service.application.hosting.test_hosted_ladders import due
from tests.service.ladders import Enrolled, a_ladder, finish, play_out, running, settle_all
from tests.service.lookups import ladder_of


async def withdraw(svc: Service, enrolled: Enrolled, bot_id: str) -> None:
    await entries.withdraw(
        svc, enrolled.callers[bot_id], questions.Withdraw(ladder_id=enrolled.id, bot_id=bot_id)
    )


async def points(svc: Service, enrolled: Enrolled) -> dict[str, float]:
    return {
        one.bot_id: one.points
        for one in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }


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
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED
    table = await points(svc, enrolled)
    assert table[leaver] == 0
    assert all(table[bot] >= 1 for bot in others)
    assert sum(table.values()) == pytest.approx(6)
    lines = (
        await ladders.schedule(
            svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
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
    table = await points(svc, enrolled)
    assert (table[leaver], table[opponent]) == (0, 1)


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


async def a_round_robin(svc: Service, at_once: int = 1) -> Enrolled:
    """Of four, of which so many matches are played at a time."""
    return await a_ladder(
        svc, bots=4, blocks=None, rounds=1, concurrency=at_once, format=LadderFormat.ROUND_ROBIN
    )


async def test_what_waits_when_time_is_over_is_lost_by_who_left(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As what it left earlier; what waits for nobody's fault is shared."""
    enrolled = await a_round_robin(svc, at_once=12)
    await jobs.pair(svc, enrolled.id)
    leaver, *others = enrolled.callers
    await withdraw(svc, enrolled, leaver)
    monkeypatch.setattr("saqqara_service.application.ladders.jobs.may_end", lambda *_: True)
    await jobs.tend(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.FINISHED
    assert await points(svc, enrolled) == {leaver: 0} | dict.fromkeys(others, 1 + 2 * 0.5)


async def test_what_waits_for_processor_time_at_the_end_is_lost_by_who_has_spent_it(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else who has burnt its time would be first without having played."""
    enrolled = await a_round_robin(svc)
    spender, *others = enrolled.callers

    async def spent(_: Service, bots: Collection[str]) -> set[str]:
        return {spender} & {*bots}

    monkeypatch.setattr(processor_time, "spent", spent)
    for _ in range(20):
        await due(svc, enrolled)
        for match_id in await running(svc):
            await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
    monkeypatch.setattr("saqqara_service.application.ladders.jobs.may_end", lambda *_: True)
    await jobs.tend(svc, enrolled.id)
    table = await points(svc, enrolled)
    assert table[spender] == 0
    assert sum(table[bot] for bot in others) == pytest.approx(6)


async def test_what_a_disqualified_bot_did_not_play_is_annulled_too(svc: Service) -> None:
    """No opponent gains a point by the chance of its place in the plan; revoked, all share."""
    enrolled = await a_round_robin(svc)
    await due(svc, enrolled)
    (match_id,) = await running(svc)
    await play_out(svc, enrolled.callers, match_id)
    await settle_all(svc)
    cheat = (
        (
            await ladder_results.page(
                svc, None, questions.LadderResultFilter(ladder_id=enrolled.id, first=1)
            )
        )
        .items[0]
        .seats[0]
        .bot_id
    )
    ruling = await rulings.annul(
        svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason="a cheat", bot_id=cheat)
    )
    await finish(svc, enrolled)
    table = {
        one.bot_id: one
        for one in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    }
    assert (table[cheat].points, table[cheat].meetings) == (0, 0)
    assert [one.meetings for bot, one in table.items() if bot != cheat] == [2, 2, 2]
    assert sum(one.points for one in table.values()) == pytest.approx(3)
    lines = (
        await ladders.schedule(
            svc, None, questions.LadderMatchFilter(ladder_id=enrolled.id, first=100)
        )
    ).items
    of_cheat = [one for one in lines if cheat in one.bots]
    assert len(of_cheat) == 6
    assert {one.status for one in of_cheat} == {LadderMatchStatus.ANNULLED}
    await rulings.restore(
        svc,
        enrolled.owner,
        questions.Restore(ladder_id=enrolled.id, number=ruling.number, reason="it was none"),
    )
    final_table = await points(svc, enrolled)
    assert final_table[cheat] >= 2 * 0.5
    assert sum(final_table.values()) == pytest.approx(6)
