"""A match as Redis keeps it: a hash, a log, and the scripts that change them together."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, cast

from saqqara_contest.clocks import ClockTerms, Delays
from saqqara_engine.plies import Beginning
from saqqara_engine.wire import from_json, view_json
from saqqara_service.models import Bot, MatchEvent, MatchStatus, Result
from saqqara_service.storage.matches.rows import Row, StoredMatch, event_of, row_of, stored_of
from saqqara_service.storage.redis.connection import Connection, Script, answered, flat
from saqqara_service.storage.redis.keys import match_key, match_script_keys
from saqqara_service.storage.redis.sockets import Word, paired


@dataclass(frozen=True, slots=True)
class Reading:
    """A match with the events after the version asked for, up to its own version.

    Read from its start, a fork comes with its beginning.
    """

    stored: StoredMatch
    events: list[MatchEvent]
    seed: bytes = field(repr=False)
    now_ms: int
    beginning: Beginning | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked next, and under which terms of its clock (None: untimed)."""

    seat: int
    terms: ClockTerms | None


@dataclass(frozen=True, slots=True)
class Decision:
    """One action of one seat, ready to be committed at `version`; `ask` is None at the end."""

    match_id: str
    seat: int
    version: int
    action_id: str
    payload: str
    action: str
    is_auto: bool
    ask: Ask | None
    delays: Delays
    result: Result | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a committed action led to; kept under its action id for as long as the match."""

    payload: str
    version: int
    charged_ms: int
    credited_ms: int
    left_ms: int | None
    status: MatchStatus


@dataclass(frozen=True, slots=True)
class Done:
    """The action was committed now."""

    outcome: Outcome
    deadline_ms: int | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The action id of this seat was committed before, perhaps with another payload."""

    outcome: Outcome


class Refusal(StrEnum):
    """Why a script changed nothing."""

    OVER = "over"
    FLAGGED = "flagged"
    STALE = "stale"
    LATE = "late"
    UNDUE = "undue"


CommitReply: TypeAlias = Done | Seen | Refusal


class FlagReply(StrEnum):
    """What came of ruling on a deadline: besides marking the seat, what the caller has to do.

    By `DEFAULT` the policy is to decide once for a seat whose clock goes on; by `FORFEIT` the match
    is to be ended with its result.
    """

    EARLY = "early"
    FLAGGED = "flagged"
    OVER = "over"
    DEFAULT = "default"
    FORFEIT = "forfeit"


class JoinReply(StrEnum):
    """What came of asking for a seat."""

    JOINED = "joined"
    TAKEN = "taken"
    ELSEWHERE = "elsewhere"
    NOT_OPEN = "not_open"


class StartReply(StrEnum):
    """What came of starting a match."""

    STARTED = "started"
    SEAT_FREE = "seat_free"
    EARLY = "early"
    NOT_OPEN = "not_open"


