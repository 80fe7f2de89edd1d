"""Processes that stand still: the clocks of those whom they serve stand still as well.

Who is asked may be served by one process while another one looks for clocks that have run out. So
nobody's time is over before the process that serves it was heard of after the deadline, and one
that has stood still credits the clocks of its players before it is heard of again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Final

import structlog

from saqqara_service.application.caches.tables import Table
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, NotFound

OVERDUE_MS: Final = 1_000
"""A process that was not heard of for so long stands still, or is dead."""
LONGEST_MS: Final = 10_000
"""After so long it is taken for dead: the clocks of those who did not go elsewhere run on."""
AT_ONCE: Final = 64
_LOG = structlog.get_logger(__name__)


async def keep_watching(svc: Service) -> None:
    """Watch this process for ever; whenever it has stood still, credit whom it serves."""

    async def stood(late_s: float, served: Iterable[str]) -> None:
        _LOG.warning("process_stood_still", seconds=round(late_s, 1))
        with suppress(Busy):
            ended_ms = await svc.connection.now_ms()
            began_ms = ended_ms - int(late_s * 1000)
            for players in _batches(served):
                await asyncio.gather(*(_credit(svc, one, began_ms, ended_ms) for one in players))

    await svc.standstill.watch(lambda: svc.hub.players, stood)


async def serve(svc: Service, player_id: str) -> None:
    """This process serves the player now; if the one before stands still that is credited."""
    before = await svc.serving.serve(player_id)
    heard_ms = None if before is None else await svc.serving.heard_ms(before)
    if heard_ms is not None:
        now_ms = await svc.connection.now_ms()
        if OVERDUE_MS < now_ms - heard_ms <= LONGEST_MS:
            await _credit(svc, player_id, heard_ms, now_ms)


async def is_served(svc: Service, table: Table) -> bool:
    """Whether the time of who is asked may be over: its process was heard of since the deadline."""
    match = table.match
    if match.to_act is None or match.deadline_ms is None:
        return True
    seat = match.seats[match.to_act]
    player_id = None if seat.is_gone else seat.player_id
    process = None if player_id is None else await svc.serving.server(player_id)
    if process is None:
        return True
    heard_ms = await svc.serving.heard_ms(process)
    if heard_ms is None or heard_ms >= match.deadline_ms:
        return True
    return await svc.connection.now_ms() - heard_ms > LONGEST_MS


async def _credit(svc: Service, player_id: str, began_ms: int, ended_ms: int) -> None:
    """Credit the player's clock in each match in which it may be asked."""
    for match_id in await svc.indexes.live_versions(player_id):
        with suppress(NotFound):  # it was deleted at this moment
            await svc.matches.stood(match_id, player_id, began_ms, ended_ms)


def _batches(players: Iterable[str]) -> Iterator[list[str]]:
    left = iter(players)
    while found := list(islice(left, AT_ONCE)):
        yield found
