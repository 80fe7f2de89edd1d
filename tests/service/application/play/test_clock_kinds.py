"""Every kind of clock against Redis' own time, with bounds that a busy machine keeps."""

from __future__ import annotations

import asyncio
import random

import pytest

from saqqara_contest.autoplay import choose
from saqqara_contest.time_controls import DAY_MS
from saqqara_engine.records.record import from_json, verify
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, MatchOver, SeatFlagged, StaleVersion
from saqqara_service.models import (
    Correspondence,
    Delay,
    EventKind,
    Fischer,
    FlagRule,
    Match,
    MatchEvent,
    MatchStatus,
    PerMove,
    TimeControl,
    Untimed,
)
from tests.service.actions import act
from tests.service.application.play.test_timekeeping import timekeeper
from tests.service.feed_items import log_of
from tests.service.lookups import match_of, record_json
from tests.service.matches import (
    Seated,
    a_match,
    act_at_random,
    legal_now,
    play_out,
    until_response,
)

SLACK_MS = 20_000
"""How late a loaded machine may rule in these tests; that nobody is ruled on early is exact."""

BOUND = Fischer(base_ms=600_000, response_ms=150)


async def event_after(svc: Service, seated: Seated, version: int) -> MatchEvent:
    """The event that follows a version, once it has come."""
    async with asyncio.timeout(60):
        while not (log := await svc.matches.log(seated.id, version, 1)):
            await asyncio.sleep(0.02)
    return log[0]


# The clock, and how long after the start the first seat is flagged.
FLAGGED_AFTER: dict[str, tuple[TimeControl, int]] = {
    "fischer": (Fischer(base_ms=200, increment_ms=5_000), 200),
    "delay": (Delay(base_ms=200, delay_ms=150), 350),
    "per move": (PerMove(move_ms=150, bank_ms=100), 250),
    "per move without a bank": (PerMove(move_ms=150), 150),
    "with a first move allowance": (Fischer(base_ms=100, first_move_ms=200), 300),
}


@pytest.mark.parametrize("name", FLAGGED_AFTER)
async def test_a_seat_has_all_its_time_and_no_more(svc: Service, name: str) -> None:
    """The flag falls when the time is gone: never before, and soon after."""
    control, time_ms = FLAGGED_AFTER[name]
    seated = await a_match(svc, 2, control)
    (started,) = await svc.matches.log(seated.id, 0, 1)
    assert started.deadline_ms == started.at_ms + time_ms
    async with timekeeper(svc):
        flagged = await event_after(svc, seated, 1)
    assert (flagged.kind, flagged.seat) == (EventKind.FLAGGED, 0)
    assert time_ms < flagged.at_ms - started.at_ms <= time_ms + SLACK_MS


@pytest.mark.parametrize(
    ("control", "left_ms"),
    [
        (Fischer(base_ms=60_000, increment_ms=500), 60_500),
        (Delay(base_ms=60_000, delay_ms=SLACK_MS), 60_000),
        (PerMove(move_ms=SLACK_MS, bank_ms=700), 700),
        (Correspondence(days=2), 2 * DAY_MS),
    ],
)
async def test_what_a_quick_answer_leaves(svc: Service, control: TimeControl, left_ms: int) -> None:
    """An answer at once costs what it took, and is given what its kind of clock gives."""
    seated = await a_match(svc, 2, control)
    acted = await act_at_random(svc, seated, random.Random(1))
    assert acted.left_ms is not None
    spent = 0 if isinstance(control, Correspondence) else acted.charged_ms
    assert acted.left_ms == left_ms - spent
    assert acted.charged_ms <= SLACK_MS


async def test_a_correspondence_deadline_is_days_away(svc: Service) -> None:
    """Each decision has its days, whatever the one before took."""
    seated = await a_match(svc, 2, Correspondence(days=3))
    for version in range(1, 4):
        (event,) = await svc.matches.log(seated.id, version - 1, 1)
        assert event.deadline_ms == event.at_ms + 3 * DAY_MS
        await act_at_random(svc, seated, random.Random(version))


