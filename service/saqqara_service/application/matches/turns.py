"""What a seat is asked, with all that it needs to answer, and how its match's clocks stand."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final, TypeVar

from saqqara_engine.messages import ENGLISH, Words
from saqqara_service.application.caches.tables import Table
from saqqara_service.models import (
    EventNews,
    Match,
    MatchClocks,
    MatchEvent,
    MatchStatus,
    Model,
    OfferedAction,
    ResyncNews,
    Turn,
    TurnItem,
)

Item = TypeVar("Item", bound=Model)
WITH_TURN: Final = (TurnItem, EventNews, ResyncNews)
OVER = (MatchStatus.FINISHED, MatchStatus.VOID)


def turn_of(table: Table, seat: int | None, now_ms: int, words: Words = ENGLISH) -> Turn | None:
    """The turn of a seat, if it is asked and still decides for itself; labels in these words."""
    match, game = table.match, table.game
    is_asked = seat is not None and match.to_act == seat and not match.seats[seat].is_gone
    if seat is None or not is_asked:
        return None
    return Turn(
        match_id=match.id,
        commitment=match.commitment or "",
        game=match.game,
        version=match.version,
        seat=seat,
        view=table.view(seat),
        actions=[str(action) for action in game.legal_actions(table.state)],
        left_ms=[other.left_ms for other in match.seats],
        deadline_ms=match.deadline_ms,
        now_ms=now_ms,
        last=table.receipts[seat],
    ).offering(lambda: _offered(table, seat, words))


def _offered(table: Table, seat: int, words: Words) -> list[OfferedAction]:
    game = table.game
    view = game.view(table.state, seat)
    return [
        OfferedAction(
            code=table.codes.code(action),
            notation=str(action),
            kind=action.kind,
            label=game.label(view, action, words),
            parts=str(action).split(" "),
        ).of(action)
        for action in game.legal_actions(table.state)
    ]


async def in_full(items: AsyncGenerator[Item, None]) -> AsyncGenerator[Item, None]:
    """The same items, with the legal actions of turns as objects too."""
    async with aclosing(items):
        async for item in items:
            turn = item.turn if isinstance(item, WITH_TURN) else None
            yield item.model_copy(update={"turn": turn.in_full()}) if turn else item


def clocks_of(match: Match) -> list[MatchClocks]:
    """The clocks of the match; none unless it is running."""
    if match.status is not MatchStatus.RUNNING:
        return []
    return [
        MatchClocks(
            match_id=match.id,
            version=match.version,
            to_act=match.to_act,
            left_ms=[seat.left_ms for seat in match.seats],
            deadline_ms=match.deadline_ms,
        )
    ]


def clocks_after(event: MatchEvent) -> list[MatchClocks]:
    """The clocks as an event left them."""
    if event.status is not MatchStatus.RUNNING:
        return []
    return [
        MatchClocks(
            match_id=event.match_id,
            version=event.version,
            to_act=event.to_act,
            left_ms=event.left_ms,
            deadline_ms=event.deadline_ms,
        )
    ]
