"""Changes that make bots free to play, so that ladders need not wait for them any longer."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.hosting import runners
from saqqara_service.application.ladders.sweep import came_free
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, RunnerLease


async def tend(svc: Service, caller: Caller, body: inputs.TendRunner) -> RunnerLease:
    """Report a runner's state and fetch its current assignments.

    Runners call this about once a second. They stop submissions missing from the response at
    once.
    """
    tended = await runners.tend(svc, caller, body)
    await came_free(svc, tended.ready)
    return tended.lease
