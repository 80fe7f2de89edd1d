"""`saqqara ladder`: ladders on this machine, and on a server."""

from __future__ import annotations

from typing import Annotated

import typer

from saqqara_sdk.cli.console import output, stop
from saqqara_sdk.cli.ladder import app
from saqqara_sdk.cli.ladder_report import report_cheats
from saqqara_sdk.cli.ladder_trf import write_trf
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.annulments import annul_command
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.commands import add_commands
from saqqara_sdk.cli.online.names import ladder_id
from saqqara_sdk.cli.online.seasons import export_ladder
from saqqara_sdk.cli.online.sequential import sprt
from saqqara_sdk.cli.season_report import season_report
from saqqara_sdk.client.pages import each
from saqqara_sdk.records.draws import DrawContradiction, Drawn, StillSecret, verify_draws

add_commands(app, "ladder")
app.command("annul")(annul_command())
app.command("export")(export_ladder)
app.command("report")(report_cheats)
app.command("sprt")(sprt)
app.command("season-report")(season_report)
app.command("trf")(write_trf)

CONTRADICTION = 1


def _drawn(drawn: Drawn) -> str:
    """What follows from the seed besides."""
    if drawn.tables:
        return f", and {drawn.tables} tables match its draw"
    if drawn.blocks:
        return (
            f", and {drawn.blocks} blocks match its draw, {drawn.by_lot} of them with random"
            " pairings"
        )
    return "; the seed drew nothing else"


@app.command()
def verify(
    ladder: Annotated[str, typer.Argument(help="The ladder, by its id or name")],
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
) -> None:
    """Compare a ladder's pairings with the seed to which it was committed from the beginning

    The seed is published when the ladder is over. In a continuous ladder it determines which
    blocks were paired at random, and the seats of each block. It draws the first round of a
    Swiss or an elimination, and groups.
    """
    with asking(access_of(server, token, speaker)) as client:
        found = client.ladders.get(ladder_id(ladder, client))
        try:
            drawn = verify_draws(
                found,
                [*each(client.ladders.matches, found.id, first=100)],
                client.ladders.entries(found.id).items,
                client.ladders.scores(found.id).items,
            )
        except (DrawContradiction, StillSecret) as error:
            stop(str(error), CONTRADICTION)
    output().print(
        f"{found.name} is valid: the seed matches the commitment{_drawn(drawn)}",
        markup=False,
    )
