"""C7: the clocks of a log, computed here once more, and the flags that they led to."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from tests.chaos.history import OK, Attempt
from tests.chaos.redis_log import Event, StoredMatch

BEAT_MS: Final = 900
"""A shorter decision cannot hold a gap that is credited as an outage."""

TICK_MS: Final = 3
"""Redis' clock is read in whole milliseconds, and only so often."""


def clock_faults(stored: StoredMatch, attempts: Sequence[Attempt]) -> Iterator[str]:
    """Charges that are not what passed, dates outside a call, and seats that were flagged.

    All bots here answer at once and have a minute: nobody's time can be gone but by our fault.
    """
    control = json.loads(stored.row["time_control"]) if stored.row else {}
    for before, event in pairwise(stored.log):
        if event.at_ms < before.at_ms:
            yield f"C7 {stored.id}: version {event.version} is dated before the one before it"
        if event.kind == "action" and not event.is_auto and control.get("kind") == "fischer":
            yield from _charged_right(stored.id, before, event, int(control["increment_ms"]))
        if event.kind == "flagged":
            yield f"C7 {stored.id}: seat {event.seat} was flagged at {event.version}"
    yield from _dated_right(stored, attempts)


def _dated_right(stored: StoredMatch, attempts: Sequence[Attempt]) -> Iterator[str]:
    dates = {event.version: event.at_ms for event in stored.log}
    for one in attempts:
        if one.outcome != OK or one.is_repeated or one.version not in dates:
            continue
        early, late = dates[one.version] - one.t0, dates[one.version] - one.t1
        if early < -TICK_MS or late > TICK_MS:
            yield (
                f"C7 {stored.id}: {one.version} is dated {early:+.0f} ms from its sending and"
                f" {late:+.0f} ms from its answer"
            )


def _charged_right(match_id: str, before: Event, event: Event, increment: int) -> Iterator[str]:
    seat = event.seat or 0
    had, has = before.left_ms[seat], event.left_ms[seat]
    if had is None or has is None:
        yield f"C7 {match_id}: no clock at {event.version}"
        return
    elapsed = event.at_ms - before.at_ms
    is_asked_then = before.kind in {"action", "started"}
    if is_asked_then and event.charged_ms > elapsed:
        yield f"C7 {match_id}: {event.charged_ms} ms charged of {elapsed} at {event.version}"
    owed = max(0, elapsed - event.credited_ms)
    if is_asked_then and elapsed < BEAT_MS and event.charged_ms != owed:
        yield (
            f"C7 {match_id}: {event.charged_ms} ms charged of {elapsed} less {event.credited_ms}"
            f" at {event.version}"
        )
    if has != had - event.charged_ms + increment:
        yield f"C7 {match_id}: {had} - {event.charged_ms} + {increment} is not {has}"
