"""`saqqara-server ladder`: what the host rules about results, and what was ruled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated

import typer
from pydantic import TypeAdapter
from rich.text import Text

from saqqara_service import questions
from saqqara_service.application.ladders import rulings as ladder_rulings
from saqqara_service.application.ladders.places import where
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.cli.ladders.ladders import After, AsJson, LadderId, print_json, print_rows
from saqqara_service.cli.ladders.names import bot_names
from saqqara_service.cli.tables import folding
from saqqara_service.models import LadderRuling
from saqqara_service.models.pages import Page
from saqqara_service.questions.values import MOST_ON_PAGE

Reason = Annotated[str, typer.Argument(help="The reason, which is public")]


def annul(
    ladder_id: LadderId,
    reason: Reason,
    *,
    match: Annotated[
        str | None, typer.Option(help="The id of the match, such as LADDER-b0-r1")
    ] = None,
    bot: Annotated[
        str | None, typer.Option(help="The id of the bot whose matches are all annulled")
    ] = None,
    version: Annotated[
        int | None, typer.Option(help="Annul only the matches of this version of the bot")
    ] = None,
) -> None:
    """Annul one match of a ladder, or all matches of a bot; `restore` revokes it

    No table counts an annulled match. A bot whose matches are annulled gets no further matches.
    """
    said = {
        "ladder_id": ladder_id,
        "match_id": match,
        "bot_id": bot,
        "version": version,
        "reason": reason,
    }

    async def call(svc: Service) -> str:
        asked = questions.read(questions.Annul, said)
        made = await ladder_rulings.annul(svc, HOST, asked)
        return _told(made, await bot_names(svc, ladder_id))

    typer.echo(done(call))


def restore(
    ladder_id: LadderId,
    number: Annotated[int, typer.Argument(help="The number of the annulment in `ladder rulings`")],
    reason: Reason,
) -> None:
    """Revoke an annulment, so that the annulled matches count again"""

    async def call(svc: Service) -> str:
        said = {"ladder_id": ladder_id, "number": number, "reason": reason}
        made = await ladder_rulings.restore(svc, HOST, questions.read(questions.Restore, said))
        return _told(made, {})

    typer.echo(done(call))


def rulings(ladder_id: LadderId, *, after: After = None, json: AsJson = False) -> None:
    """Show the rulings in order, with their authors and reasons"""
    page, names = done(lambda svc: _page(svc, ladder_id, after))
    if json:
        print_json(TypeAdapter(list[LadderRuling]), page.items)
        return
    table = folding("No.", "When", "Ruling", "By", "Reason", "Revoked by")
    for one in page.items:
        when = datetime.fromtimestamp(one.at_ms / 1000, UTC).isoformat(" ", "seconds")
        revoked = "" if one.restored_by is None else f"ruling {one.restored_by}"
        words = (_words(one, names), one.account_id, Text(one.reason))  # a reason is no markup
        table.add_row(str(one.number), when, *words, revoked)
    print_rows(
        table,
        "There are no rulings" if after is None else "There are no further rulings",
        page.cursor,
    )


async def _page(
    svc: Service, ladder_id: str, after: str | None
) -> tuple[Page[LadderRuling], dict[str, str]]:
    said = {"ladder_id": ladder_id, "first": MOST_ON_PAGE, "after": after}
    query = questions.read(questions.LadderRulingFilter, said)
    return await ladder_rulings.page(svc, None, query), await bot_names(svc, ladder_id)


def _told(ruling: LadderRuling, names: Mapping[str, str]) -> str:
    return f"Ruling {ruling.number} {_words(ruling, names)}"


def _words(ruling: LadderRuling, names: Mapping[str, str]) -> str:
    """The effect of a ruling."""
    if ruling.restores is not None:
        return f"restores the matches that ruling {ruling.restores} annulled"
    if ruling.match_id is not None:
        block, rotation = where(ruling.match_id)
        return f"annuls match b{block} r{rotation}"
    name = names[ruling.bot_id or ""]
    return f"annuls {name} v{ruling.version}" if ruling.version else f"annuls all matches of {name}"
