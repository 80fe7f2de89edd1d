"""Changes that make bots free to play, so that ladders need not wait for them any longer."""

from __future__ import annotations

from saqqara_service import questions
from saqqara_service.application.hosting import runners
from saqqara_service.application.ladders.sweep import became_ready, came_free
from saqqara_service.application.matches import policies
from saqqara_service.application.service import Service
from saqqara_service.models import AcceptPolicy, Caller, RunnerLease


async def tend(svc: Service, caller: Caller, question: questions.TendRunner) -> RunnerLease:
    """Report a runner's state and fetch its current assignments.

    Runners call this about once a second. They stop submissions missing from the response at
    once.
    """
    tended = await runners.tend(svc, caller, question)
    await became_ready(svc, tended.ready)
    return tended.lease


async def set_policy(svc: Service, caller: Caller, question: questions.SetPolicy) -> AcceptPolicy:
    """Replace the accept policy of one of the caller's bots."""
    policy = await policies.put(svc, caller, question.bot_id, question.policy)
    await came_free(svc, [question.bot_id])
    return policy
