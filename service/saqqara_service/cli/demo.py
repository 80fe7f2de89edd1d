"""`saqqara-server demo`: a stack of its own, connected and handed-in bots, three rated ladders.

The bots are programs of their own, as a stranger would run them: this side knows only their command
and that they end with 0 when told to stop.
"""

from __future__ import annotations

import asyncio
import contextlib
import shlex
import shutil
import sys
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from saqqara_service.application.accounts.house import LEVELS
from saqqara_service.cli import handing_in, stack
from saqqara_service.cli.processes import Child, Program, stop_all
from saqqara_service.cli.progress import display, standings_table
from saqqara_service.cli.stack import Stack, StackFailed, console_script
from saqqara_service.cli.up import told_to_stop
from saqqara_service.cli.visitor import Visitor, VisitRefused
from saqqara_service.models import (
    Challenge,
    Issued,
    Ladder,
    LadderMatch,
    LadderMatchStatus,
    LadderStatus,
    MatchStatus,
    SameOwner,
    Standing,
    Submission,
    TimeControlKind,
)
from saqqara_service.questions import CreateChallenge, CreateLadder, TimeControlTerms
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import NoRedisFound, RedisFailed

HOUSE_BOT = LEVELS[1]
BOTS = ("random", "greedy", "random", "greedy")
HANDED_IN = tuple(handing_in.BOTS)
TERMS = TimeControlTerms(kind=TimeControlKind.FISCHER, base_ms=60_000, increment_ms=1_000)
LADDERS = (
    CreateLadder(
        name="Two players",
        game="imhotep",
        options={"players": 2},
        time_control=TERMS,
        blocks=8,
        concurrency=4,
        same_owner=SameOwner.ALLOWED,
    ),
    CreateLadder(
        name="Four players",
        game="imhotep",
        options={"players": 4},
        time_control=TERMS,
        blocks=3,
        concurrency=4,
        same_owner=SameOwner.ALLOWED,
    ),
)
STILL_S = 300.0
"""So long nothing may move: a slow machine is waited for, one on which nothing happens is not."""
GRACE_S = 60.0
LOOK_S = 0.3


class DemoFailed(Exception):
    """Something fell short; the message says what."""


@dataclass(frozen=True, slots=True)
class DemoOutcome:
    """One finished ladder."""

    ladder: Ladder
    standings: list[Standing]
    matches: list[LadderMatch]


def demo() -> None:
    """Play three small rated ladders from start to end, show the standings, and clean up"""
    settings = Settings()
    own = settings.model_copy(update={"data": settings.data / "demo", "port": 0})
    try:
        asyncio.run(_until_told_to_stop(own))
    except (DemoFailed, StackFailed, VisitRefused, RedisFailed, NoRedisFound) as error:
        typer.echo(f"The demo failed: {str(error).rstrip('.')}.", err=True)
        raise typer.Exit(1) from error


