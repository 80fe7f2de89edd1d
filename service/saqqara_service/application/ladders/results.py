"""What came of a ladder: each result with what it changed, and the tables that follow from all."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from saqqara_contest.changes import expected_places
from saqqara_contest.ratings import Rating, in_elo, rate
from saqqara_service import questions
from saqqara_service.application.caches.histories import FoldedResults, Who
from saqqara_service.application.ladders import ladders
from saqqara_service.application.ladders.places import where
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor
from saqqara_service.models import (
    LadderFit,
    LadderLuck,
    LadderResult,
    PairScore,
    RatingChange,
    SeatLuck,
)
from saqqara_service.models.pages import Page
from saqqara_service.storage.ladders.rows import CountedMatch

_BATCH = 100
_CURSOR = re.compile(r"r(0|[1-9][0-9]{0,8})")


async def page(
    svc: Service, _caller: None, question: questions.LadderResultFilter
) -> Page[LadderResult]:
    """The results of a ladder in order, each with the ratings before and after it."""
    ladder_id = question.ladder_id
    history = await _history(svc, ladder_id)
    first, after, bot_id = question.first, question.after, question.bot_id
    every = range(len(history.results)) if bot_id is None else history.of_bot.get(bot_id, [])
    low, high = (question.since or 1) - 1, len(history.results)
    if after is not None and question.newest_first:
        high = _number(after) - 1
    elif after is not None:
        low = max(low, _number(after))
    some = every[bisect_left(every, low) : bisect_left(every, high)]
    wanted = some[: -first - 2 : -1] if question.newest_first else some[: first + 1]
    names = await _names(svc, ladder_id)
    found = [_result(history, place, names) for place in wanted[:first]]
    return Page(items=found, cursor=cursor(found[-1]) if len(wanted) > first else None)


def cursor(result: LadderResult) -> str:
    """What asks for the results after this one."""
    return f"r{result.number}"


async def pairs(svc: Service, _caller: None, question: questions.LadderQuestion) -> list[PairScore]:
    """The results of each bot version against every other version that it met."""
    history = await _history(svc, question.ladder_id)
    matches, wins = Counter[tuple[Who, Who]](), Counter[tuple[Who, Who]]()
    for result in history.results:
        if not history.rates(result):
            continue
        seats = list(zip(_who(result), result.places, strict=True))
        for one, place in seats:
            for other, other_place in seats:
                if one != other:
                    matches[one, other] += 1
                    wins[one, other] += 2 * (place < other_place) + (place == other_place)
    return [
        PairScore(
            bot_id=one[0],
            version=one[1],
            other_id=other[0],
            other_version=other[1],
            matches=count,
            wins=wins[one, other] / 2,
        )
        for (one, other), count in sorted(matches.items())
    ]


async def fit_of(svc: Service, _caller: None, question: questions.LadderQuestion) -> LadderFit:
    """Whether the standings' model fits the results, and how far they deviate from it.

    In a running ladder this check is some seconds old, as are the standings.
    """
    await ladders.progress(svc, question.ladder_id)
    fit = await svc.fits.latest(question.ladder_id)
    checks = fit.checks if fit else []
    return LadderFit(
        matches=fit.results if fit else 0, fits=all(one.fits for one in checks), checks=checks
    )


async def luck_of(svc: Service, _caller: None, question: questions.LadderQuestion) -> LadderLuck:
    """The shares of skill, seat and chance in the results.

    The shares are very uncertain after only a few blocks.
    """
    from saqqara_contest.luck import SeatedGame, by_place, luck  # noqa: PLC0415 - numpy, as in fits

    history = await _history(svc, question.ladder_id)
    blocks: defaultdict[int, list[SeatedGame]] = defaultdict(list)
    for result in history.results:
        if history.rates(result):
            names = [f"{bot}:{version}" for bot, version in _who(result)]
            blocks[where(result.match_id)[0]].append(by_place(names, result.places))
    try:
        found = luck(list(blocks.values()))
    except ValueError:  # there are too few blocks yet
        nothing = dict.fromkeys(("skill", "seat", "chance", "block_error", "games_error"))
        return LadderLuck(blocks=0, seats=[], **nothing)
    return LadderLuck(
        blocks=found.blocks,
        skill=found.skill,
        seat=found.seat,
        chance=found.chance,
        seats=[
            SeatLuck(
                seat=seat,
                advantage=one.advantage,
                low=one.interval.low if one.interval else None,
                high=one.interval.high if one.interval else None,
            )
            for seat, one in enumerate(found.seats)
        ],
        block_error=found.errors.block if found.errors else None,
        games_error=found.errors.games if found.errors else None,
    )


async def _history(svc: Service, ladder_id: str) -> FoldedResults:
    """The ladder's results up to now, folded; raises `NotFound`."""
    await ladders.progress(svc, ladder_id)
    history = svc.histories.of(ladder_id, await svc.rulings.of(ladder_id))
    async with history.reading:
        while new := await svc.ladders.results(ladder_id, len(history.results), _BATCH):
            for result in new:
                history.add(result)
            await asyncio.sleep(0)  # a long history is no reason to hold others up
    return history


async def _names(svc: Service, ladder_id: str) -> dict[str, str]:
    """What the ladder's bots are called, by id."""
    return {one.bot_id: one.bot_name for one in await svc.entries.listed(ladder_id)}


def _result(history: FoldedResults, place: int, names: Mapping[str, str]) -> LadderResult:
    result, before = history.results[place], history.before[place]
    expected = expected_places(before)
    players = len(before)
    block, rotation = where(result.match_id)
    return LadderResult(
        number=place + 1,
        match_id=result.match_id,
        block=block,
        rotation=rotation,
        ended_ms=result.ended_ms,
        rated=result.rated,
        annulled_by=history.rulings.annulling(result),
        seats=[
            RatingChange(
                seat=seat,
                bot_id=bot_id,
                bot_name=names.get(bot_id, bot_id),
                version=version,
                total=result.totals[seat],
                kept_time=result.kept_time[seat],
                place=result.places[seat],
                expected_place=expected[seat],
                elo_before=in_elo(before[seat], players).elo,
                elo=in_elo(after, players).elo,
                mu_before=before[seat].mu,
                sigma_before=before[seat].sigma,
                mu=after.mu,
                sigma=after.sigma,
            )
            for seat, ((bot_id, version), after) in enumerate(
                zip(_who(result), _after(history, place), strict=True)
            )
        ],
    )


def _after(history: FoldedResults, place: int) -> Sequence[Rating]:
    result, before = history.results[place], history.before[place]
    return rate(before, result.places) if history.rates(result) else before


def _who(result: CountedMatch) -> list[Who]:
    return list(zip(result.bots, result.versions, strict=True))


def _number(after: str) -> int:
    found = _CURSOR.fullmatch(after)
    if found is None:
        raise BadCursor("The cursor does not belong to a ladder's results. Omit it to start again.")
    return int(found[1])
