"""What a running bot is told of time: receipts of its decisions, forfeits, no clock at all."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient, Bot, Fischer, LegalAction, Turn, Untimed, run_async
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.models import Receipt, Result, TimeControl
from tests.sdk.test_real_service import some_bots


class Remembering(RandomBot):
    """Keeps what it is told of its decisions."""

    receipts: ClassVar[list[Receipt | None]] = []

    def choose(self, turn: Turn) -> LegalAction:
        self.receipts.append(turn.last)
        return super().choose(turn)


class Silent(Bot):
    """Thinks until its match is over."""

    ended: ClassVar[list[Result]] = []
    is_over: ClassVar[asyncio.Event]

    async def choose(self, turn: Turn) -> LegalAction:
        await self.is_over.wait()
        return turn.legal_actions[0]

    def match_ended(self, result: Result) -> None:
        self.ended.append(result)


@pytest.mark.parametrize("control", [Fischer(base_ms=600_000), Untimed()], ids=lambda one: one.kind)
async def test_every_turn_tells_of_the_last_decision(server: str, control: TimeControl) -> None:
    """The first turn tells of none; each later one what was played and what it cost."""
    Remembering.receipts.clear()
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        match = await owner.matches.create(list(bots), control)
        kinds = (Remembering, RandomBot)
        await asyncio.gather(
            *(
                run_async(kind, server=server, token=bot, max_matches=1)
                for kind, bot in zip(kinds, bots.values(), strict=True)
            )
        )
        events = {e.version: e for e in (await owner.matches.events_page(match.id)).items}
    first, *others = Remembering.receipts
    assert first is None
    assert others
    for receipt in others:
        assert receipt is not None
        event = events.get(receipt.version)
        assert (receipt.auto, receipt.late) == (False, False)
        assert (receipt.left_ms is None) == (control.kind == "untimed")
        if event is not None:
            assert (event.action, event.charged_ms) == (receipt.action, receipt.charged_ms)


async def test_a_bot_is_told_that_its_match_is_forfeited(server: str) -> None:
    """A bot that thinks for too long hears of the end, and why."""
    Silent.ended.clear()
    Silent.is_over = asyncio.Event()
    token, bots = await some_bots(server, 2)
    async with AsyncClient(server, token) as owner, asyncio.timeout(100):
        match = await owner.matches.create(list(bots), Fischer(base_ms=500), on_flag="forfeit")
        kinds = (Silent, RandomBot)  # the other one never has to be in time
        async with asyncio.TaskGroup() as group:
            for kind, bot in zip(kinds, bots.values(), strict=True):
                group.create_task(run_async(kind, server=server, token=bot, max_matches=1))
            while (await owner.matches.get(match.id)).status is not MatchStatus.FINISHED:
                await asyncio.sleep(0.05)
            Silent.is_over.set()
    assert [result.reason for result in Silent.ended] == ["flag"]
    assert [row.place for row in Silent.ended[0].seats] == [2, 1]
