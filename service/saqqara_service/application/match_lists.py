"""Lists of matches, as anybody may see them, page by page."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress

from saqqara_service.application.service import Service
from saqqara_service.application.sights import match_seen
from saqqara_service.errors import BadCursor, Malformed
from saqqara_service.models import Match, MatchStatus
from saqqara_service.storage.keys import index_member
from saqqara_service.storage.rows import StoredMatch

PAGE_LIMIT = 100
_MEMBER = re.compile(r"[0-9]{14}:[A-Za-z0-9_.-]{1,80}")


async def page(
    svc: Service, status: MatchStatus | None, bot_id: str | None, first: int, after: str | None
) -> tuple[list[Match], str | None]:
    """Matches as anybody may see them, newest first, and the cursor of the next page, if any."""
    if not 1 <= first <= PAGE_LIMIT:
        raise Malformed(f"a page has 1 to {PAGE_LIMIT} matches, not {first}")
    wanted = list(MatchStatus) if status is None else [status]
    found: list[Match] = []
    before = "" if after is None else _from_cursor(after)
    while len(found) <= first:
        members = (
            await svc.indexes.newest(wanted, before, first + 1)
            if bot_id is None
            else await svc.indexes.newest_of(bot_id, before, first + 1)
        )
        if not members:
            break
        before = members[-1]
        for row in await svc.indexes.listed(members):
            match = await _listed(svc, row)
            if _belongs(match, wanted, bot_id):
                found.append(match)
    matches = found[:first]
    return matches, cursor(matches[-1]) if len(found) > first else None


async def _listed(svc: Service, row: StoredMatch) -> Match:
    """A listed match as anybody may see it; once it is told to its end it lags no longer."""
    match = await match_seen(svc, row, None)
    if match.public_delay_ms and match.status in {MatchStatus.FINISHED, MatchStatus.VOID}:
        await svc.indexes.drop_lagging(match.created_ms, match.id)
    return match


def _belongs(match: Match, wanted: list[MatchStatus], bot_id: str | None) -> bool:
    """Whether a listed match is what was asked for: it may have moved on since it was listed."""
    sits = bot_id is None or any(seat.bot_id == bot_id for seat in match.seats)
    return sits and match.status in wanted


def cursor(match: Match) -> str:
    """What asks for the matches after this one."""
    member = index_member(match.created_ms, match.id)
    return urlsafe_b64encode(member.encode()).decode()


def _from_cursor(cursor: str) -> str:
    with suppress(ValueError):
        member = urlsafe_b64decode(cursor.encode()).decode()
        if _MEMBER.fullmatch(member) is not None:
            return member
    raise BadCursor("this is no cursor of this list; take it from the previous page")
