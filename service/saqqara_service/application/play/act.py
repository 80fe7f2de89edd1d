"""Acting: what a caller's action passes until it is committed or refused.

What a match waits for is never held up by a rate limit. What changes nothing is charged, and
refused at once where the budget is spent.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Final

from saqqara_engine.game import Action
from saqqara_engine.wire import canonical
from saqqara_service import questions
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.limits.rate_limits import request_cost
from saqqara_service.application.matches import upkeep
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.matches.visibility import Visibility, event_seen
from saqqara_service.application.play.autoplay import autoplay, plays_itself
from saqqara_service.application.play.deadlines import rule
from saqqara_service.application.play.decisions import (
    admit,
    admitted,
    commit_action,
    notation,
    refusal,
)
from saqqara_service.application.play.delays import Timing, spent_ms
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ActionIdReused,
    ApplicationError,
    Busy,
    Internal,
    Malformed,
    RateLimited,
    SeatFlagged,
    StaleVersion,
)
from saqqara_service.models import Acted, Caller
from saqqara_service.storage.matches.matches import (
    Commit,
    CommitOutcome,
    CommitRefused,
    CommittedBefore,
    CommittedNow,
)
from saqqara_service.storage.matches.scripts import CommitKind

TRIES: Final = 5
"""How often an answer is tried again that others overtook without making it stale."""

MOST_MISSED: Final = 50
"""So many events are told to who acts on an old version; the cursor of the last leads on."""

UNCHARGED: Final = (Busy, Internal, RateLimited)
"""What was not the caller's doing, and what costs nothing because nothing was done."""

_ACTION_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


async def act(svc: Service, caller: Caller, question: questions.Act) -> Acted:
    """Apply an action; repeating the call with the same action id returns the first result."""
    timing, one = Timing.of_message(), request_cost()
    if one is None:
        raise Internal("The action belongs to no request.")
    if caller.is_lent:  # only the host's own runners are believed
        timing = replace(timing, cpu_ms=question.cpu_ms)
    client, before_s = one.client, one.spent_s - one.forgiven_s
    with svc.concurrency.action:
        spent = svc.rate_limits.begin_action(client, caller)
        try:
            if spent and not await _is_awaited(svc, caller, question):
                raise svc.rate_limits.refuse(client, spent)
            acted = await _act(svc, caller, timing, question)
            if acted.repeated:
                svc.metrics.acted("repeated").inc()
                await svc.rate_limits.charge_action(client, caller)
            else:
                one.has_acted = True
                one.forgiven_s = one.spent_s - before_s
        except ApplicationError as error:
            svc.metrics.acted(error.code).inc()
            if not isinstance(error, UNCHARGED):
                await svc.rate_limits.charge_action(client, caller)
            raise
        finally:
            svc.rate_limits.end_action(caller)
        return acted


async def _is_awaited(svc: Service, caller: Caller, question: questions.Act) -> bool:
    """Whether the match waits for this action; Redis is asked only if it may have moved on."""
    match_id, version = question.match_id, question.expected_version
    with suppress(ApplicationError):
        demand_id(match_id)
        table = svc.tables.known(match_id)
        if table is None or table.match.version < version:
            table = await svc.single_flight.at(match_id)
        seat = table.stored.played_by(caller)
        if seat is not None:
            return admitted(table, seat, version, notation(table, question.named)) is not None
    return False


async def _act(svc: Service, caller: Caller, timing: Timing, question: questions.Act) -> Acted:
    """Commit the action, once however often it is sent, and play on for seats that are gone."""
    match_id, action_id = question.match_id, question.action_id
    if _ACTION_ID.fullmatch(action_id) is None:
        raise Malformed("An action id must have 1 to 64 of the characters A-Z a-z 0-9 _ . and -.")
    await svc.admission.demand_play()
    await svc.standstill.settled()
    async with svc.tables.lock(match_id):
        table = svc.tables.known(match_id)
        seat = await seat_of(svc, caller, match_id, table)
        text = question.named
        if isinstance(text, int):
            table = table or (await svc.tables.fresh(match_id))[0]
            text = notation(table, text)
        commit = Commit(match_id, seat, text, question.expected_version, action_id)
        commit.note = None if question.note is None else canonical(question.note)
        acted, table = await _committed(svc, table, commit, timing)
        if commit.note is not None and not acted.repeated:
            svc.rate_limits.note_kept(caller, len(commit.note))
        with suppress(Busy):  # the action is committed; a sweep continues where this stops
            if plays_itself(table):
                await upkeep.owed(svc, match_id, autoplay(svc, table))
    return acted


