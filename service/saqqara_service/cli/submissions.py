"""`saqqara-server submissions`: programs that were handed in, as the operator sees them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, TypeVar

import typer
from pydantic import TypeAdapter
from rich.console import Console
from rich.table import Table

from saqqara_service import questions
from saqqara_service.application.hosting import oversight
from saqqara_service.application.hosting.shortage import warnings
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST, done
from saqqara_service.models import OperatorAct, Runner, Submission, SubmissionState
from saqqara_service.models.pages import each
from saqqara_service.questions.values import MOST_ON_PAGE

app = typer.Typer(help="Manage submitted programs", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs")]
SubmissionId = Annotated[str, typer.Argument(help="The submission's id, as shown by `list`")]
Count = Annotated[int, typer.Option(min=1, max=10_000, help="The maximum number of items")]
MIB = 1 << 20
T = TypeVar("T")


@app.command(name="list")
def list_(
    state: Annotated[
        SubmissionState | None, typer.Option(help="Only submissions in this state")
    ] = None,
    count: Count = 100,
    *,
    json: Json = False,
) -> None:
    """List submissions, newest first"""
    every = done(lambda svc: _newest(svc, state, count + 1))
    found = every[:count]
    if json:
        _as_json(TypeAdapter(list[Submission]), found)
        return
    table = _table("id", "bot", "name", "state", "plays", "archive", "MiB", "submitted")
    for one in found:
        plays = f"version {one.version}" if one.is_active else ""
        size = f"{one.packed_bytes / MIB:.1f}"
        when = _instant(one.created_ms)
        table.add_row(
            *(one.id, one.bot_id, one.name, one.state, plays, one.archive_hash[:12], size, when)
        )
    Console().print(table)
    if len(every) > count:
        typer.echo(f"There are more than {count}. Raise --count to list more.", err=True)


async def _newest(svc: Service, state: SubmissionState | None, count: int) -> list[Submission]:
    found: list[Submission] = []
    query = questions.SubmissionFilter(state=state, first=MOST_ON_PAGE)
    async for one in each(partial(oversight.page, svc, None), query):
        found.append(one)
        if len(found) == count:
            break
    return found


@app.command()
def quarantine(
    submission_id: SubmissionId,
    reason: Annotated[str, typer.Option(help="The reason, for the audit log")],
) -> None:
    """Quarantine a submission at once; no runner uses it until it is released"""

    async def call(svc: Service) -> Submission:
        said = {"submission_id": submission_id, "reason": reason}
        return await oversight.quarantine(
            svc, HOST, questions.read(questions.QuarantineSubmission, said)
        )

    one = done(call)
    typer.echo(f"{one.id} of bot {one.bot_id} is quarantined")


@app.command()
def release(submission_id: SubmissionId) -> None:
    """Release a quarantined submission; its owner may activate it again"""
    question = questions.ReleaseSubmission(submission_id=submission_id)
    one = done(lambda svc: oversight.release(svc, HOST, question))
    typer.echo(f"{one.id} of bot {one.bot_id} is {one.state} again")


@app.command()
def delete(submission_id: SubmissionId) -> None:
    """Delete a submission, its log, and its archive unless another submission shares it"""
    question = questions.DeleteSubmission(submission_id=submission_id)
    one = done(lambda svc: oversight.delete(svc, HOST, question))
    typer.echo(f"{one.id} of bot {one.bot_id} is deleted")


@app.command()
def audit(count: Count = 100, *, json: Json = False) -> None:
    """List operators' actions on submissions, newest first"""
    found = done(lambda svc: oversight.acts(svc, count))
    if json:
        _as_json(TypeAdapter(list[OperatorAct]), found)
        return
    table = _table("when", "what", "submission", "bot", "archive", "by", "reason")
    for act in found:
        when, archive = _instant(act.at_ms), act.archive_hash[:12]
        table.add_row(
            *(when, act.kind, act.submission_id, act.bot_id, archive, act.account_id, act.reason)
        )
    Console().print(table)


@app.command()
def runners(*, json: Json = False) -> None:
    """List the runners that reported within the last minute, with their load"""

    async def find(svc: Service) -> tuple[list[Runner], list[str]]:
        return await svc.hosting.runners(), await warnings(svc)

    found, told = done(find)
    if json:
        _as_json(TypeAdapter(list[Runner]), found)
        return
    table = _table("runner", "bots", "places", "load", "speed", "sandbox", "reported")
    for one in found:
        numbers = (str(one.held), str(one.places), f"{one.load:.2f}", f"{one.speed_index:.2f}")
        table.add_row(one.id, *numbers, one.sandbox, _instant(one.seen_ms))
    Console().print(table)
    for warning in told or (() if found else ("No runner has reported.",)):
        typer.echo(warning, err=True)


def _table(*columns: str) -> Table:
    table = Table()
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _as_json(adapter: TypeAdapter[list[T]], found: Sequence[T]) -> None:
    typer.echo(adapter.dump_json([*found], by_alias=True, indent=2).decode())


def _instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(sep=" ", timespec="seconds")
