"""Acting in a match, by REST."""

from __future__ import annotations

from saqqara_service import inputs
from saqqara_service.application.limits.token_buckets import Asker
from saqqara_service.application.play import explanations, throttle
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.models import Acted, Caller, Explanation


async def act(svc: Service, asker: Asker, caller: Caller, match_id: str, body: inputs.Act) -> Acted:
    """Apply an action; the same action id again returns the first answer."""
    return await throttle.act(
        svc,
        asker,
        caller,
        match_id,
        body.named,
        body.expected_version,
        body.action_id,
        Timing.of_message(),
    )


async def explain(
    svc: Service, caller: Caller, match_id: str, query: inputs.Explain
) -> Explanation:
    """Whether an action is legal for the seat of the token's bot now, and if not, why."""
    return await explanations.explain(svc, caller, match_id, query.named)
