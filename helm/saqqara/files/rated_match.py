"""A rated match on a service that runs: an account, two bots, a ladder of one block, its results.

Everything goes by the door that everybody has, as a stranger's program would. Reads SAQQARA_SERVER;
SAQQARA_TOKEN of an account where not everybody may open one; LIMIT_S. Ends with 0 if all of it came
about, and says what fell short otherwise. `helm test` and compose's `check` run it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Final
from uuid import uuid4

import httpx

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, Fischer, run_async
from saqqara_sdk.wire.enums import LadderStatus
from saqqara_sdk.wire.errors import SaqqaraError
from saqqara_sdk.wire.models import Ladder

SERVER: Final = os.environ["SAQQARA_SERVER"]
LIMIT_S: Final = float(os.environ.get("LIMIT_S", "180"))
LOOK_S: Final = 0.5
SEATS: Final = 2


async def until_ready() -> None:
    """Wait for the service, whose pods may just have begun."""
    async with httpx.AsyncClient(base_url=SERVER) as http:
        while True:
            try:
                if (await http.get("/readyz")).is_success:
                    return
            except httpx.TransportError:
                pass
            await asyncio.sleep(LOOK_S)


async def account(name: str) -> str:
    """The token of the account that is named in the environment, or of a new one."""
    if token := os.environ.get("SAQQARA_TOKEN"):
        return token
    async with AsyncClient(SERVER) as client:
        return (await client.accounts.register(name)).token


async def play(name: str) -> str:
    """Play the ladder to its end; what came about."""
    await until_ready()
    async with AsyncClient(SERVER, await account(name)) as client, asyncio.TaskGroup() as tasks:
        bots = [await client.bots.create(f"{name}-{seat}") for seat in range(SEATS)]
        playing = [
            tasks.create_task(run_async(RandomBot, server=SERVER, token=bot.token)) for bot in bots
        ]
        ladder = await client.ladders.create(
            name,
            {"players": SEATS},
            Fischer(base_ms=60_000, increment_ms=1_000),
            concurrency=SEATS,
            blocks=1,
            same_owner="allowed",
        )
        for bot in bots:
            assert bot.bot is not None  # noqa: S101 - it was made a moment ago
            await client.ladders.enrol(ladder.id, bot.bot.id)
        await client.ladders.start(ladder.id)
        while (ladder := await client.ladders.get(ladder.id)).status is not LadderStatus.FINISHED:
            await asyncio.sleep(LOOK_S)
        told = await counted(client, ladder)
        for one in playing:
            one.cancel()
    return told


async def counted(client: AsyncClient, ladder: Ladder) -> str:
    """Compare plan, results and standings; raises `ValueError` where they differ."""
    results = (await client.ladders.results(ladder.id)).items
    standings = (await client.ladders.standings(ladder.id)).items
    rated = [result for result in results if result.rated]
    if len(rated) != ladder.matches_planned:
        raise ValueError(f"{len(rated)} of {ladder.matches_planned} matches have a rated result")
    if [row.matches for row in standings] != [len(rated)] * SEATS:
        raise ValueError(f"the standings do not count each match once: {standings}")
    return f"ladder {ladder.id}: {len(rated)} rated matches, each counted once"


async def main() -> int:
    """Play within the limit; the exit code."""
    try:
        async with asyncio.timeout(LIMIT_S):
            print(await play(f"check-{uuid4().hex[:8]}"))
    except* TimeoutError:
        complaint = f"in {LIMIT_S:.0f} s no rated match was played and counted"
    except* (SaqqaraError, ValueError) as errors:
        complaint = f"the service refused, or did not count: {errors.exceptions[0]}"
    else:
        return 0
    print(complaint, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
