"""Why an action is not legal."""

from __future__ import annotations

from saqqara_engine.explain import explain as compare
from saqqara_service import questions
from saqqara_service.application.play.decisions import demand_turn, notation
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Explanation


async def explain(svc: Service, caller: Caller, question: questions.Explain) -> Explanation:
    """Whether an action is legal now for the caller's seat, and if not, why."""
    match_id = question.match_id  # what is no matter of rules is refused as `act` refuses it
    seat = await seat_of(svc, caller, match_id, svc.tables.known(match_id))
    table, _now = await svc.tables.fresh(match_id)
    text, version = notation(table, question.named), table.match.version
    demand_turn(table, seat, version)
    compared = compare(table.game, table.game.legal_actions(table.state), text)
    return Explanation(
        match_id=match_id,
        version=version,
        seat=seat,
        action=text,
        legal=compared.is_legal,
        broken=compared.broken,
        reason=compared.reason,
        place=compared.place,
        allowed_words=list(compared.allowed),
    )