class MatchStore:
    """Matches by id. A change is one script; a read is one pipeline."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._create = _script(connection, "matches/create.lua")
        self._join = _script(connection, "matches/join.lua")
        self._start = _script(connection, "matches/start.lua")
        self._commit = _script(connection, "matches/commit.lua")
        self._flag = _script(connection, "matches/flag.lua")
        self._resign = _script(connection, "matches/resign.lua")
        self._abort = _script(connection, "matches/abort.lua")
        self._void = _script(connection, "matches/void.lua")

    async def create(self, stored: StoredMatch, beginning: Beginning | None = None) -> None:
        """Write a new match, a fork with its beginning; one of the same id is left alone."""
        text = json.dumps(view_json(beginning)) if beginning else ""
        await self._create(match_script_keys(stored.match.id), [text, *flat(row_of(stored))])

    async def join(self, match_id: str, bot: Bot, seat: int | None) -> JoinReply:
        """Take a seat, any free one if none is named."""
        wanted = "" if seat is None else str(seat)
        args: list[str | int] = [bot.id, bot.name, wanted, bot.version]
        reply = await self._join(match_script_keys(match_id), args)
        return JoinReply(reply[0])

    async def start(
        self, match_id: str, rules_version: str, seed: bytes, commitment: str, first: Ask
    ) -> StartReply:
        """Fix the seed, publish its commitment and ask the first seat."""
        args: list[str | int | float] = [
            *(rules_version, seed.hex(), commitment),
            *(first.seat, _terms(first.terms)),
        ]
        reply = await self._start(match_script_keys(match_id), args)
        return StartReply(reply[0])

    async def commit(self, decision: Decision) -> CommitReply:
        """Append one action to the log, if it is still what the match waits for."""
        args = _arguments(decision)
        kind, *rest = await self._commit(match_script_keys(decision.match_id), args)
        if kind == "done":
            return Done(_outcome_of(rest[0]), int(rest[1]) if rest[1] else None)
        if kind == "seen":
            return Seen(_outcome_of(rest[0]))
        return Refusal(kind)

    async def flag(
        self, match_id: str, *, is_swept: bool, patience_ms: int = 0, outage: Result | None = None
    ) -> tuple[FlagReply, int | None]:
        """Rule on the seat to act if its deadline has passed; and how many ms ago that was.

        A sweep leaves a moment more for an answer on its way. By `outage` the match ends if the
        service was away for longer than `patience_ms` (0: never) and than the seat had time.
        """
        args: list[str | int | float] = [int(is_swept), "", "", patience_ms, _result(outage)]
        kind, _version, *late = await self._flag(match_script_keys(match_id), args)
        return FlagReply(kind), int(late[0]) if late else None

    async def forfeit(self, match_id: str, version: int, result: Result) -> None:
        """Flag the seat to act and end the match, if it still is at that version."""
        args: list[str | int | float] = [0, version, _result(result), 0, ""]
        await self._flag(match_script_keys(match_id), args)

    async def resign(self, match_id: str, seat: int, version: int, result: Result | None) -> None:
        """Mark a seat, with a result end the match, if it still is at that version."""
        args: list[str | int | float] = [seat, version, _result(result)]
        await self._resign(match_script_keys(match_id), args)

    async def abort(self, match_id: str, seat: int, version: int, result: Result) -> None:
        """Mark that a seat agrees, end the match if all do, if it still is at that version."""
        args: list[str | int | float] = [seat, version, _result(result)]
        await self._abort(match_script_keys(match_id), args)

    async def void(self, match_id: str, result: Result) -> None:
        """End a match that is not over without places."""
        await self._void(match_script_keys(match_id), [_result(result)])

    @answered
    async def load(self, match_id: str) -> StoredMatch | None:
        """The match as it stands, without its log."""
        row = cast("Row", await self._connection.read.hgetall(match_key("match", match_id)))
        return stored_of(row) if row else None

    @answered
    async def statuses(self, match_ids: list[str]) -> list[MatchStatus | None]:
        """How those matches stand, in that order, None where there is none."""
        if not match_ids:
            return []
        asked: list[tuple[Word, ...]] = [
            ("HGET", match_key("match", one), "status") for one in match_ids
        ]
        found = await self._connection.calls.read(asked)
        return [MatchStatus(status) if status else None for status in found]

    @answered
    async def read(self, match_id: str, after: int) -> Reading | None:
        """The match with its events after a version; None if there is no such match."""
        row, entries, seed, (seconds, micros) = await self._connection.calls.read(
            [
                ("HGETALL", match_key("match", match_id)),
                ("XRANGE", match_key("log", match_id), f"({after}-0", "+"),
                ("GET", match_key("seed", match_id)),
                ("TIME",),
            ]
        )
        if not row:
            return None
        stored = stored_of(paired(row))
        begins = stored.match.origin is not None and after == 0
        events = [event_of(match_id, entry, paired(told)) for entry, told in entries]
        return Reading(
            stored,
            [event for event in events if event.version <= stored.match.version],
            bytes.fromhex(seed or ""),
            int(seconds) * 1000 + int(micros) // 1000,
            await self.beginning(match_id) if begins else None,
        )

    @answered
    async def beginning(self, match_id: str) -> Beginning:
        """What a fork takes over from the match in whose middle it began."""
        text = await self._connection.read.get(match_key("beginning", match_id))
        return from_json(Beginning, json.loads(text or ""))

    @answered
    async def log(self, match_id: str, after: int, limit: int | None) -> list[MatchEvent]:
        """At most `limit` events (None: all) after a version, in order."""
        key = match_key("log", match_id)
        entries = await self._connection.read.xrange(key, min=f"({after}-0", count=limit)
        return [event_of(match_id, *entry) for entry in cast("list[tuple[str, Row]]", entries)]

    @answered
    async def outcome(self, match_id: str, seat: int, action_id: str) -> Outcome | None:
        """What became of an action id of this seat, if it was committed."""
        text = await self._connection.read.hget(match_key("acts", match_id), f"{seat}:{action_id}")
        return None if text is None else _outcome_of(str(text))


def _script(connection: Connection, file: str) -> Script:
    return connection.script(
        "matches/heartbeat.lua", "matches/clock.lua", "matches/prelude.lua", file
    )


def _arguments(decision: Decision) -> list[str | int | float]:
    """ARGV of commit.lua, in its order."""
    ask, delays = decision.ask, decision.delays
    return [
        decision.seat,
        decision.version,
        decision.action_id,
        decision.payload,
        decision.action,
        "auto" if decision.is_auto else "bot",
        "" if ask is None else ask.seat,
        "" if ask is None else _terms(ask.terms),
        delays.own_ms,
        "" if delays.rtt_ms is None else delays.rtt_ms,
        _result(decision.result),
    ]


def _result(result: Result | None) -> str:
    return "" if result is None else result.model_dump_json(by_alias=False)


def _outcome_of(text: str) -> Outcome:
    payload, version, charged_ms, credited_ms, left_ms, status = text.split("|")
    return Outcome(
        payload,
        int(version),
        int(charged_ms),
        int(credited_ms),
        int(left_ms) if left_ms else None,
        MatchStatus(status),
    )


def _terms(terms: ClockTerms | None) -> str:
    """Terms as the scripts read them."""
    if terms is None:
        return ""
    return f"{terms.increment_ms},{terms.cap_ms},{terms.free_ms},{terms.bound_ms}"
