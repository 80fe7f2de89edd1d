"""Acting in a match, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application import play
from saqqara_service.application.service import Service
from saqqara_service.models import Acted, Caller


async def act(svc: Service, caller: Caller, match_id: str, body: inputs.Act) -> Acted:
    """Apply an action; the same action id again returns the first answer."""
    return await play.act(svc, caller, match_id, body.action, body.expected_version, body.action_id)
