"""Playoffs: who is equal by points where it matters plays it out, and the event goes on."""

from __future__ import annotations

from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import entries, fits, ladders, rulings
from saqqara_service.application.ladders.qualification import Cut, Ranked, cut
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed
from saqqara_service.models import Ladder, LadderEntry, LadderFormat, LadderStatus, SameOwner
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import resigned
from tests.service.application.ladders.test_events import followed
from tests.service.ladders import Enrolled, a_ladder, running, settle_all, some_terms
from tests.service.lookups import ladder_of, match_of
from tests.service.matches import an_owner

ROBIN, SWISS = LadderFormat.ROUND_ROBIN, LadderFormat.SWISS


def playoff(take: int, rounds: int = 1, **more: object) -> dict[str, object]:
    """A stage."""
    return {"take": take, "format": "round_robin", "rounds": rounds, "playoff": True, **more}


def final(take: int) -> dict[str, object]:
    """A stage in which all meet."""
    return {"take": take, "format": "round_robin", "rounds": 1}


async def after_a_round(
    svc: Service, bots: int, *stages: dict[str, object], **more: Any
) -> Enrolled:
    """A Swiss of one round that is over: half of the bots have a point, half of them none."""
    enrolled = await a_ladder(
        svc, bots, 2, None, 60, format=SWISS, rounds=1, stages=[*stages], **more
    )
    await resigned(svc, enrolled)
    return enrolled


async def its_next(svc: Service, enrolled: Enrolled) -> Enrolled:
    """The stage after one."""
    found = await followed(svc, await ladder_of(svc, enrolled.id))
    return Enrolled(found, enrolled.owner, enrolled.callers)


async def bots_of(svc: Service, stage: Enrolled) -> list[str]:
    """Who plays in it."""
    return [
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=stage.id))
    ]


@pytest.mark.parametrize("robins", [1, 2])
async def test_who_is_equal_by_points_plays_it_out(svc: Service, robins: int) -> None:
    """The first is sure, three share the second place, and two go on; a chain of playoffs as well.

    Who goes on after a playoff is who was sure, and who won it.
    """
    playoffs = [{"take": 2, "format": "round_robin", "rounds": 1, "playoff": True}] * robins
    enrolled = await a_ladder(
        svc,
        4,
        2,
        None,
        9,
        format=ROBIN,
        rounds=1,
        stages=[*playoffs, {"take": 2, "format": "swiss", "rounds": 1}],
    )
    first, second, third, fourth = enrolled.callers
    beats = {second: third, third: fourth, fourth: second}
    await won_by(svc, enrolled, {**beats, first: "anybody"})
    before = await ladder_of(svc, enrolled.id)
    for number in range(robins):
        playoff = await followed(svc, before)
        assert playoff.status is LadderStatus.RUNNING
        assert playoff.qualified == [first]
        tied = {
            one.bot_id
            for one in await entries.listed(
                svc, None, questions.LadderQuestion(ladder_id=playoff.id)
            )
        }
        assert tied == {second, third, fourth}
        over = Enrolled(playoff, enrolled.owner, enrolled.callers)
        is_last = number == robins - 1
        await won_by(svc, over, {fourth: "anybody", second: third} if is_last else beats)
        before = await ladder_of(svc, playoff.id)
    final = await followed(svc, before)
    assert [
        one.bot_id
        for one in await entries.listed(svc, None, questions.LadderQuestion(ladder_id=final.id))
    ] == [first, fourth]
    assert (final.qualified, final.stages) == ([], [])


async def test_a_playoff_that_nobody_needs_is_left_out(svc: Service) -> None:
    """By points alone it is clear, or the tied fill no table: the next stage is made at once."""
    playoff = {"take": 1, "format": "round_robin", "rounds": 1, "playoff": True}
    enrolled = await a_ladder(svc, 3, 2, None, 9, format=ROBIN, rounds=1, stages=[playoff])
    await resigned(svc, enrolled)
    await fits.fit(svc, enrolled.id)
    await jobs.tend(svc, enrolled.id)
    over = await ladder_of(svc, enrolled.id)
    assert (over.stages, over.next_stage_id) == ([], None)
    assert await is_done(svc, over)
    final = {"take": 3, "format": "round_robin", "rounds": 1}
    enrolled = await a_ladder(
        svc, 4, 3, None, 9, format=LadderFormat.SWISS, rounds=1, stages=[playoff, final]
    )
    await resigned(svc, enrolled)
    stage = await followed(svc, await ladder_of(svc, enrolled.id))
    assert stage.stage == 2
    assert len(await entries.listed(svc, None, questions.LadderQuestion(ladder_id=stage.id))) == 3


async def is_done(svc: Service, ladder: Ladder) -> bool:
    """Whether nobody has to look after it any more."""
    found = await svc.seasons.progress(ladder.id)
    return found is not None and found.is_done


async def won_by(svc: Service, enrolled: Enrolled, beats: dict[str, str]) -> None:
    """Play what is planned: each bot wins of whom it beats, and who beats anybody of all others."""
    while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        for match_id in await running(svc):
            bots = {seat.bot_id or "" for seat in (await match_of(svc, match_id)).seats}
            winner = next(one for one in bots if beats.get(one) in {*bots, "anybody"})
            (loser,) = bots - {winner}
            await endings.resign(
                svc, enrolled.callers[loser], questions.ResignMatch(match_id=match_id)
            )
        await settle_all(svc)
        for bot_id in enrolled.callers:  # who resigns at once is benched
            await svc.entries.readmit(enrolled.id, bot_id)