async def test_an_untimed_match_waits_for_ever(svc: Service) -> None:
    """There is no deadline to sweep, nothing is charged, and the record tells of no clocks."""
    seated = await a_match(svc, 3, Untimed())
    assert set((await svc.indexes.deadlines.due()).waits_ms.values()) == {None}
    acted = await act_at_random(svc, seated, random.Random(1))
    assert (acted.charged_ms, acted.credited_ms, acted.left_ms) == (0, 0, None)
    match = await play_out(svc, seated, random.Random(2))
    assert [seat.left_ms for seat in match.seats] == [None] * 3
    log = await log_of(svc, seated.id)
    assert {(event.deadline_ms, *event.left_ms) for event in log} == {(None, None, None, None)}
    record = from_json(await record_json(svc, seated.id, seated.owner))
    verify(record)
    assert all(ply.clock is None for ply in record.plies)


async def test_handicaps_multiply_what_seats_begin_with(svc: Service) -> None:
    """Each seat's time is multiplied by its own factor, and the deadline follows it."""
    seated = await a_match(svc, 3, Fischer(base_ms=60_000), time_odds=[0.5, 1.0, 2.0])
    assert [seat.left_ms for seat in seated.match.seats] == [30_000, 60_000, 120_000]
    (started,) = await svc.matches.log(seated.id, 0, 1)
    assert started.deadline_ms == started.at_ms + 30_000
    move = await a_match(svc, 2, PerMove(move_ms=10_000), time_odds=[3.0, 1.0])
    (started,) = await svc.matches.log(move.id, 0, 1)
    assert started.deadline_ms == started.at_ms + 30_000


@pytest.mark.parametrize("odds", [[1.0], [1.0, 1.0, 1.0]])
async def test_odds_are_as_many_as_seats(svc: Service, odds: list[float]) -> None:
    """A factor for each seat, or none at all."""
    with pytest.raises(Malformed, match="must have 2 factors"):
        await a_match(svc, 2, time_odds=odds)


async def decided_for(svc: Service, seated: Seated, match: Match) -> MatchEvent:
    """The event by which the policy decided in the place of the seat that is asked."""
    async with timekeeper(svc):
        return await event_after(svc, seated, match.version)


async def test_the_policy_decides_a_response_that_does_not_come(svc: Service) -> None:
    """After the bound the declared policy decides; the seat is charged for it and plays on."""
    seated = await a_match(svc, 2, BOUND)
    match = await until_response(svc, seated, random.Random(3))
    asked, before = match.to_act, (await svc.matches.log(seated.id, match.version - 1, 1))[0]
    assert asked is not None
    assert before.deadline_ms == before.at_ms + 150
    table, _now = await svc.tables.fresh(seated.id)
    action = choose("uniform", table.game.legal_actions(table.state), table.seed, match.version)
    event = await decided_for(svc, seated, match)
    assert (event.kind, event.seat, event.auto) == (EventKind.ACTION, asked, True)
    assert event.action == str(action)
    assert event.at_ms > before.deadline_ms
    assert event.charged_ms == 150
    left_ms = match.seats[asked].left_ms
    assert left_ms is not None
    assert event.left_ms[asked] == left_ms - 150
    stored = await svc.matches.load(seated.id)
    assert stored is not None
    assert not any(seat.flagged for seat in stored.match.seats)
    assert await svc.matches.outcome(seated.id, asked, f"auto:{match.version}") is not None


