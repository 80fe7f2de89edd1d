"""The strengths of a ladder: fitted anew by a job when results have come, and kept.

A fit is a function of the first results and rulings of a ladder, so many of them. Whoever makes it,
and how often, the one of the most rulings and results stands; so it needs no lease.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from saqqara_contest.anchors import Anchor, anchored_versions, anchors
from saqqara_contest.results import Result, retired
from saqqara_service.application.ladders import ladders, sequential
from saqqara_service.application.ladders.places import where
from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.service import Service
from saqqara_service.models import FitCheck
from saqqara_service.storage.ladders.rows import CountedMatch, Fit, FitRow

if TYPE_CHECKING:
    from saqqara_contest.seasons.fit import Fitted

EVERY_MS: Final = 5_000
"""A ladder's table is not fitted more often than this."""
RESTS: Final = 20
"""So many times as long as it took a ladder rests after a fit."""
_BATCH: Final = 500


async def refit(svc: Service, ladder_id: str) -> None:
    """Fit the table if that was not begun a moment ago, by whomever; a long fit rests longer."""
    if await svc.fits.begin(ladder_id, EVERY_MS):
        begun_s = time.monotonic()
        await fit(svc, ladder_id)
        rest_ms = int(1000 * RESTS * (time.monotonic() - begun_s))
        await svc.fits.rest(ladder_id, max(EVERY_MS, rest_ms))


async def fit(svc: Service, ladder_id: str) -> Fit:
    """The table of all results up to now, which is kept; raises `NotFound`."""
    ladder = await ladders.progress(svc, ladder_id)
    kept = await svc.fits.latest(ladder_id)
    if kept is not None and ladder.is_fitted:
        return kept
    rulings = await svc.rulings.of(ladder_id)
    results: list[CountedMatch] = []
    while new := await svc.ladders.results(ladder_id, len(results), _BATCH):
        results += new
        await asyncio.sleep(0)  # a long season is no reason to hold others up
    counting = [one for one in results if rulings.annulling(one) is None]
    house = {
        one.bot_id: one.bot_name for one in await svc.entries.listed(ladder_id) if one.is_house
    }
    known = anchored_versions(
        anchors(ladder.terms.game, ladder.terms.options),
        house,
        [(bot, name) for one in counting for bot, name in _versions(one)],
    )
    rows, checks = await in_thread(_fitted, counting, known)
    found = Fit(
        results=len(results),
        rulings=rulings.count,
        given_up=ladder.given_up,
        rows=rows,
        checks=checks,
    )
    if ladder.terms.sequential_test is not None:
        schedule = await svc.ladders.schedule(ladder_id)
        test = await in_thread(sequential.standing, ladder.terms, schedule, rulings)
        found = found.model_copy(update={"test": test})
    await svc.fits.keep(ladder_id, found)
    return found


def _fitted(
    results: Sequence[CountedMatch], known: Mapping[str, Anchor]
) -> tuple[list[FitRow], list[FitCheck]]:
    from saqqara_contest.seasons.fit import season_fit  # noqa: PLC0415 - 11 MiB of numpy

    rated = [_result(one) for one in results if one.rated]
    names = [pair for one in results if one.rated for pair in _versions(one)]
    table = season_fit(rated, retired=retired(names), anchors=known)
    checks = [
        FitCheck(
            aspect=one.aspect,
            size=one.size,
            low=one.low,
            high=one.high,
            fits=one.fits,
            text=one.text,
        )
        for one in table.checks
    ]
    return [_row(fitted) for fitted in table.rows], checks


def _versions(counted: CountedMatch) -> list[tuple[str, str]]:
    """Each seat's bot, and what its version is called in a fit."""
    who = zip(counted.bots, counted.versions, strict=True)
    return [(bot_id, f"{bot_id}:{version}") for bot_id, version in who]


def _result(counted: CountedMatch) -> Result:
    names = tuple(name for _, name in _versions(counted))
    block, _rotation = where(counted.match_id)
    return Result(names, counted.places, block)


def _row(fitted: Fitted) -> FitRow:
    bot_id, _, version = fitted.bot.rpartition(":")
    return FitRow(
        place=fitted.place,
        group=fitted.group,
        bot_id=bot_id,
        version=int(version),
        elo=fitted.elo,
        low=fitted.interval.low,
        high=fitted.interval.high,
        matches=fitted.matches,
        next_stronger=fitted.next.stronger if fitted.next else None,
        next_error=fitted.next.error if fitted.next else None,
        change=fitted.change,
        best=fitted.placing.best if fitted.placing else None,
        place_low=fitted.placing.low if fitted.placing else None,
        place_high=fitted.placing.high if fitted.placing else None,
        band=fitted.placing.band if fitted.placing else None,
        anchored_elo=fitted.anchored.elo if fitted.anchored else None,
        anchored_low=fitted.anchored.interval.low if fitted.anchored else None,
        anchored_high=fitted.anchored.interval.high if fitted.anchored else None,
    )