async def _committed(
    svc: Service, table: Table | None, commit: Commit, timing: Timing
) -> tuple[Acted, Table]:
    """Try with the table at hand; before refusing, look whether it was old or the call repeated."""
    action = None
    if table is not None:
        action = admitted(table, commit.seat, commit.version, commit.action)
    for _ in range(TRIES):
        if table is None or action is None:
            table, earlier = await _looked_up(svc, commit)
            if earlier is not None:
                return _repeated(commit, earlier), table
            action = await _admit(svc, table, commit)
        reply, table = await commit_action(svc, table, commit, action, timing)
        match reply:
            case CommittedNow(outcome):
                return _acted(commit, outcome, repeated=False), table
            case CommittedBefore(outcome):
                return _repeated(commit, outcome), table
            case CommitRefused(CommitKind.LATE):
                ruling = rule(svc, commit.match_id, spent_ms(timing))
                raise await _late(svc, commit, await upkeep.owed(svc, commit.match_id, ruling))
            case CommitRefused(kind, version) if kind is not CommitKind.STALE:
                raise refusal(kind, version)
        action = None
    raise Internal("The database refused an action that the log allows.")


async def _looked_up(svc: Service, commit: Commit) -> tuple[Table, CommitOutcome | None]:
    """The table as Redis has it, and what became of the action's id.

    In this order: the same call may come twice at once, and whose table shows what the other did
    must not be refused for it.
    """
    table, _now = await svc.tables.fresh(commit.match_id)
    return table, await svc.matches.outcome(commit.match_id, commit.seat, commit.action_id)


async def _admit(svc: Service, table: Table, commit: Commit) -> Action:
    """The action asked for; who comes too late is told what has happened since."""
    try:
        return admit(table, commit.seat, commit.version, commit.action)
    except StaleVersion as stale:
        raise await _missed(svc, table, commit, stale.message) from None


async def _missed(svc: Service, table: Table, commit: Commit, message: str) -> StaleVersion:
    """The refusal of an answer to an old version, with what has happened since."""
    version, events = table.match.version, []
    if 0 <= commit.version < version:
        log = await svc.matches.log(commit.match_id, commit.version, MOST_MISSED)
        events = [event_seen(event, table.match, Visibility(commit.seat, 0)) for event in log]
    return StaleVersion(message, current_version=version, events=events)


async def _late(svc: Service, commit: Commit, table: Table) -> ApplicationError:
    """The refusal of an answer that came too late, by what followed from that."""
    version = table.match.version
    if table.match.seats[commit.seat].flagged:
        return SeatFlagged("The seat has run out of time.", current_version=version)
    message = (
        f"The answer to version {commit.version} was late, and autoplay has decided."
        f" The match is at version {version}, and the seat plays on."
    )
    return await _missed(svc, table, commit, message)


def _repeated(commit: Commit, outcome: CommitOutcome) -> Acted:
    if outcome.payload != commit.payload:
        raise ActionIdReused(
            "This action id was already used for another action or version. Use a new one."
        )
    return _acted(commit, outcome, repeated=True)


def _acted(commit: Commit, outcome: CommitOutcome, *, repeated: bool) -> Acted:
    return Acted(
        match_id=commit.match_id,
        version=outcome.version,
        repeated=repeated,
        charged_ms=outcome.charged_ms,
        credited_ms=outcome.credited_ms,
        left_ms=outcome.left_ms,
        status=outcome.status,
    )
