"""The published table of a ladder: fitted anew by a job when results have come, and kept.

A fit is a function of the first results of a ladder, so many of them. Whoever makes it, and how
often, the one of the most results stands; so it needs no lease.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from saqqara_contest.results import Result
from saqqara_contest.season_fit import season_fit
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.storage.ladders.rows import CountedMatch, Fit, FitRow

EVERY_MS: Final = 5_000
"""A ladder's table is not fitted more often than this."""
RESTS: Final = 20
"""So many times as long as it took a ladder rests after a fit."""
_BATCH: Final = 500


async def refit(svc: Service, ladder_id: str) -> None:
    """Fit the table if that was not begun a moment ago, by whomever; a long fit rests longer."""
    if await svc.ladders.begin_fit(ladder_id, EVERY_MS):
        begun_s = time.monotonic()
        await fit(svc, ladder_id)
        rest_ms = int(1000 * RESTS * (time.monotonic() - begun_s))
        await svc.ladders.rest_fit(ladder_id, max(EVERY_MS, rest_ms))


async def fit(svc: Service, ladder_id: str) -> Fit:
    """The table of all results up to now, which is kept; raises `NotFound`."""
    ladder = await ladders.progress(svc, ladder_id)
    kept = await svc.ladders.fit(ladder_id)
    if kept is not None and kept.results >= ladder.settled:
        return kept
    results: list[CountedMatch] = []
    while new := await svc.ladders.results(ladder_id, len(results), _BATCH):
        results += new
        await asyncio.sleep(0)  # a long season is no reason to hold others up
    found = Fit(results=len(results), rows=await asyncio.to_thread(_rows, results))
    await svc.ladders.keep_fit(ladder_id, found)
    return found


def _rows(results: Sequence[CountedMatch]) -> list[FitRow]:
    rated = [
        Result(tuple(_name(*who) for who in zip(one.bots, one.versions, strict=True)), one.places)
        for one in results
        if one.rated
    ]
    matches = Counter(name for result in rated for name in result.bots)
    rows = []
    for fitted in season_fit(rated):
        bot_id, _, version = fitted.bot.rpartition(":")
        rows.append(
            FitRow(
                bot_id=bot_id,
                version=int(version),
                elo=fitted.elo,
                low=fitted.interval.low,
                high=fitted.interval.high,
                matches=matches[fitted.bot],
            )
        )
    return rows


def _name(bot_id: str, version: int) -> str:
    return f"{bot_id}:{version}"
