"""One decision of one seat: is it admitted, and what does committing it change?

Rules run before the script; the script compares ids, versions and clocks. So a refused decision
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from saqqara_engine.errors import MalformedAction, UnknownOption
from saqqara_engine.explain import Rule, explain
from saqqara_engine.game import Action
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided
from saqqara_service.application.matches.clocks import terms_of
from saqqara_service.application.play.delays import Timing
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
from saqqara_service.models import MatchStatus, Receipt
from saqqara_service.storage.matches.matches import Ask, Commit, CommitReply, CommittedNow
from saqqara_service.storage.matches.scripts import CommitKind
from saqqara_service.storage.redis.topics import MatchTopic, Notification

_SHOWN = 80


def admit(table: Table, seat: int, version: int, text: str) -> Action:
    """Return the action of that notation; raises the reason if this table cannot take it."""
    demand_turn(table, seat, version)
    legal = table.game.legal_actions(table.state)
    action = _found(table, legal, text)
    if action is None:
        raise _illegal(table, legal, text)
    return action


def admitted(table: Table, seat: int, version: int, text: str) -> Action | None:
    """Return the same, or None if this table, perhaps an old one, cannot take it."""
    with suppress(ApplicationError):
        demand_turn(table, seat, version)
        return _found(table, table.game.legal_actions(table.state), text)
    return None


def demand_turn(table: Table, seat: int, version: int) -> None:
    """Refuse whatever the seat asks for, if it is not asked at that version.

    What does not change the question, such as another seat that resigns, makes no answer stale.
    """
    match = table.match
    if match.status is not MatchStatus.RUNNING:
        raise refusal(CommitKind.OVER, match.version)
    if match.seats[seat].flagged:
        raise refusal(CommitKind.FLAGGED, match.version)
    if match.seats[seat].resigned:
        raise refusal(CommitKind.RESIGNED, match.version)
    if not table.asked_at <= version <= match.version:
        raise StaleVersion(
            f"The match is at version {match.version}, not {version}. Fetch the latest"
            " events and answer again.",
            current_version=match.version,
        )
    if match.to_act is not None and match.to_act != seat:
        raise NotYourTurn(
            f"Seat {match.to_act} has to act now. Wait for your seat's turn.",
            seat=match.to_act,
            current_version=match.version,
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


def notation(table: Table, named: str | int) -> str:
    """Return the notation of an action that is named by its notation or by its code."""
    if isinstance(named, str):
        return named
    try:
        return str(table.codes.action(named))
    except UnknownOption as error:
        raise IllegalAction(
            str(error),
            action=str(named),
            current_version=table.match.version,
            broken=Rule.NOTATION,
        ) from error


def _found(table: Table, legal: Sequence[Action], text: str) -> Action | None:
    with suppress(MalformedAction):
        action: Action = table.game.parse_action(text)
        return action if action in legal else None
    return None


def _illegal(table: Table, legal: Sequence[Action], text: str) -> IllegalAction:
    explained = explain(table.game, legal, text)
    return IllegalAction(
        f"{explained.reason} {len(legal)} actions are legal now.",
        action=text[:_SHOWN],
        current_version=table.match.version,
        count=len(legal),
        broken=explained.broken,
        place=explained.place,
        allowed_words=list(explained.allowed),
    )


async def commit_action(
    svc: Service, table: Table, commit: Commit, action: Action, timing: Timing | None = None
) -> tuple[CommitReply, Table]:
    """Commit an admitted action; the table after it, or the same one if nothing was committed."""
    state = table.game.copy(table.state)
    table.game.advance(state, action)
    commit.head = table.stored.head
    commit.ask = ask_after(table, commit.seat, state)
    commit.result = None if commit.ask else decided(table.game, state, table.match.seats)
    if timing is not None:
        player_id = table.match.seats[commit.seat].player_id
        commit.delays = timing.delays(svc.standstill.within_s(player_id, timing.received_at))
    era = svc.tables.era
    reply = await svc.matches.commit(commit)
    if not isinstance(reply, CommittedNow):
        return reply, table
    svc.metrics.acted("auto" if commit.is_auto else "applied").inc()
    after = _after(table, state, commit, reply)
    keep(svc, after, era)
    return reply, after


def keep(svc: Service, table: Table, era: object) -> None:
    """Remember the table after what was committed, and tell it to whom that concerns."""
    svc.tables.keep(table, era)
    topic, version = MatchTopic(table.match.id), table.match.version
    svc.hub.notify(Notification(topic, version, _concerned(table)))


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


def _after(table: Table, state: object, commit: Commit, done: CommittedNow) -> Table:
    """The table as the script left it, without asking Redis again."""
    seat, ask, outcome = commit.seat, commit.ask, done.outcome
    seats, receipts = list(table.match.seats), list(table.receipts)
    seats[seat] = seats[seat].model_copy(update={"left_ms": outcome.left_ms})
    receipts[seat] = Receipt(
        version=outcome.version,
        action=commit.action,
        auto=commit.is_auto,
        late=commit.is_auto,
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
            "result": commit.result,
        }
    )
    stored = replace(table.stored, match=match, last_ms=done.at_ms)
    asked_at = outcome.version
    return replace(table, stored=stored, state=state, receipts=tuple(receipts), asked_at=asked_at)
