"""`saqqara bot improve`: the lost matches of a bot, and where they were lost."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated, Final

import typer

from saqqara_engine.errors import EngineError
from saqqara_engine.records.record import read
from saqqara_sdk.bots.worths import Unexplained
from saqqara_sdk.checks.losses import EVALUATOR, LostMatch, losses
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.online import completions, display
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import bot_id
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.pages import each
from saqqara_sdk.records import files
from saqqara_sdk.wire.enums import MatchStatus

FOLDER: Final = Path("records")
MATCHES: Final = 20
"""The number of latest matches on a server that are read."""

LISTED: Final = 5
"""The number of lost matches in a report, those with the costliest decisions first."""

FAILED: Final = 1


def improve(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="The bot, by its name in the records or on the server",
            show_default=False,
            autocompletion=completions.own_bots,
        ),
    ],
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="DIR",
            help="A folder of records; omitted: the latest matches on the server",
            show_default=False,
            exists=True,
            file_okay=False,
        ),
    ] = None,
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Show the decisions that cost a bot most in its lost matches

    The house bot greedy values each decision against the best one that it sees. Records of
    matches on a server are stored in the folder `records`. With --json, `next` is the command
    that shows all values of the costliest decision.

    Exit codes: 0 done; 1 a record is invalid.
    """
    if folder is None:
        bot, paths = _fetched(bot, access_of(server, token, speaker), as_json=as_json)
    else:
        paths = sorted(folder.glob("*.json"))
    try:
        with errors().status("reading records"):
            lost = list(losses(paths, bot))
    except (EngineError, Unexplained) as error:
        stop(str(error), FAILED)
    lost.sort(key=lambda one: -max((ply.cost for ply in one.plies), default=0))
    following = _next(lost, bot)
    if as_json:
        shown = [asdict(one) for one in lost[:LISTED]]
        report = {"bot": bot, "records": len(paths), "losses": len(lost)}
        typer.echo(json.dumps({**report, "lost": shown, "next": following}))
        return
    _print(lost)
    errors().print(f"Next: {following}", markup=False, soft_wrap=True)


def _fetched(named: str, access: Access, *, as_json: bool) -> tuple[str, list[Path]]:
    """The bot's name, and the stored records of its latest matches that are over."""
    with asking(access, as_json=as_json) as client:
        one = client.bots.get(bot_id(named, client, access))
        over = each(client.bots.matches, bot_id=one.id, status=MatchStatus.FINISHED)
        records = [client.matches.record(match.id) for match in islice(over, MATCHES)]
    try:
        return one.name, [files.save(read(json.dumps(record)), FOLDER) for record in records]
    except files.NotKept as fault:
        stop(str(fault))


def _next(lost: list[LostMatch], bot: str) -> str:
    """The command that shows the costliest decision; without one, hand the bot in."""
    if not (lost and lost[0].plies):
        return f"saqqara bot submit PATH --bot {shlex.quote(bot)} --json"
    worst = lost[0].plies[0]
    file = shlex.quote(lost[0].file)
    return f"saqqara bot explain {file} --ply {worst.ply} --bot {EVALUATOR} --json"


def _print(lost: list[LostMatch]) -> None:
    """A line for each costly decision."""
    rows = [
        {
            "file": Path(one.file).name,
            "place": one.place,
            "ply": ply.ply,
            "played": ply.action,
            "best": ply.best,
            "cost": ply.cost,
        }
        for one in lost[:LISTED]
        for ply in one.plies
    ]
    if rows:
        display.rows(rows)
    else:
        output().print("No lost match has a decision that greedy would take otherwise")
