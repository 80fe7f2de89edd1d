"""A service that is away, or of which one address is: seldom asked, soon found again."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from saqqara_sdk.client.access import Access, find_access
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.runner import Runner
from tests.chaos.proxy import proxied
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.runner.test_runner import Steady

AWAY_S = 2.0
MOST = 60
"""Attempts in that time: 20 are expected, and a pause of 10 ms each would be 200."""

PATIENT = Timeouts(first_pause_s=0.01, longest_pause_s=0.2, first_connection_s=30, drain_s=5)


async def test_an_outage_is_no_storm(caplog: pytest.LogCaptureFixture) -> None:
    """Pauses grow although the bot was connected before; two lines tell of all the attempts."""
    caplog.set_level(logging.INFO, "saqqara_sdk")
    service = FakeService([FakeMatch("m1", decisions=3)])
    away = asyncio.Event()

    def fall_silent(given: dict[str, Any]) -> dict[str, Any] | None:
        if not service.applied["m1"]:
            return service.applied_act(given)
        away.set()
        return None

    service.act = fall_silent
    async with service.running(), proxied(int(service.url.rpartition(":")[2])) as proxy:
        playing = asyncio.create_task(
            Runner(Steady, Access(proxy.address, TOKEN), max_matches=1, timeouts=PATIENT).run()
        )
        await away.wait()
        there, proxy.targets = proxy.targets, (9,)
        proxy.cut()
        before = proxy.accepted
        await asyncio.sleep(AWAY_S)
        attempts = proxy.accepted - before
        service.act = service.applied_act
        proxy.targets = there
        async with asyncio.timeout(60):
            report = await playing
    assert (report.matches, report.turns, report.errors) == (1, 3, 0)
    assert 2 <= attempts <= MOST
    messages = [one.getMessage() for one in caplog.records if "connection" in one.getMessage()]
    assert len([one for one in messages if one.startswith("no connection")]) == 1
    (again,) = [one.getMessage() for one in caplog.records if "again after" in one.getMessage()]
    assert "connected again after" in again


async def test_one_address_of_several_is_enough() -> None:
    """Who loses one address, or finds nobody at it, goes on by the next."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    async with service.running(), asyncio.timeout(60):
        access = find_access(f"http://127.0.0.1:9, {service.url}", TOKEN)
        report = await Runner(Steady, access, max_matches=1, timeouts=PATIENT).run()
    assert (report.matches, report.turns) == (1, 3)


@pytest.mark.parametrize("named", ["http://a.example,", "http://a.example,b.example", ","])
def test_each_of_several_addresses_must_be_one(named: str) -> None:
    """A list with something that is no address is refused."""
    with pytest.raises(ValueError, match="Write a server like"):
        find_access(named, TOKEN)
