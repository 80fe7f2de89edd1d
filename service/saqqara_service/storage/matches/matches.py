"""A match as Redis keeps it: a hash, a log, and the scripts that change them together."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from saqqara_contest.clocks import ClockTerms, Delays
from saqqara_engine.plies import Beginning
from saqqara_engine.wire import from_json, view_json
from saqqara_service.models import Bot, MatchEvent, MatchStatus, Result
from saqqara_service.storage.matches.rows import Row, StoredMatch, event_of, row_of, stored_of
from saqqara_service.storage.matches.scripts import (
    ABORT,
    COMMIT,
    CREATE,
    FLAG,
    JOIN,
    RESIGN,
    START,
    VOID,
    Abort,
    Aborted,
    Commit,
    CommitKind,
    Create,
    Flag,
    FlagRuling,
    Join,
    JoinReply,
    Resign,
    Resigned,
    Start,
    StartReply,
    Void,
    Voided,
)
from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import match_key


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
class CommitOutcome:
    """What a committed action led to; kept under its action id for as long as the match."""

    payload: str
    version: int
    charged_ms: int
    credited_ms: int
    left_ms: int | None
    status: MatchStatus


@dataclass(frozen=True, slots=True)
class CommittedNow:
    """The action was committed now."""

    outcome: CommitOutcome
    deadline_ms: int | None


@dataclass(frozen=True, slots=True)
class CommittedBefore:
    """The action id of this seat was committed before, perhaps with another payload."""

    outcome: CommitOutcome


@dataclass(frozen=True, slots=True)
class CommitRefused:
    """Nothing was changed, for that reason; the match is at the version."""

    kind: CommitKind
    version: int


CommitReply: TypeAlias = CommittedNow | CommittedBefore | CommitRefused


class MatchStore:
    """Matches by id. A change is one script; a read is one pipeline."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def create(self, stored: StoredMatch, beginning: Beginning | None = None) -> None:
        """Write a new match, a fork with its beginning; one of the same id is left alone."""
        text = json.dumps(view_json(beginning)) if beginning else None
        arguments = Create(beginning=text, fields=flat(row_of(stored)))
        await self._connection.run(CREATE, stored.match.id, arguments)

    async def join(self, match_id: str, bot: Bot, seat: int | None) -> JoinReply:
        """Take a seat, any free one if none is named."""
        arguments = Join(bot=bot.id, name=bot.name, version=bot.version, wanted=seat)
        return await self._connection.run(JOIN, match_id, arguments)

    async def start(
        self, match_id: str, rules_version: str, seed: bytes, commitment: str, first: Ask
    ) -> StartReply:
        """Fix the seed, publish its commitment and ask the first seat."""
        arguments = Start(
            rules_version=rules_version,
            secret=seed.hex(),
            commitment=commitment,
            seat=first.seat,
            terms=_terms(first.terms),
        )
        return await self._connection.run(START, match_id, arguments)

    async def commit(self, decision: Decision) -> CommitReply:
        """Append one action to the log, if it is still what the match waits for."""
        reply = await self._connection.run(COMMIT, decision.match_id, _arguments(decision))
        if reply.outcome is None:
            return CommitRefused(reply.kind, reply.version)
        outcome = _outcome_of(reply.outcome)
        is_done = reply.kind is CommitKind.DONE
        return CommittedNow(outcome, reply.deadline_ms) if is_done else CommittedBefore(outcome)

    async def flag(
        self, match_id: str, *, is_swept: bool, patience_ms: int = 0, outage: Result | None = None
    ) -> FlagRuling:
        """Rule on the seat to act if its deadline has passed; and how many ms ago that was.

        A sweep leaves a moment more for an answer on its way. By `outage` the match ends if the
        service was away for longer than `patience_ms` (0: never) and than the seat had time.
        """
        arguments = Flag(
            is_swept=is_swept,
            expected=None,
            result=None,
            patience=patience_ms,
            outage=_result(outage),
        )
        return await self._connection.run(FLAG, match_id, arguments)

    async def forfeit(self, match_id: str, version: int, result: Result) -> FlagRuling:
        """Flag the seat to act and end the match, if it still is at that version."""
        arguments = Flag(
            is_swept=False, expected=version, result=_result(result), patience=0, outage=None
        )
        return await self._connection.run(FLAG, match_id, arguments)

    async def resign(
        self, match_id: str, seat: int, version: int, result: Result | None
    ) -> Resigned:
        """Mark a seat, with a result end the match, if it still is at that version."""
        arguments = Resign(seat=seat, expected=version, result=_result(result))
        return await self._connection.run(RESIGN, match_id, arguments)

    async def abort(
        self, match_id: str, seat: int, version: int, result: Result, *, has_begun: bool
    ) -> Aborted:
        """Mark that a seat agrees, end the match if all do, unless somebody has acted.

        Only if it still is at the version at which it had begun, or had not.
        """
        arguments = Abort(seat=seat, expected=version, has_begun=has_begun, result=_written(result))
        return await self._connection.run(ABORT, match_id, arguments)

    async def void(self, match_id: str, result: Result) -> Voided:
        """End a match that is not over without places."""
        return await self._connection.run(VOID, match_id, Void(result=_written(result)))

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
    async def outcome(self, match_id: str, seat: int, action_id: str) -> CommitOutcome | None:
        """What became of an action id of this seat, if it was committed."""
        text = await self._connection.read.hget(match_key("acts", match_id), f"{seat}:{action_id}")
        return None if text is None else _outcome_of(str(text))


def _arguments(decision: Decision) -> Commit:
    ask, delays = decision.ask, decision.delays
    return Commit(
        seat=decision.seat,
        expected=decision.version,
        id=decision.action_id,
        payload=decision.payload,
        action=decision.action,
        is_auto=decision.is_auto,
        next_seat=None if ask is None else ask.seat,
        next_terms=None if ask is None else _terms(ask.terms),
        own=delays.own_ms,
        rtt=delays.rtt_ms,
        result=_result(decision.result),
    )


def _result(result: Result | None) -> str | None:
    return None if result is None else _written(result)


def _written(result: Result) -> str:
    return result.model_dump_json(by_alias=False)


def _outcome_of(text: str) -> CommitOutcome:
    payload, version, charged_ms, credited_ms, left_ms, status = text.split("|")
    return CommitOutcome(
        payload,
        int(version),
        int(charged_ms),
        int(credited_ms),
        int(left_ms) if left_ms else None,
        MatchStatus(status),
    )


def _terms(terms: ClockTerms | None) -> str | None:
    """Terms as the scripts read them; none of an untimed clock."""
    if terms is None:
        return None
    return f"{terms.increment_ms},{terms.cap_ms},{terms.free_ms},{terms.bound_ms}"
