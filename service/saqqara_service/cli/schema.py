"""`saqqara-server schema`: the two transports' contracts, written from the code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="Write the API's contract", no_args_is_help=True)


@app.callback()
def schema() -> None:
    """Write the API's contract"""


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write to")] = Path("openapi"),
) -> None:
    """Write openapi.yaml and schema.graphql"""
    # Both take a second to import, which no other command should wait for.
    from saqqara_service.graphql import schema as graphql  # noqa: PLC0415
    from saqqara_service.rest import openapi  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    for name, write in (("openapi.yaml", openapi.export), ("schema.graphql", graphql.export)):
        write(folder / name)
        typer.echo(folder / name)
