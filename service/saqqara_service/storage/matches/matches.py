"""A match as Redis keeps it: a hash, a log, and the scripts that change them together."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Final, TypeAlias, cast

from saqqara_contest.clocks import Delays
from saqqara_contest.time_controls import ClockTerms
from saqqara_engine.plies import Beginning
from saqqara_engine.wire import view_json
from saqqara_service.models import MatchStatus, Player, Result, SeatRunner
from saqqara_service.storage.matches.cursors import LogPlace
from saqqara_service.storage.matches.logs import Logs
from saqqara_service.storage.matches.rows import Row, StoredMatch, row_of, stored_of
from saqqara_service.storage.matches.scripts import (
    ABORT,
    COMMIT,
    CREATE,
    FLAG,
    JOIN,
    PLAY_ON,
    RESIGN,
    ROLL_BACK,
    RUN,
    START,
    STOOD,
    VOID,
    Abort,
    Aborted,
    AtVersion,
    Choice,
    CommitKind,
    CommitWords,
    Create,
    Flag,
    FlagRuling,
    Join,
    JoinReply,
    PlayedOn,
    PlayOn,
    Resign,
    RollBack,
    Run,
    Start,
    StartReply,
    Stood,
    Void,
    Voided,
)
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import answered, flat
from saqqara_service.storage.redis.keys import match_key

COUNTED_AFTER_MS: Final = 30_000
"""So long after the end of a match a runner may still tell how it was."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked next, and under which terms of its clock (None: untimed)."""

    seat: int
    terms: ClockTerms | None