def test_where_a_table_is_cut() -> None:
    """Only equal points on both sides of the cut are a tie."""

    def table(**points: float) -> list[Ranked]:
        return [
            Ranked(
                LadderEntry(bot_id=bot, bot_name=bot, account_id="a", version=1, enrolled_ms=0),
                (won,),
            )
            for bot, won in points.items()
        ]

    def names_of(found: Cut) -> tuple[str, str]:
        return "".join(one.bot for one in found.qualified), "".join(one.bot for one in found.tied)

    order = table(a=3.0, b=2.0, c=2.0, d=1.0)
    for take, sure, tied in (
        (1, "a", ""),
        (2, "a", "bc"),
        (3, "abc", ""),
        (4, "abcd", ""),
        (9, "abcd", ""),
    ):
        assert names_of(cut(order, take)) == (sure, tied), take
    assert names_of(cut(table(a=1, b=1), 1)) == ("", "ab")
    assert names_of(cut([], 1)) == ("", "")


@pytest.mark.parametrize("leaves", ["before its time", "before it is planned", "before it begins"])
async def test_an_event_outlives_its_playoff(svc: Service, leaves: str) -> None:
    """Who leaves it does not end the event for all: the other one goes on, played or not."""
    at_ms = await svc.connection.now_ms() + 3_600_000
    more = {"start_at_ms": at_ms} if leaves == "before its time" else {}
    enrolled = await after_a_round(svc, 4, playoff(3, **more), final(3))
    stage = await its_next(svc, enrolled)
    tied = await bots_of(svc, stage)
    assert (len(tied), len(stage.ladder.qualified), stage.ladder.playoff) == (2, 2, True)
    if leaves == "before it begins":
        await jobs.pair(svc, stage.id)
    await entries.withdraw(
        svc, enrolled.callers[tied[0]], questions.Withdraw(ladder_id=stage.id, bot_id=tied[0])
    )
    if more:
        found = await svc.seasons.progress(stage.id)
        assert found is not None
        now = {"start_at_ms": await svc.connection.now_ms()}
        await svc.seasons.extend(found.terms.model_copy(update=now), found.revision)
    for _ in range(3):
        await jobs.tend(svc, stage.id)
        await jobs.pair(svc, stage.id)
        await jobs.start(svc, stage.id)
        await settle_all(svc)
    last = await its_next(svc, stage)
    assert await bots_of(svc, last) == [*stage.ladder.qualified, tied[1]]
    assert last.ladder.status is LadderStatus.RUNNING
    ladder = await ladder_of(svc, stage.id)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, 0)


async def test_more_equals_than_a_round_robin_may_have_are_not_told_apart(svc: Service) -> None:
    """Fifteen in a hundred rounds are over ten thousand blocks: tie-breaks decide instead."""
    enrolled = await after_a_round(svc, 30, playoff(8, rounds=100), final(8))
    last = await its_next(svc, enrolled)
    assert (last.ladder.playoff, last.ladder.status) == (False, LadderStatus.RUNNING)
    assert len(await bots_of(svc, last)) == 8


async def test_a_second_playoff_is_of_those_who_needed_no_first_one(svc: Service) -> None:
    """Three share the first place and one more goes on: first the fourth place, then the first."""
    enrolled = await after_a_round(svc, 6, playoff(4), playoff(1))
    stage = await its_next(svc, enrolled)
    assert len(stage.ladder.qualified) == 3
    await resigned(svc, stage)
    last = await its_next(svc, stage)
    assert (last.ladder.playoff, last.ladder.qualified) == (True, [])
    assert {*await bots_of(svc, last)} == {*stage.ladder.qualified}


async def test_who_stands_below_a_playoff_may_go_on_as_well(svc: Service) -> None:
    """A stage takes as many as it says, whether there was a playoff or not."""
    enrolled = await after_a_round(svc, 6, playoff(2), final(6))
    stage = await its_next(svc, enrolled)
    assert (stage.ladder.playoff, len(await bots_of(svc, stage))) == (True, 3)
    await resigned(svc, stage)
    last = await its_next(svc, stage)
    assert len(await bots_of(svc, last)) == 6
    assert {*(await bots_of(svc, last))[:3]} == {*await bots_of(svc, stage)}


async def test_equals_that_gain_nothing_from_one_another_do_not_play_it_out(svc: Service) -> None:
    """Bots of one owner, whose meetings do not count."""
    enrolled = await after_a_round(svc, 4, playoff(1), same_owner=SameOwner.UNRATED)
    await fits.fit(svc, enrolled.id)
    await jobs.tend(svc, enrolled.id)
    assert (await ladder_of(svc, enrolled.id)).next_stage_id is None


async def test_a_ruling_takes_bots_out_while_a_playoff_is_played(svc: Service) -> None:
    """One of those that are sure, and one of those that play: both are not in the final."""
    enrolled = await after_a_round(svc, 6, playoff(5), final(5))
    stage = await its_next(svc, enrolled)
    sure, tied = stage.ladder.qualified, await bots_of(svc, stage)
    for bot in (sure[0], tied[0]):
        await rulings.annul(
            svc, enrolled.owner, questions.Annul(ladder_id=enrolled.id, reason="a copy", bot_id=bot)
        )
    await resigned(svc, stage)
    last = await its_next(svc, stage)
    assert {*await bots_of(svc, last)} == {*sure[1:], *tied[1:]}


async def test_how_many_play_a_playoff_is_not_how_many_it_decides(svc: Service) -> None:
    """So a great number is no reason to refuse one, as it is for a round robin of three seats."""
    owner = await an_owner(svc)
    terms = {"options": {"players": 3}, "format": SWISS, "blocks": None, "rounds": 2}
    made = await ladders.create(svc, owner, some_terms(**terms, stages=[playoff(128)]))
    assert made.stages[0].take == 128
    with pytest.raises(Malformed, match="at most 100"):
        await ladders.create(svc, owner, some_terms(**terms, stages=[final(128)]))
