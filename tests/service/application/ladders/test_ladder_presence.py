"""Bots are paired while they are there and willing; who fails again and again is benched."""

from __future__ import annotations

from saqqara_contest.faults import BENCHED_AFTER
from saqqara_service import questions
from saqqara_service.application.accounts import versions
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.ladders import entries, ladders
from saqqara_service.application.matches import matches, policies
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptFrom,
    AcceptMode,
    AcceptPolicy,
    DeclineReason,
    EntryStatus,
    LadderStatus,
    MatchTerms,
)
from saqqara_service.storage.redis.keys import KEYS
from tests.service import jobs
from tests.service.application.play.test_timekeeping import run_out_of_time
from tests.service.ladder_folds import refold
from tests.service.ladders import (
    AN_HOUR_MS,
    Enrolled,
    a_ladder,
    finish,
    play_out,
    running,
    settle_all,
)
from tests.service.lookups import ladder_of, match_of
from tests.service.matches import UNHURRIED

UNRATED = MatchTerms(game="imhotep", options={"players": 2}, time_control=UNHURRIED)


async def leave(svc: Service, bot_id: str) -> None:
    """The bot's feed is gone, and was for a while."""
    await svc.connection.write.zrem(KEYS["present"], bot_id)


async def booked(svc: Service, enrolled: Enrolled) -> dict[str, int]:
    """How many matches of the plan each bot is in."""
    found = await svc.ladders.booked(enrolled.id)
    return {bot_id: found.get(bot_id, 0) for bot_id in enrolled.callers}


async def waiting(svc: Service, enrolled: Enrolled) -> dict[str, DeclineReason | None]:
    """What each bot is not paired for."""
    found = await entries.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    return {one.bot_id: one.waits_for for one in found}