@dataclass(slots=True)
class Commit:
    """One action of one seat: a draft of what was asked for, completed by what it leads to.

    It answers the `version` and is committed after the event `head`. `ask` is None at the end.
    `note` is JSON.
    """

    match_id: str
    seat: int
    action: str
    version: int
    action_id: str
    is_auto: bool = False
    head: LogPlace = field(default=LogPlace(0, 0))
    ask: Ask | None = None
    note: str | None = None
    delays: Delays = field(default_factory=Delays)
    result: Result | None = None

    @property
    def payload(self) -> str:
        """What must be equal when an action id comes again; the note may be another."""
        return hashlib.sha256(f"{self.version}|{self.action}".encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class AutoDecision:
    """What the policy decides for a seat that is gone; `ask` is None at the end."""

    seat: int
    action: str
    ask: Ask | None


@dataclass(frozen=True, slots=True)
class CommitOutcome:
    """What a committed action led to; kept under its action id until a day after the end."""

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
    at_ms: int
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


class MatchStore(Logs):
    """Matches by id, with their logs. A change is one script; a read is one pipeline."""

    async def create(self, stored: StoredMatch, beginning: Beginning | None = None) -> None:
        """Write a new match, a fork with its beginning; one of the same id is left alone."""
        text = json.dumps(view_json(beginning)) if beginning else None
        arguments = Create(beginning=text, fields=flat(row_of(stored)))
        await self._connection.run(CREATE, stored.match.id, arguments)

    async def join(
        self, match_id: str, player: Player, seat: int | None, hosted: str | None = None
    ) -> JoinReply:
        """Take a seat, any free one if none is named; see `Join`."""
        arguments = Join(
            player=player.id,
            name=player.name,
            version=player.version,
            wanted=seat,
            hosted=hosted,
        )
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

    async def commit(self, commit: Commit) -> CommitReply:
        """Append one action to the log, if it is still what the match waits for."""
        reply = await self._connection.run(COMMIT, commit.match_id, _words(commit))
        if reply.outcome is None:
            return CommitRefused(reply.kind, reply.version)
        outcome = _outcome_of(reply.outcome)
        if reply.kind is CommitKind.DONE and reply.at_ms is not None:
            return CommittedNow(outcome, reply.at_ms, reply.deadline_ms)
        return CommittedBefore(outcome)

    async def play_on(
        self, match_id: str, head: LogPlace, decisions: list[AutoDecision], result: Result | None
    ) -> PlayedOn:
        """Append decisions for seats that are gone, if that still is the last event."""
        choices = [
            Choice(
                seat=one.seat,
                action=one.action,
                next_seat=None if one.ask is None else one.ask.seat,
                next_terms=None if one.ask is None else _terms(one.ask.terms),
            )
            for one in decisions
        ]
        arguments = PlayOn(expected=_head_word(head), result=_result(result), decisions=choices)
        return await self._connection.run(PLAY_ON, match_id, arguments)

    async def flag(
        self,
        match_id: str,
        *,
        is_swept: bool,
        patience_ms: int = 0,
        outage: Result | None = None,
        cpu_ms: int | None = None,
    ) -> FlagRuling:
        """Rule on the seat to act if its deadline has passed; and how many ms ago that was.

        A sweep leaves a moment more for an answer on its way. By `outage` the match ends if the
        service was away for longer than `patience_ms` (0: never) and than the seat had time.
        `cpu_ms` is what an answer has cost that was refused as late.
        """
        arguments = Flag(
            is_swept=is_swept,
            expected=None,
            result=None,
            patience=patience_ms,
            outage=_result(outage),
            cpu=cpu_ms,
        )
        return await self._connection.run(FLAG, match_id, arguments)

    async def stood(self, match_id: str, player_id: str, began_ms: int, ended_ms: int) -> None:
        """Credit the player, if it is its turn, with the time when its process stood still."""
        await self._connection.run(STOOD, match_id, Stood(player_id, began_ms, ended_ms))

    async def forfeit(
        self, match_id: str, head: LogPlace, result: Result, cpu_ms: int | None = None
    ) -> FlagRuling:
        """Flag the seat to act and end the match, if that still is its last event."""
        arguments = Flag(
            is_swept=False,
            expected=_head_word(head),
            result=_result(result),
            patience=0,
            outage=None,
            cpu=cpu_ms,
        )
        return await self._connection.run(FLAG, match_id, arguments)

    async def resign(
        self, match_id: str, seat: int, head: LogPlace, result: Result | None
    ) -> AtVersion:
        """Mark a seat, with a result end the match, if that still is its last event."""
        arguments = Resign(seat=seat, expected=_head_word(head), result=_result(result))
        return await self._connection.run(RESIGN, match_id, arguments)

    async def abort(
        self, match_id: str, seat: int, head: LogPlace, result: Result, *, has_begun: bool
    ) -> Aborted:
        """Mark that a seat agrees, end the match if all do, unless somebody has acted.

        Only if that still is its last event, after which it had begun, or had not.
        """
        arguments = Abort(
            seat=seat, expected=_head_word(head), has_begun=has_begun, result=_written(result)
        )
        return await self._connection.run(ABORT, match_id, arguments)

    async def void(self, match_id: str, result: Result) -> Voided:
        """End a match that is not over without places."""
        return await self._connection.run(VOID, match_id, Void(result=_written(result)))

    async def run(self, match_id: str, seat: int, bot_id: str, one: SeatRunner) -> None:
        """Note which runner plays for a bot in its seat, and how it is there."""
        arguments = Run(
            seat=seat,
            bot=bot_id,
            runner=one.runner_id,
            speed_index=str(one.speed_index),
            load=str(one.load),
            thought_ms=one.thought_ms,
            starved_ms=one.starved_ms,
            after_ms=COUNTED_AFTER_MS,
        )
        await self._connection.run(RUN, match_id, arguments)

    async def roll_back(self, match_id: str, head: LogPlace, lost: LogPlace) -> AtVersion:
        """Note that the events after the last one were lost, up to one that was `lost`."""
        arguments = RollBack(
            expected=_head_word(head), lost_version=lost.version, lost_ms=lost.at_ms
        )
        return await self._connection.run(ROLL_BACK, match_id, arguments)

    @answered
    async def heads(self, match_ids: list[str]) -> list[LogPlace | None]:
        """The last event of each of those matches, in that order, None where there is none."""
        asked: list[tuple[Word, ...]] = [
            ("HMGET", match_key("match", one), "version", "last_ms") for one in match_ids
        ]
        found = await self._connection.calls.read(asked) if asked else []
        return [
            LogPlace(int(version), int(at_ms or 0)) if version else None for version, at_ms in found
        ]

    @answered
    async def load(self, match_id: str) -> StoredMatch | None:
        """The match as it stands, without its log."""
        row = cast("Row", await self._connection.read.hgetall(match_key("match", match_id)))
        return stored_of(whole(row)) if row else None

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
    async def outcome(self, match_id: str, seat: int, action_id: str) -> CommitOutcome | None:
        """What became of an action id of this seat, if it was committed."""
        name = f"{seat}:{action_id}"
        text = await self._connection.kept("HGET", match_key("acts", match_id), name)
        return None if text is None else _outcome_of(str(text))


def _words(commit: Commit) -> CommitWords:
    ask, delays = commit.ask, commit.delays
    return CommitWords(
        seat=commit.seat,
        expected=_head_word(commit.head),
        id=commit.action_id,
        payload=commit.payload,
        action=commit.action,
        note=commit.note,
        is_auto=commit.is_auto,
        next_seat=None if ask is None else ask.seat,
        next_terms=None if ask is None else _terms(ask.terms),
        own=delays.own_ms,
        rtt=delays.rtt_ms,
        cpu=delays.cpu_ms,
        result=_result(commit.result),
    )


def _head_word(head: LogPlace) -> str:
    """The last event of a log as scripts tell it."""
    return f"{head.version}@{head.at_ms}"


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
    times = (terms.increment_ms, terms.cap_ms, terms.free_ms, terms.bound_ms, terms.wall_factor)
    return ",".join(map(str, times))
