"""Playing on for seats that are gone: what the declared policy decides, several decisions at once.

Nobody waits between two of them; so they are committed together, by one script.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from saqqara_contest.autoplay import choose
from saqqara_service.application.caches.tables import Table
from saqqara_service.application.folds.results import decided
from saqqara_service.application.play.decisions import ask_after, keep
from saqqara_service.application.service import Service
from saqqara_service.models import MatchStatus, Receipt, Result
from saqqara_service.storage.matches.matches import AutoDecision
from saqqara_service.storage.matches.scripts import PlayedOn, UnlessStale

AT_ONCE: Final = 16
"""So many decisions are committed together: Redis does nothing else meanwhile."""


def plays_itself(table: Table) -> bool:
    """Whether a seat is asked that is gone."""
    seat = table.match.to_act
    return seat is not None and table.match.seats[seat].is_gone


async def autoplay(svc: Service, table: Table) -> Table:
    """Decide for seats that are gone until one that is left is asked or the match is over."""
    while plays_itself(table):
        era = svc.tables.era
        decisions, after = _decided(table)
        last = decisions[-1]
        result = None if last.ask else decided(after.game, after.state, after.match.seats)
        done = await svc.matches.play_on(table.match.id, table.stored.head, decisions, result)
        if done.kind is not UnlessStale.DONE:  # another process is at it
            break
        svc.metrics.acted("auto").inc(len(decisions))
        table = _committed(after, last, done, result)
        keep(svc, table, era)
    return table


def _decided(table: Table) -> tuple[list[AutoDecision], Table]:
    """What the policy decides next, and the table after that but for what the store tells of it."""
    match, game, seat = table.match, table.game, table.match.to_act
    draft, receipts = game.copy(table.state), list(table.receipts)
    decisions: list[AutoDecision] = []
    after = replace(table, state=draft)
    while seat is not None and match.seats[seat].is_gone and len(decisions) < AT_ONCE:
        version = match.version + len(decisions)
        action = choose(match.autoplay, game.legal_actions(draft), table.seed, version)
        game.advance(draft, action)
        receipts[seat] = _receipt(version + 1, str(action), match.seats[seat].left_ms)
        after = replace(after, receipts=tuple(receipts), asked_at=version + 1)
        ask = ask_after(after, seat, draft)
        decisions.append(AutoDecision(seat, str(action), ask))
        seat = None if ask is None else ask.seat
    return decisions, after


def _receipt(version: int, action: str, left_ms: int | None) -> Receipt:
    """That of a decision which has cost nobody time."""
    return Receipt(
        version=version,
        action=action,
        auto=True,
        late=True,
        charged_ms=0,
        credited_ms=0,
        left_ms=left_ms,
    )


def _committed(after: Table, last: AutoDecision, done: PlayedOn, result: Result | None) -> Table:
    """The table as the script left it, without asking Redis again."""
    match = after.match.model_copy(
        update={
            "version": done.version,
            "status": MatchStatus.RUNNING if last.ask else MatchStatus.FINISHED,
            "to_act": last.ask.seat if last.ask else None,
            "deadline_ms": done.deadline_ms,
            "seed": None if last.ask else after.seed.hex(),
            "result": result,
        }
    )
    stored = replace(after.stored, match=match, last_ms=done.at_ms or 0)
    return replace(after, stored=stored)
