"""`saqqara bot submit`: packs a bot, shows how far it is, and hands it in for the host to play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Final

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

from saqqara_sdk.cli.console import AsJson, errors, stop
from saqqara_sdk.cli.online import completions, display, next_commands
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import bot_id

PIECE: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Pieces:
    """Bytes that report their progress each time they are sent."""

    data: bytes
    begin: Callable[[], None]
    sent: Callable[[int], None]

    def __iter__(self) -> Iterator[bytes]:
        self.begin()
        for start in range(0, len(self.data), PIECE):
            piece = self.data[start : start + PIECE]
            yield piece
            self.sent(len(piece))


def submit(
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            help="A file, FILE.py:CLASS, or a folder with an optional bot.toml",
            show_default=False,
        ),
    ],
    bot: Annotated[
        str,
        typer.Option(
            metavar="BOT",
            help="The bot, by its name or id",
            show_default=False,
            autocompletion=completions.own_bots,
        ),
    ],
    *,
    name: Annotated[
        str | None, typer.Option(help="The name of the version", show_default=False)
    ] = None,
    note: Annotated[str, typer.Option(help="A note on the version", show_default=False)] = "",
    only_check: Annotated[
        bool,
        typer.Option(
            "--only-check",
            help="Only check the program; the bot's current version does not change",
        ),
    ] = False,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Submit a bot's program; the host checks it, and plays it if it passes"""
    from saqqara_bundle import BundleFault  # noqa: PLC0415 - `--help` at once
    from saqqara_sdk.submissions import pack  # noqa: PLC0415

    access = access_of(server, token, speaker)
    try:
        packed = pack(path)
        data = packed.bundle.pack()
    except (BundleFault, OSError) as fault:
        stop(str(fault))
    if packed.left_out:
        left = ", ".join(packed.left_out[:5]) + (" …" if len(packed.left_out) > 5 else "")  # noqa: PLR2004
        errors().print(f"Excluded: {left}", markup=False, soft_wrap=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with (
        asking(access, as_json=as_json) as client,
        Progress(*columns, console=errors(), transient=True) as bar,
    ):
        named = bot_id(bot, client, access)
        task = bar.add_task(f"{len(packed.bundle.files)} files", total=len(data))
        pieces = Pieces(
            data,
            begin=lambda: bar.reset(task),
            sent=lambda size: bar.advance(task, size),
        )
        submitted = client.submissions.submit(
            named, pieces, name=name, note=note, only_check=only_check
        )
    following = next_commands.after(
        "bot submission {id}", {"id": submitted.id}, access, as_json=as_json
    )
    if as_json:
        typer.echo(json.dumps(display.with_next(submitted, following), indent=1))
        return
    display.details(submitted, access.server)
    errors().print(
        f"`saqqara bot log {submitted.id}` shows the result of its check.\nNext: {following}",
        markup=False,
        soft_wrap=True,
    )
