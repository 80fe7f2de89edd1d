"""What the house bot `greedy` would do in a seat's place, told to that seat."""

from __future__ import annotations

from typing import Final

from saqqara_engine.preview import average_gains
from saqqara_service import questions
from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.play.decisions import demand_turn
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.errors import WrongState
from saqqara_service.models import Caller, Hint, HintAction

BOT: Final = "greedy"
_MOST: Final = 3


async def request(svc: Service, caller: Caller, question: questions.MatchQuestion) -> Hint:
    """The best actions of the caller's seat, one action ahead, in a match that is not rated."""
    match_id = question.match_id
    seat = await seat_of(svc, caller, match_id, svc.tables.known(match_id))
    table, _now = await svc.tables.fresh(match_id)
    version = table.match.version
    demand_turn(table, seat, version)
    if table.match.ladder_id is not None:
        raise WrongState("There are no hints in rated matches. Ask in another match.")
    await svc.cost_queue.yield_turn()
    view, legal = table.game.view(table.state, seat), table.game.legal_actions(table.state)
    gains = await in_thread(average_gains, table.game, view, seat, legal)
    best = sorted(zip(gains, legal, strict=True), key=lambda one: -one[0])[:_MOST]
    return Hint(
        match_id=match_id,
        version=version,
        seat=seat,
        bot=BOT,
        actions=[
            HintAction(action=str(action), code=table.codes.code(action), gain=gain)
            for gain, action in best
        ],
    )
