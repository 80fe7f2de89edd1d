"""Views at any version: one's own as it was, and every seat's when the match is over."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing
from typing import Any

import pytest

from saqqara_service import questions
from saqqara_service.application.feeds import match_events
from saqqara_service.application.matches import views
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed
from saqqara_service.models import Caller, EventNews, NewsKind, SeatView
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.feed_items import news_of, page_of
from tests.service.lookups import match_of
from tests.service.matches import Seated, a_match, act_at_random, play_out

Views = dict[tuple[int, int | None], SeatView]
"""What was told at each version to each seat, None for the public."""


async def views_now(svc: Service, seated: Seated) -> Views:
    """What everybody is told now."""
    callers: list[Caller | None] = [None, *seated.callers]
    found = [
        await views.view(svc, caller, questions.ViewAt(match_id=seated.id)) for caller in callers
    ]
    return {(one.version, one.seat): one for one in found}


async def test_a_view_of_the_past_is_what_was_told_then(svc: Service) -> None:
    """While a match is played, to each seat and the public; when it is over, to anybody."""
    seated, rng = await a_match(svc), random.Random(2)
    views_then = await views_now(svc, seated)
    for _ in range(6):
        await act_at_random(svc, seated, rng)
        views_then |= await views_now(svc, seated)
    for (version, seat), view in views_then.items():
        caller = None if seat is None else seated.callers[seat]
        assert (
            await views.view(svc, caller, questions.ViewAt(match_id=seated.id, version=version))
            == view
        )
    await play_out(svc, seated, rng)
    for (version, seat), view in views_then.items():
        assert (
            await views.view(
                svc, None, questions.ViewAt(match_id=seated.id, version=version, seat=seat)
            )
            == view
        )
    last = await views.view(svc, None, questions.ViewAt(match_id=seated.id, seat=1))
    assert last == await views.view(svc, seated.callers[1], questions.ViewAt(match_id=seated.id))


async def test_another_seat_tells_nothing_before_the_end(svc: Service) -> None:
    """Not even to who made the match, whatever the version."""
    seated = await a_match(svc)
    await act_at_random(svc, seated, random.Random(3))
    for caller, seat in ((seated.callers[0], 1), (seated.owner, 0), (None, 0)):
        for version in (None, 1, 2):
            with pytest.raises(Forbidden, match=f"view of seat {seat}"):
                await views.view(
                    svc, caller, questions.ViewAt(match_id=seated.id, version=version, seat=seat)
                )
    own = await views.view(svc, seated.callers[1], questions.ViewAt(match_id=seated.id, seat=1))
    assert own.seat == 1


async def test_a_version_or_a_seat_that_does_not_exist(svc: Service) -> None:
    """Is refused by its number, with those that there are."""
    seated = await a_match(svc)
    for version in (0, 2, 1_000_000):
        with pytest.raises(Malformed, match=f"versions 1 to 1, not {version}"):
            await views.view(
                svc, seated.owner, questions.ViewAt(match_id=seated.id, version=version)
            )
    with pytest.raises(Malformed, match="seats 0 to 1, not 2"):
        await views.view(svc, seated.owner, questions.ViewAt(match_id=seated.id, seat=2))


async def test_the_delay_holds_for_every_version_and_seat(svc: Service) -> None:
    """The public sees neither a version nor another seat before it may."""
    seated = await a_late_match(svc, 600_000)
    await svc.matches.log(seated.id, 0, None)
    await play_out(svc, seated, random.Random(4))
    for version, seat in ((None, None), (1, None), (1, 0), (None, 1)):
        with pytest.raises(Exception, match="has not started"):
            await views.view(
                svc, None, questions.ViewAt(match_id=seated.id, version=version, seat=seat)
            )
    assert (
        await views.view(
            svc, seated.callers[0], questions.ViewAt(match_id=seated.id, version=1, seat=1)
        )
    ).seat == 1


@pytest.fixture
def near(svc: Service, monkeypatch: pytest.MonkeyPatch) -> Service:
    """The service of a process that soon finds a reader too far behind."""
    monkeypatch.setattr(match_events, "RESYNC_EVENTS", 3)
    return svc


async def test_a_resync_comes_with_the_turn(near: Service) -> None:
    """The seat that has to act can do so from the snapshot alone; nobody else is told a turn."""
    seated, rng = await a_match(near), random.Random(5)
    for _ in range(8):
        await act_at_random(near, seated, rng)
    match = await match_of(near, seated.id)
    assert match.to_act is not None
    for caller in (*seated.callers, seated.owner, None):
        turn = (await resynced(near, seated, caller)).turn
        if caller is not seated.callers[match.to_act]:
            assert turn is None
            continue
        assert turn is not None
        assert (turn.seat, turn.version) == (match.to_act, match.version)
        assert turn.actions
    await play_out(near, seated, rng)
    assert (await resynced(near, seated, seated.callers[0])).turn is None


async def resynced(svc: Service, seated: Seated, caller: Caller | None) -> Any:
    """What a follower is told who begins too late."""
    async with (
        asyncio.timeout(60),
        aclosing(news_of(svc, caller, seated.id, None)) as news,
    ):
        await anext(news)
        item = await anext(news)
    assert item.kind is NewsKind.RESYNC
    return item


async def test_the_last_event_tells_the_result(svc: Service) -> None:
    """By page and by stream; no other event does."""
    seated = await a_match(svc)
    match = await play_out(svc, seated, random.Random(6))
    assert match.result is not None
    paged, after = await page_of(svc, seated.id, None, 50)
    while after is not None:
        more, after = await page_of(svc, seated.id, after, 50)
        paged += more
    async with aclosing(news_of(svc, None, seated.id, None)) as news:
        followed = [item.event async for item in news if isinstance(item, EventNews)]
    assert followed == paged
    assert [event.result for event in paged[:-1]] == [None] * (match.version - 1)
    assert paged[-1].result == match.result
