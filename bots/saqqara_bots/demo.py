"""A demonstration of a server: an account of its own plays a house bot and three rated ladders.

`saqqara-server demo` runs it beside a stack of its own, and `python -m saqqara_bots.demo FOLDER`
against the server of SAQQARA_SERVER, if that has house bots and a runner. It writes the records of
all matches and the logs of its bots to the folder, and ends with 1 and a sentence if anything falls
short.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import sys
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.text import Text

from saqqara_bundle import MANIFEST, Bundle, Manifest, TarEntry
from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.wire.errors import APIError, UnknownAnswer
from saqqara_sdk.wire.models import Ladder, LadderMatch, Standing, Submission

HOUSE_BOT: Final = "housegreedy"
KINDS: Final = ("random", "greedy", "random", "greedy")
LADDERS: Final = {"Two players": (8, 2), "Four players": (3, 4)}
"""The blocks and the seats of the ladders of connected bots."""
CONTROL: Final = Fischer(base_ms=60_000, increment_ms=1_000)
PROGRAM: Final = """from saqqara_sdk import Bot


class Submitted(Bot):
    name = "{name}"
    games = ("duel",)

    def choose(self, turn):
        return {choice}
"""
SUBMITTED: Final = {
    "submit-any": "turn.random.choice(turn.legal_actions)",
    "submit-last": "turn.legal_actions[-1]",
}
STILL_S: Final = 300.0
"""A slow machine is waited for, one on which nothing happens for so long is not."""
GRACE_S: Final = 60.0
LOOK_S: Final = 0.3
LINE_S: Final = 2.0


class DemoFailed(Exception):
    """Something fell short; the message says what."""


@dataclass(frozen=True, slots=True)
class ConnectedBot:
    """A bot that its own process plays, as anybody would run it."""

    id: str
    name: str
    process: Process
    log: Path

    def demand_running(self) -> None:
        """Raise `DemoFailed` if it has ended."""
        if self.process.returncode is not None:
            raise DemoFailed(f"{self.name} ended with {self.process.returncode}; see {self.log}")


class Display:
    """How far ladders are: bars on a terminal, lines now and then anywhere else."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("[dim]{task.fields[note]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._lines: dict[str, tuple[int, float]] = {}

    def show(self, ladder: Ladder, leader: Standing | None) -> None:
        """Show how far one ladder is."""
        note = f"{ladder.matches_started - ladder.matches_settled} running"
        if leader is not None and leader.matches:
            note += f", {leader.bot_name} leads"
        planned, settled = ladder.matches_planned, ladder.matches_settled
        if ladder.id not in self._tasks:
            self._tasks[ladder.id] = self.progress.add_task(ladder.name, total=planned, note="")
        self.progress.update(self._tasks[ladder.id], completed=settled, note=note)
        before, at = self._lines.get(ladder.id, (-1, 0.0))
        is_due = settled == planned or time.monotonic() - at > LINE_S
        if not self._console.is_terminal and settled != before and is_due:
            self._lines[ladder.id] = settled, time.monotonic()
            self._console.print(f"{ladder.name}: {settled} of {planned} matches, {note}")


async def demonstrate(folder: Path, console: Console) -> None:
    """Play all of it on the server of SAQQARA_SERVER; raises `DemoFailed`."""
    begin = time.monotonic()
    async with AsyncClient() as stranger:
        token = (await stranger.accounts.register("demo")).token
    async with AsyncClient(token=token) as client, playing(client, folder / "logs") as bots:
        submitted = [await submit(client, name) for name in SUBMITTED]
        await play_house(client, bots[0], console)
        console.print(
            f"{len(bots)} connected bots play two ladders,"
            f" and a runner checks and plays {len(submitted)} submitted bots"
        )
        ladders = await play_ladders(client, bots, submitted, console)
        records = []
        for ladder in ladders:
            records += await complete_records(client, ladder, folder / "records")
        for bot in bots:
            bot.process.terminate()
        async with asyncio.timeout(GRACE_S):
            codes = [await bot.process.wait() for bot in bots]
    for bot, code in zip(bots, codes, strict=True):
        if code:
            raise DemoFailed(f"{bot.name} ended with {code}; see {bot.log}")
    for ladder in ladders:
        console.print(f"{ladder.name}: {ladder.matches_settled} matches")
        await saqqara("ladder", "standings", ladder.id)
    await saqqara("record", "show", "--table", str(records[-1]))
    console.print(
        f"{len(records)} timed matches, each counted once, no seat out of time, "
        f"{time.monotonic() - begin:.0f} s in all. Next:"
    )
    for command, text in (
        (short(program("saqqara-server"), "up"), "keep the service running"),
        (short(program("saqqara"), "bot", "new", "mine"), "write a bot, with its test"),
        (short(program("saqqara"), "record", "show", records[-1]), "replay that match"),
    ):
        console.print(Text.assemble("  ", (command, "bold"), f"  # {text}"), soft_wrap=True)


@contextlib.asynccontextmanager
async def playing(client: AsyncClient, logs: Path) -> AsyncIterator[list[ConnectedBot]]:
    """Bots of all kinds, connected by their own processes until the block ends."""
    bots: list[ConnectedBot] = []
    try:
        for number, kind in enumerate(KINDS, start=1):
            name = f"{kind}-{number}"
            issued = await client.bots.create(name)
            if issued.bot is None:
                raise DemoFailed(f"the server created no bot {name}")
            log = written(logs / f"bot-{name}.log", "")
            with log.open("ab") as output:
                process = await asyncio.create_subprocess_exec(
                    *bot_command(kind),
                    # In the environment, since everybody on the machine may read a command line.
                    env={**os.environ, "SAQQARA_TOKEN": issued.token},
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                )
            bots.append(ConnectedBot(issued.bot.id, name, process, log))
        yield bots
    finally:
        for bot in bots:
            if bot.process.returncode is None:
                bot.process.kill()
                await bot.process.wait()


async def submit(client: AsyncClient, name: str) -> Submission:
    """Create a bot, and submit its program; a runner checks it meanwhile."""
    issued = await client.bots.create(name)
    if issued.bot is None:
        raise DemoFailed(f"the server created no bot {name}")
    text = PROGRAM.format(name=name, choice=SUBMITTED[name])
    manifest = Manifest(bot="bot.py:Submitted", language="Python").text()
    files = TarEntry(MANIFEST, manifest.encode()), TarEntry("bot.py", text.encode())
    return await client.submissions.submit(issued.bot.id, Bundle.build(files).pack())


async def play_house(client: AsyncClient, bot: ConnectedBot, console: Console) -> None:
    """A first match as a stranger begins it: one call, and a house bot plays."""
    challenge = await client.challenges.create([HOUSE_BOT], CONTROL, game="duel", bot_id=bot.id)
    if challenge.match_id is None:
        raise DemoFailed(f"{HOUSE_BOT} has not accepted ({challenge.status})")
    console.print(f"{bot.name} plays {HOUSE_BOT}, a house bot that accepts every challenge")
    until = time.monotonic() + STILL_S
    while (match := await client.matches.get(challenge.match_id)).status == "running":
        bot.demand_running()
        if time.monotonic() > until:
            raise DemoFailed(f"match {match.id} with a house bot was not over in {STILL_S:.0f} s")
        await asyncio.sleep(LOOK_S)
    if match.status != "finished" or match.result is None:
        raise DemoFailed(f"match {match.id} with a house bot ended as {match.status}")
    named = zip(match.seats, match.result.seats, strict=True)
    console.print("  " + " : ".join(f"{seat.player_name} {one.total}" for seat, one in named))


async def play_ladders(
    client: AsyncClient,
    bots: Sequence[ConnectedBot],
    submitted: Sequence[Submission],
    console: Console,
) -> list[Ladder]:
    """Play the ladders of the connected bots, and beside them that of the submitted ones."""
    ids = [bot.id for bot in bots]
    ladders = [
        await begin_ladder(client, name, ids, blocks=blocks, players=players)
        for name, (blocks, players) in LADDERS.items()
    ]
    late = asyncio.create_task(begin_submitted(client, submitted))
    moved_at, before = time.monotonic(), ladders
    display = Display(console)
    with display.progress, contextlib.ExitStack() as cleanup:
        cleanup.callback(late.cancel)
        while True:
            is_last = late.done()
            begun = [*ladders, *late.result()] if is_last else ladders
            now = [await client.ladders.get(ladder.id) for ladder in begun]
            for ladder in now:
                standings = (await client.ladders.standings(ladder.id)).items
                display.show(ladder, next(iter(standings), None))
            if is_last and all(
                one.status == "finished" and one.matches_fitted == one.matches_settled
                for one in now
            ):
                return now
            for bot in bots:
                bot.demand_running()
            if now != before:
                moved_at, before = time.monotonic(), now
            if time.monotonic() - moved_at > STILL_S:
                raise DemoFailed(f"no match has begun or ended for {STILL_S:.0f} s")
            await asyncio.sleep(LOOK_S)


async def begin_submitted(client: AsyncClient, submitted: Sequence[Submission]) -> list[Ladder]:
    """Begin the ladder of the submitted bots, if any, as soon as all have passed their checks."""
    until = time.monotonic() + STILL_S
    for one in submitted:
        while (now := await client.submissions.get(one.id)).state != "passed":
            if now.state != "pending" or time.monotonic() > until:
                raise DemoFailed(f"the submission {one.name} is {now.state}")
            await asyncio.sleep(LOOK_S)
    ids = [one.bot_id for one in submitted]
    return [await begin_ladder(client, "Submitted", ids, blocks=2, game="duel")] if ids else []


async def begin_ladder(
    client: AsyncClient,
    name: str,
    bot_ids: Sequence[str],
    *,
    blocks: int,
    players: int | None = None,
    game: str = "imhotep",
) -> Ladder:
    """Create a ladder, enrol the bots and start it."""
    made = await client.ladders.create(
        name,
        {} if players is None else {"players": players},
        CONTROL,
        game=game,
        concurrency=4,
        same_owner="allowed",
        blocks=blocks,
    )
    for bot_id in bot_ids:
        await client.ladders.enrol(made.id, bot_id)
    return await client.ladders.start(made.id)


async def complete_records(client: AsyncClient, ladder: Ladder, folder: Path) -> list[Path]:
    """Write the records of a ladder that is complete; raises `DemoFailed` if it is not."""
    matches = (await client.ladders.matches(ladder.id, first=100)).items
    standings = (await client.ladders.standings(ladder.id)).items
    demand_counted_once(ladder, matches, standings)
    if late := [row.bot_name for row in standings if row.flags]:
        raise DemoFailed(f"{ladder.name}: {', '.join(late)} ran out of time")
    return [
        written(folder / f"{match.id}.json", json.dumps(await client.matches.record(match.id)))
        for match in matches
        if match.status == "settled"
    ]


def demand_counted_once(
    ladder: Ladder, matches: Sequence[LadderMatch], standings: Sequence[Standing]
) -> None:
    """Refuse standings that miss a match or count one twice."""
    numbers = sorted(one.result_number for one in matches if one.result_number is not None)
    planned = ladder.matches_planned
    if numbers != list(range(1, planned + 1)):
        raise DemoFailed(f"{ladder.name}: {len(numbers)} of {planned} matches have a result")
    seats = sum(row.matches for row in standings)
    if seats != planned * ladder.players:
        raise DemoFailed(f"{ladder.name}: the standings count {seats} seats, not each match once")


def written(path: Path, text: str) -> Path:
    """Write a file, and the folders that it is in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def bot_command(kind: str) -> tuple[str, ...]:
    """Return the command that plays for a bot, and ends with this process."""
    return str(program("saqqara")), "bot", "run", kind, "--with-parent"


async def saqqara(*words: str) -> None:
    """Run a command of the SDK, which writes to the same output."""
    await (await asyncio.create_subprocess_exec(str(program("saqqara")), *words)).wait()


def program(name: str) -> Path:
    """Return an installed program of this environment."""
    return Path(sys.executable).with_name(name)


def short(*words: str | Path) -> str:
    """Return a command, with paths relative to the current folder where that is possible."""
    return shlex.join(
        str(word.relative_to(Path.cwd()))
        if isinstance(word, Path) and word.is_relative_to(Path.cwd())
        else str(word)
        for word in words
    )


def main() -> None:
    """Run it; the folder is the only argument."""
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and its argument
        sys.exit("Write the folder: python -m saqqara_bots.demo FOLDER")
    os.environ.pop("SAQQARA_TOKEN", None)  # it opens an account of its own
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    try:
        asyncio.run(demonstrate(Path(sys.argv[1]), console))
    except (DemoFailed, APIError, UnknownAnswer, TimeoutError) as error:
        sys.exit(f"The demo failed: {str(error).rstrip('.')}.")
    except KeyboardInterrupt:
        sys.exit("The demo failed: it was interrupted.")


if __name__ == "__main__":
    main()
