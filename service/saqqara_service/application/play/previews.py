"""What an action would change, told to the seat that may take it."""

from __future__ import annotations

from saqqara_engine.preview import WORLDS, ChangeRange, SeatChange
from saqqara_engine.preview import preview as tried
from saqqara_service import models, questions
from saqqara_service.application.play.decisions import admit, notation
from saqqara_service.application.play.seats import seat_of
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Preview
from saqqara_service.models.previews import PointsChange, SourceChange


async def preview(svc: Service, caller: Caller, question: questions.PreviewAction) -> Preview:
    """The change of all seats' points through an action of the caller's seat.

    The action is simulated in several worlds that fit the seat's view, so the preview reveals
    nothing hidden.
    """
    match_id = question.match_id
    seat = await seat_of(svc, caller, match_id, svc.tables.known(match_id))
    table, _now = await svc.tables.fresh(match_id)
    version = table.match.version
    admitted = admit(table, seat, version, notation(table, question.named))
    await svc.cost_queue.yield_turn()
    view = table.game.view(table.state, seat)
    changes = tried(table.game, view, seat, admitted)
    return Preview(
        match_id=match_id,
        version=version,
        seat=seat,
        action=str(admitted),
        worlds=WORLDS,
        seats=[_seat_change(number, change) for number, change in enumerate(changes)],
    )


def _seat_change(seat: int, change: SeatChange) -> models.previews.SeatChange:
    return models.previews.SeatChange(
        seat=seat,
        scored=_range(change.scored),
        projected=_range(change.projected),
        lines=[
            SourceChange(source=line.source, change=_range(line.change)) for line in change.lines
        ],
    )


def _range(change: ChangeRange) -> PointsChange:
    return PointsChange(least=change.least, most=change.most)
