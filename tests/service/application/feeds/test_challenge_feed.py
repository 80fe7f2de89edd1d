"""What a bot's feed tells of challenges, and that a feed is presence."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

import pytest

from saqqara_service import questions, supervision
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges
from saqqara_service.application.feeds import bot_feed
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Answer,
    Challenge,
    ChallengeItem,
    ChallengeStatus,
    DeclineReason,
    FeedKind,
    TurnItem,
)
from saqqara_service.storage.redis.keys import KEYS
from tests.service.challengers import (
    PATIENCE_S,
    a_challenge,
    accept_all,
    answer,
    some_rivals,
    until,
)
from tests.service.feed_items import feed_of, next_item


async def next_challenge(feed: AsyncGenerator[Any, None]) -> Challenge:
    """The challenge that a feed tells next."""
    async with asyncio.timeout(PATIENCE_S):
        item = await next_item(feed)
    assert isinstance(item, ChallengeItem), item
    return item.challenge


async def test_who_is_challenged_is_asked_on_every_feed(svc: Service, other_svc: Service) -> None:
    """Also on one that connects later, as long as it is pending; then the match asks for itself."""
    rivals = await some_rivals(svc, 2)
    bot = rivals.bots[1]
    async with (
        aclosing(feed_of(svc, bot)) as early,
        aclosing(feed_of(other_svc, bot)) as late,
    ):
        assert (await anext(early)).kind is FeedKind.HEARTBEAT
        made = await a_challenge(svc, rivals, seats=rivals.ids[::-1])
        for feed in (early, late):
            asked = await next_challenge(feed)
            assert asked.challenged[0].answer is Answer.PENDING
            assert asked == (
                await challenges.get(svc, bot, questions.ChallengeQuestion(challenge_id=made.id))
            )
        declined = await answer(other_svc, bot, made)
        for feed in (early, late):
            items = [await next_item(feed) for _ in range(2)]
            (over,) = [item.challenge for item in items if isinstance(item, ChallengeItem)]
            assert over == declined
            (turn,) = [item.turn for item in items if isinstance(item, TurnItem)]
            assert turn.match_id == declined.match_id


@pytest.mark.parametrize("ending", [ChallengeStatus.DECLINED, ChallengeStatus.EXPIRED])
async def test_who_challenges_hears_what_comes_of_it(
    svc: Service, other_svc: Service, ending: ChallengeStatus
) -> None:
    """Its feed tells the challenge as it stands at once, and how it ended."""
    rivals = await some_rivals(svc, 2)
    me, them = rivals.bots
    async with aclosing(feed_of(svc, me)) as feed:
        assert (await anext(feed)).kind is FeedKind.HEARTBEAT
        made = await a_challenge(other_svc, rivals, expires_in_ms=2_000)
        assert (await next_challenge(feed)).id == made.id
        if ending is ChallengeStatus.DECLINED:
            await challenges.decline(
                other_svc,
                them,
                questions.DeclineChallenge(challenge_id=made.id, reason=DeclineReason.LATER),
            )
        else:
            await until(other_svc, made, lambda one: one.status.is_over, me)
        assert (await next_challenge(feed)).status is ending


async def test_nobody_is_asked_where_policies_decide(svc: Service) -> None:
    """A bot whose policy answers hears of the match only; and turns are told as ever."""
    rivals = await some_rivals(svc, 2)
    await accept_all(svc, rivals.bots[1])
    async with aclosing(feed_of(svc, rivals.bots[1])) as feed:
        assert (await anext(feed)).kind is FeedKind.HEARTBEAT
        made = await a_challenge(svc, rivals, seats=rivals.ids[::-1])
        async with asyncio.timeout(PATIENCE_S):
            item = await next_item(feed)
        assert (item.kind, item.match_id) == (FeedKind.TURN, made.match_id)


async def test_turns_can_be_asked_for_while_a_match_is_agreed(svc: Service) -> None:
    """A match that is not made yet asks nobody and breaks nothing."""
    rivals = await some_rivals(svc, 3)
    made = await answer(svc, rivals.bots[1], await a_challenge(svc, rivals))
    assert made.status is ChallengeStatus.PENDING
    assert await bot_feed.pending(svc, rivals.bots[1]) == []
    async with aclosing(feed_of(svc, rivals.bots[1])) as feed:
        assert (await next_challenge(feed)).id == made.id


async def test_an_end_that_was_heard_is_told_no_more(
    svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A feed that lives on after an end forgets it, so that later feeds do not begin with it."""
    monkeypatch.setattr(bot_feed, "FORGET_S", 0.0)
    monkeypatch.setattr(presence, "HEARTBEAT_MS", 10)
    rivals = await some_rivals(svc, 2)
    made = await a_challenge(svc, rivals)
    await challenges.cancel(svc, rivals.bots[0], questions.CancelChallenge(challenge_id=made.id))
    async with aclosing(feed_of(svc, rivals.bots[1])) as feed:
        assert (await next_challenge(feed)).status is ChallengeStatus.CANCELLED
        patience = time.monotonic() + PATIENCE_S
        while await svc.engagements.challenges(rivals.ids[1]):
            assert time.monotonic() < patience
            await anext(feed)


async def test_a_feed_is_presence(svc: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot is there while its feed lives, which is said again and again, and gone soon after."""
    monkeypatch.setattr(presence, "PRESENT_MS", 1_000)
    monkeypatch.setattr(bot_feed, "PRESENT_S", 0.05)
    rivals = await some_rivals(svc, 1)

    async def until_ms() -> float:
        return await svc.connection.read.zscore(KEYS["present"], rivals.ids[0]) or 0

    async with (
        asyncio.timeout(PATIENCE_S),
        supervision.running({"presence": partial(bot_feed.keep_present, svc)}),
        aclosing(feed_of(svc, rivals.bots[0])) as feed,
    ):
        await anext(feed)
        began_ms = await until_ms()
        assert began_ms > 0
        while await until_ms() == began_ms:
            await asyncio.sleep(0.01)
        assert await svc.engagements.absent(rivals.ids) == set()
    patience = time.monotonic() + PATIENCE_S
    while (await presence.page(svc, None, questions.PresenceFilter(first=1))).items:
        assert time.monotonic() < patience
        await asyncio.sleep(0.05)
