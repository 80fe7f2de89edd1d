"""How a match and its events stand in Redis: flat hashes and log entries, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from saqqara_service.models import (
    Caller,
    EventKind,
    FlagRule,
    JsonObject,
    Match,
    MatchEvent,
    MatchStatus,
    Origin,
    Result,
    Seat,
    SeatRunner,
    TimeControl,
)
from saqqara_service.storage.matches.cursors import LogPlace, event_cursor
from saqqara_service.storage.redis.keys import index_member

Row: TypeAlias = Mapping[str, str]
ARCHIVE: Final = "archive"
"""The field with the hash of its blob, once a match is archived."""
NO_ARCHIVE: Final = "1"
"""Of a seat that only a runner plays: its archive was not written down."""
_OPTIONS: TypeAdapter[JsonObject] = TypeAdapter(JsonObject)
_CONTROL: TypeAdapter[TimeControl] = TypeAdapter(TimeControl)
_IDS: TypeAdapter[list[str]] = TypeAdapter(list[str])
_ODDS: TypeAdapter[list[float]] = TypeAdapter(list[float])


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with what only the service needs to know of it; its last event was at `last_ms`."""

    match: Match
    owner_id: str
    starts_when_full: bool
    last_ms: int = 0
    archive: str | None = None
    """The hash of its blob, once it is archived."""
    hosted: Mapping[int, str] = field(default_factory=dict)
    """By seat that only a runner plays the hash of the version's archive, or `NO_ARCHIVE`."""

    def seat_of(self, player_id: str | None) -> int | None:
        """The seat where the bot or account sits, if it does."""
        if player_id is None:
            return None
        for seat in self.match.seats:
            if seat.player_id == player_id:
                return seat.seat
        return None

    def played_by(self, caller: Caller) -> int | None:
        """The seat that the caller plays."""
        seat = self.seat_of(caller.player_id)
        return seat if seat is not None and self.is_played(seat, caller) else None

    def is_played(self, seat: int, caller: Caller) -> bool:
        """Whether the caller plays its seat.

        That of a hosted program is played by a runner's token for the very version that sits there.
        """
        if seat not in self.hosted:
            return True
        return caller.is_lent and caller.lent_version in {None, self.match.seats[seat].bot_version}

    @property
    def programs(self) -> list[str | None]:
        """By seat the hash of the archive that plays, as far as it is known."""
        found = [self.hosted.get(seat.seat) for seat in self.match.seats]
        return [None if one == NO_ARCHIVE else one for one in found]

    @property
    def head(self) -> LogPlace:
        """Its last event."""
        return LogPlace(self.match.version, self.last_ms)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.player_id is not None for seat in self.match.seats)

    @property
    def player_ids(self) -> list[str]:
        """Who sits there, in the order of the seats."""
        return [seat.player_id for seat in self.match.seats if seat.player_id is not None]


def row_of(stored: StoredMatch) -> dict[str, str]:
    """The hash of a match that has not started."""
    match = stored.match
    row = {
        "id": match.id,
        "index": index_member(match.created_ms, match.id),
        "game": match.game,
        "rules_version": match.rules_version,
        "options": _OPTIONS.dump_json(match.options).decode(),
        "time_control": match.time_control.model_dump_json(by_alias=False),
        "on_flag": match.on_flag.value,
        "autoplay": match.autoplay,
        "status": match.status.value,
        "version": str(match.version),
        "players": str(len(match.seats)),
        "created_ms": str(match.created_ms),
        "public_delay_ms": str(match.public_delay_ms),
        "owner_id": stored.owner_id,
        "starts_when_full": str(int(stored.starts_when_full)),
    }
    if match.ladder_id is not None:
        row["ladder_id"] = match.ladder_id
    if match.start_at_ms is not None:
        row["start_at_ms"] = str(match.start_at_ms)
    if match.open_to is not None:
        row["open_to"] = _IDS.dump_json(match.open_to).decode()
    if match.origin is not None:
        row["origin"] = match.origin.model_dump_json(by_alias=False)
    if match.time_odds is not None:
        row["time_odds"] = _ODDS.dump_json(match.time_odds).decode()
    for seat in match.seats:
        row |= _seat_row(seat)
    return row | {f"hosted:{seat}": archive for seat, archive in stored.hosted.items()}


