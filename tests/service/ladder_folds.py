"""A ladder computed anew from its records, and its whole plan, for whoever compares."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from saqqara_service import questions
from saqqara_service.application.folds.standings import counted
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import LadderMatch
from saqqara_service.models.pages import each
from saqqara_service.questions.values import MOST_ON_PAGE
from saqqara_service.storage.ladders.rows import CountedMatch, StandingRow


def fold(results: Iterable[CountedMatch]) -> dict[str, list[StandingRow]]:
    """The rows by bot after all results in their order."""
    rows: dict[str, list[StandingRow]] = {}
    for result in results:
        rows |= counted({bot_id: rows.get(bot_id, []) for bot_id in result.bots}, result)
    return rows


async def refold(svc: Service, ladder_id: str) -> dict[str, list[StandingRow]]:
    """The rows of standings from all results by their numbers; ever equal to those kept."""
    return fold((await svc.ladders.schedule(ladder_id)).results)


async def whole_schedule(svc: Service, ladder_id: str) -> list[LadderMatch]:
    """Every match that was planned so far, in the order of the plan."""
    query = questions.LadderMatchFilter(ladder_id=ladder_id, first=MOST_ON_PAGE)
    return [one async for one in each(partial(ladders.schedule, svc, None), query)]
