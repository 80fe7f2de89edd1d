"""A rated ladder that the SDK's bots play in processes of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from saqqara_service.models import LadderStatus, SameOwner, TimeControlKind
from saqqara_service.questions import CreateLadder, TimeControlTerms
from tests.chaos.system import System
from tests.connected_bots import bots_playing
from tests.visitor import Visitor, VisitRefused

KINDS = ("random", "random")


@asynccontextmanager
async def rated(system: System, blocks: int, *, is_awaited: bool = True) -> AsyncIterator[None]:
    """The ladder goes on for the time of the block, and is over after it if that is awaited."""
    visitor = await Visitor.register(system.front.address, "ladder")
    ways = [system.front.address] * len(KINDS)
    async with (
        visitor.http,
        bots_playing(system.stack, visitor, ways, KINDS) as bots,
    ):
        ladder = await visitor.begin_ladder(terms(blocks), bots.ids)
        yield
        while is_awaited and await _is_on(visitor, ladder.id):
            await asyncio.sleep(0.2)


def terms(blocks: int) -> CreateLadder:
    """A ladder of so many blocks."""
    return CreateLadder(
        name="Besieged",
        game="imhotep",
        options={"players": 2},
        time_control=TimeControlTerms(
            kind=TimeControlKind.FISCHER, base_ms=60_000, increment_ms=1_000
        ),
        blocks=blocks,
        concurrency=4,
        same_owner=SameOwner.ALLOWED,
    )


async def _is_on(visitor: Visitor, ladder_id: str) -> bool:
    with suppress(VisitRefused):
        return (await visitor.ladder(ladder_id)).status is not LadderStatus.FINISHED
    return True
