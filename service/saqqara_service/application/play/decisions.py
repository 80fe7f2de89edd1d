"""One decision of one seat: is it admitted, and what does committing it change?

Rules run before the script; the script compares ids, versions and clocks. So a refused decision
changes nothing.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace

from saqqara_contest.clocks import Delays
from saqqara_engine.errors import MalformedAction
from saqqara_engine.explain import explain
from saqqara_engine.game import Action
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided
from saqqara_service.application.matches.clocks import terms_of
from saqqara_service.application.play.timing import Timing
from saqqara_service.application.service import Service
from saqqara_service.errors import (
    ApplicationError,
    IllegalAction,
    Internal,
    MatchOver,
    NotYourTurn,
    SeatFlagged,
    SeatResigned,
    StaleVersion,
)
from saqqara_service.models import MatchStatus, Receipt, Result
from saqqara_service.storage.matches.matches import Ask, CommitReply, CommittedNow, Decision
from saqqara_service.storage.matches.scripts import CommitKind
from saqqara_service.storage.redis.topics import MatchTopic, Notification

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Asked:
    """What a bot asks to be done, or autoplay in its place."""

    match_id: str
    seat: int
    action: str
    version: int
    action_id: str
    is_auto: bool = False

    @property
    def payload(self) -> str:
        """What must be equal when an action id comes again."""
        return hashlib.sha256(f"{self.version}|{self.action}".encode()).hexdigest()[:32]


def admit(table: Table, asked: Asked) -> Action:
    """The action asked for; raises the reason if this table cannot take it."""
    demand_turn(table, asked)
    return _legal(table, asked)


def demand_turn(table: Table, asked: Asked) -> None:
    """Refuse whatever the seat asks for, if it is not asked at that version.

    What does not change the question, such as another seat that resigns, makes no answer stale.
    """
    match = table.match
    version = match.version
    if match.status is not MatchStatus.RUNNING:
        raise refusal(CommitKind.OVER, version)
    seat = match.seats[asked.seat]
    if seat.flagged and not asked.is_auto:
        raise refusal(CommitKind.FLAGGED, version)
    if seat.resigned and not asked.is_auto:
        raise refusal(CommitKind.RESIGNED, version)
    if not table.asked_at <= asked.version <= version:
        raise StaleVersion(
            f"The match is at version {version}, not {asked.version}. Fetch the latest"
            " events and answer again.",
            current_version=version,
        )
    if match.to_act is not None and match.to_act != asked.seat:
        raise NotYourTurn(
            f"Seat {match.to_act} has to act now. Wait for your seat's turn.",
            seat=match.to_act,
            current_version=version,
        )


def refusal(kind: CommitKind, version: int) -> ApplicationError:
    """What a seat is told that cannot act, whether the script or the table shows why."""
    match kind:
        case CommitKind.OVER:
            return MatchOver("The match is over.", current_version=version)
        case CommitKind.FLAGGED:
            return SeatFlagged(
                "The seat has run out of time, and autoplay plays for it.", current_version=version
            )
        case CommitKind.RESIGNED:
            return SeatResigned(
                "The seat has resigned, and autoplay plays for it.", current_version=version
            )
    return Internal(f"The database refused an action as {kind.value}.")


def admitted(table: Table, asked: Asked) -> Action | None:
    """The action asked for, or None if this table, perhaps an old one, cannot take it."""
    try:
        return admit(table, asked)
    except ApplicationError:
        return None


def _legal(table: Table, asked: Asked) -> Action:
    legal = table.game.legal_actions(table.state)
    with suppress(MalformedAction):
        action: Action = table.game.parse_action(asked.action)
        if action in legal:
            return action
    told = explain(table.game, legal, asked.action)
    raise IllegalAction(
        f"{told.reason} {len(legal)} actions are legal now.",
        action=asked.action[:_SHOWN],
        current_version=table.match.version,
        count=len(legal),
        broken=told.broken,
        place=told.place,
        allowed_words=list(told.allowed),
    )


async def commit(
    svc: Service, table: Table, asked: Asked, action: Action, timing: Timing | None = None
) -> tuple[CommitReply, Table]:
    """Commit an admitted action; the table after it, or the same one if nothing was committed."""
    draft = table.game.copy(table.state)
    table.game.advance(draft, action)
    ask = ask_after(table, asked.seat, draft)
    result = decided(table.game, draft, table.match.seats) if ask is None else None
    delays = Delays()
    if timing is not None:
        player_id = table.match.seats[asked.seat].player_id
        delays = timing.delays(svc.standstill.within_s(player_id, timing.received_at))
    decision = _decision(table, asked, str(action), ask, delays, result)
    era = svc.tables.era
    reply = await svc.matches.commit(decision)
    if not isinstance(reply, CommittedNow):
        return reply, table
    svc.metrics.actions.labels("auto" if asked.is_auto else "applied").inc()
    after = _after(table, draft, decision, reply)
    keep(svc, after, era)
    return reply, after


def keep(svc: Service, table: Table, era: object) -> None:
    """Remember the table after what was committed, and tell it to whom that concerns."""
    svc.tables.keep(table, era)
    topic, version = MatchTopic(table.match.id), table.match.version
    svc.hub.tell(Notification(topic, version, _concerned(table)))


def _concerned(table: Table) -> list[str]:
    """The players whose feeds have something to tell: the one that is asked, at the end all."""
    asked = table.match.to_act
    seats = table.match.seats if asked is None else table.match.seats[asked : asked + 1]
    return [seat.player_id for seat in seats if seat.player_id is not None]


def ask_after(table: Table, acted: int, state: object) -> Ask | None:
    """What the state after an action asks; None when the game is over."""
    seat = table.game.to_act(state)
    if seat is None:
        return None
    is_first = seat != acted and table.receipts[seat] is None
    return Ask(seat, terms_of(table.match, table.game, state, seat, is_first=is_first))


def _decision(  # noqa: PLR0917 - what is put together
    table: Table,
    asked: Asked,
    notation: str,
    ask: Ask | None,
    delays: Delays,
    result: Result | None,
) -> Decision:
    return Decision(
        match_id=asked.match_id,
        seat=asked.seat,
        head=table.stored.head,
        action_id=asked.action_id,
        payload=asked.payload,
        action=notation,
        is_auto=asked.is_auto,
        ask=ask,
        delays=delays,
        result=result,
    )


def _after(table: Table, state: object, decision: Decision, done: CommittedNow) -> Table:
    """The table as the script left it, without asking Redis again."""
    seat, ask, outcome = decision.seat, decision.ask, done.outcome
    seats, receipts = list(table.match.seats), list(table.receipts)
    seats[seat] = seats[seat].model_copy(update={"left_ms": outcome.left_ms})
    receipts[seat] = Receipt(
        version=outcome.version,
        action=decision.action,
        auto=decision.is_auto,
        late=decision.is_auto,
        charged_ms=outcome.charged_ms,
        credited_ms=outcome.credited_ms,
        left_ms=outcome.left_ms,
    )
    match = table.match.model_copy(
        update={
            "version": outcome.version,
            "status": outcome.status,
            "seats": seats,
            "to_act": ask.seat if ask else None,
            "deadline_ms": done.deadline_ms,
            "seed": None if ask else table.seed.hex(),
            "result": decision.result,
        }
    )
    stored = replace(table.stored, match=match, last_ms=done.at_ms)
    asked_at = outcome.version
    return replace(table, stored=stored, state=state, receipts=tuple(receipts), asked_at=asked_at)
