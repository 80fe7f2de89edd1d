"""What may be done: actions by their codes, and why an action is not legal."""

from __future__ import annotations

from saqqara_engine.errors import UnknownOption
from saqqara_engine.explain import Rule
from saqqara_engine.explain import explain as compare
from saqqara_service.application.play.decisions import Asked, demand_turn
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.errors import IllegalAction
from saqqara_service.models import Caller, Explanation


async def explain(svc: Service, caller: Caller, match_id: str, action: str | int) -> Explanation:
    """Whether the caller's seat may take an action now, and if not, which rule it breaks.

    What is no matter of rules, such as another seat's turn, is refused as `act` refuses it: what
    another seat may do can depend on what it alone knows.
    """
    seat = await seat_of(svc, caller, match_id)
    text = await notation(svc, match_id, action)
    table, _now = await svc.tables.fresh(match_id)
    version = table.match.version
    demand_turn(table, Asked(match_id, seat, text, version, action_id=""))
    told = compare(table.game, table.game.legal_actions(table.state), text)
    return Explanation(
        match_id=match_id,
        version=version,
        seat=seat,
        action=text,
        legal=told.is_legal,
        broken=told.broken,
        reason=told.reason,
        place=told.place,
        allowed_words=list(told.allowed),
    )


async def notation(svc: Service, match_id: str, action: str | int) -> str:
    """The notation of an action that is named by its notation or by its code."""
    if isinstance(action, str):
        return action
    table = svc.tables.known(match_id) or (await svc.tables.fresh(match_id))[0]
    try:
        return str(table.codes.action(action))
    except UnknownOption as error:
        version = table.match.version
        raise IllegalAction(
            str(error), action=str(action), current_version=version, broken=Rule.NOTATION
        ) from error
