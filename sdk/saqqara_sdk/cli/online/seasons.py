"""`saqqara ladder export`, and seasons read from a server with what is shown meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import ladder_id
from saqqara_sdk.client.access import Access
from saqqara_sdk.seasons.fetching import (
    Progress,
    fetch_plan,
    fetch_records,
    fetch_season,
)
from saqqara_sdk.seasons.season import Season, read


def export_ladder(
    ladder: Annotated[str, typer.Argument(help="The ladder, by its id or name")],
    folder: Annotated[
        Path, typer.Argument(help="The folder to write, which is created", show_default=False)
    ],
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
) -> None:
    """Export a ladder from a server to a folder: schedule, results, points, rulings and records

    Existing files are overwritten, except records, which never change. Repeat an interrupted
    export to complete it. Example: saqqara ladder export cup season
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with asking(access_of(server, token, speaker)) as client, _shown() as progress:
            named = ladder_id(ladder, client)
            fetch_plan(client, named, folder, progress)
            matches = fetch_season(client, named, folder, progress)
            fetch_records(client, matches, folder, progress)
    except ExportError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{folder} cannot be written ({error.strerror}). Choose another folder.")
    output().print(f"{folder}: {len(matches)} matches with a result", markup=False, soft_wrap=True)


def fetched(ladder: str, access: Access) -> Season:
    """A season as the server has it, read through the files of an export."""
    with TemporaryDirectory() as folder:
        with asking(access) as client, _shown() as progress:
            fetch_season(client, ladder, Path(folder), progress)
        return read(Path(folder))


@contextmanager
def _shown() -> Iterator[Progress]:
    """What hears of the progress, and shows it at a terminal."""
    with errors().status("Fetching the ladder") as status:
        yield lambda name, number: status.update(f"Reading {name}: {number:,}")