async def test_only_who_is_there_and_willing_is_paired(svc: Service) -> None:
    """The others are told why not, and catch up when they are back."""
    enrolled = await a_ladder(svc, bots=5, blocks=9, concurrency=6)
    away, unwilling, *there = enrolled.callers
    await leave(svc, away)
    refuses = AcceptPolicy(mode=AcceptMode.REFUSE)
    await policies.put(svc, enrolled.owner, unwilling, refuses)
    picky = AcceptPolicy(accept_from=AcceptFrom.LISTED, blocked=[unwilling])
    await policies.put(svc, enrolled.owner, there[0], picky)  # nobody can choose whom it meets
    await jobs.pair(svc, enrolled.id)
    assert await waiting(svc, enrolled) == {
        away: DeclineReason.ABSENT,
        unwilling: DeclineReason.REFUSES,
        **dict.fromkeys(there),
    }
    counts = await booked(svc, enrolled)
    assert (counts[away], counts[unwilling], min(counts[one] for one in there)) == (0, 0, 4)
    await svc.engagements.be_present(away, AN_HOUR_MS)
    await jobs.start(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    assert (await booked(svc, enrolled))[away] > 0


async def test_a_ladder_waits_for_its_bots_and_then_goes_on(svc: Service) -> None:
    """With nobody there nothing is planned and nothing lost; blocks that wait are made up for."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    gone = next(iter(enrolled.callers))
    await leave(svc, gone)
    await jobs.start(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    assert await running(svc) == []
    assert set((await booked(svc, enrolled)).values()) == {0}
    await svc.engagements.be_present(gone, AN_HOUR_MS)
    ladder = await finish(svc, enrolled)
    assert (ladder.matches_settled, ladder.matches_given_up) == (4, 0)


async def test_who_plays_as_much_as_it_takes_elsewhere_is_not_paired(svc: Service) -> None:
    """Matches of every kind count; when one of them is over the bot is paired again."""
    enrolled = await a_ladder(svc, bots=3, blocks=6, concurrency=4)
    busy, *others = enrolled.callers
    await policies.put(svc, enrolled.owner, busy, AcceptPolicy(max_matches=1))
    match = await matches.create(svc, enrolled.owner, UNRATED, seats=[busy, others[0]], start=True)
    await jobs.pair(svc, enrolled.id)
    assert await waiting(svc, enrolled) == {busy: DeclineReason.BUSY, **dict.fromkeys(others)}
    assert (await booked(svc, enrolled))[busy] == 0
    await play_out(svc, enrolled.callers, match.id)
    await jobs.start(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    assert (await waiting(svc, enrolled))[busy] is None
    assert (await booked(svc, enrolled))[busy] > 0


async def test_no_bot_plays_more_in_a_ladder_than_it_takes_at_once(svc: Service) -> None:
    """What is too much for one bot waits while others go on; the ladder ends complete."""
    enrolled = await a_ladder(svc, bots=4, blocks=6, concurrency=8)
    careful = next(iter(enrolled.callers))
    await policies.put(svc, enrolled.owner, careful, AcceptPolicy(max_matches=1))
    most = 0
    while (ladder := await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        now = await running(svc)
        seated = [seat.bot_id for one in now for seat in (await match_of(svc, one)).seats]
        assert seated.count(careful) <= 1
        most = max(most, len(now))
        await play_out(svc, enrolled.callers, now[0])
        await settle_all(svc)
    assert (ladder.matches_settled, ladder.matches_given_up) == (12, 0)
    assert most > 2


async def faults(svc: Service, enrolled: Enrolled) -> dict[str, tuple[EntryStatus, int]]:
    """How each bot stands, and its faults in a row."""
    found = await svc.entries.listed(enrolled.id)
    return {one.bot_id: (one.status, one.faults) for one in found}


async def test_who_loses_its_time_again_and_again_is_benched(svc: Service, redis_url: str) -> None:
    """After three in a row it gets no matches until its owner readmits it; nothing ends by that."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    for count in range(1, BENCHED_AFTER + 1):
        await lose_time(svc, enrolled, redis_url)
        status = EntryStatus.BENCHED if count == BENCHED_AFTER else EntryStatus.ACTIVE
        assert set((await faults(svc, enrolled)).values()) == {(status, count)}
    await jobs.start(svc, enrolled.id)
    await jobs.pair(svc, enrolled.id)
    assert await running(svc) == []
    assert (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING
    for bot_id, caller in [*enrolled.callers.items()] * 2:
        await entries.readmit(svc, caller, questions.Readmit(ladder_id=enrolled.id, bot_id=bot_id))
    assert set((await faults(svc, enrolled)).values()) == {(EntryStatus.ACTIVE, 0)}
    ladder = await finish(svc, enrolled)
    assert (ladder.matches_settled, ladder.matches_given_up) == (7, 1)


async def lose_time(svc: Service, enrolled: Enrolled, redis_url: str) -> None:
    """Play one match in which every bot loses its time."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    (match_id,) = await running(svc)
    while await running(svc):
        run_out_of_time(redis_url, match_id)
        await deadlines.sweep(svc)
    await settle_all(svc)


async def test_a_new_version_is_rated_apart_from_the_next_match_on(svc: Service) -> None:
    """The match names the version that plays it; the older one stays in the table, retired."""
    enrolled = await a_ladder(svc, bots=2, blocks=2, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    changed = next(iter(enrolled.callers))
    await versions.create(
        svc, enrolled.owner, questions.CreateBotVersion(bot_id=changed, name="second")
    )
    ladder = await finish(svc, enrolled)
    assert ladder.matches_settled == 4
    rows = {
        row.version: row
        for row in await ladders.standings(
            svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
        )
        if row.bot_id == changed
    }
    assert {number: (row.matches, row.retired) for number, row in rows.items()} == {
        1: (2, True),
        2: (2, False),
    }
    assert await refold(svc, enrolled.id) == await svc.ladders.rows(enrolled.id)


async def test_bots_that_ask_for_their_turns_are_paired(svc: Service) -> None:
    """A ladder of bots that never follow a feed is played, and asking often is seldom written."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=2)
    for bot_id, caller in enrolled.callers.items():
        await leave(svc, bot_id)
        assert await bot_feed.pending(svc, caller) == []
    rows = await svc.connection.read.zrange(KEYS["present"], 0, -1, withscores=True)
    for caller in enrolled.callers.values():
        await bot_feed.pending(svc, caller)
    assert await svc.connection.read.zrange(KEYS["present"], 0, -1, withscores=True) == rows
    ladder = await finish(svc, enrolled)
    assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, 2)
