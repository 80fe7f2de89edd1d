"""What programs that were handed in have said, and what operators did: kept as long as is ruled."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.hosting import oversight
from saqqara_service.application.service import DAY_MS, Service

PIECE: Final = 200


async def sweep(svc: Service) -> int:
    """Forget what is too old, once a day; how many pieces of a log, and acts of operators."""
    settings = svc.settings
    if not (settings.keep_program_logs_days or settings.keep_audit_days):
        return 0
    if not await svc.submissions.may_forget():
        return 0
    now_ms, count = await svc.connection.now_ms(), 0
    if settings.keep_program_logs_days:
        count += await forget_logs(svc, now_ms - settings.keep_program_logs_days * DAY_MS)
    if settings.keep_audit_days:
        count += await forget_acts(svc, now_ms - settings.keep_audit_days * DAY_MS)
    await svc.submissions.forgot()
    return count


async def forget_acts(svc: Service, before_ms: int) -> int:
    """Forget what operators did before an instant; how many acts; the oldest come first."""
    count = 0
    while rows := await svc.submissions.first_acts(PIECE):
        old = [row for row in rows if oversight.act_of(row).at_ms < before_ms]
        await svc.submissions.forget_acts(old)
        count += len(old)
        if len(old) < len(rows):
            break
    return count


async def forget_logs(svc: Service, before_ms: int) -> int:
    """Forget what programs said before an instant; how many reports and failures."""
    count, after = 0, None
    while ids := await svc.submissions.ids(PIECE, after):
        for one in await svc.submissions.found(ids):
            count += await svc.submissions.forget_log(one, before_ms)
        after = ids[-1]
        await svc.lane.go_on()
    return count
