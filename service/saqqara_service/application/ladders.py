"""Ladders: make one, enrol bots, let it run, look at it, and find what is due in it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import structlog

from saqqara_service.application import ladder_standings
from saqqara_service.application.accounts import (
    checked_name,
    demand,
    demand_own,
    demand_person,
    find_bots,
)
from saqqara_service.application.service import Service
from saqqara_service.application.terms import find_game, parse_options
from saqqara_service.application.tokens import random_word
from saqqara_service.errors import Busy, Forbidden, Malformed, NotFound, WrongState
from saqqara_service.models import (
    Caller,
    JsonObject,
    Ladder,
    LadderMatch,
    LadderMatchStatus,
    LadderStatus,
    Scope,
    Standing,
    TimeControl,
    TokenKind,
)
from saqqara_service.storage.ladder_rows import Progress, Schedule, Terms
from saqqara_service.storage.queue import Job

MOST_BLOCKS = 10_000
MOST_AT_ONCE = 256
MOST_BOTS = 1_000
PAGE_LIMIT = 100
SWEEP_S = 0.5
_ID = re.compile(r"l[0-9A-Za-z]{16}")
_LOG = structlog.get_logger(__name__)


async def create(
    svc: Service,
    caller: Caller,
    name: str,
    game: str,
    options: JsonObject,
    *,
    time_control: TimeControl,
    blocks: int,
    concurrency: int,
) -> Ladder:
    """A new ladder of that many blocks, open for enrolment."""
    demand_person(caller)
    players = parse_options(find_game(game), options).players
    _demand_range("blocks", blocks, MOST_BLOCKS)
    _demand_range("concurrency", concurrency, MOST_AT_ONCE)
    terms = Terms(
        id="l" + random_word(16),
        name=checked_name(name),
        game=game,
        options=options,
        time_control=time_control,
        players=players,
        blocks=blocks,
        concurrency=concurrency,
        account_id=caller.account_id,
        created_ms=await svc.connection.now_ms(),
    )
    await svc.ladders.add(terms)
    return await get(svc, terms.id)


async def enrol(svc: Service, caller: Caller, ladder_id: str, bot_id: str) -> Ladder:
    """Enter a bot of the caller in an open ladder; entering it twice is entering it once."""
    demand(caller, Scope.LADDER_JOIN)
    await progress(svc, ladder_id)
    (bot,) = await find_bots(svc, [bot_id])
    demand_own(caller, bot)
    match await svc.ladders.enrol(ladder_id, ladder_standings.new_row(bot), MOST_BOTS):
        case "closed":
            raise WrongState("the ladder has started; bots can be enrolled only while it is open")
        case "full":
            raise WrongState(f"the ladder has {MOST_BOTS} bots, which is the most it can have")
    return await get(svc, ladder_id)


async def start(svc: Service, caller: Caller, ladder_id: str) -> Ladder:
    """Close enrolment and let the matches begin; starting a running ladder changes nothing."""
    terms = (await progress(svc, ladder_id)).terms
    if caller.kind is not TokenKind.ADMIN:
        demand_person(caller)
        if caller.account_id != terms.account_id:
            raise Forbidden("only the account that made the ladder may start it")
    status, bots = await svc.ladders.start(ladder_id, terms.players)
    if status is LadderStatus.OPEN:
        raise WrongState(
            f"a match needs {terms.players} bots but only {bots} are enrolled: enrol"
            f" {terms.players - bots} more",
            enrolled=bots,
            needed=terms.players,
        )
    await wake(svc, ladder_id)
    return await get(svc, ladder_id)


async def get(svc: Service, ladder_id: str) -> Ladder:
    """The ladder and how far it is."""
    return _told(await progress(svc, ladder_id))


async def page(svc: Service, first: int, after: str | None) -> tuple[list[Ladder], str | None]:
    """Ladders, newest first, and the cursor of the next page if there is one."""
    if not 1 <= first <= PAGE_LIMIT:
        raise Malformed(f"a page has 1 to {PAGE_LIMIT} ladders, not {first}")
    found = await svc.ladders.page(first + 1, after)
    ladders = [_told(ladder) for ladder in found[:first]]
    return ladders, cursor(ladders[-1]) if len(found) > first else None


def cursor(ladder: Ladder) -> str:
    """What asks for the ladders after this one."""
    return ladder.id


async def standings(svc: Service, ladder_id: str) -> list[Standing]:
    """The bots from best to worst by what the ladder very probably knows of their strength."""
    await progress(svc, ladder_id)
    return ladder_standings.ranked(await svc.ladders.rows(ladder_id))


async def refold(svc: Service, ladder_id: str) -> list[Standing]:
    """The standings computed anew from all results by their numbers; ever equal to `standings`."""
    await progress(svc, ladder_id)
    results = (await svc.ladders.schedule(ladder_id)).results
    fresh = [ladder_standings.reset(row) for row in await svc.ladders.rows(ladder_id)]
    return ladder_standings.ranked(ladder_standings.fold(fresh, results))


async def schedule(svc: Service, ladder_id: str) -> list[LadderMatch]:
    """Every match that was planned so far, in the order of the plan."""
    await progress(svc, ladder_id)
    return _told_schedule(ladder_id, await svc.ladders.schedule(ladder_id))


async def sweep(svc: Service) -> None:
    """Wake workers for all that is due: ended matches, ladders to pair, matches to start."""
    jobs = [Job("settle_bucket", str(bucket)) for bucket in await svc.indexes.ended_buckets()]
    for ladder in await svc.ladders.running():
        jobs += _due(ladder)
    await svc.queue.add(jobs)


async def keep_sweeping(svc: Service) -> None:
    """Sweep until cancelled; a Redis that is away for a while is waited for."""
    while True:
        try:
            with svc.metrics.sweeping("ladders"):
                await sweep(svc)
        except Busy:
            _LOG.warning("ladder_sweep_waits")
        except Exception:  # noqa: BLE001 - what breaks one sweep must not end them all
            _LOG.exception("ladder_sweep_failed")
        await asyncio.sleep(SWEEP_S)


async def wake(svc: Service, ladder_id: str) -> None:
    """Wake workers for what is due in one ladder, without waiting for the next sweep."""
    with suppress(Busy):  # the next sweep wakes them
        await svc.queue.add(_due(await progress(svc, ladder_id)))


def needs_blocks(ladder: Progress) -> bool:
    """Whether the queue runs low while blocks remain to be paired."""
    is_low = ladder.queued < ladder.terms.concurrency
    return _is_running(ladder) and is_low and ladder.blocks_planned < ladder.terms.blocks


def free_places(ladder: Progress) -> int:
    """How many more matches may be played at once."""
    return max(0, ladder.terms.concurrency - ladder.playing) if _is_running(ladder) else 0


def _due(ladder: Progress) -> list[Job]:
    jobs = []
    if needs_blocks(ladder):
        jobs.append(Job("pair_ladder", ladder.terms.id))
    if ladder.queued and free_places(ladder):
        jobs.append(Job("start_ladder_matches", ladder.terms.id))
    return jobs


def _is_running(ladder: Progress) -> bool:
    return ladder.status is LadderStatus.RUNNING


async def progress(svc: Service, ladder_id: str) -> Progress:
    """What is kept of the ladder; raises `NotFound`."""
    found = await svc.ladders.progress(ladder_id) if _ID.fullmatch(ladder_id) else None
    if found is None:
        raise NotFound(f"there is no ladder {ladder_id[:40]!r}")
    return found


def _demand_range(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Malformed(f"{what} is a number from 1 to {most}, not {number}")


def _told(ladder: Progress) -> Ladder:
    terms = ladder.terms
    return Ladder(
        id=terms.id,
        name=terms.name,
        game=terms.game,
        options=terms.options,
        time_control=terms.time_control,
        players=terms.players,
        blocks=terms.blocks,
        concurrency=terms.concurrency,
        status=ladder.status,
        created_ms=terms.created_ms,
        matches_planned=terms.matches,
        matches_started=ladder.playing + ladder.settled,
        matches_settled=ladder.settled,
    )


def _told_schedule(ladder_id: str, found: Schedule) -> list[LadderMatch]:
    places = {result.match_id: list(result.places) for result in found.results}
    in_order = sorted(found.planned.values(), key=lambda one: (one.place, one.attempt))
    return [
        LadderMatch(
            id=match_id,
            block=one.block,
            rotation=one.rotation,
            bots=list(one.bots),
            status=_status(found, match_id),
            result_number=int(found.outcomes[match_id]) if match_id in places else None,
            places=places.get(match_id),
        )
        for one in in_order
        for match_id in (one.match_id(ladder_id),)
    ]


def _status(found: Schedule, match_id: str) -> LadderMatchStatus:
    outcome = found.outcomes.get(match_id)
    if outcome is not None:
        return LadderMatchStatus.VOID if outcome == "void" else LadderMatchStatus.SETTLED
    is_playing = match_id in found.playing
    return LadderMatchStatus.STARTED if is_playing else LadderMatchStatus.PLANNED
