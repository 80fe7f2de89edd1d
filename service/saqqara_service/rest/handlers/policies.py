"""The accept policies of bots, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.challenges import policies
from saqqara_service.application.service import Service
from saqqara_service.models import AcceptPolicy, Caller


async def get(svc: Service, caller: Caller, bot_id: str) -> AcceptPolicy:
    """Which challenges a bot of the caller takes."""
    return await policies.of_bot(svc, caller, bot_id)


async def put(svc: Service, caller: Caller, bot_id: str, body: inputs.SetPolicy) -> AcceptPolicy:
    """Say which challenges a bot of the caller takes, in place of all that was said before."""
    return await policies.put(svc, caller, bot_id, body.policy)
