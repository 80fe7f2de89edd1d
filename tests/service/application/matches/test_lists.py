"""Finding matches again, page by page."""

from __future__ import annotations

import random

import pytest

from saqqara_service import questions
from saqqara_service.application.limits.meter import CostMeter, metered
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor, Malformed
from saqqara_service.models import MatchStatus, Model
from tests.service.lookups import match_of
from tests.service.matches import a_match_of, an_owner, play_out, some_bots

PAGED = [
    one
    for one in vars(questions).values()
    if isinstance(one, type) and issubclass(one, Model) and "first" in one.model_fields
]
"""Every question that asks for a page."""


async def test_pages_list_every_match_once_newest_first(svc: Service) -> None:
    """Following the cursors gives every match of a status or bot exactly once."""
    owner = await an_owner(svc)
    me, other, third = await some_bots(svc, owner, 3)
    mine = [await a_match_of(svc, owner, [me, other]) for _ in range(5)]
    theirs = [await a_match_of(svc, owner, [other, third], start=False) for _ in range(4)]
    finished = await play_out(svc, mine[2], random.Random(1))
    running = [seated.id for seated in mine if seated.id != finished.id]

    async def listed(status: MatchStatus | None, bot_id: str | None) -> list[str]:
        ids = None if bot_id is None else frozenset({bot_id})
        match_ids: list[str] = []
        cursor: str | None = None
        while True:
            page = await lists.page(svc, Wanted(status, ids), 2, cursor)
            found, cursor = page.items, page.cursor
            match_ids += [match.id for match in found]
            if cursor is None:
                return match_ids

    everything = [seated.id for seated in [*mine, *theirs]]
    assert sorted(await listed(None, None)) == sorted(everything)
    assert sorted(await listed(MatchStatus.RUNNING, None)) == sorted(running)
    assert await listed(MatchStatus.FINISHED, None) == [finished.id]
    assert await listed(MatchStatus.VOID, None) == []
    assert sorted(await listed(None, me.bot_id)) == sorted(seated.id for seated in mine)
    assert await listed(MatchStatus.FINISHED, me.bot_id) == [finished.id]
    created = [(await match_of(svc, one)).created_ms for one in await listed(None, None)]
    assert created == sorted(created, reverse=True)


@pytest.mark.parametrize("after", ["%%%", "é", "_w=="])
async def test_a_cursor_that_nobody_made_is_refused(svc: Service, after: str) -> None:
    """Only the service makes cursors."""
    with pytest.raises(BadCursor):
        await lists.page(svc, Wanted(), 10, after)


@pytest.mark.parametrize("first", [-1, 0, 101])
@pytest.mark.parametrize("question", PAGED)
def test_a_page_that_cannot_be_is_refused(question: type[Model], first: int) -> None:
    """Page sizes have bounds in every question, by either transport."""
    with pytest.raises(Malformed):
        questions.read(question, {"first": first})


async def test_a_long_page_lets_others_go_between(svc: Service) -> None:
    """No single step does most of the work for a page."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, 2)
    for _ in range(100):
        await a_match_of(svc, owner, bots)
    shares = []
    for _ in range(5):
        one = CostMeter(("192.0.2.1",))
        with one:
            await metered(lists.page(svc, Wanted(), 100, None), one)
        shares.append(one.longest_s / one.spent_s)
    assert min(shares) < 0.25
