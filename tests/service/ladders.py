"""Ladders with bots enrolled, for tests that do the jobs by hand or play what workers start."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from pydantic_core import to_jsonable_python

from saqqara_service import questions
from saqqara_service.application.ladders import entries, fits, ladders, seasons
from saqqara_service.application.matches import lists
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy
from saqqara_service.models import (
    Caller,
    Ladder,
    LadderStatus,
    MatchStatus,
    SameOwner,
)
from saqqara_service.questions import CreateLadder, read
from tests.service import jobs
from tests.service.actions import act
from tests.service.lookups import ladder_of
from tests.service.matches import UNHURRIED, an_owner, legal_now, some_bots

AN_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A ladder, who made it, and the caller of each bot in it."""

    ladder: Ladder
    owner: Caller
    callers: Mapping[str, Caller]

    @property
    def id(self) -> str:
        """The ladder's id."""
        return self.ladder.id


def some_terms(**changed: object) -> CreateLadder:
    """Terms of a ladder of bots that may be of one account."""
    said: dict[str, object] = {
        "name": "Memphis",
        "game": "imhotep",
        "options": {"players": 2},
        "time_control": UNHURRIED,
        "blocks": 1,
        "concurrency": 1,
        "same_owner": SameOwner.ALLOWED,
    }
    return read(CreateLadder, to_jsonable_python(said | changed))


async def a_ladder(
    svc: Service,
    bots: int = 4,
    players: int = 2,
    blocks: int | None = 3,
    concurrency: int = 4,
    *,
    start: bool = True,
    **changed: object,
) -> Enrolled:
    """A ladder of new bots of its maker that are present; started unless told otherwise."""
    owner = await an_owner(svc)
    terms = some_terms(
        options={"players": players}, concurrency=concurrency, **({"blocks": blocks} | changed)
    )
    ladder = await ladders.create(svc, owner, terms)
    callers = {}
    for caller in await some_bots(svc, owner, bots):
        assert caller.bot_id is not None
        callers[caller.bot_id] = caller
        await svc.engagements.be_present(caller.bot_id, AN_HOUR_MS)
        ladder = await enrol(svc, caller, ladder.id, caller.bot_id)
    if start:
        ladder = await seasons.start(svc, owner, questions.StartLadder(ladder_id=ladder.id))
    return Enrolled(ladder, owner, callers)


async def enrol(svc: Service, caller: Caller, ladder_id: str, bot_id: str) -> Ladder:
    """The ladder with one more bot in it."""
    return await entries.enrol(svc, caller, questions.Enrol(ladder_id=ladder_id, bot_id=bot_id))


async def ended(svc: Service) -> list[str]:
    """The ladder matches that wait for settling."""
    return [match_id for ids in (await svc.indexes.ended()).values() for match_id in ids]


async def running(svc: Service) -> list[str]:
    """The matches being played, oldest first."""
    page = await lists.page(svc, Wanted(MatchStatus.RUNNING), 100, None)
    found, more = page.items, page.cursor
    assert more is None
    return [match.id for match in reversed(found)]


async def play_out(
    svc: Service, callers: Mapping[str, Caller], match_id: str, pause_s: float = 0.0
) -> None:
    """Play one match at random to its end, with a pause before every action."""
    rng = random.Random(match_id)
    while True:
        with suppress(Busy):  # as every bot does, it asks again; the same action counts once
            match, legal = await legal_now(svc, match_id)
            if match.to_act is None:
                return
            bot_id = match.seats[match.to_act].bot_id
            assert bot_id is not None
            await asyncio.sleep(pause_s)
            action, action_id = rng.choice(legal), f"v{match.version}"
            caller = callers[bot_id].model_copy(update={"is_lent": True})  # as a runner's would be
            await act(svc, caller, match_id, action, match.version, action_id)


async def settle_all(svc: Service) -> None:
    """Do the settling that is due, by hand."""
    await jobs.settle(svc)


async def finish(svc: Service, enrolled: Enrolled) -> Ladder:
    """The finished ladder, every job done by hand and every match played at random."""
    while (await ladder_of(svc, enrolled.id)).status is LadderStatus.RUNNING:
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        now = await running(svc)
        assert len(now) <= enrolled.ladder.concurrency
        await asyncio.gather(*(play_out(svc, enrolled.callers, one) for one in now))
        await settle_all(svc)
    await fits.fit(svc, enrolled.id)
    return await ladder_of(svc, enrolled.id)
