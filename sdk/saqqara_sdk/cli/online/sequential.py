"""`saqqara ladder sprt`: a server's workers play a new bot against an old one until it is known."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Annotated, Any, Final

import typer
from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.sprt import Sprt, Verdict, plain_variance
from saqqara_sdk.cli.console import AsJson, Pulse, errors, output, stop
from saqqara_sdk.cli.online import completions
from saqqara_sdk.cli.online.access import REFUSED, access_of, asking
from saqqara_sdk.cli.online.asked import Server, Speaker, Token
from saqqara_sdk.cli.online.names import bot_id
from saqqara_sdk.cli.online.words import time_control as control_of
from saqqara_sdk.cli.options import asked_options
from saqqara_sdk.cli.tables import difference_cell
from saqqara_sdk.cli.verdicts import EXIT, bar, budget_sentence, verdict_sentence
from saqqara_sdk.client.client import Client
from saqqara_sdk.wire.errors import Forbidden, NotFound
from saqqara_sdk.wire.models import Ladder, SequentialTest, SequentialTestStanding

NAME_LENGTH: Final = 24
LOOK_S: Final = 2.0
"""So often the server is asked how it stands."""
OVER: Final = frozenset({"finished", "cancelled"})
VERDICTS: Final = {one.value: one for one in Verdict}
"""The verdicts by their names on the wire; a server of another version may have more."""
BotName = Annotated[
    str,
    typer.Argument(
        help="A bot, by its name or id", show_default=False, autocompletion=completions.own_bots
    ),
]


def sprt(
    new: BotName,
    old: BotName,
    *,
    elo0: Annotated[
        float,
        typer.Option(help="NEW is found to be above this advantage, in Elo, or below elo1"),
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(help="NEW is found to be below this advantage, in Elo, or above elo0")
    ] = 10.0,
    alpha: Annotated[float, typer.Option(help="The rate of wrong 'above elo0' verdicts")] = 0.05,
    beta: Annotated[float, typer.Option(help="The rate of wrong 'below elo1' verdicts")] = 0.05,
    game: Annotated[str, typer.Option(help="The game: imhotep or duel")] = "imhotep",
    preset: Annotated[str | None, typer.Option(help="A named set of options")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game")
    ] = None,
    time_control: Annotated[
        str, typer.Option(metavar="KIND:SECONDS", help="The time control, such as fischer:60+1")
    ] = "fischer:60+1",
    max_blocks: Annotated[
        int,
        typer.Option(min=1, max=10_000, help="The maximum number of blocks, each of two matches"),
    ] = 10_000,
    concurrency: Annotated[
        int, typer.Option(min=1, max=256, help="The number of matches played at once")
    ] = 4,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Show the progress until the test is over")
    ] = True,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """Let a server play NEW against OLD until a test decides whether NEW is stronger

    The test is a separate gauntlet for these two bots. The bots must be online or hosted. Exit
    codes: 0 NEW is above elo0, or --no-wait; 5 it is below elo1; 6 undecided after the last
    block; 2 bad input; 3 the server could not be reached; 4 the server refused.
    """
    try:
        test = Sprt(elo0, elo1, alpha, beta)
        control = control_of(time_control)
    except ValueError as error:
        stop(str(error))
    options: dict[str, Any] = dict(asked_options(preset, option or []))
    if game == "imhotep" and options.setdefault("players", 2) != 2:  # noqa: PLR2004 - a pair
        stop("This test is for two seats. Use `saqqara ladder create --sequential-test` for more.")
    access = access_of(server, token, speaker)
    with asking(access, as_json=as_json) as client:
        bots = [bot_id(one, client, access) for one in (new, old)]
        errors().print(budget_sentence(test.budget(plain_variance(2, 2)), max_blocks), markup=False)
        ladder = client.ladders.create(
            f"sprt {new}"[:NAME_LENGTH].rstrip(),
            options,
            control,
            game=game,
            concurrency=concurrency,
            format="gauntlet",
            rounds=max_blocks,
            challenger=bots[0],
            sequential_test=SequentialTest(elo0=elo0, elo1=elo1, alpha=alpha, beta=beta),
            same_owner="allowed",
            entry="invited",
            invited=bots,
        )
        _begin(client, ladder, bots)
        ladder = _followed(client, ladder) if wait else client.ladders.get(ladder.id)
    now = ladder.test_standing
    if as_json:
        shown = now.model_dump(mode="json", by_alias=True) if now else None
        typer.echo(json.dumps({"ladderId": ladder.id, "testStanding": shown}, indent=2))
    else:
        _print(ladder, now, verdict_sentence(_verdict(now), elo0, elo1, new, old))
    if wait:
        raise typer.Exit(EXIT[_verdict(now)])


def _verdict(now: SequentialTestStanding | None) -> Verdict:
    return VERDICTS.get(str(now.verdict), Verdict.OPEN) if now else Verdict.OPEN


def _begin(client: Client, ladder: Ladder, bots: list[str]) -> None:
    """Enter both bots and start; the other's owner enters a bot that is not the caller's."""
    for bot in bots:
        try:
            client.ladders.enrol(ladder.id, bot)
        except (Forbidden, NotFound):
            stop(
                f"{bot} belongs to another account. Its owner enrols it with `saqqara ladder"
                f" join {ladder.id} {bot}`; then `saqqara ladder start {ladder.id}` starts the"
                " test.",
                REFUSED,
            )
    client.ladders.start(ladder.id)


def _followed(client: Client, ladder: Ladder) -> Ladder:
    """Show how the test stands until the ladder is over and its last table has come."""
    console = errors()
    pulse = Pulse(console)
    with console.status("") as status:
        while True:
            ladder = client.ladders.get(ladder.id)
            status.update(escape(_progress(ladder)))
            pulse.beat(_progress(ladder))
            is_shown = ladder.matches_fitted >= ladder.matches_settled
            if str(ladder.status) in OVER and is_shown:
                return ladder
            time.sleep(LOOK_S)


def _progress(ladder: Ladder) -> str:
    now = ladder.test_standing
    played = f"{ladder.id}: {ladder.matches_settled} matches"
    if now is None:
        return played
    elo = difference_cell(now.elo, Interval(now.low, now.high))
    blocks = f"{now.blocks} of about {now.expected_blocks} blocks{_until(ladder)}"
    return f"{played}, {blocks}  LLR {bar(now.llr, now.lower, now.upper)}  Elo {elo}"


def _until(ladder: Ladder) -> str:
    """When it will be over at its pace, by this machine's clock."""
    if ladder.forecast_end_ms is None:
        return ""
    then = datetime.fromtimestamp(ladder.forecast_end_ms / 1000, UTC).astimezone()
    return f", over at about {then:%H:%M}"


def _print(ladder: Ladder, now: SequentialTestStanding | None, said: str) -> None:
    console = output()
    console.print(f"[bold]{escape(said)}[/bold]")
    table = Table.grid(padding=(0, 2, 0, 0))
    rows = {"ladder": ladder.id, "matches": str(ladder.matches_settled)}
    if now is not None:
        scores = (f"{one.blocks} blocks of {one.score:g}" for one in now.counts)
        rows |= {
            "blocks": str(now.blocks),
            "score": f"{now.score:.1%} ({', '.join(scores)})",
            "Elo": difference_cell(now.elo, Interval(now.low, now.high)),
            "LLR": f"{now.llr:+.2f} (ends at {now.lower:.2f} or {now.upper:+.2f})",
            "lost on time": str(now.flags),
        }
    for name, value in rows.items():
        table.add_row(name, escape(value))
    console.print(table)
