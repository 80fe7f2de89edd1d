"""What an account may keep, such as bots and matches that are not over, and make in a day."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from math import ceil
from typing import Final

from saqqara_service.application.accounts import addresses
from saqqara_service.application.accounts.addresses import DAY_S, Taking
from saqqara_service.application.limits.token_buckets import RateLimit
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany
from saqqara_service.models import (
    OPERATION_LIMITS,
    Caller,
    LadderStatus,
    MatchStatus,
    Quota,
    QuotaName,
    TokenKind,
)
from saqqara_service.storage.accounts.quotas import Kept
from saqqara_service.storage.accounts.scripts import ReserveLadder, ReserveLadderReply

MADE: Final = "account_made"
SUBMITTED: Final = "account_submitted"
EXPORTED: Final = "account_exported"
ARCHIVES: Final = "account_archives"
PROCESSOR_TIME: Final = "account_processor_s"
KEPT: Final = "account_kept"
KEPT_PER_DAY: Final = 64 << 20
"""Bytes: the rows of as many matches as an account makes in a day by default, or 6,500 versions
with the longest notes."""
ROW_BYTES: Final = 2_048
"""What is kept of a write beside what was sent for it: rows, indexes, an entry in a ladder."""
UNCOUNTED: Final = frozenset({TokenKind.ADMIN, TokenKind.RUNNER})
ROUNDING: Final = 0.01
"""Clocks that differ by some milliseconds do not make one more of what was used."""
GUEST_MATCHES: Final = 8
GUEST_MADE_PER_DAY: Final = 200
MOST_BOTS: Final = 200
"""Bots of an account: with all their versions, 200 MiB of rows."""
MOST_VERSIONS: Final = 500
"""Versions of a bot, of 2 KiB each with the longest notes."""
MOST_OPEN: Final = 1_000
"""Matches of an account that are open or running."""
MOST_LADDERS: Final = 100
"""Running ladders of an account."""
MOST_LADDER_SEATS: Final = 2_000
"""Their seats at once: twenty for each of a hundred ladders."""
MADE_PER_DAY: Final = 20_000
"""Matches, forks, challenges, pairings and ladders: half a GiB of matches of two players."""
SUBMISSIONS_PER_DAY: Final = 50
"""Each archive that is new is checked on a core of a runner."""
EXPORTS_PER_DAY: Final = 10
"""Each of them reads all that the account has."""
ARCHIVE_BYTES: Final = 256 << 20
"""Of all archives of an account: sixteen of the longest."""
BEGINNING_MS: Final = 10_000
"""A ladder that has a place begins to run within that time, or not at all."""
UNLIMITED: Final = 1 << 31
LASTING: Final = frozenset({MatchStatus.OPEN, MatchStatus.RUNNING})


async def reserve_bot(svc: Service, account_id: str, bot_id: str) -> None:
    """A place for one more bot of the account; raises `TooMany`."""
    most = MOST_BOTS
    if not await svc.quotas.reserve(Kept.BOTS, account_id, bot_id, most):
        raise TooMany(
            f"The account already has {most} bots, the maximum. Register a new version of"
            " one instead.",
            limit=most,
        )


async def reserve_match(svc: Service, caller: Caller, match_id: str) -> None:
    """A place for one more match that the account makes; one that is over counts no more."""
    account_id, most = caller.account_id, _most_open(caller)
    if await svc.quotas.reserve(Kept.MATCHES, account_id, match_id, most):
        return
    await _forget_over(svc, account_id)
    if not await svc.quotas.reserve(Kept.MATCHES, account_id, match_id, most):
        raise TooMany(
            f"The account already has {most} open or running matches, the maximum. Abort"
            " one, or wait until one is over.",
            limit=most,
        )


async def reserve_ladder(
    svc: Service, account_id: str, ladder_id: str, seats: int, *, is_limited: bool
) -> None:
    """A place for one more ladder of the account that runs; if limited, raises `TooMany`."""
    most, most_seats = MOST_LADDERS, MOST_LADDER_SEATS
    if not is_limited:
        most = most_seats = UNLIMITED
    wanted = ReserveLadder(ladder_id, seats, most, most_seats)
    reply = await svc.quotas.reserve_ladder(account_id, wanted)
    if reply is not ReserveLadderReply.TAKEN:
        await _running_ladders(svc, account_id)
        reply = await svc.quotas.reserve_ladder(account_id, wanted)
    match reply:
        case ReserveLadderReply.FULL:
            raise TooMany(
                f"The account already has {most} running ladders, the maximum. Pause or cancel"
                " one.",
                limit=most,
            )
        case ReserveLadderReply.NO_SEATS:
            raise TooMany(
                f"The account's running ladders may fill {most_seats} seats at once, and this"
                f" one needs {seats}. Pause or cancel a ladder, or create this one with a lower"
                " `concurrency`.",
                limit=most_seats,
            )


async def spend_one(svc: Service, caller: Caller) -> None:
    """Count what the account makes in a day, since matches are kept; raises `RateLimited`."""
    if caller.kind is TokenKind.ADMIN:
        return
    day = _day(MADE, MADE_PER_DAY)
    own = day
    if caller.kind is TokenKind.GUEST:
        own = _day(MADE, min(day.burst, GUEST_MADE_PER_DAY))
    what = "matches, challenges and ladders"
    async with addresses.spending(svc, _taking(caller, own, what), *addresses.made(day, what)):
        pass


def submitting(svc: Service, caller: Caller) -> AbstractAsyncContextManager[AsyncExitStack]:
    """Count an archive before it is read, since each one is checked; raises `RateLimited`.

    What the block is given gives it back, if the archive was there already.
    """
    day = _day(SUBMITTED, SUBMISSIONS_PER_DAY)
    own, what = _taking(caller, day, "submissions"), "submissions"
    takings = () if caller.kind is TokenKind.ADMIN else (own, *addresses.made(day, what))
    return addresses.spending(svc, *takings)


def keeping_archive(
    svc: Service, caller: Caller, packed_bytes: int
) -> AbstractAsyncContextManager[AsyncExitStack]:
    """Count the bytes of an archive that is new; raises `RateLimited`."""
    sizes, what = _day(ARCHIVES, ARCHIVE_BYTES), "bytes of archives"
    is_counted = caller.kind is not TokenKind.ADMIN
    return addresses.spending(
        svc, *(addresses.made(sizes, what, packed_bytes) if is_counted else ())
    )


async def spend_export(svc: Service, caller: Caller) -> None:
    """Count an export, since it reads all that an account has; raises `RateLimited`."""
    if caller.kind is not TokenKind.ADMIN:
        day = _day(EXPORTED, EXPORTS_PER_DAY)
        own, of_address = _taking(caller, day, "exports"), addresses.made(day, "exports")
        async with addresses.spending(svc, own, *of_address):
            pass


@asynccontextmanager
async def keeping(svc: Service, caller: Caller | None, asked_bytes: int) -> AsyncIterator[None]:
    """Count a write that stays, by the bytes that were sent for it, and make sure that it has room.

    Every such write of every caller goes through here. Raises `Busy` or `RateLimited`.
    """
    svc.admission.disk.demand_room()
    await svc.connection.demand_room()
    if caller is None or caller.kind in UNCOUNTED:
        yield
        return
    day, size = _day(KEPT, KEPT_PER_DAY), ROW_BYTES + asked_bytes
    what = "bytes of stored data"
    own = replace(_taking(caller, day, what), count=size)
    async with addresses.spending(svc, own, *addresses.made(day, what, size)):
        yield


def processor_time(svc: Service) -> RateLimit | None:
    """The seconds that an account's programs may use of processors; None: as many as they like."""
    most = svc.settings.account_processor_s_per_day
    return RateLimit(PROCESSOR_TIME, most, most / DAY_S) if most else None