async def _until_told_to_stop(settings: Settings) -> None:
    async with told_to_stop() as stopping:
        playing = asyncio.create_task(_demo(settings))
        told = asyncio.create_task(stopping.wait())
        await asyncio.wait({playing, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if playing.done():
            return playing.result()
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        raise DemoFailed(f"it was interrupted; see {settings.data / 'logs'}")


async def _demo(settings: Settings) -> None:
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    begin = time.monotonic()
    is_trusting = shutil.which("bwrap") is None  # the programs are our own
    console.print(
        "Starting Redis, 2 API processes, 2 ladder workers, a runner and house bots;"
        f" data in {settings.data}"
    )
    async with stack.running(settings, runners=1, house=True, trust=is_trusting) as running:
        console.print(f"Watch live at {running.server}/")
        visitor = await Visitor.register(running.server, "demo")
        handed = await handing_in.hand_in(visitor, HANDED_IN)
        playing = bots_playing(running, visitor, kinds=BOTS)
        async with contextlib.aclosing(visitor.http), playing as bots:
            await _play_house(visitor, bots, console)
            where = "without a sandbox (install bubblewrap)" if is_trusting else "in sandboxes"
            console.print(
                f"{len(bots.ids)} connected bots play two ladders,"
                f" and a runner checks and plays {len(handed)} submitted bots {where}"
            )
            outcomes = await _play_ladders(visitor, bots, console, handed)
            records = await _keep_records(visitor, outcomes, settings.data / "records")
        exit_codes = await stop_all(bots.children, GRACE_S)
    _show(console, outcomes)
    _demand_complete(outcomes, bots, exit_codes)
    await _draw(records[-1])
    console.print(
        f"{len(records)} timed matches, each counted once, no seat out of time, "
        f"{time.monotonic() - begin:.0f} s in all. Next:"
    )
    for command, text in (
        (short(console_script("saqqara-server"), "up"), "keep the service running"),
        (short(console_script("saqqara"), "bot", "new", "mine"), "write a bot, with its test"),
        (short(console_script("saqqara"), "record", "show", records[-1]), "replay that match"),
    ):
        console.print(Text.assemble("  ", (command, "bold"), f"  # {text}"), soft_wrap=True)


async def _draw(record: Path) -> None:
    """The last table of a match, drawn by the SDK's program, which alone knows boards."""
    words = (str(console_script("saqqara")), "record", "show", "--table", str(record))
    await (await asyncio.create_subprocess_exec(*words)).wait()


@dataclass(frozen=True, slots=True)
class Bots:
    """The bots that play, as the service knows them and as processes."""

    issued: list[Issued]
    children: list[Child]

    @property
    def ids(self) -> list[str]:
        """What to enrol."""
        return [issued.bot.id for issued in self.issued if issued.bot is not None]


@contextlib.asynccontextmanager
async def bots_playing(
    running: Stack, visitor: Visitor, servers: Sequence[str] = (), kinds: Sequence[str] = BOTS
) -> AsyncIterator[Bots]:
    """Bots of those kinds, connected by their own processes until the block ends."""
    bots = Bots([], [])
    ways = servers or [running.server] * len(kinds)
    try:
        for number, (kind, server) in enumerate(zip(kinds, ways, strict=True), start=1):
            issued = await visitor.create_bot(f"{kind}-{number}")
            bots.issued.append(issued)
            bots.children.append(await Child.start(_bot_program(running, issued, kind, server)))
        yield bots
    finally:
        await stop_all(bots.children)


def _bot_program(running: Stack, issued: Issued, kind: str, server: str) -> Program:
    name = issued.bot.name if issued.bot is not None else kind
    return Program(
        name=name,
        command=(str(console_script("saqqara")), "bot", "run", kind),
        # In the environment, since everybody on the machine may read a command line.
        environment={"SAQQARA_SERVER": server, "SAQQARA_TOKEN": issued.token},
        log=running.logs / f"bot-{name}.log",
    )


async def _play_house(visitor: Visitor, bots: Bots, console: Console) -> None:
    """A first match as a stranger begins it: one call, and a house bot plays."""
    asked = CreateChallenge(
        bot_id=bots.ids[0],
        challenged=[HOUSE_BOT.bot_id],
        game="duel",
        time_control=TERMS,
    )
    challenge = await visitor.post("/challenges", asked, Challenge)
    if challenge.match_id is None:
        raise DemoFailed(f"house bot {HOUSE_BOT.name} has not accepted ({challenge.status})")
    console.print(f"{BOTS[0]} plays {HOUSE_BOT.name}, a house bot that accepts every challenge")
    since = time.monotonic()
    while (match := await visitor.match(challenge.match_id)).status is MatchStatus.RUNNING:
        _demand_running(bots)
        if time.monotonic() - since > STILL_S:
            raise DemoFailed(f"match {match.id} with a house bot was not over in {STILL_S:.0f} s")
        await asyncio.sleep(LOOK_S)
    if match.status is not MatchStatus.FINISHED or match.result is None:
        raise DemoFailed(f"match {match.id} with a house bot ended as {match.status}")
    totals = [seat.total for seat in match.result.seats]
    named = zip(match.seats, totals, strict=True)
    console.print("  " + " : ".join(f"{seat.player_name} {total}" for seat, total in named))


async def _begin_submitted(visitor: Visitor, handed: Sequence[Submission]) -> list[Ladder]:
    """Begin the ladder of the submitted bots, if any, as soon as all have passed their checks."""
    passed = await handing_in.until_passed(visitor, handed)
    return [await visitor.begin_ladder(handing_in.LADDER, passed)] if passed else []


async def _play_ladders(
    visitor: Visitor, bots: Bots, console: Console, handed: Sequence[Submission]
) -> list[DemoOutcome]:
    """Play the ladders of the connected bots, and beside them that of the submitted ones."""
    running = [await visitor.begin_ladder(terms, bots.ids) for terms in LADDERS]
    submitted = asyncio.create_task(_begin_submitted(visitor, handed))
    moved_at, before = time.monotonic(), running
    with display(console) as shown, contextlib.ExitStack() as cleanup:
        cleanup.callback(submitted.cancel)
        while True:
            if is_last := submitted.done():
                running = [*running[: len(LADDERS)], *submitted.result()]
            ladders = [await visitor.ladder(one.id) for one in running]
            for ladder in ladders:
                shown.show(ladder, next(iter(await visitor.standings(ladder.id)), None))
            are_over = all(ladder.status is LadderStatus.FINISHED for ladder in ladders)
            if are_over and is_last:
                break
            _demand_running(bots)
            if ladders != before:
                moved_at, before = time.monotonic(), ladders
            if time.monotonic() - moved_at > STILL_S:
                raise DemoFailed(f"no match has begun or ended for {STILL_S:.0f} s")
            await asyncio.sleep(LOOK_S)
    return [
        DemoOutcome(one, await visitor.standings(one.id), await visitor.schedule(one.id))
        for one in ladders
    ]


async def _keep_records(visitor: Visitor, outcomes: list[DemoOutcome], folder: Path) -> list[Path]:
    settled = [
        match
        for outcome in outcomes
        for match in outcome.matches
        if match.status is LadderMatchStatus.SETTLED
    ]
    return [
        _write(folder / f"{match.id}.json", await visitor.record(match.id)) for match in settled
    ]


def _write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def _show(console: Console, outcomes: list[DemoOutcome]) -> None:
    for outcome in outcomes:
        table = standings_table(outcome.standings)
        table.title = f"{outcome.ladder.name}: {outcome.ladder.matches_settled} matches"
        console.print(table)


def short(*words: str | Path) -> str:
    """Return a command, with paths relative to the current folder where that is possible."""
    return shlex.join(
        str(word.relative_to(Path.cwd()))
        if isinstance(word, Path) and word.is_relative_to(Path.cwd())
        else str(word)
        for word in words
    )


def _demand_running(bots: Bots) -> None:
    for child in bots.children:
        if not child.is_running:
            code = child.process.returncode
            raise DemoFailed(f"{child.program.name} ended with {code}; see {child.program.log}")


def _demand_complete(outcomes: list[DemoOutcome], bots: Bots, exit_codes: list[int]) -> None:
    for outcome in outcomes:
        demand_counted_once(outcome)
        late = [row.bot_name for row in outcome.standings if row.flags]
        if late:
            raise DemoFailed(f"{outcome.ladder.name}: {', '.join(late)} ran out of time")
    for child, code in zip(bots.children, exit_codes, strict=True):
        if code != 0:
            raise DemoFailed(f"{child.program.name} ended with {code}; see {child.program.log}")


def demand_counted_once(outcome: DemoOutcome) -> None:
    """Refuse standings that miss a match or count one twice."""
    ladder = outcome.ladder
    numbers = sorted(
        match.result_number for match in outcome.matches if match.result_number is not None
    )
    if numbers != list(range(1, ladder.matches_planned + 1)):
        raise DemoFailed(
            f"{ladder.name}: {len(numbers)} of {ladder.matches_planned} matches have a result"
        )
    seats = sum(row.matches for row in outcome.standings)
    if seats != ladder.matches_planned * ladder.players:
        raise DemoFailed(f"{ladder.name}: the standings count {seats} seats, not each match once")
