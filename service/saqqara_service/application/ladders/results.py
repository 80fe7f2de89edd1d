"""What came of a ladder: each result with what it changed, and the tables that follow from all."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from saqqara_contest.changes import expected_places
from saqqara_contest.luck import Game, by_place, luck
from saqqara_contest.ratings import Rating, is_provisional, rate
from saqqara_service.application.caches.histories import History, Who
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor
from saqqara_service.models import (
    LadderLuck,
    LadderResult,
    PairScore,
    RatingChange,
    SeatLuck,
    TableRow,
)
from saqqara_service.storage.ladders.rows import CountedMatch

_BATCH = 100
_CURSOR = re.compile(r"r(0|[1-9][0-9]{0,8})")


async def page(
    svc: Service, ladder_id: str, first: int, after: str | None, bot_id: str | None = None
) -> tuple[list[LadderResult], str | None]:
    """Results in their order, of one bot or of all, and the cursor of the next page, if any."""
    history = await _history(svc, ladder_id)
    start = 0 if after is None else _number(after)
    every = range(len(history.results)) if bot_id is None else history.of_bot.get(bot_id, [])
    wanted = [place for place in every if place >= start][: first + 1]
    found = [_told(history, place) for place in wanted[:first]]
    return found, cursor(found[-1]) if len(wanted) > first else None


def cursor(result: LadderResult) -> str:
    """What asks for the results after this one."""
    return f"r{result.number}"


async def pairs(svc: Service, ladder_id: str) -> list[PairScore]:
    """The results of each bot version against each other version that it met."""
    history = await _history(svc, ladder_id)
    matches, wins = Counter[tuple[Who, Who]](), Counter[tuple[Who, Who]]()
    for result in history.results:
        if not result.rated:
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


async def table(svc: Service, ladder_id: str) -> list[TableRow]:
    """The published table: strengths from all rated results together, with intervals.

    In a running ladder it is some seconds old; `Ladder.matchesFitted` counts its results.
    """
    await ladders.progress(svc, ladder_id)
    fit = await svc.ladders.fit(ladder_id)
    names = {one.bot_id: one.bot_name for one in await svc.entries.listed(ladder_id)}
    every = await svc.ladders.rows(ladder_id)
    known = {(row.bot_id, row.version): row for rows in every.values() for row in rows}
    return [
        TableRow(
            place=place,
            bot_name=names.get(one.bot_id, one.bot_id),
            provisional=is_provisional(Rating(live.mu, live.sigma)),
            **dict(one),
        )
        for place, one in enumerate(fit.rows if fit else (), 1)
        for live in (known[one.bot_id, one.version],)
    ]


async def luck_of(svc: Service, ladder_id: str) -> LadderLuck:
    """How much of the results was skill, seat and chance.

    After few blocks this is very uncertain.
    """
    history = await _history(svc, ladder_id)
    blocks: defaultdict[int, list[Game]] = defaultdict(list)
    for result in history.results:
        if result.rated:
            names = [f"{bot}:{version}" for bot, version in _who(result)]
            blocks[_where(result.match_id)[0]].append(by_place(names, result.places))
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


async def _history(svc: Service, ladder_id: str) -> History:
    """The ladder's results up to now, folded; raises `NotFound`."""
    await ladders.progress(svc, ladder_id)
    history = svc.histories.of(ladder_id)
    async with history.reading:
        while new := await svc.ladders.results(ladder_id, len(history.results), _BATCH):
            for result in new:
                history.add(result)
            await asyncio.sleep(0)  # a long history is no reason to hold others up
    return history


def _told(history: History, place: int) -> LadderResult:
    result, before = history.results[place], history.before[place]
    expected = expected_places(before)
    block, rotation = _where(result.match_id)
    return LadderResult(
        number=place + 1,
        match_id=result.match_id,
        block=block,
        rotation=rotation,
        rated=result.rated,
        seats=[
            RatingChange(
                seat=seat,
                bot_id=bot_id,
                version=version,
                total=result.totals[seat],
                kept_time=result.kept_time[seat],
                place=result.places[seat],
                expected_place=expected[seat],
                mu_before=before[seat].mu,
                sigma_before=before[seat].sigma,
                mu=after.mu,
                sigma=after.sigma,
            )
            for seat, ((bot_id, version), after) in enumerate(
                zip(_who(result), _after(result, before), strict=True)
            )
        ],
    )


def _after(result: CountedMatch, before: Sequence[Rating]) -> Sequence[Rating]:
    return rate(before, result.places) if result.rated else before


def _who(result: CountedMatch) -> list[Who]:
    return list(zip(result.bots, result.versions, strict=True))


def _where(match_id: str) -> tuple[int, int]:
    """The block and the rotation, which a ladder's match has in its id."""
    _ladder, block, rotation, *_attempt = match_id.split("-")
    return int(block[1:]), int(rotation[1:])


def _number(after: str) -> int:
    found = _CURSOR.fullmatch(after)
    if found is None:
        raise BadCursor("this is no cursor of a ladder's results; leave it out to begin anew")
    return int(found[1])
