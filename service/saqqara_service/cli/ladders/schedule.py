"""`saqqara-server ladder matches`: what is planned, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

import typer
from pydantic import TypeAdapter

from saqqara_service import questions
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders.ladders import After, AsJson, LadderId, print_json, print_rows
from saqqara_service.cli.ladders.names import bot_names
from saqqara_service.cli.tables import folding
from saqqara_service.models import LadderMatch, LadderMatchStatus
from saqqara_service.models.pages import Page
from saqqara_service.questions.values import MOST_ON_PAGE


def matches(
    ladder_id: LadderId,
    *,
    status: Annotated[
        LadderMatchStatus | None, typer.Option(help="Only matches with this status")
    ] = None,
    bot: Annotated[str | None, typer.Option(help="Only items of this bot, by its id")] = None,
    after: After = None,
    json: AsJson = False,
) -> None:
    """Show the matches in the order of the schedule; pairings are hidden until a match begins"""
    said = {"status": status, "bot_id": bot, "first": MOST_ON_PAGE, "after": after}
    page, names = done(lambda svc: _page(svc, ladder_id, said))
    if json:
        print_json(TypeAdapter(list[LadderMatch]), page.items)
        return
    table = folding("No.", "Match", "Status", "Bots", "Places", "Why these")
    for one in page.items:
        table.add_row(
            str(one.result_number or ""),
            f"b{one.block} r{one.rotation}",
            _status(one, names),
            _listed(one.bots, names) or "hidden until it begins",
            ", ".join(map(str, one.places or [])),
            _reason(one, names),
        )
    is_any = status is None and bot is None and after is None
    nothing = "There is no planned match yet" if is_any else "There is no such match yet"
    print_rows(table, nothing, page.cursor)


async def _page(
    svc: Service, ladder_id: str, said: Mapping[str, object]
) -> tuple[Page[LadderMatch], dict[str, str]]:
    query = questions.read(questions.LadderMatchFilter, {"ladder_id": ladder_id, **said})
    return await ladders.schedule(svc, None, query), await bot_names(svc, ladder_id)


def _status(one: LadderMatch, names: Mapping[str, str]) -> str:
    """Where a match stands, and by whom or what if it does not count."""
    if one.annulled_by is not None:
        return f"annulled by ruling {one.annulled_by}"
    if one.missed_by:
        return f"dropped: {_listed(one.missed_by, names)} absent"
    if one.forfeited_by:
        return f"given up by {_listed(one.forfeited_by, names)}"
    word = one.status.value.replace("_", " ")
    return word if one.rated else f"{word}, unrated"


def _reason(one: LadderMatch, names: Mapping[str, str]) -> str:
    """Why these bots meet, by their names; nothing while they are hidden."""
    told = one.reason if one.bots else ""
    for bot in one.bots:
        told = told.replace(bot, names[bot])
    return told


def _listed(bots: Iterable[str], names: Mapping[str, str]) -> str:
    return ", ".join(names[bot] for bot in bots)
