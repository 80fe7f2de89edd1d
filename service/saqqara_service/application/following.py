"""Following: a match event by event, or everything that a bot is asked.

A match's log is followed exactly. A bot's feed is state, not history: what is pending now, then
what comes; a turn that has passed is never told.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import ParamSpec, TypeVar

from saqqara_service.application.accounts import demand_bot
from saqqara_service.application.matches import load
from saqqara_service.application.service import Service
from saqqara_service.application.tables import Table
from saqqara_service.errors import Busy, Malformed, WrongState
from saqqara_service.models import (
    Caller,
    FeedItem,
    FeedKind,
    Match,
    MatchEvent,
    MatchStatus,
    OfferedAction,
    Turn,
)

P = ParamSpec("P")
T = TypeVar("T")

_PAGE = 200
_RETRY_S = 0.2
_OVER = (MatchStatus.FINISHED, MatchStatus.VOID)


async def events(svc: Service, match_id: str, after: int) -> AsyncGenerator[MatchEvent, None]:
    """The match's events after a version: those in the log, then live, up to the last one."""
    match = (await load(svc, match_id)).match
    if not 0 <= after <= match.version:
        raise Malformed(f"`after` is a version the follower has seen: 0 to {match.version}")
    if match.status in _OVER and after == match.version:
        return
    version = after
    with svc.hub.watch(match_id) as watch:
        while True:
            batch = await _patiently(svc.matches.log, match_id, version, _PAGE)
            for event in batch:
                version = event.version
                yield event
                if event.status in _OVER:
                    return
            if len(batch) < _PAGE:
                await watch.wait()


async def feed(svc: Service, caller: Caller) -> AsyncGenerator[FeedItem, None]:
    """What the caller's bot is asked, each turn once, and the end of each of its matches."""
    bot_id = demand_bot(caller)
    looked_at: dict[str, int] = {}
    with svc.hub.watch(bot_id) as watch:
        moved: set[str] | None = None
        while True:
            if moved is None:
                versions = await _patiently(svc.indexes.live_versions, bot_id)
                looked_at = {known: looked_at.get(known, 0) for known in versions}
                moved = {known for known in versions if looked_at[known] < versions[known]}
            for match_id in sorted(moved):
                match, item = await _patiently(_look, svc, bot_id, match_id)
                if looked_at.get(match_id, 0) < match.version:
                    looked_at[match_id] = match.version
                    if item is not None:
                        yield item
                if match.status in _OVER:
                    await _patiently(svc.indexes.drop_live, bot_id, match_id)
            moved = await watch.wait()


async def _look(svc: Service, bot_id: str, match_id: str) -> tuple[Match, FeedItem | None]:
    """The match, and what there is to tell the bot about it."""
    try:
        table, now_ms = await svc.tables.fresh(match_id)
    except WrongState:  # not started yet, or its rules are no longer played
        match, turn = (await load(svc, match_id)).match, None
    else:
        match, turn = table.match, _turn(table, table.stored.seat_of(bot_id), now_ms)
    if turn is not None:
        item = FeedItem(kind=FeedKind.TURN, match_id=match_id, version=match.version, turn=turn)
        return match, item
    if match.status in _OVER:
        kind = FeedKind.ENDED
        result = match.result
        return match, FeedItem(kind=kind, match_id=match_id, version=match.version, result=result)
    return match, None


def _turn(table: Table, seat: int | None, now_ms: int) -> Turn | None:
    """The turn of a seat, if it is asked and still decides for itself."""
    match, game = table.match, table.game
    is_asked = seat is not None and match.to_act == seat and not match.seats[seat].flagged
    if seat is None or match.deadline_ms is None or not is_asked:
        return None
    view = game.view(table.state, seat)
    return Turn(
        match_id=match.id,
        game=match.game,
        version=match.version,
        seat=seat,
        view=table.view(seat),
        legal_actions=[
            OfferedAction(notation=str(action), kind=action.kind, label=game.label(view, action))
            for action in game.legal_actions(table.state)
        ],
        left_ms=[other.left_ms for other in match.seats],
        deadline_ms=match.deadline_ms,
        now_ms=now_ms,
    )


async def _patiently(call: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
    """Read, waiting for a store that is away: a follower has nothing better to do."""
    while True:
        try:
            return await call(*args, **kwargs)
        except Busy:
            await asyncio.sleep(_RETRY_S)
