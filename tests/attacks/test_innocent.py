"""The innocent bot itself: with nobody attacking it plays on, unhurt."""

from __future__ import annotations

from tests.attacks.innocent import innocent
from tests.service.replicas import Api


async def test_an_innocent_bot_plays_on(attacked: tuple[Api, ...]) -> None:
    """Its actions are taken, through two processes, and matches end."""
    async with innocent(*(api.address for api in attacked)) as bot:
        await bot.plays(200)
    bot.demand_unhurt()
    assert bot.matches >= 1
