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
from saqqara_service.application.replays import Replay, replay_to
from saqqara_service.application.service import Service
from saqqara_service.application.tables import Table
from saqqara_service.errors import BadCursor, Busy, WrongState
from saqqara_service.models import (
    Caller,
    FeedItem,
    FeedKind,
    Heartbeat,
    Match,
    MatchClocks,
    MatchEvent,
    MatchNews,
    MatchStatus,
    NewsKind,
    OfferedAction,
    Turn,
)
from saqqara_service.storage.cursors import event_cursor, version_after

P = ParamSpec("P")
T = TypeVar("T")

HEARTBEAT_S = 8.0
_PAGE = 200
_RETRY_S = 0.2
_OVER = (MatchStatus.FINISHED, MatchStatus.VOID)


async def news(
    svc: Service, caller: Caller | None, match_id: str, after: str | None, *, views: bool = False
) -> AsyncGenerator[MatchNews, None]:
    """The match's events after a cursor: those in the log, then live, up to the last one.

    With `views` each comes with what the caller's seat, else the public, knows after it.
    """
    stored = await load(svc, match_id)
    version = _begin(stored.match, after)
    if stored.match.status in _OVER and version == stored.match.version:
        return
    seat = stored.seat_of(caller.bot_id if caller else None)
    replay: Replay | None = None
    with svc.hub.watch(match_id) as watch:
        beat_at = 0.0
        while True:
            if beat_at <= _now_s():
                beat_at = _now_s() + HEARTBEAT_S
                yield await _patiently(_heartbeat, svc, match_id, version)
            batch = await _patiently(svc.matches.log, match_id, version, _PAGE)
            for event in batch:
                version = event.version
                if views and replay is None:
                    replay = await _patiently(replay_to, svc, match_id, version)
                elif replay is not None:
                    replay.advance(event)
                yield MatchNews(
                    kind=NewsKind.EVENT,
                    cursor=event.cursor,
                    event=event,
                    view=replay.view(event, seat) if replay else None,
                    turn=await _patiently(_turn_at, svc, match_id, version, seat),
                )
                if event.status in _OVER:
                    return
            if len(batch) < _PAGE:
                await watch.wait()


async def _turn_at(svc: Service, match_id: str, version: int, seat: int | None) -> Turn | None:
    """What the seat is asked, if the match still is at that version."""
    if seat is None:
        return None
    try:
        table, now_ms = await svc.tables.fresh(match_id)
    except WrongState:  # its rules are no longer played
        return None
    return _turn(table, seat, now_ms) if table.match.version == version else None


async def page(
    svc: Service, match_id: str, after: str | None, first: int
) -> tuple[list[MatchEvent], str | None]:
    """Events after a cursor, and the cursor of the next page if there is one."""
    match = (await load(svc, match_id)).match
    found = await svc.matches.log(match_id, _begin(match, after), first + 1)
    events = found[:first]
    return events, events[-1].cursor if len(found) > first else None


def _begin(match: Match, after: str | None) -> int:
    """The version that a reader has seen; raises `BadCursor` for one that never was."""
    version = 0 if after is None else version_after(after, match.id)
    if version > match.version:
        raise BadCursor("this cursor names an event that has not been told")
    return version


async def _heartbeat(svc: Service, match_id: str, version: int) -> MatchNews:
    match = (await load(svc, match_id)).match
    now_ms = await svc.connection.now_ms()
    return MatchNews(
        kind=NewsKind.HEARTBEAT,
        cursor=event_cursor(match_id, version),
        heartbeat=Heartbeat(now_ms=now_ms, clocks=_clocks([match])),
    )


def _clocks(matches: list[Match]) -> list[MatchClocks]:
    """The clocks of those that are running."""
    return [
        MatchClocks(
            match_id=match.id,
            version=match.version,
            to_act=match.to_act,
            left_ms=[seat.left_ms for seat in match.seats],
            deadline_ms=match.deadline_ms,
        )
        for match in matches
        if match.status is MatchStatus.RUNNING
    ]


def _now_s() -> float:
    return asyncio.get_running_loop().time()


async def feed(svc: Service, caller: Caller) -> AsyncGenerator[FeedItem, None]:
    """What the caller's bot is asked, each turn once, and the end of each of its matches."""
    bot_id = demand_bot(caller)
    looked_at: dict[str, int] = {}
    with svc.hub.watch(bot_id) as watch:
        moved: set[str] | None = None
        beat_at = 0.0
        while True:
            if beat_at <= _now_s():
                beat_at = _now_s() + HEARTBEAT_S
                yield await _patiently(_feed_heartbeat, svc, bot_id)
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


async def pending(svc: Service, caller: Caller) -> list[Turn]:
    """The turns that wait for the caller's bot, for one that would rather ask than listen."""
    bot_id = demand_bot(caller)
    live = await svc.indexes.live_versions(bot_id)
    told = [await _look(svc, bot_id, match_id) for match_id in live]
    return [item.turn for _match, item in told if item is not None and item.turn is not None]


async def _feed_heartbeat(svc: Service, bot_id: str) -> FeedItem:
    live = await svc.indexes.matches(await svc.indexes.live_versions(bot_id))
    now_ms = await svc.connection.now_ms()
    heartbeat = Heartbeat(now_ms=now_ms, clocks=_clocks([stored.match for stored in live]))
    return FeedItem(kind=FeedKind.HEARTBEAT, heartbeat=heartbeat)


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
            OfferedAction(
                code=table.codes.code(action),
                notation=str(action),
                kind=action.kind,
                label=game.label(view, action),
            )
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
