"""Lists of matches, as anybody may see them, page by page."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

from saqqara_service import questions
from saqqara_service.application.accounts.accounts import bot, bots_of
from saqqara_service.application.matches.visibility import match_seen
from saqqara_service.application.service import Service
from saqqara_service.errors import BadCursor
from saqqara_service.models import Caller, Match, MatchStatus
from saqqara_service.models.pages import Page
from saqqara_service.storage.matches.rows import StoredMatch
from saqqara_service.storage.redis.keys import index_member

MORE = (200,) * 5
"""How many matches more are looked at, time and again, where few of the newest are wanted."""
AT_ONCE = 20
"""How many matches are read before others have their turn."""

_MEMBER = re.compile(r"[0-9]{14}:[A-Za-z0-9_.-]{1,80}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches are asked for; None where all are."""

    status: MatchStatus | None = None
    player_ids: frozenset[str] | None = None
    game: str | None = None
    players: int | None = None
    is_joinable: bool = False

    @property
    def statuses(self) -> list[MatchStatus]:
        """The statuses that such a match may have."""
        if self.is_joinable:
            return [MatchStatus.OPEN] if self.status in {None, MatchStatus.OPEN} else []
        return list(MatchStatus) if self.status is None else [self.status]

    def has(self, match: Match) -> bool:
        """Whether the match is one: it may have moved on since it was listed."""
        return (
            match.status in self.statuses
            and (
                self.player_ids is None
                or any(seat.player_id in self.player_ids for seat in match.seats)
            )
            and self.game in {None, match.game}
            and self.players in {None, len(match.seats)}
            and not (self.is_joinable and all(seat.player_id for seat in match.seats))
        )


async def public(svc: Service, _caller: None, question: questions.MatchFilter) -> Page[Match]:
    """The matches in their public form, newest first; `joinable`: only those with a free seat."""
    player_ids = None if question.player_id is None else frozenset({question.player_id})
    wanted = Wanted(question.status, player_ids, question.game, question.players, question.joinable)
    return await page(svc, wanted, question.first, question.after)


async def of_bot(svc: Service, _caller: None, question: questions.BotMatchFilter) -> Page[Match]:
    """The matches of a bot, in their public form, newest first."""
    wanted = Wanted(question.status, frozenset({(await bot(svc, None, question)).id}))
    return await page(svc, wanted, question.first, question.after)


async def of_account(
    svc: Service, _caller: None, question: questions.AccountMatchFilter
) -> Page[Match]:
    """The matches of an account and its bots, in their public form, newest first."""
    ids = {question.account_id, *(one.id for one in await bots_of(svc, None, question))}
    wanted = Wanted(question.status, frozenset(ids), question.game, question.players)
    return await page(svc, wanted, question.first, question.after)


async def page(svc: Service, wanted: Wanted, first: int, after: str | None) -> Page[Match]:
    """A page of matches as anybody may see them, newest first.

    At most so many matches are looked at for one page; it may be short of what is yet to come.
    """
    found: list[Match] = []
    before = "" if after is None else from_cursor(after)
    for limit in (first + 1, *MORE):
        await svc.cost_queue.yield_turn()
        members = await _members(svc, wanted, before, limit)
        if not members:
            return Page(items=found)
        before = members[-1]
        found += [match async for match in _read(svc, members) if wanted.has(match)]
        if len(found) > first:
            return Page(items=found[:first], cursor=cursor(found[first - 1]))
    return Page(items=found, cursor=to_cursor(before))


async def of_ids(svc: Service, match_ids: list[str], caller: Caller | None) -> dict[str, Match]:
    """Those of the matches that exist, as the caller may see them."""
    found: dict[str, Match] = {}
    for at in range(0, len(match_ids), AT_ONCE):
        for row in await svc.indexes.matches(match_ids[at : at + AT_ONCE]):
            found[row.match.id] = await match_seen(svc, row, caller)
    return found


async def _members(svc: Service, wanted: Wanted, before: str, limit: int) -> list[str]:
    if wanted.player_ids is None:
        return await svc.indexes.newest(wanted.statuses, before, limit)
    return await svc.indexes.newest_of(wanted.player_ids, before, limit)


async def _read(svc: Service, members: list[str]) -> AsyncIterator[Match]:
    """The matches of these members as anybody may see them, a few at a time."""
    for at in range(0, len(members), AT_ONCE):
        await svc.cost_queue.yield_turn()
        for row in await svc.indexes.listed(members[at : at + AT_ONCE]):
            yield await _listed(svc, row)


async def _listed(svc: Service, row: StoredMatch) -> Match:
    """A listed match as anybody may see it; once it is told to its end it lags no longer."""
    match = await match_seen(svc, row, None)
    if match.public_delay_ms and match.status in {MatchStatus.FINISHED, MatchStatus.VOID}:
        await svc.indexes.drop_lagging(match.created_ms, match.id)
    return match


def cursor(match: Match) -> str:
    """What asks for the matches after this one."""
    return to_cursor(index_member(match.created_ms, match.id))


def to_cursor(member: str) -> str:
    """What asks for what is listed after the member of an index."""
    return urlsafe_b64encode(member.encode()).decode()


def from_cursor(cursor: str) -> str:
    """The member of an index that a cursor names; raises `BadCursor`."""
    with suppress(ValueError):
        member = urlsafe_b64decode(cursor.encode()).decode()
        if _MEMBER.fullmatch(member) is not None:
            return member
    raise BadCursor("The cursor does not belong to this list. Use the cursor of the previous page.")
