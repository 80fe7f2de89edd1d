"""What programs that were handed in have said is forgotten after a season."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.service import DAY_MS, Service

PIECE: Final = 200
KEPT_DAYS: Final = 90
"""For a season's programs to be mended; reports and failures are up to 64 KiB each."""


async def sweep(svc: Service) -> int:
    """Forget what is too old, once a day; how many reports and failures."""
    if not await svc.submissions.may_forget():
        return 0
    now_ms = await svc.connection.now_ms()
    count = await forget_logs(svc, now_ms - KEPT_DAYS * DAY_MS)
    await svc.submissions.forgot()
    return count


async def forget_logs(svc: Service, before_ms: int) -> int:
    """Forget what programs said before an instant; how many reports and failures."""
    count, after = 0, None
    while ids := await svc.submissions.ids(PIECE, after):
        for one in await svc.submissions.found(ids):
            count += await svc.submissions.forget_log(one, before_ms)
        after = ids[-1]
        await svc.cost_queue.yield_turn()
    return count
