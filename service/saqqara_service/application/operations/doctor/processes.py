"""Who serves, who takes jobs, who plays for programs, and what waits for them."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.hosting import shortage
from saqqara_service.application.operations.doctor.findings import (
    Check,
    Finding,
    failed,
    good,
    warning,
    worst,
)
from saqqara_service.application.service import Service
from saqqara_service.models import LadderStatus

LATE_MS: Final = 120_000
"""A ladder's match is settled within seconds of its end, by whichever worker is there."""
MANY_JOBS: Final = 1_000
LOOKED_AT: Final = 100


async def apis(svc: Service) -> Finding:
    """Somebody serves."""
    count = await svc.admission.store.live_processes()
    if count:
        return good(f"{count} API processes are running")
    return warning(
        "no API process is running", "start `saqqara-server up`, or `saqqara-server api`"
    )


async def workers(svc: Service) -> Finding:
    """Somebody takes the jobs of ladders."""
    count, waiting = await svc.queue.workers(), await svc.queue.depth()
    gone_wrong = await svc.queue.failures()
    found = f"{count} workers are running, {waiting} jobs wait"
    start = "start `saqqara-server worker`"
    findings = [good(found)]
    if not count:
        newest = await svc.seasons.page(LOOKED_AT, None) or []
        is_played = any(one.status is LadderStatus.RUNNING for one in newest)
        is_needed = is_played or waiting > 0
        findings.append((failed if is_needed else warning)("no worker takes jobs", start))
    elif waiting > MANY_JOBS:
        findings.append(warning(found, f"{start} on another processor"))
    if gone_wrong:
        wrong = f"{gone_wrong} jobs failed within ten minutes; they are retried"
        findings.append(warning(wrong, "see the logs of the workers"))
    return worst(findings)


async def settling(svc: Service) -> Finding:
    """Matches of ladders that are over are counted."""
    now_ms, late = await svc.connection.now_ms(), []
    for ended in (ids[:LOOKED_AT] for ids in (await svc.indexes.ended()).values()):
        for match_id, head in zip(ended, await svc.matches.heads(ended), strict=True):
            if head is not None and now_ms - head.at_ms > LATE_MS:
                late.append(match_id)
    if not late:
        return good("all finished matches of ladders are counted")
    found = f"{len(late)} finished matches of ladders are not counted, such as {late[0]}"
    return failed(
        found, "check that workers are running, and search their logs for `match_put_off`"
    )


async def runners(svc: Service) -> Finding:
    """Submitted programs can play."""
    found = await shortage.warnings(svc)
    if not found:
        return good(f"{len(await svc.hosting.runners())} running; no submitted program waits")
    return worst(_lack(one) for one in found)


def _lack(sentence: str) -> Finding:
    found, _, fix = sentence.rpartition(": ")
    return warning(found, fix)


PROCESSES: Final[tuple[Check[Service], ...]] = (
    Check("processes.api", apis),
    Check("processes.workers", workers),
    Check("processes.settling", settling),
    Check("processes.runners", runners),
)
