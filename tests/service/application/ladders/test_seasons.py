"""Ladders that repeat: when seasons start, which bots are in them, and that none is missed."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from saqqara_service import questions
from saqqara_service.application.ladders import entries, ladders, seasons, sweep
from saqqara_service.application.ladders.recurrence import recurrence
from saqqara_service.application.ladders.repeats import next_season
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed
from saqqara_service.models import EntryStatus, Ladder, LadderFormat, LadderStatus
from saqqara_service.storage.ladders.rows import StoredTerms
from tests.service import jobs
from tests.service.ladders import Enrolled, a_ladder, finish, some_terms
from tests.service.lookups import ladder_of
from tests.service.matches import an_owner

BERLIN = "Europe/Berlin"
NIGHTLY = "day 02:30 Europe/Berlin"


def starts(text: str, after: str, count: int = 3) -> list[str]:
    """The next starts after an instant, in UTC."""
    at_ms = round(datetime.fromisoformat(after).replace(tzinfo=UTC).timestamp() * 1000)
    found = []
    for _ in range(count):
        at_ms = recurrence(text).next_after(at_ms)
        found.append(datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%m-%d %H:%M"))
    return found


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        ("hour", "2026-05-01 10:00", ["05-01 11:00", "05-01 12:00", "05-01 13:00"]),
        ("hour 15", "2026-05-01 23:14", ["05-01 23:15", "05-02 00:15", "05-02 01:15"]),
        ("day 02:00", "2026-05-01 01:59", ["05-01 02:00", "05-02 02:00", "05-03 02:00"]),
        ("monday 20:00 Europe/Berlin", "2026-05-01 00:00", ["05-04 18:00", "05-11 18:00"]),
        (NIGHTLY, "2026-03-27 12:00", ["03-28 01:30", "03-29 01:30", "03-30 00:30"]),
        (NIGHTLY, "2026-10-23 12:00", ["10-24 00:30", "10-25 00:30", "10-26 01:30"]),
        (NIGHTLY, "2026-10-25 00:31", ["10-26 01:30"]),
        ("day 00:00 Pacific/Apia", "2026-05-01 10:59", ["05-01 11:00", "05-02 11:00"]),
    ],
    ids=[
        *("hourly", "a quarter past", "daily", "weekly", "the gap in spring", "twice in autumn"),
        *("the second time in autumn", "a day ahead"),
    ],
)
def test_starts_follow_the_clocks_of_the_place(text: str, after: str, expected: list[str]) -> None:
    """One start for each day, whatever its clocks leave out or show twice."""
    assert starts(text, after, len(expected)) == expected


def test_every_day_of_ten_years_has_one_start() -> None:
    """In places with a gap at midnight too."""
    for place in (BERLIN, "America/Santiago", "Australia/Lord_Howe", "Africa/Cairo"):
        at_ms = round(datetime(2020, 1, 1, tzinfo=UTC).timestamp() * 1000)
        days = []
        for _ in range(3_650):
            at_ms = recurrence(f"day 00:15 {place}").next_after(at_ms)
            days.append(datetime.fromtimestamp(at_ms / 1000, ZoneInfo(place)).date().toordinal())
        assert days == list(range(days[0], days[0] + len(days))), place


@pytest.mark.parametrize(
    "text",
    [
        *("", "day", "day 24:00", "day 2:00", "day 02:60", "hour 60", "hour 5", "hour 15 UTC"),
        *("Monday 20:00", "day 02:00 Berlin", "day 02:00 Europe", "day 02:00 ../etc/passwd"),
        *("day 02:00 /etc/localtime", "day 02:00 Europe/Berlin ", "month 01 02:00", "day 02:00 \0"),
    ],
)
async def test_what_is_no_repetition_is_refused(text: str, svc: Service) -> None:
    """With the forms that there are, or the zones."""
    with pytest.raises(Malformed, match=r"is not a (valid schedule|known time zone)"):
        await ladders.create(svc, await an_owner(svc), some_terms(every=text))


async def test_a_first_season_that_would_be_over_before_it_begins_is_refused(svc: Service) -> None:
    """It would close without a match, and no season would follow."""
    end = round(datetime.now(UTC).timestamp() * 1000) + 1_000
    with pytest.raises(Malformed, match="endAtMs"):
        await ladders.create(svc, await an_owner(svc), some_terms(every="day 02:00", end_at_ms=end))


async def the_next(svc: Service, ladder_id: str) -> Ladder:
    """The season after one that is over, made by a worker that the sweep woke."""
    await sweep.sweep(svc)
    await jobs.tend(svc, ladder_id)
    found = await ladder_of(svc, ladder_id)
    assert found.next_season_id is not None
    return await ladder_of(svc, found.next_season_id)


async def a_played_season(svc: Service) -> Enrolled:
    """The first season of a nightly ladder, played to its end."""
    enrolled = await a_ladder(svc, bots=3, blocks=1, concurrency=2, every=NIGHTLY)
    assert enrolled.ladder.season == 1
    assert enrolled.ladder.start_at_ms is not None, "it starts by itself"
    await finish(svc, enrolled)
    return enrolled


async def test_the_next_season_has_the_bots_that_are_active(
    svc: Service, other_svc: Service
) -> None:
    """Made once, by however many; who has withdrawn is not in it; the season before stays."""
    enrolled = await a_ladder(svc, bots=4, blocks=2, concurrency=2, every=NIGHTLY)
    gone, *kept = enrolled.callers
    await entries.withdraw(
        svc, enrolled.callers[gone], questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
    )
    await finish(svc, enrolled)
    second = await the_next(svc, enrolled.id)
    for each in (svc, other_svc):
        assert (await the_next(each, enrolled.id)).id == second.id
    assert (second.season, second.previous_season_id) == (2, enrolled.id)
    assert (second.status, second.blocks, second.matches_settled) == (LadderStatus.OPEN, 2, 0)
    assert second.start_at_ms == enrolled.ladder.start_at_ms
    listed = await svc.entries.listed(second.id)
    assert {one.bot_id for one in listed} == set(kept)
    assert {one.status for one in listed} == {EntryStatus.ACTIVE}
    found = (await ladders.page(svc, None, questions.LadderFilter(first=10))).items
    assert [one.id for one in found] == [second.id, enrolled.id]
    of_bot = (
        await ladders.of_bot(svc, None, questions.BotLadderFilter(bot_id=kept[0], first=9))
    ).items
    assert [one.id for one in of_bot] == [second.id, enrolled.id]


async def test_a_season_starts_when_its_time_has_come_and_late_only_once(svc: Service) -> None:
    """As after a night in which the server was down; there is one at a time."""
    enrolled = await a_played_season(svc)
    second = await the_next(svc, enrolled.id)
    await jobs.tend(svc, second.id)
    assert (await ladder_of(svc, second.id)).status is LadderStatus.OPEN, "not before its time"
    found = await svc.seasons.progress(second.id)
    assert found is not None
    long_ago = found.terms.model_copy(update={"start_at_ms": 1})
    await svc.seasons.extend(long_ago, found.revision)
    for _ in range(2):
        await sweep.sweep(svc)
        await jobs.tend(svc, second.id)
    assert (await ladder_of(svc, second.id)).status is LadderStatus.RUNNING
    assert (await ladder_of(svc, second.id)).next_season_id is None
    assert len((await ladders.page(svc, None, questions.LadderFilter(first=10))).items) == 2


async def test_the_host_ends_a_series(svc: Service) -> None:
    """The season is the last one; or it is called off; or nobody plays any more."""
    last = await a_ladder(svc, bots=2, blocks=1, every=NIGHTLY)
    assert (
        await seasons.extend(
            svc, last.owner, questions.ExtendLadder(ladder_id=last.id, last_season=True)
        )
    ).every is None
    await finish(svc, last)
    called_off = await a_played_season(svc)
    second = await the_next(svc, called_off.id)
    await seasons.cancel(svc, called_off.owner, questions.CancelLadder(ladder_id=second.id))
    empty = await a_ladder(svc, bots=2, start=False, every=NIGHTLY)
    found = await svc.seasons.progress(empty.id)
    assert found is not None
    await svc.seasons.extend(found.terms.model_copy(update={"end_at_ms": 1}), found.revision)
    for ladder_id in (last.id, second.id, empty.id):
        await sweep.sweep(svc)
        await jobs.tend(svc, ladder_id)
        assert (await ladder_of(svc, ladder_id)).status.is_over
        assert (await ladder_of(svc, ladder_id)).next_season_id is None
    await sweep.sweep(svc)
    assert await svc.seasons.looked_after() == []


def test_the_terms_of_the_next_season() -> None:
    """Its start follows the end of the one before, missed or not; its end is as far off."""
    hour = 3_600_000
    asked = some_terms(
        format=LadderFormat.ROUND_ROBIN, blocks=None, rounds=1, every="hour", late_entry=False
    )
    said = dict(asked.terms) | {"start_at_ms": 10 * hour, "end_at_ms": 12 * hour, "blocks": 6}
    first = StoredTerms(
        **said, id="l1", account_id="a", players=2, created_ms=1, season=1, field=("b1", "b2")
    )
    second = next_season(first, closed_ms=11 * hour + 5, now_ms=11 * hour + 6)
    assert (second.season, second.previous_season_id) == (2, "l1")
    assert (second.start_at_ms, second.end_at_ms) == (12 * hour, 14 * hour)
    assert (second.blocks, second.field) == (None, ())
    late = next_season(first, closed_ms=11 * hour + 5, now_ms=40 * hour)
    assert (late.start_at_ms, late.end_at_ms) == (12 * hour, 42 * hour)