async def test_a_late_response_hears_what_was_decided(svc: Service, other_svc: Service) -> None:
    """An answer after the bound is stale; the policy's decision is told, and the next turn too."""
    seated = await a_match(svc, 2, BOUND)
    match = await until_response(svc, seated, random.Random(4))
    _match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    await asyncio.sleep(0.2)
    caller = seated.callers[match.to_act]
    with pytest.raises(StaleVersion, match="was late, and autoplay has decided") as error:
        await act(svc, caller, seated.id, legal[0], match.version, "late")
    assert error.value.current_version == match.version + 1
    table, _now = await svc.tables.fresh(seated.id)
    receipt = table.receipts[match.to_act]
    assert receipt is not None
    assert (receipt.version, receipt.auto, receipt.late) == (match.version + 1, True, True)
    assert receipt.charged_ms == 150
    fresh, _now = await other_svc.tables.fresh(seated.id)
    assert fresh.receipts == table.receipts


async def test_a_response_in_time_is_like_any_answer(svc: Service) -> None:
    """Within its bound a response counts, and is charged by the seat's own clock."""
    seated = await a_match(svc, 2, Fischer(base_ms=600_000, response_ms=60_000))
    match = await until_response(svc, seated, random.Random(6))
    acted = await act_at_random(svc, seated, random.Random(7))
    event = await event_after(svc, seated, match.version)
    assert (event.seat, event.auto, event.charged_ms) == (match.to_act, False, acted.charged_ms)


async def test_many_sweeps_decide_a_response_once(svc: Service, other_svc: Service) -> None:
    """Two replicas that rule at the same time take one decision."""
    seated = await a_match(svc, 2, BOUND)
    rng = random.Random(8)
    for _ in range(3):
        match = await until_response(svc, seated, rng)
        async with timekeeper(svc), timekeeper(other_svc):
            event = await event_after(svc, seated, match.version)
        assert event.auto
    log = await svc.matches.log(seated.id, 0, None)
    assert [event.version for event in log] == list(range(1, len(log) + 1))
    assert sum(event.auto for event in log) == 3


async def test_a_forfeit_ends_the_match_at_once(svc: Service, other_svc: Service) -> None:
    """The seat that lets its time pass has lost; the points are those of the moment."""
    seated = await a_match(svc, 2, Fischer(base_ms=2_000), on_flag=FlagRule.FORFEIT)
    await act_at_random(svc, seated, random.Random(9))
    async with timekeeper(svc), timekeeper(other_svc), asyncio.timeout(60):
        while (match := await match_of(svc, seated.id)).status is MatchStatus.RUNNING:
            await asyncio.sleep(0.02)
    assert (match.status, match.version, match.to_act) == (MatchStatus.FINISHED, 3, None)
    assert match.result is not None
    assert match.result.reason == "flag"
    assert [row.place for row in match.result.seats] == [1, 2]
    assert [row.kept_time for row in match.result.seats] == [True, False]
    assert match.seed is not None
    last = (await log_of(svc, seated.id))[-1]
    assert (last.kind, last.seat, last.status) == (EventKind.FLAGGED, 1, MatchStatus.FINISHED)
    record = from_json(await record_json(svc, seated.id, seated.owner))
    verify(record)
    assert record.placements == (1, 2)
    assert [score.total for score in record.scores] == [row.total for row in match.result.seats]


async def test_a_late_answer_forfeits(svc: Service) -> None:
    """No sweep is needed: the late answer itself is ruled on, and after it the match is over."""
    seated = await a_match(svc, 2, Fischer(base_ms=100), on_flag=FlagRule.FORFEIT)
    match, legal = await legal_now(svc, seated.id)
    await asyncio.sleep(0.15)
    call = (svc, seated.callers[0], seated.id, legal[0], match.version)
    with pytest.raises(SeatFlagged):
        await act(*call, "late")
    with pytest.raises(MatchOver):
        await act(*call, "later")


async def test_only_two_can_forfeit(svc: Service) -> None:
    """With more seats the others' game goes on."""
    with pytest.raises(Malformed, match="needs a match of 2 seats"):
        await a_match(svc, 3, on_flag=FlagRule.FORFEIT)
