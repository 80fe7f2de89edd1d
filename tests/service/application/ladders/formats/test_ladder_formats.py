"""Ladders in rounds: everybody meets whom the format says, and they end by themselves."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from saqqara_contest.tournaments.tie_breaks import WHERE_ALL_MEET
from saqqara_service import questions
from saqqara_service.application.ladders import entries, ladders, scores, seasons
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, WrongState
from saqqara_service.models import Ladder, LadderFormat, LadderStatus, PairingKind
from tests.service import jobs
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import Enrolled, a_ladder, enrol, running, settle_all, some_terms
from tests.service.lookups import ladder_of, match_of
from tests.service.matches import an_owner


async def a_tournament(
    svc: Service, bots: int, how: LadderFormat, rounds: int, players: int = 2
) -> Enrolled:
    """A ladder in rounds, with its bots enrolled and started."""
    return await a_ladder(svc, bots, players, None, 9, format=how, rounds=rounds)


async def resigned(svc: Service, enrolled: Enrolled) -> Ladder:
    """The finished ladder: in every match all resign but the bot that was enrolled first.

    They do so before their first decision, for which nobody stays benched here.
    """
    while (ladder := await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        await jobs.pair(svc, enrolled.id)
        await play_round(svc, enrolled)
    return ladder


async def play_round(svc: Service, enrolled: Enrolled, matches: int = 1000) -> None:
    """Start what waits; in so many matches at most all resign but the one enrolled first."""
    order = list(enrolled.callers)
    await jobs.start(svc, enrolled.id)
    for match_id in (await running(svc))[:matches]:
        match = await match_of(svc, match_id)
        seated = sorted((str(seat.bot_id) for seat in match.seats), key=order.index)
        for bot_id in reversed(seated[1:]):
            await endings.resign(
                svc, enrolled.callers[bot_id], questions.ResignMatch(match_id=match_id)
            )
    await settle_all(svc)
    for bot_id in order:
        await svc.entries.readmit(enrolled.id, bot_id)


async def met(svc: Service, enrolled: Enrolled) -> Counter[frozenset[str]]:
    """How many blocks each pair met in."""
    lines = await whole_schedule(svc, enrolled.id)
    blocks = {line.block: line.bots for line in lines}
    return Counter(frozenset(pair) for bots in blocks.values() for pair in combinations(bots, 2))


async def test_in_a_round_robin_everybody_meets_everybody(svc: Service) -> None:
    """Once a round; the blocks are known from the start, and points rank as all matches went."""
    enrolled = await a_tournament(svc, 4, LadderFormat.ROUND_ROBIN, 1)
    assert (enrolled.ladder.blocks, enrolled.ladder.matches_planned) == (6, 12)
    longer = await seasons.extend(
        svc, enrolled.owner, questions.ExtendLadder(ladder_id=enrolled.id, rounds=2)
    )
    assert longer.matches_planned == 24
    assert (await resigned(svc, enrolled)).matches_settled == 24
    assert set((await met(svc, enrolled)).values()) == {2}
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert [row.bot_id for row in table] == list(enrolled.callers)
    assert [row.points for row in table] == [6, 4, 2, 0]
    assert [one.name for one in table[0].tie_breaks] == list(WHERE_ALL_MEET)


async def test_in_a_gauntlet_the_challenger_meets_each_other(svc: Service) -> None:
    """It must be enrolled before the start; nobody else meets."""
    enrolled = await a_ladder(svc, bots=4, start=False)
    challenger = list(enrolled.callers)[1]
    asked = some_terms(
        format=LadderFormat.GAUNTLET, blocks=None, rounds=1, challenger=challenger, concurrency=4
    )
    made = await ladders.create(svc, enrolled.owner, asked)
    for bot_id in [one for one in enrolled.callers if one != challenger]:
        await enrol(svc, enrolled.owner, made.id, bot_id)
    with pytest.raises(WrongState, match="challenger"):
        await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=made.id))
    await enrol(svc, enrolled.owner, made.id, challenger)
    ladder = await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=made.id))
    over = Enrolled(ladder, enrolled.owner, enrolled.callers)
    assert (await resigned(svc, over)).matches_settled == 6
    assert all(challenger in pair for pair in await met(svc, over))


@pytest.mark.parametrize(("bots", "players", "byes"), [(5, 2, 1), (7, 3, 1), (4, 4, 0)])
async def test_a_swiss_is_paired_round_by_round(
    svc: Service, bots: int, players: int, byes: int
) -> None:
    """Each round follows from the one before; who is left over has a bye, which is a point."""
    rounds = 1 if players == bots else 2
    enrolled = await a_tournament(svc, bots, LadderFormat.SWISS, rounds, players)
    await jobs.pair(svc, enrolled.id)
    tables = len({line.block for line in await whole_schedule(svc, enrolled.id)})
    assert tables == bots // players
    await jobs.pair(svc, enrolled.id)
    assert len({line.block for line in await whole_schedule(svc, enrolled.id)}) == tables
    ladder = await resigned(svc, enrolled)
    assert ladder.matches_settled == ladder.matches_planned == rounds * tables * players
    if players == 2:
        assert set((await met(svc, enrolled)).values()) == {1}
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    assert sum(len(row.byes) for row in table) == rounds * byes
    assert sum(row.meetings for row in table) == rounds * tables * players
    strongest = next(row for row in table if row.bot_id == next(iter(enrolled.callers)))
    assert strongest.points == table[0].points  # with a bye another may have as many
    reasons = {line.reason.partition(":")[0] for line in await whole_schedule(svc, enrolled.id)}
    assert reasons == {f"round {number}" for number in range(1, rounds + 1)}
    schedule = await whole_schedule(svc, enrolled.id)
    pairings = [line.pairing for line in schedule if line.pairing is not None]
    assert len(pairings) == len(schedule)
    assert {one.kind for one in pairings} == {PairingKind.SWISS}
    assert {one.round for one in pairings} == {*range(1, rounds + 1)}
    assert all(bot.points is not None for one in pairings for bot in one.bots)


async def test_who_leaves_a_swiss_does_not_stop_it(svc: Service) -> None:
    """The rest of its meetings are given up, and the next rounds are paired without it."""
    enrolled = await a_tournament(svc, 4, LadderFormat.SWISS, 3)
    await jobs.pair(svc, enrolled.id)
    gone = list(enrolled.callers)[-1]
    await entries.withdraw(
        svc, enrolled.owner, questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
    )
    ladder = await resigned(svc, enrolled)
    assert (ladder.status, ladder.matches_given_up) == (LadderStatus.FINISHED, 2)
    rows = {
        row.bot_id: row.matches
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
    }
    assert rows[gone] == 0
    assert ladder.matches_settled == 6


@pytest.mark.parametrize(
    "terms",
    [
        {"rounds": 2},
        {"format": "swiss", "blocks": 2, "rounds": 2},
        {"format": "swiss", "blocks": None},
        {"format": "gauntlet", "blocks": None, "rounds": 1},
        {"format": "swiss", "blocks": None, "rounds": 1, "challenger": "b1"},
        {"format": "round_robin", "blocks": None, "rounds": 1, "late_entry": True},
    ],
)
async def test_terms_must_belong_to_the_format(svc: Service, terms: dict[str, object]) -> None:
    """Blocks are for continuous ladders, rounds for others, a challenger for gauntlets."""
    with pytest.raises(Malformed):
        await ladders.create(svc, await an_owner(svc), some_terms(**terms))


@pytest.mark.parametrize("form", [LadderFormat.ROUND_ROBIN, LadderFormat.GAUNTLET])
async def test_more_blocks_than_may_be_are_refused_before_they_are_made(
    svc: Service, monkeypatch: pytest.MonkeyPatch, form: LadderFormat
) -> None:
    """At the start and at an extension: 100 rounds of 1,000 bots would fill the memory."""
    monkeypatch.setattr("saqqara_service.application.ladders.formats.fixed.MOST_BLOCKS", 30)
    enrolled = await a_ladder(svc, bots=5, start=False, blocks=1)
    challenger = next(iter(enrolled.callers)) if form is LadderFormat.GAUNTLET else None
    terms = some_terms(format=form, blocks=None, rounds=3, challenger=challenger)
    ladder = await ladders.create(svc, enrolled.owner, terms)
    for caller in enrolled.callers.values():
        await enrol(svc, caller, ladder.id, caller.bot_id or "")
    await seasons.start(svc, enrolled.owner, questions.StartLadder(ladder_id=ladder.id))

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("tables were made")

    monkeypatch.setattr(f"saqqara_contest.tournaments.fixed.{form.value}", fail)
    with pytest.raises(WrongState, match="blocks, more than 30"):
        await seasons.extend(
            svc, enrolled.owner, questions.ExtendLadder(ladder_id=ladder.id, rounds=100)
        )
