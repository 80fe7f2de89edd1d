"""The published table of a ladder: fitted anew by a job when results have come, and kept.

A fit is a function of the first results and rulings of a ladder, so many of them. Whoever makes it,
and how often, the one of the most rulings and results stands; so it needs no lease.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Final

from saqqara_contest.anchors import Anchor, anchors
from saqqara_contest.results import Result, retired
from saqqara_contest.season_fit import Fitted, season_fit
from saqqara_service.application.ladders import ladders, sequential
from saqqara_service.application.ladders.places import where
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.models import FitCheck
from saqqara_service.storage.ladders.rows import CountedMatch, Fit, FitRow, StoredTerms

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
    kept = await svc.fits.kept(ladder_id)
    if kept is not None and ladder.is_fitted:
        return kept
    rulings = await svc.rulings.of(ladder_id)
    results: list[CountedMatch] = []
    while new := await svc.ladders.results(ladder_id, len(results), _BATCH):
        results += new
        await asyncio.sleep(0)  # a long season is no reason to hold others up
    counting = [one for one in results if rulings.annulling(one) is None]
    known = await _anchors(svc, ladder.terms, counting)
    rows, checks = await asyncio.to_thread(_fitted, counting, known)
    found = Fit(
        results=len(results),
        rulings=rulings.count,
        given_up=ladder.given_up,
        rows=rows,
        checks=checks,
    )
    if ladder.terms.sequential_test is not None:
        schedule = await svc.ladders.schedule(ladder_id)
        test = await asyncio.to_thread(sequential.standing, ladder.terms, schedule, rulings)
        found = found.model_copy(update={"test": test})
    await svc.fits.keep(ladder_id, found)
    return found


async def _anchors(
    svc: Service, terms: StoredTerms, results: Sequence[CountedMatch]
) -> dict[str, Anchor]:
    """The house bots among those that played whose strength is known, version by version."""
    options = parse_options(find_game(terms.game), terms.options)
    is_default = options == parse_options(find_game(terms.game), {"players": terms.players})
    known = anchors(terms.game, terms.players, is_default=is_default)
    names = {
        f"{bot}:{version}": bot
        for one in results
        for bot, version in zip(one.bots, one.versions, strict=True)
    }
    bots = sorted({*names.values()})
    found = zip(bots, await svc.accounts.bots(bots), strict=True)
    house = {bot_id: bot.name for bot_id, bot in found if bot is not None and bot.is_house}
    return {
        name: known[house[bot]]
        for name, bot in names.items()
        if bot in house and house[bot] in known
    }


def _fitted(
    results: Sequence[CountedMatch], known: Mapping[str, Anchor]
) -> tuple[list[FitRow], list[FitCheck]]:
    rated = [_result(one) for one in results if one.rated]
    names = ((name.rpartition(":")[0], name) for one in rated for name in one.bots)
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


def _result(counted: CountedMatch) -> Result:
    who = zip(counted.bots, counted.versions, strict=True)
    names = tuple(f"{bot_id}:{version}" for bot_id, version in who)
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
        anchored_elo=fitted.anchored.elo if fitted.anchored else None,
        anchored_low=fitted.anchored.interval.low if fitted.anchored else None,
        anchored_high=fitted.anchored.interval.high if fitted.anchored else None,
    )
