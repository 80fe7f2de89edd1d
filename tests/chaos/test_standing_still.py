"""An API process that stands still costs the bots that it serves no match."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.models import Fischer, Match
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.replicas import Api, apis

CLOCK = Fischer(base_ms=3_000, increment_ms=300)
STILL_S = 5.0
"""Longer than any clock holds."""
MATCHES = 8
OVER_S = 120.0


class Unhurried(RandomBot):
    """Thinks for a moment, so that matches go on for some seconds."""

    def choose(self, turn: Turn) -> LegalAction:
        time.sleep(0.1)
        return super().choose(turn)


@asynccontextmanager
async def bots_of(account: AsyncClient, homes: Sequence[Sequence[Api]]) -> AsyncIterator[list[str]]:
    """Bots that play by these processes each, for the time of the block."""
    made = [await account.bots.create(f"bot {number}") for number in range(len(homes))]
    runners = [
        Runner(Unhurried, Access(home.address, one.token, tuple(api.address for api in others)))
        for (home, *others), one in zip(homes, made, strict=True)
    ]
    playing = [asyncio.create_task(runner.run()) for runner in runners]
    yield [one.bot.id for one in made if one.bot]
    for runner in runners:
        runner.stop()
    await asyncio.gather(*playing)


async def begun(account: AsyncClient, pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Matches between these bots, each with some actions behind it."""
    made = [await account.matches.create(pair, CLOCK, game="duel") for pair in pairs]
    for one in made:
        while (await account.matches.get(one.id)).version < 6:
            await asyncio.sleep(0.05)
    return [one.id for one in made]


async def ended(account: AsyncClient, match_ids: Sequence[str]) -> list[Match]:
    """The matches when all of them are over."""
    async with asyncio.timeout(OVER_S):
        while True:
            found = [await account.matches.get(match_id) for match_id in match_ids]
            if all(one.status is MatchStatus.FINISHED for one in found):
                return found
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("can_move", [False, True], ids=["waits for it", "goes to another"])
async def test_who_is_served_by_a_process_that_stands_still_is_not_flagged(
    tmp_path: Path, *, can_move: bool
) -> None:
    """For five seconds, with clocks of three: in none of the matches, whoever's turn it is."""
    with (
        EmbeddedRedis(tmp_path / "redis") as redis,
        apis(redis.url, tmp_path / "api.log", count=2) as (still, other),
    ):
        async with AsyncClient(other.address) as nobody:
            token = (await nobody.accounts.register("Owner")).token
        stuck = (still, other) if can_move else (still,)
        async with (
            AsyncClient(other.address, token) as account,
            bots_of(account, [stuck] * 4 + [(other,)] * 4) as bots,
        ):
            pairs = list(zip(bots[:4], bots[4:], strict=True)) * (MATCHES // 4)
            match_ids = await begun(account, pairs)
            os.kill(still.pid, signal.SIGSTOP)
            await asyncio.sleep(STILL_S)
            os.kill(still.pid, signal.SIGCONT)
            found = await ended(account, match_ids)
    flagged = [seat for match in found for seat in match.seats if seat.flagged]
    assert len(flagged) == 0, f"{len(flagged)} seats of {2 * len(found)}"
