"""What the host asks day by day: does the work keep up, and who is there to do it."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.service import Service
from saqqara_service.models import Workload


async def workload(svc: Service, _caller: None, _question: questions.NoQuestion) -> Workload:
    """The pending work, and the active workers and runners; administrators only."""
    return Workload(
        workers=await svc.queue.workers(),
        waiting_jobs=await svc.queue.depth(),
        waits_since_ms=await svc.queue.waits_since_ms(),
        failed_jobs=await svc.queue.failures(),
        pending_checks=len(await svc.hosting.pending()),
        programs_needed=await svc.hosting.needed(),
        runners=await svc.hosting.runners(),
    )
