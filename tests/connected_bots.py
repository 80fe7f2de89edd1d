"""Bots that their own processes play on a stack, as anybody would run them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from saqqara_service.cli.processes import Child, ProcessCommand, stop_all
from saqqara_service.cli.stack import Stack, console_script
from saqqara_service.models import Issued, TimeControlKind
from saqqara_service.questions import TimeControlTerms
from tests.visitor import Visitor

BOTS = ("random", "greedy", "random", "greedy")
TERMS = TimeControlTerms(kind=TimeControlKind.FISCHER, base_ms=60_000, increment_ms=1_000)


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
            bots.children.append(await Child.start(bot_program(running, issued, kind, server)))
        yield bots
    finally:
        await stop_all(bots.children)


def bot_program(running: Stack, issued: Issued, kind: str, server: str) -> ProcessCommand:
    name = issued.bot.name if issued.bot is not None else kind
    return ProcessCommand(
        name=name,
        command=(str(console_script("saqqara")), "bot", "run", kind),
        # In the environment, since everybody on the machine may read a command line.
        environment={"SAQQARA_SERVER": server, "SAQQARA_TOKEN": issued.token},
        log=running.logs / f"bot-{name}.log",
    )