def _seat_row(seat: Seat) -> dict[str, str]:
    """What the hash tells of a seat."""
    row = {
        "left": seat.left_ms,
        "player": seat.player_id,
        "name": seat.player_name,
        "person": None if seat.account_id is None else 1,
        "version": seat.bot_version,
    }
    return {f"{name}:{seat.seat}": str(row[name]) for name in row if row[name] is not None}


def stored_of(row: Row) -> StoredMatch:
    """The match that a hash tells."""
    to_act, odds, result = row.get("to_act"), row.get("time_odds"), row.get("result")
    origin, open_to = row.get("origin"), row.get("open_to")
    match = Match(
        id=row["id"],
        game=row["game"],
        rules_version=row["rules_version"],
        options=_OPTIONS.validate_json(row["options"]),
        time_control=_CONTROL.validate_json(row["time_control"]),
        on_flag=FlagRule(row["on_flag"]),
        autoplay=row["autoplay"],
        time_odds=None if odds is None else _ODDS.validate_json(odds),
        status=MatchStatus(row["status"]),
        version=int(row["version"]),
        seats=[_seat_of(row, seat) for seat in range(int(row["players"]))],
        open_to=None if open_to is None else _IDS.validate_json(open_to),
        start_at_ms=_number(row.get("start_at_ms")),
        to_act=None if to_act is None else int(to_act),
        deadline_ms=_number(row.get("deadline")),
        created_ms=int(row["created_ms"]),
        public_delay_ms=int(row["public_delay_ms"]),
        ladder_id=row.get("ladder_id"),
        origin=None if origin is None else Origin.model_validate_json(origin),
        commitment=row.get("commitment"),
        seed=row.get("seed"),
        result=None if result is None else Result.model_validate_json(result),
    )
    return StoredMatch(
        match,
        row["owner_id"],
        row["starts_when_full"] == "1",
        int(row.get("last_ms", 0)),
        row.get(ARCHIVE),
        {seat.seat: row[name] for seat in match.seats if (name := f"hosted:{seat.seat}") in row},
    )


def _seat_of(row: Row, seat: int) -> Seat:
    player_id, is_person = row.get(f"player:{seat}"), f"person:{seat}" in row
    version, runner = row.get(f"version:{seat}"), row.get(f"runner:{seat}")
    return Seat(
        seat=seat,
        bot_id=None if is_person else player_id,
        account_id=player_id if is_person else None,
        player_name=row.get(f"name:{seat}"),
        bot_version=None if version is None else int(version),
        left_ms=_number(row.get(f"left:{seat}")),
        flagged=row.get(f"flagged:{seat}") == "1",
        resigned=row.get(f"resigned:{seat}") == "1",
        wants_abort=row.get(f"abort:{seat}") == "1",
        runner=None if runner is None else SeatRunner.model_validate_json(runner),
    )


def event_of(match_id: str, entry_id: str, row: Row) -> MatchEvent:
    """The event that a log entry tells; what it has nothing to tell of is empty there."""
    version, at_ms = int(entry_id.partition("-")[0]), int(row["at_ms"])
    return MatchEvent(
        match_id=match_id,
        version=version,
        cursor=event_cursor(match_id, LogPlace(version, at_ms)),
        kind=EventKind(row["kind"]),
        seat=_number(row["seat"]),
        action=row["action"] or None,
        auto=row["auto"] == "1",
        at_ms=at_ms,
        charged_ms=int(row["charged_ms"]),
        credited_ms=int(row["credited_ms"]),
        left_ms=[_number(left) for left in row["left_ms"].split(",")],
        status=MatchStatus(row["status"]),
        to_act=_number(row["to_act"]),
        deadline_ms=_number(row["deadline"]),
        lost_version=_number(row.get("lost_version")),
    ).hide(row.get("note"))


def _number(text: str | None) -> int | None:
    """A number that may be missing; an empty text is none."""
    return int(text) if text else None
