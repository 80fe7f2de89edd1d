"""One action by plain values, for tests that act through the use case."""

from __future__ import annotations

from saqqara_service.application.play import play
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.models import Acted, Caller


async def act(  # noqa: PLR0917 - one line of a request
    svc: Service,
    caller: Caller,
    match_id: str,
    action: str | int,
    version: int,
    action_id: str,
    timing: Timing | None = None,
) -> Acted:
    """Act as the caller; without a timing the answer has come just now."""
    return await play.act(svc, caller, match_id, action, version, action_id, timing)
