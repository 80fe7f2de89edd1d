"""The tables of `saqqara-server`: they cut no word."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from rich.console import Console
from typer.testing import CliRunner

from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service
from saqqara_service.cli import app
from saqqara_service.cli.tables import folding


def cells(printed: str) -> Iterator[list[str]]:
    """The rows of a printed table."""
    for line in printed.splitlines():
        if line.startswith("│"):
            yield [cell.strip() for cell in line.strip("│").split("│")]


def test_narrow_tables_cut_no_word() -> None:
    """A name that is too long for its column folds, so that no two look alike."""
    table = folding("Place", "Bot")
    table.add_row("1", "submitted-random-bot-b")
    console = Console(width=20)
    with console.capture() as printed:
        console.print(table)
    assert "".join(row[1] for row in cells(printed.get())) == "submitted-random-bot-b"


async def test_a_token_table_shows_ids_in_full(svc: Service) -> None:
    """`token list` needs the account's id, and `token revoke` the token's."""
    issued = await accounts.issue_user(svc, "Twenty-four letters name")
    runner = CliRunner(env={"REDIS_URL": svc.settings.redis_url or "", "COLUMNS": "80"})
    done = await asyncio.to_thread(runner.invoke, app, ["token", "list", issued.account.id])
    shown = {row[0] for row in cells(done.output)}
    assert {issued.info.name, issued.info.id, f"for {issued.account.id}"} <= shown
