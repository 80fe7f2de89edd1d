"""`saqqara-server ladder`: what came of ladders, and all of it as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from pydantic import TypeAdapter
from rich.console import Console

from saqqara_contest.season_checks import in_words
from saqqara_service import questions
from saqqara_service.application.ladders import fits
from saqqara_service.application.ladders import results as ladder_results
from saqqara_service.application.service import Service
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders import export as ladder_export
from saqqara_service.cli.ladders.ladders import After, AsJson, LadderId, print_json, print_rows
from saqqara_service.cli.ladders.names import called
from saqqara_service.cli.tables import folding
from saqqara_service.models import LadderFit, LadderResult, TableRow
from saqqara_service.models.pages import Page
from saqqara_service.questions.values import MOST_ON_PAGE


def table(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the published table: strengths fitted to all rated results, with intervals"""
    found, fit = done(lambda svc: _table(svc, ladder_id))
    if json:
        print_json(TypeAdapter(list[TableRow]), found)
        return
    grouped = any(row.group for row in found)
    anchored = any(row.anchored_elo is not None for row in found)
    shown = folding("Place", *["Group"] * grouped, "Bot", "Version", "Elo", "95 %", "Above next")
    for name in [*["Anchored", "95 %"] * anchored, "Matches"]:
        shown.add_column(name)
    for column in shown.columns[2 + grouped :]:
        column.justify = "right"
    for row in found:
        shown.add_row(
            str(row.place or ""),
            *[str(row.group + 1)] * grouped,
            row.bot_name + (" (provisional)" if row.provisional else ""),
            str(row.version),
            f"{row.elo:.0f}",
            f"{row.low:.0f} to {row.high:.0f}",
            _above_next(row),
            *_anchored(row) * anchored,
            str(row.matches),
        )
    Console().print(shown)
    typer.echo(
        "Above next: the probability that a bot is stronger than the next one, and the"
        " error of their difference in Elo"
    )
    if fit.checks and fit.fits:
        typer.echo("The results fit the table's model:")
    for check in sorted(fit.checks, key=lambda one: one.fits):
        told = in_words(check.aspect, check.text, check.low, check.high)
        typer.echo(f"  {told}" if check.fits else f"The table does not fit: {told}")


def _above_next(row: TableRow) -> str:
    if row.next_stronger is None or row.next_error is None:
        return ""
    return f"{row.next_stronger:.0%} ±{row.next_error:.0f}"


def _anchored(row: TableRow) -> list[str]:
    """The strength on the scale of house bots, and its interval."""
    if row.anchored_elo is None:
        return ["", ""]
    return [f"{row.anchored_elo:.0f}", f"{row.anchored_low:.0f} to {row.anchored_high:.0f}"]


async def _table(svc: Service, ladder_id: str) -> tuple[list[TableRow], LadderFit]:
    """Of all results, though no worker may run now."""
    await fits.fit(svc, ladder_id)
    question = questions.LadderQuestion(ladder_id=ladder_id)
    rows = await ladder_results.table(svc, None, question)
    return rows, await ladder_results.fit_of(svc, None, question)


def results(
    ladder_id: LadderId,
    *,
    bot: Annotated[str | None, typer.Option(help="Only items of this bot, by its id")] = None,
    after: After = None,
    json: AsJson = False,
) -> None:
    """Show the results in order, each with the ratings before and after it"""
    said = {"ladder_id": ladder_id, "first": MOST_ON_PAGE, "after": after, "bot_id": bot}

    async def call(svc: Service) -> Page[LadderResult]:
        query = questions.read(questions.LadderResultFilter, said)
        return await ladder_results.page(svc, None, query)

    page = done(call)
    if json:
        print_json(TypeAdapter(list[LadderResult]), page.items)
        return
    shown = folding("No.", "Match", "Bot", "Place", "Expected", "Elo", "Change")
    for column in shown.columns[3:]:
        column.justify = "right"
    for result in page.items:
        for seat in result.seats:
            shown.add_row(
                str(result.number) if not seat.seat else "",
                f"b{result.block} r{result.rotation}" if not seat.seat else "",
                called(seat.bot_name, seat.version),
                str(seat.place),
                f"{seat.expected_place:.2f}",
                f"{seat.elo:.0f}",
                f"{seat.elo - seat.elo_before:+.0f}" if result.annulled_by is None else "annulled",
            )
    is_any = bot is None and after is None
    nothing = "There is no result yet" if is_any else "There is no such result yet"
    print_rows(shown, nothing, page.cursor)


def export(
    ladder_id: LadderId,
    folder: Annotated[
        Path, typer.Argument(help="The folder to write, which is created if missing")
    ],
) -> None:
    """Export a ladder as JSON lines and CSV: its rulings, results, table and records"""
    ladder = done(lambda svc: ladder_export.export(svc, ladder_id, folder))
    typer.echo(f"{ladder.matches_settled} results of {ladder.name} in {folder}")
