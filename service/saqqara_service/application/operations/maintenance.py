"""Maintenance: nothing new begins for a while, or play stands still; no match ends by it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from saqqara_service.application.live.admission import PLAY_AGAIN_MS
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed, NotFound
from saqqara_service.models import MaintenanceNotice
from saqqara_service.storage.matches.standing_clocks import StandingClocks

AGAIN_MS: Final = PLAY_AGAIN_MS + 1_000
"""Who was refused comes again within that; a clock that stood goes on only then."""
AT_ONCE: Final = 64
LONGEST_REASON: Final = 500


async def begin(svc: Service, reason: str, *, is_frozen: bool) -> MaintenanceNotice:
    """Let nothing new begin, or change what holds; a freeze that ends lets clocks go on."""
    reason = reason.strip()
    if not 1 <= len(reason) <= LONGEST_REASON:
        raise Malformed(f"A reason must have 1 to {LONGEST_REASON} characters.")
    before = await current(svc)
    notice = MaintenanceNotice(
        reason=reason, is_frozen=is_frozen, since_ms=await svc.connection.now_ms()
    )
    if before is not None and before.is_frozen and not is_frozen:
        await _thaw(svc)
    await svc.admission.store.maintain(notice)
    await svc.admission.look()
    return notice


async def end(svc: Service) -> bool:
    """Let everything begin again; whether anything was held up."""
    before = await current(svc)
    if before is not None and before.is_frozen:
        await _thaw(svc)
    await svc.admission.store.end_maintenance()
    await svc.admission.look()
    return before is not None


async def current(svc: Service) -> MaintenanceNotice | None:
    """What holds now."""
    return (await svc.admission.look()).maintenance


async def _thaw(svc: Service) -> None:
    """Move every clock past the time that it stood, while nobody rules on any.

    Whoever is cut here does it again: a clock is then given some seconds more, never less.
    """
    clocks = StandingClocks(svc.connection)
    found = await clocks.matches()
    for first in range(0, len(found), AT_ONCE):
        batch = found[first : first + AT_ONCE]
        await asyncio.gather(*(_go_on(clocks, match_id) for match_id in batch))


async def _go_on(clocks: StandingClocks, match_id: str) -> None:
    with suppress(NotFound):  # it was deleted at this moment
        await clocks.go_on(match_id, AGAIN_MS)
