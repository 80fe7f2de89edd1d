"""Who keeps a ladder from being played is benched, and hears of it on its feed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Any

import pytest

from saqqara_contest.faults import BENCHED_AFTER, COUNTS_AGAINST, Conduct
from saqqara_engine.messages import ENGLISH
from saqqara_service import questions
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.ladders import entries, seasons
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Caller,
    EntryStatus,
    FeedKind,
    LadderItem,
    LadderNotice,
    TokenKind,
)
from tests.service import jobs
from tests.service.challengers import PATIENCE_S
from tests.service.feed_items import feed_of, next_item
from tests.service.ladders import Enrolled, a_ladder, play_out, running, settle_all

ADMIN = Caller(kind=TokenKind.ADMIN, account_id="host")
Ended = Callable[[Service, Enrolled, str], Awaitable[None]]


async def called_off(svc: Service, enrolled: Enrolled, match_id: str) -> None:
    """Both bots agree to call the match off."""
    for caller in enrolled.callers.values():
        await endings.abort(svc, caller, questions.AbortMatch(match_id=match_id))


async def quit_unplayed(svc: Service, enrolled: Enrolled, match_id: str) -> None:
    """A bot gives up before its first decision; the other one has won."""
    await endings.resign(svc, first_of(enrolled)[1], questions.ResignMatch(match_id=match_id))


async def voided(svc: Service, _enrolled: Enrolled, match_id: str) -> None:
    """An operator ends it."""
    await endings.void(svc, None, questions.VoidMatch(match_id=match_id, note="a trial"))


async def played(svc: Service, enrolled: Enrolled, match_id: str) -> None:
    """It is played to its end."""
    await play_out(svc, enrolled.callers, match_id)


async def next_notice(feed: AsyncGenerator[Any, None]) -> LadderNotice:
    """What a feed tells next of a ladder."""
    async with asyncio.timeout(PATIENCE_S):
        while (item := await next_item(feed)).kind is not FeedKind.LADDER:
            pass
    assert isinstance(item, LadderItem)
    return item.ladder


async def one_match(svc: Service, enrolled: Enrolled, end: Ended) -> None:
    """Start the next match, have it ended so, and settle it."""
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    (match_id,) = await running(svc)
    await end(svc, enrolled, match_id)
    await settle_all(svc)


async def faults(svc: Service, enrolled: Enrolled) -> list[int]:
    """How many matches in a row count against each bot."""
    found = {one.bot_id: one.faults for one in await svc.entries.listed(enrolled.id)}
    return [found[bot_id] for bot_id in enrolled.callers]


@pytest.mark.parametrize(
    ("end", "counted"),
    [(called_off, [1, 1]), (quit_unplayed, [1, 0]), (voided, [0, 0]), (played, [0, 0])],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_it_counts_against_whose_conduct_it_was(
    svc: Service, end: Ended, counted: list[int]
) -> None:
    """Not only lost time: calling off and giving up unplayed do too, what operators do does not."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    await one_match(svc, enrolled, end)
    assert await faults(svc, enrolled) == counted


async def test_a_match_that_is_played_ends_the_row_and_a_void_one_does_not(svc: Service) -> None:
    """Faults are counted in a row of matches that bots ended themselves."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    counts = []
    for end in (called_off, voided, called_off, played):
        await one_match(svc, enrolled, end)
        counts.append(await faults(svc, enrolled))
    assert counts == [[1, 1], [1, 1], [2, 2], [0, 0]]


async def test_a_bot_hears_that_it_is_benched_and_that_it_is_back(
    svc: Service, other_svc: Service
) -> None:
    """On every feed at once, on a later one while it lasts; nothing of who is merely enrolled."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    bot_id, caller = first_of(enrolled)
    async with (
        aclosing(feed_of(svc, caller)) as near,
        aclosing(feed_of(other_svc, caller)) as far,
    ):
        assert (await anext(near)).kind is (await anext(far)).kind is FeedKind.HEARTBEAT
        for _ in range(BENCHED_AFTER):
            await one_match(svc, enrolled, quit_unplayed)
        benched = LadderNotice(
            ladder_id=enrolled.id,
            ladder_name="Memphis",
            version=2,
            status=EntryStatus.BENCHED,
            faults=BENCHED_AFTER,
            missed=0,
        )
        assert await next_notice(near) == await next_notice(far) == benched
        async with aclosing(feed_of(svc, caller)) as late:
            assert await next_notice(late) == benched
        await entries.readmit(
            other_svc, caller, questions.Readmit(ladder_id=enrolled.id, bot_id=bot_id)
        )
        back = benched.model_copy(update={"version": 3, "status": EntryStatus.ACTIVE, "faults": 0})
        assert await next_notice(near) == await next_notice(far) == back


async def test_a_ladder_that_is_over_is_told_of_no_more(svc: Service) -> None:
    """Its topic is forgotten like that of a match whose end was heard."""
    enrolled = await a_ladder(svc, bots=2, blocks=4, concurrency=1)
    bot_id, caller = first_of(enrolled)
    for _ in range(BENCHED_AFTER):
        await one_match(svc, enrolled, quit_unplayed)
    await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
    ((topic, version),) = (await svc.engagements.entries(bot_id)).items()
    feed = bot_feed._Feed(svc, caller, ENGLISH)
    assert await feed.look(topic, version, 0.0, None) is None
    await feed.forget(1.0)
    assert await svc.engagements.entries(bot_id) == {}


def test_every_conduct_has_a_row() -> None:
    """One table says what counts."""
    assert set(COUNTS_AGAINST) == set(Conduct)


def first_of(enrolled: Enrolled) -> tuple[str, Caller]:
    """The first bot that was enrolled, and its caller."""
    return next(iter(enrolled.callers.items()))
