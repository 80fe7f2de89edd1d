"""One action by plain values, for tests that act through the use case."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from saqqara_service import questions
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.play.act import act as use_case
from saqqara_service.application.play.delays import _ARRIVED_AT, _RTT_MS, Timing
from saqqara_service.application.service import Service
from saqqara_service.models import Acted, Caller, JsonObject

ADDRESS = "192.0.2.1"


async def act(  # noqa: PLR0917 - one line of a request
    svc: Service,
    caller: Caller,
    match_id: str,
    action: str | int,
    version: int,
    action_id: str,
    timing: Timing | None = None,
    note: JsonObject | None = None,
) -> Acted:
    """Act as the caller; without a timing the answer has come just now.

    The values are not those of a question that was read: what `act` itself refuses can be sent.
    """
    text, code = (action, None) if isinstance(action, str) else (None, action)
    question = questions.Act.model_construct(
        match_id=match_id,
        action=text,
        code=code,
        expected_version=version,
        action_id=action_id,
        note=note,
    )
    with RequestCost(Client(ADDRESS), svc.rate_limits), coming(timing or Timing.of_message()):
        return await use_case(svc, caller, question)


@contextmanager
def coming(timing: Timing) -> Iterator[None]:
    """Let the message that the block works on have come so."""
    arrived, trip = _ARRIVED_AT.set(timing.received_at), _RTT_MS.set(timing.rtt_ms)
    try:
        yield
    finally:
        _ARRIVED_AT.reset(arrived)
        _RTT_MS.reset(trip)
