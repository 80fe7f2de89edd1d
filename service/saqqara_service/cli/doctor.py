"""`saqqara-server doctor`: what a host runs first, whether all is well or not."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from saqqara_service.application.operations.doctor import doctor as doctors
from saqqara_service.application.operations.doctor.findings import (
    Checked,
    Health,
    failed,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.addresses import demand_address
from saqqara_service.storage.redis.embedded import NoRedisFound, RedisFailed, redis_url

_STYLES: Final = {
    Health.GOOD: "green",
    Health.WARNING: "yellow",
    Health.FAILED: "bold red",
    Health.SKIPPED: "dim",
}
_FIX: Final = "set REDIS_URL, or read that log"


def doctor(
    sample: Annotated[
        int, typer.Option(min=0, max=1_000_000, help="The number of matches to replay")
    ] = doctors.SAMPLE,
    *,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON for programs")] = False,
) -> None:
    """Check machine, Redis, processes, archives and stored data, with a remedy for each finding

    It changes nothing. Exit codes: 0 no check failed; 1 a check failed.
    """
    found = _examined(Settings(), sample)
    if json_:
        rows = [{"check": one.check, **asdict(one.finding)} for one in found]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _show(found)
    if any(one.finding.verdict is Health.FAILED for one in found):
        raise typer.Exit(1)


def _examined(settings: Settings, sample: int) -> list[Checked]:
    """What is found with these settings, with blobs where `saqqara-server up` has them."""
    for url in filter(None, (settings.redis_url, settings.rq_redis_url)):
        demand_address(url)
    if settings.redis_url:
        return asyncio.run(_all(doctors.examine(settings, is_own=False, sample=sample)))
    settings = settings.model_copy(update={"blobs": settings.blob_store})
    try:
        with redis_url(settings.data, named=settings.redis_server) as url:
            own = settings.model_copy(update={"redis_url": url})
            return asyncio.run(_all(doctors.examine(own, is_own=True, sample=sample)))
    except (NoRedisFound, RedisFailed) as error:
        return asyncio.run(_all(doctors.without_redis(settings, failed(str(error), _FIX))))


async def _all(found: AsyncIterator[Checked]) -> list[Checked]:
    return [one async for one in found]


def _show(found: list[Checked]) -> None:
    table = Table()
    for column in ("check", "verdict"):
        table.add_column(column, no_wrap=True)
    table.add_column("finding and remedy", overflow="fold")
    for one in found:
        text = Text(one.finding.found)
        if one.finding.fix:
            text.append(f"\n→ {one.finding.fix}", style="bold")
        verdict = one.finding.verdict
        table.add_row(one.check, Text(verdict, style=_STYLES[verdict]), text)
    console = Console()
    console.print(table)
    counts = Counter(one.finding.verdict for one in found)
    console.print(", ".join(f"{counts[verdict]} {verdict}" for verdict in Health))
