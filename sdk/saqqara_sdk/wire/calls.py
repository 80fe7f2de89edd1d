"""Each call of the REST interface as a value: method, path, body and what the answer is.

A `Stream` is a call whose answer is told item by item.

Nothing here sends anything: `Client` and `AsyncClient` send the same values. A call that may be
sent twice without harm says so (`is_repeatable`); an action may, because its id is made here, once.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar
from urllib.parse import quote

from pydantic import JsonValue, TypeAdapter

from saqqara_sdk.wire.call import Call, Query, get, post, reading
from saqqara_sdk.wire.models import (
    Acted,
    Explanation,
    Match,
    MatchEvent,
    MatchStatus,
    Page,
    SeatView,
)
from saqqara_sdk.wire.news import MatchNews
from saqqara_sdk.wire.time_controls import TimeControl

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stream(Generic[T]):
    """One event stream: its address, where to begin, what its items are, and which one ends it."""

    path: str
    answer: TypeAdapter[T]
    query: Query
    after: str | None
    is_last: Callable[[T], bool]


RECORD: TypeAdapter[dict[str, JsonValue]] = reading(dict[str, JsonValue])


def create_match(
    seats: Sequence[str | None],
    time_control: TimeControl,
    *,
    game: str = "imhotep",
    options: Mapping[str, JsonValue] | None = None,
    on_flag: str = "autoplay",
    autoplay: str = "uniform",
    time_odds: Sequence[float] | None = None,
    open_to: Sequence[str] | None = None,
    start: bool = True,
    start_at_ms: int | None = None,
    public_delay_ms: int = 0,
    key: str | None = None,
) -> Call[Match]:
    """Make a match, once however often it is sent: its key is made here unless it is given.

    `seats` are bot ids, None for one that any bot may take, or only those bots and accounts that
    `open_to` names. Unless `start` is false it starts by itself as soon as every seat is taken, but
    not before `start_at_ms`. Who has no seat in it is told of it `public_delay_ms` later than it
    happens. `time_odds` multiply the seats' times; when a seat's time is gone, the policy
    `autoplay` plays on, or by `on_flag="forfeit"` (two seats) the match is lost.
    """
    terms: dict[str, JsonValue] = {
        "game": game,
        "options": {"players": len(seats), **(options or {})},
        "timeControl": time_control.model_dump(by_alias=True),
        "seats": list(seats),
        "onFlag": on_flag,
        "autoplay": autoplay,
        "timeOdds": None if time_odds is None else list(time_odds),
        "openTo": None if open_to is None else list(open_to),
        "start": start,
        "startAtMs": start_at_ms,
        "publicDelayMs": public_delay_ms,
        "key": key or uuid.uuid4().hex,
    }
    return Call("POST", "/matches", reading(Match), is_repeatable=True, body=terms)


def fork(
    of: str | Mapping[str, JsonValue],
    version: int,
    seats: Sequence[str | None],
    *,
    chance: str = "kept",
    seen_by: int | None = None,
    time_control: TimeControl | None = None,
    autoplay: str = "uniform",
    start: bool = True,
) -> Call[Match]:
    """Begin an analysis match in the middle of one that is over: its id, or its whole record.

    It goes on after that `version` (a record's start is version 1, every ply adds 1). With chance
    `resampled` what the seat `seen_by` (None: the public) could not see is drawn anew. `seats` are
    bot ids, None for one that any bot may take, or the account's own id to play it by its token.
    """
    terms: dict[str, JsonValue] = {
        "matchId" if isinstance(of, str) else "record": of if isinstance(of, str) else dict(of),
        "version": version,
        "chance": chance,
        "seenBy": seen_by,
        "seats": list(seats),
        "timeControl": time_control.model_dump(by_alias=True) if time_control else None,
        "autoplay": autoplay,
        "start": start,
    }
    return post("/forks", terms, reading(Match))


def match(match_id: str) -> Call[Match]:
    """A match as anybody may see it."""
    return get(_match(match_id), reading(Match))


def matches(
    *,
    status: MatchStatus | None = None,
    bot_id: str | None = None,
    game: str | None = None,
    players: int | None = None,
    joinable: bool = False,
    first: int = 20,
    after: str | None = None,
) -> Call[Page[Match]]:
    """Matches, newest first; `after` is the cursor of the previous page.

    The `joinable` ones are open and have a free seat.
    """
    query = _given(status=status, botId=bot_id, game=game, players=players, first=first)
    query |= _given(joinable="true" if joinable else None, after=after)
    return get("/matches", reading(Page[Match]), query)


def join(match_id: str, seat: int | None = None) -> Call[Match]:
    """Take a seat with the bot that the token speaks for; the first free one if none is named."""
    return post(f"{_match(match_id)}/join", _given(seat=seat), reading(Match))


def start_match(match_id: str) -> Call[Match]:
    """Start a match whose seats are all taken."""
    return post(f"{_match(match_id)}/start", {}, reading(Match))


def resign(match_id: str) -> Call[Match]:
    """Give up the bot's seat: with one seat left the match is over, else autoplay plays it on."""
    return _ending(match_id, "resign", {})


def abort(match_id: str) -> Call[Match]:
    """Agree to call a match off before anybody has acted; it is when every seat agrees."""
    return _ending(match_id, "abort", {})


def void(match_id: str, note: str, *, reason: str = "voided") -> Call[Match]:
    """End a match that is not over without places; only an operator's token may.

    The `reason` is `voided`, or `outage` where the service is at fault.
    """
    return _ending(match_id, "void", {"note": note, "reason": reason})


def view(match_id: str) -> Call[SeatView]:
    """What the bot of the token may know of the match now; the public view for anybody else."""
    return get(f"{_match(match_id)}/view", reading(SeatView))


def act(
    match_id: str, action: str | int, expected_version: int, action_id: str | None = None
) -> Call[Acted]:
    """Apply an action, once however often it is sent: its id is made here unless it is given.

    The action is named by its notation or by its code.
    """
    decision: dict[str, JsonValue] = {
        **_named(action),
        "expectedVersion": expected_version,
        "actionId": action_id or uuid.uuid4().hex,
    }
    answer = reading(Acted)
    return Call("POST", f"{_match(match_id)}/actions", answer, is_repeatable=True, body=decision)


def explain(match_id: str, action: str | int) -> Call[Explanation]:
    """Whether an action (its notation or its code) is legal for the bot's seat now, or why not."""
    return get(f"{_match(match_id)}/explanation", reading(Explanation), _named(action))


def events(match_id: str, *, after: str | None = None, views: bool = False) -> Stream[MatchNews]:
    """What happened in a match after a cursor, else all, and then what happens, until it is over.

    Items are of the kinds `event`, `heartbeat` and `resync`. With `views` each event comes with
    what the seat of the token, else the public, knows after it. It mends lost connections itself.
    """
    query = _given(views="true" if views else None)
    path = f"{_match(match_id)}/events"
    return Stream(path, reading(MatchNews), query, after, lambda news: news.is_last)


def events_page(
    match_id: str, *, after: str | None = None, first: int = 100
) -> Call[Page[MatchEvent]]:
    """The events of a match after a cursor, from its first one if there is none, page by page."""
    query = _given(after=after, first=first)
    return get(f"{_match(match_id)}/events", reading(Page[MatchEvent]), query)


def record(match_id: str) -> Call[dict[str, JsonValue]]:
    """The record of a match that is over: seed, every chance outcome, every action, the scores.

    While the match is being played it is the public part: no seed, and nothing that is hidden.
    """
    return get(f"{_match(match_id)}/record", RECORD)


def _match(match_id: str) -> str:
    return f"/matches/{quote(match_id, safe='')}"


def _ending(match_id: str, how: str, body: Mapping[str, JsonValue]) -> Call[Match]:
    """A call that comes to the same however often it is sent."""
    path = f"{_match(match_id)}/{how}"
    return Call("POST", path, reading(Match), is_repeatable=True, body=body)


def _named(action: str | int) -> dict[str, str | int]:
    return {"action": action} if isinstance(action, str) else {"code": action}


def _given(**members: str | int | None) -> dict[str, str | int]:
    """The members that were given a value."""
    return {name: value for name, value in members.items() if value is not None}
