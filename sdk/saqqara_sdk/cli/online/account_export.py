"""`saqqara account export`: all that a server keeps about an account, as one file."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import IO, Annotated, Final, cast

import typer

from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token

LAST: Final = "export.json"
"""The last file of an export."""


def export(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The tar.gz file to write", show_default=False)
    ],
    *,
    account_id: Annotated[
        str | None,
        typer.Option(help="The id of the account; for operators", show_default=False),
    ] = None,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Write all data that the server stores about an account to a tar.gz of JSON lines"""
    with asking(access_of(server, token, speaker), as_json=as_json) as client:
        content = client.accounts.export(account_id or client.accounts.me().id)
    contents = _contents(content)
    part = file.with_name(f"{file.name}.part")
    try:
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        stop(f"{file} cannot be written: {error.strerror}.")
    if as_json:
        typer.echo(json.dumps(contents))
        return
    counted = ", ".join(f"{count} {name}" for name, count in contents["lines"].items())
    output().print(f"{file}: {counted}", markup=False, soft_wrap=True)


def _contents(content: bytes) -> dict[str, dict[str, int]]:
    """What the export says of itself at its end."""
    try:
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as tar:
            found: dict[str, dict[str, int]] = json.load(cast("IO[bytes]", tar.extractfile(LAST)))
    except (tarfile.TarError, EOFError, OSError, KeyError):
        stop("The export is incomplete. Run the command again.")
    return found
