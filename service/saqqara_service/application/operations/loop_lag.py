"""How late the loop comes to what is due, looked at by every process that is measured."""

from __future__ import annotations

import asyncio
from typing import Final

from saqqara_service.application.service import Service

PROBE_S: Final = 0.05


async def keep_probing(svc: Service) -> None:
    """Probe for ever."""
    clock = asyncio.get_running_loop().time
    while True:
        due = clock() + PROBE_S
        await asyncio.sleep(PROBE_S)
        svc.metrics.loop_lag.observe(max(0.0, clock() - due))
