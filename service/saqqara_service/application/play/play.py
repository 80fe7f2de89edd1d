"""Acting in a match, and ruling on seats whose time is gone."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import structlog

from saqqara_contest.autoplay import choose
from saqqara_engine.game import Action
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided, marked, undecided
from saqqara_service.application.matches import upkeep
from saqqara_service.application.matches.matches import demand_id
from saqqara_service.application.play.autoplay import autoplay, plays_itself
from saqqara_service.application.play.decisions import Asked, admit, admitted, commit, refusal
from saqqara_service.application.play.explanations import notation
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.play.standstills import is_served
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
from saqqara_service.models import Acted, Caller, EndReason
from saqqara_service.storage.matches.matches import (
    CommitOutcome,
    CommitRefused,
    CommitReply,
    CommittedBefore,
    CommittedNow,
)
from saqqara_service.storage.matches.scripts import CommitKind, FlagReply

LONGEST_WAIT_S = 0.1
"""The sweep looks again at least this often: a deadline may be set at any moment."""

BEAT_S = 0.25
"""How often a replica says that the service is there; a gap of a second is credited to clocks."""

TRIES = 5
"""How often an answer is tried again that others overtook without making it stale."""

MOST_MISSED = 50
"""So many events are told to who acts on an old version; the cursor of the last leads on."""

_ACTION_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LOG = structlog.get_logger(__name__)


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


async def sweep(svc: Service) -> None:
    """Rule on every deadline that has passed."""
    await _rule_on(svc, (await svc.indexes.deadlines.due()).ids)


async def keep_time(svc: Service) -> None:
    """Beat and sweep for ever; every API replica does, so that any of them may die.

    The beat comes first: after an outage of ours it credits the clocks before anything is ruled on.
    """
    clock = asyncio.get_running_loop().time
    beat_at = clock()
    with svc.hub.scheduled() as schedule:
        while True:
            if svc.gate.is_frozen:  # nobody beats, so all of this time is credited
                await asyncio.sleep(LONGEST_WAIT_S)
                continue
            with suppress(Busy), svc.metrics.sweeping("clocks"):
                with schedule.reading() as buckets:
                    due = await svc.indexes.deadlines.due(buckets)
                    schedule.was_read(due.waits_ms)
                    svc.metrics.clock_backlog.set(len(due.ids))
                await svc.standstill.settled()
                if beat_at <= clock():
                    beat_at = clock() + BEAT_S
                    await svc.indexes.beat(schedule.filled)
                    if svc.hub.players:
                        await svc.serving.be_heard()
                if await _rule_on(svc, due.ids):
                    continue
            await asyncio.sleep(min(LONGEST_WAIT_S, schedule.wait_s or LONGEST_WAIT_S))


async def _rule_on(svc: Service, match_ids: list[str]) -> bool:
    """Rule on the matches; whether there were some, and on all of them."""
    rulings = (upkeep.owed(svc, one, _sweep(svc, one)) for one in match_ids)
    found = await asyncio.gather(*rulings, return_exceptions=True)
    for match_id, ruled in zip(match_ids, found, strict=True):
        is_failure = isinstance(ruled, Exception) and not isinstance(ruled, Busy)
        if is_failure:  # while Redis is away it only stays due
            _LOG.error("ruling_failed", match_id=match_id, exc_info=ruled)
    return bool(match_ids) and all(ruled is True for ruled in found)


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
                ruling = _rule(svc, asked.match_id, spent_ms(timing))
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


async def _sweep(svc: Service, match_id: str) -> bool:
    """Rule on the match, unless the process that serves who is asked may stand still."""
    async with svc.tables.lock(match_id):
        table, _now = await svc.tables.fresh(match_id)
        if not await is_served(svc, table):
            return False
        await _rule(svc, match_id)
    return True


async def _rule(svc: Service, match_id: str, answer_ms: int | None = None) -> Table:
    """Do what follows if the time of the seat to act is gone, and play on for it.

    `answer_ms` is the processor time of an answer that was late, None where there is none.
    """
    ruling = await svc.matches.flag(
        match_id,
        is_swept=answer_ms is None,
        cpu_ms=answer_ms,
        patience_ms=svc.settings.outage_void_ms,
        outage=undecided(EndReason.OUTAGE),
    )
    if ruling.late_ms is not None:
        svc.metrics.ruling_lateness.observe(ruling.late_ms / 1000)
    table, _now = await svc.tables.fresh(match_id)
    if ruling.kind is FlagReply.EARLY:  # or another process is at it
        return table
    seat = table.match.to_act
    if ruling.kind is FlagReply.FORFEIT and seat is not None:
        seats = marked(table.match.seats, seat, flagged=True)
        result = decided(table.game, table.state, seats, EndReason.FLAG)
        await svc.matches.forfeit(match_id, table.stored.head, result, answer_ms)
        table, _now = await svc.tables.fresh(match_id)
    elif ruling.kind is FlagReply.DEFAULT and seat is not None:
        _reply, table = await _decide(svc, table, seat)
    return await autoplay(svc, table)


async def _decide(svc: Service, table: Table, seat: int) -> tuple[CommitReply, Table]:
    """Decide for a seat by the declared policy."""
    match = table.match
    legal = table.game.legal_actions(table.state)
    action = choose(match.autoplay, legal, table.seed, match.version)
    asked = Asked(match.id, seat, str(action), match.version, f"auto:{match.version}", is_auto=True)
    return await commit(svc, table, asked, action)


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
