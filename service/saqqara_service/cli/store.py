"""`saqqara-server store`: which schema the store has, and how it gets another."""

from __future__ import annotations

import typer

from saqqara_service.application.service import Service
from saqqara_service.cli.host import done_on_any
from saqqara_service.storage.operations.installation import SCHEMA
from saqqara_service.storage.operations.migrations import MIGRATIONS, CannotMigrate
from saqqara_service.storage.operations.migrations import migrate as migrated

app = typer.Typer(help="Show and migrate the schema of the database")


@app.callback()
def store() -> None:
    """Show and migrate the schema of the database"""


@app.command()
def show() -> None:
    """Show the schemas of the database and of this release; ends with 1 if they differ"""

    async def work(svc: Service) -> str | None:
        found = await svc.admission.look()
        typer.echo(f"The database has schema {found.schema}; this release needs {SCHEMA}.")
        for number, migration in sorted(MIGRATIONS.items()):
            if number >= found.schema:
                where = "beside" if migration.is_beside else "without"
                before = f"{where} replicas of the release before"
                typer.echo(f"  {number} to {number + 1}: {migration.text} ({before})")
        return found.fault()

    if (fault := done_on_any(work)) is not None:
        typer.echo(fault, err=True)
        raise typer.Exit(1)


@app.command()
def migrate() -> None:
    """Migrate the database to this release's schema; after an interruption, run it again"""

    async def work(svc: Service) -> None:
        async for step in migrated(svc.connection):
            verb = "done" if step.is_done else "begun"
            typer.echo(f"{step.schema} to {step.schema + 1} {verb}: {step.migration.text}")

    try:
        done_on_any(work)
    except CannotMigrate as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    typer.echo(f"The database has schema {SCHEMA}.")