async def _in_a_day(svc: Service, name: QuotaName, account_id: str, day: RateLimit) -> Quota:
    """What an account has used of a budget that fills evenly within a day."""
    full_in_s = await svc.token_buckets.full_in_s(day.name, account_id)
    return Quota(name=name, used=ceil(full_in_s * day.per_s - ROUNDING), limit=day.burst)


def _day(name: str, most: int) -> RateLimit:
    return RateLimit(name, most, most / DAY_S)


def _taking(caller: Caller, day: RateLimit, what: str) -> Taking:
    refusal = f"An account can create at most {day.burst} {what} per day. Wait."
    return Taking(day, caller.account_id, 1, refusal)


async def used(svc: Service, caller: Caller) -> list[Quota]:
    """What the account keeps and may keep, and what the token holds open."""
    account_id = caller.account_id
    bots = await svc.quotas.listed(Kept.BOTS, account_id)
    ladders = await _running_ladders(svc, account_id)
    counted = (
        (QuotaName.BOTS, len(bots), MOST_BOTS),
        (QuotaName.BOT_VERSIONS, await svc.accounts.most_versions(bots), MOST_VERSIONS),
        (QuotaName.MATCHES, await _forget_over(svc, account_id), _most_open(caller)),
        (QuotaName.LADDERS, len(ladders), MOST_LADDERS),
        (QuotaName.LADDER_SEATS, sum(ladders.values()), MOST_LADDER_SEATS),
        (
            QuotaName.CONNECTIONS,
            await svc.connections.held(caller.token_id),
            OPERATION_LIMITS.token_connections,
        ),
        (
            QuotaName.ARCHIVE_BYTES,
            await svc.submissions.kept_bytes(account_id),
            ARCHIVE_BYTES,
        ),
    )
    kept = [Quota(name=name, used=count, limit=limit) for name, count, limit in counted]
    days = {QuotaName.SUBMISSIONS: _day(SUBMITTED, SUBMISSIONS_PER_DAY)}
    if (day := processor_time(svc)) is not None:
        days[QuotaName.PROCESSOR_S] = day
    return kept + [await _in_a_day(svc, name, account_id, day) for name, day in days.items()]


def _most_open(caller: Caller) -> int:
    """How many matches that are not over the account may have made."""
    return GUEST_MATCHES if caller.kind is TokenKind.GUEST else MOST_OPEN


async def _forget_over(svc: Service, account_id: str) -> int:
    """Make room, whether or not somebody lived to do it when the matches ended; how many last."""
    kept = await svc.quotas.listed(Kept.MATCHES, account_id)
    found = zip(kept, await svc.matches.statuses(kept), strict=True)
    gone = [match_id for match_id, status in found if status not in LASTING]
    await svc.quotas.forget(Kept.MATCHES, account_id, gone)
    return len(kept) - len(gone)


async def _running_ladders(svc: Service, account_id: str) -> dict[str, int]:
    """The account's ladders that run and their seats; those that do not are forgotten."""
    kept = await svc.quotas.ladders(account_id)
    statuses = {one.terms.id: one.status for one in await svc.seasons.several(kept)}
    before_ms = await svc.connection.now_ms() - BEGINNING_MS
    gone = {
        ladder_id: seats
        for ladder_id, seats in kept.items()
        for status in (statuses.get(ladder_id, LadderStatus.OPEN),)
        if status.is_over or (status is not LadderStatus.RUNNING and seats.ms < before_ms)
    }
    await svc.quotas.forget_ladders(account_id, gone)
    running = (one for one, status in statuses.items() if status is LadderStatus.RUNNING)
    return {ladder_id: kept[ladder_id].seats for ladder_id in running}
