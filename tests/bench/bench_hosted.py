"""Submitted programs in a ladder on an otherwise idle machine: how long they wait.

Two programs play one match at a time. From the end of a match to the start of the next one nobody
plays, so that stretch is all wait: first of `stateless` programs, then of programs of which each
match has a new process. The checks of two programs, of two accounts, are
measured as well.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Final

from saqqara_sdk.submissions import pack
from saqqara_service.cli import stack
from saqqara_service.models import Ladder, LadderStatus, MatchEvent, SameOwner, Submission
from saqqara_service.models.ladder_results import LadderResult
from saqqara_service.models.pages import Page
from saqqara_service.questions import BotQuestion, CreateLadder
from saqqara_service.settings import Settings
from tests.bench.measured import Row, of_rounds
from tests.connected_bots import TERMS
from tests.visitor import Visitor

COMMAND: Final = "python -m tests.bench.run bench.json hosted"
BLOCKS: Final = 6
LIMIT_S: Final = 600
LOOK_S: Final = 0.05
PROGRAM: Final = '''"""Plays any legal action."""
from saqqara_sdk import Bot


class Program(Bot):
    name = "program"

    def choose(self, turn):
        return turn.random.choice(turn.legal_actions)
'''
MANIFEST: Final = 'bot = "program.py:Program"\nstateless = {}\n'
KINDS: Final = {"stateless": "true", "fresh": "false"}
ONE_AT_A_TIME: Final = CreateLadder(
    name="Bench",
    game="duel",
    options={},
    time_control=TERMS,
    blocks=BLOCKS,
    concurrency=1,
    same_owner=SameOwner.ALLOWED,
)


def rows() -> Iterator[Row]:
    """The checks of two programs of each kind, their matches, and the waits between these."""
    with tempfile.TemporaryDirectory(prefix="saqqara-bench-") as directory:
        found = asyncio.run(_measure(Path(directory)))
    for kind, (checks_s, played, waits) in found.items():
        yield Row(f"hosted, {kind}: two checks", checks_s, "s", COMMAND)
        yield of_rounds(f"hosted, {kind}: a match", played, "s", COMMAND)
        yield of_rounds(f"hosted, {kind}: wait between two matches", waits, "s", COMMAND)


async def _measure(data: Path) -> dict[str, tuple[float, list[float], list[float]]]:
    """How long the checks took, each match, and the time between one and the next, in seconds."""
    async with _visiting(data) as owners, asyncio.timeout(LIMIT_S):
        return {kind: await _measure_kind(owners, data / kind, kind) for kind in KINDS}


async def _measure_kind(
    owners: list[Visitor], folder: Path, kind: str
) -> tuple[float, list[float], list[float]]:
    folder.mkdir()
    began = time.monotonic()
    submitted = [await _submit(one, folder / str(at), kind) for at, one in enumerate(owners)]
    for owner, bot_id in zip(owners, submitted, strict=True):
        while not await _may_play(owner, bot_id):
            await asyncio.sleep(LOOK_S)
    checks_s = time.monotonic() - began
    ladder = await owners[0].post("/ladders", ONE_AT_A_TIME, Ladder)
    for owner, bot_id in zip(owners, submitted, strict=True):
        await owner.post(f"/ladders/{ladder.id}/entries", BotQuestion(bot_id=bot_id), Ladder)
    await owners[0].post(f"/ladders/{ladder.id}/start", None, Ladder)
    while (await owners[0].ladder(ladder.id)).status is LadderStatus.RUNNING:
        await asyncio.sleep(LOOK_S)
    return checks_s, *await _stretches(owners[0], ladder)


@asynccontextmanager
async def _visiting(data: Path) -> AsyncIterator[list[Visitor]]:
    """Two accounts on a stack with one runner, until the block ends."""
    async with AsyncExitStack() as cleanup:
        settings = Settings(data=data, port=0, redis_url=None)
        running = await cleanup.enter_async_context(
            stack.running(settings, apis=1, workers=1, runners=1, trust=True)
        )
        owners = [await Visitor.register(running.server, name) for name in ("one", "two")]
        for owner in owners:
            await cleanup.enter_async_context(aclosing(owner.http))
        yield owners


async def _submit(visitor: Visitor, folder: Path, kind: str) -> str:
    """A new bot whose program waits for its check."""
    folder.mkdir()
    (folder / "program.py").write_text(f"{PROGRAM}\n# {kind} {folder.name}\n")
    (folder / "bot.toml").write_text(MANIFEST.format(KINDS[kind]))
    issued = await visitor.create_bot(f"{kind} {folder.name}")
    assert issued.bot is not None
    path = f"/bots/{issued.bot.id}/submissions"
    await visitor.upload(path, pack(str(folder)).bundle.pack(), Submission)
    return issued.bot.id


async def _may_play(visitor: Visitor, bot_id: str) -> bool:
    (one,) = await visitor.every(f"/bots/{bot_id}/submissions", Page[Submission])
    assert one.state in {"pending", "passed"}, one
    return one.is_active


async def _stretches(visitor: Visitor, ladder: Ladder) -> tuple[list[float], list[float]]:
    """The seconds of each match, and those from its end to the start of the next."""
    results = await visitor.every(f"/ladders/{ladder.id}/results", Page[LadderResult])
    spans = [await _span_ms(visitor, one.match_id) for one in results]
    played = [(end - begin) / 1000 for begin, end in spans]
    return played, [(begin - end) / 1000 for (_, end), (begin, _) in pairwise(sorted(spans))]


async def _span_ms(visitor: Visitor, match_id: str) -> tuple[int, int]:
    """When a match began and when it ended."""
    events = await visitor.every(f"/matches/{match_id}/events", Page[MatchEvent])
    return events[0].at_ms, events[-1].at_ms
