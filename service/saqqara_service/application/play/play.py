"""Acting in a match."""

from __future__ import annotations

import re
from contextlib import suppress

from saqqara_engine.game import Action
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.matches import upkeep
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.play.autoplay import autoplay, plays_itself
from saqqara_service.application.play.deadlines import rule
from saqqara_service.application.play.decisions import Asked, admit, admitted, commit, refusal
from saqqara_service.application.play.explanations import notation
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.play.timing import Timing, spent_ms
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ActionIdReused,
    ApplicationError,
    Busy,
    Internal,
    Malformed,
    SeatFlagged,
    StaleVersion,
)
from saqqara_service.models import Acted, Caller
from saqqara_service.storage.matches.matches import (
    CommitOutcome,
    CommitRefused,
    CommittedBefore,
    CommittedNow,
)
from saqqara_service.storage.matches.scripts import CommitKind

TRIES = 5
"""How often an answer is tried again that others overtook without making it stale."""

MOST_MISSED = 50
"""So many events are told to who acts on an old version; the cursor of the last leads on."""

_ACTION_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


async def act(  # noqa: PLR0917 - one line of a request
    svc: Service,
    caller: Caller,
    match_id: str,
    action: str | int,
    expected_version: int,
    action_id: str,
    timing: Timing | None = None,
) -> Acted:
    """Commit one action (its notation or code) of the caller's bot: once, however often called.

    Without a `timing` the answer counts as having come just now.
    """
    if _ACTION_ID.fullmatch(action_id) is None:
        raise Malformed("An action id must have 1 to 64 of the characters A-Z a-z 0-9 _ . and -.")
    demand_id(match_id)
    await svc.gate.demand_play()
    await svc.standstill.settled()
    async with svc.tables.lock(match_id):
        seat = await seat_of(svc, caller, match_id)
        text = await notation(svc, match_id, action)
        asked = Asked(match_id, seat, text, expected_version, action_id)
        acted, table = await _act(svc, asked, timing)
        with suppress(Busy):  # the action is committed; a sweep continues where this stops
            if plays_itself(table):
                await upkeep.owed(svc, match_id, autoplay(svc, table))
    return acted


async def _act(svc: Service, asked: Asked, timing: Timing | None) -> tuple[Acted, Table]:
    """Try with the table at hand; before refusing, look whether it was old or the call repeated."""
    table = svc.tables.known(asked.match_id)
    action = admitted(table, asked) if table else None
    if table is None or action is None:
        table, earlier = await _looked_up(svc, asked)
        if earlier is not None:
            return _repeated(asked, earlier), table
        action = await _admit(svc, table, asked)
    for _ in range(TRIES):
        reply, table = await commit(svc, table, asked, action, timing)
        match reply:
            case CommittedNow(outcome):
                return _acted(asked, outcome, repeated=False), table
            case CommittedBefore(outcome):
                return _repeated(asked, outcome), table
            case CommitRefused(CommitKind.LATE):
                ruling = rule(svc, asked.match_id, spent_ms(timing))
                raise await _late(svc, asked, await upkeep.owed(svc, asked.match_id, ruling))
            case CommitRefused(kind, version) if kind is not CommitKind.STALE:
                raise refusal(kind, version)
        table, earlier = await _looked_up(svc, asked)
        if earlier is not None:
            return _repeated(asked, earlier), table
        action = await _admit(svc, table, asked)
    raise Internal("The database refused an action that the log allows.")


async def _looked_up(svc: Service, asked: Asked) -> tuple[Table, CommitOutcome | None]:
    """The table as Redis has it, and what became of the action's id.

    In this order: the same call may come twice at once, and whose table shows what the other did
    must not be refused for it.
    """
    table, _now = await svc.tables.fresh(asked.match_id)
    return table, await svc.matches.outcome(asked.match_id, asked.seat, asked.action_id)


async def _admit(svc: Service, table: Table, asked: Asked) -> Action:
    """The action asked for; who comes too late is told what has happened since."""
    try:
        return admit(table, asked)
    except StaleVersion as stale:
        raise await _missed(svc, table, asked, stale.message) from None


async def _missed(svc: Service, table: Table, asked: Asked, message: str) -> StaleVersion:
    """The refusal of an answer to an old version, with what has happened since."""
    version, events = table.match.version, []
    if 0 <= asked.version < version:
        events = await svc.matches.log(asked.match_id, asked.version, MOST_MISSED)
    return StaleVersion(message, current_version=version, events=events)


async def _late(svc: Service, asked: Asked, table: Table) -> ApplicationError:
    """The refusal of an answer that came too late, by what followed from that."""
    version = table.match.version
    if table.match.seats[asked.seat].flagged:
        return SeatFlagged("The seat has run out of time.", current_version=version)
    message = (
        f"The answer to version {asked.version} was late, and autoplay has decided."
        f" The match is at version {version}, and the seat plays on."
    )
    return await _missed(svc, table, asked, message)


def _repeated(asked: Asked, outcome: CommitOutcome) -> Acted:
    if outcome.payload != asked.payload:
        raise ActionIdReused(
            "This action id was already used for another action or version. Use a new one."
        )
    return _acted(asked, outcome, repeated=True)


def _acted(asked: Asked, outcome: CommitOutcome, *, repeated: bool) -> Acted:
    return Acted(
        match_id=asked.match_id,
        version=outcome.version,
        repeated=repeated,
        charged_ms=outcome.charged_ms,
        credited_ms=outcome.credited_ms,
        left_ms=outcome.left_ms,
        status=outcome.status,
    )
