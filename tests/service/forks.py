"""Forks by plain values, for tests that fork through the use case."""

from __future__ import annotations

from typing import Any

from saqqara_service import questions
from saqqara_service.application.matches import forks
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Match, TimeControl


async def fork_of(
    svc: Service,
    caller: Caller,
    place: tuple[str, int],
    control: TimeControl,
    *,
    start: bool = False,
    **how: Any,
) -> Match:
    """A fork of a match at a version, which is left open unless it is to start."""
    match_id, version = place
    times = questions.TimeControlTerms(**control.model_dump(exclude_none=True))
    question = questions.ForkMatch(
        match_id=match_id, version=version, time_control=times, start=start, **how
    )
    return await forks.request(svc, caller, question)
