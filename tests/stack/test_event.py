"""An event on a real stack: groups, then a double elimination, and an arena, by real bots."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.enums import LadderFormat, LadderStatus, SameOwner
from saqqara_sdk.wire.models import Fischer, Ladder, LadderStage
from tests.stack.test_up import ONE_EACH, up

PATIENCE_S = 300
UNHURRIED = Fischer(base_ms=600_000, increment_ms=5_000)


async def over(owner: AsyncClient, ladder_id: str) -> Ladder:
    """The ladder when it is finished."""
    by = time.monotonic() + PATIENCE_S
    while time.monotonic() < by:
        ladder = await owner.ladders.get(ladder_id)
        if ladder.status in {LadderStatus.FINISHED, LadderStatus.CANCELLED}:
            return ladder
        await asyncio.sleep(0.3)
    raise TimeoutError(
        f"ladder {ladder_id} is still {ladder.status}, forecast {ladder.forecast_end_ms}"
    )


async def following(owner: AsyncClient, ladder_id: str) -> str:
    """The id of the next stage, once it is made."""
    by = time.monotonic() + PATIENCE_S
    while time.monotonic() < by:
        if next_id := (await owner.ladders.get(ladder_id)).next_stage_id:
            return next_id
        await asyncio.sleep(0.3)
    raise TimeoutError(f"no stage follows {ladder_id}")


async def test_groups_lead_to_a_double_elimination_and_an_arena_ends_by_its_clock(
    tmp_path: Path,
) -> None:
    """All of it by itself, once started: one greedy bot among random ones is found."""
    with up(tmp_path / "data", *ONE_EACH) as running:
        async with AsyncClient(running.server) as nobody:
            account = await nobody.accounts.register("Hemiunu")
        async with AsyncClient(running.server, account.token) as owner:
            made = [await owner.bots.create(f"bot {number}") for number in range(6)]
            bots = [one.bot.id for one in made if one.bot]
            kinds = [GreedyBot] + [RandomBot] * 5
            runners = [
                Runner(bot, Access(running.server, one.token))
                for bot, one in zip(kinds, made, strict=True)
            ]
            playing = [asyncio.create_task(runner.run()) for runner in runners]
            said = {"game": "duel", "time_control": UNHURRIED, "same_owner": SameOwner.ALLOWED}
            groups = await owner.ladders.create(
                "Delta",
                {},
                concurrency=8,
                format=LadderFormat.ROUND_ROBIN,
                rounds=1,
                groups=2,
                stages=[LadderStage(take=4, format=LadderFormat.DOUBLE_ELIMINATION)],
                **said,  # type: ignore[arg-type]
            )
            for bot_id in bots:
                await owner.ladders.enrol(groups.id, bot_id)
            await owner.ladders.start(groups.id)
            assert (await over(owner, groups.id)).matches_settled == 12
            table = (await owner.ladders.scores(groups.id)).items
            assert {row.group for row in table} == {1, 2}
            taken = {row.bot_id for row in table if row.place <= 2}

            final_id = await following(owner, groups.id)
            final = await over(owner, final_id)
            assert (final.status, final.stage) == (LadderStatus.FINISHED, 2)
            assert {one.bot_id for one in (await owner.ladders.entries(final_id)).items} == taken
            places = (await owner.ladders.scores(final_id)).items
            assert [row.place for row in places] == [1, 2, 3, 4]
            assert final.matches_settled >= 12, "six or seven meetings, and playoffs"

            ends_ms = int(time.time() * 1000) + 8_000
            arena = await owner.ladders.create(
                "Oasis",
                {},
                concurrency=8,
                format=LadderFormat.ARENA,
                end_at_ms=ends_ms,
                **said,  # type: ignore[arg-type]
            )
            for bot_id in bots:
                await owner.ladders.enrol(arena.id, bot_id)
            await owner.ladders.start(arena.id)
            played = await over(owner, arena.id)
            assert played.matches_settled > 0
            table = (await owner.ladders.scores(arena.id)).items
            assert sum(row.points for row in table) > 0
            assert table[0].points >= table[-1].points
            for runner in runners:
                runner.stop()
            await asyncio.gather(*playing)
