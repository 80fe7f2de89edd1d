"""A bot at play against a service whose store went back: what it was acknowledged is not there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import pytest

from saqqara_sdk import Bot, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.runner import Runner
from tests.chaos.proxy import Proxy, proxied
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService, problem
from tests.sdk.runner.test_runner import BRISK, GREETING, play


class GoneBack(FakeService):
    """Over the second connection each match stands as after so many of its decisions."""

    def __init__(self, left: int) -> None:
        super().__init__([FakeMatch("m1", decisions=4), FakeMatch("m2", decisions=9)])
        self._is_back = False
        self._left = left
        self.say = self._gone_back

    def _gone_back(self, _number: int, text: str) -> list[str]:
        if self.connections == 2 and not self._is_back:
            self._is_back = True
            for match in [*self.matches.values()]:
                kept = match.applied[: self._left]
                again = FakeMatch(match.id, match.decisions)
                for number, (version, action) in enumerate(kept):
                    again.act(action, version, f"before{number}")
                self.matches[match.id] = again
        return [text]


@pytest.mark.parametrize("left", [0, 1, 3])
@pytest.mark.parametrize("cut", range(GREETING + 8, GREETING + 30, 5))
async def test_what_the_store_lost_is_played_again(left: int, cut: int) -> None:
    """The bot plays on from where the match is, also in one whose end it had been told."""
    service = GoneBack(left)
    service.cuts = {cut}
    report = await play(service)
    assert [len(match.applied) for match in service.matches.values()] == [4, 9]
    assert (report.matches, report.errors, report.reconnects) == (2, 0, 1)


class Held(Bot):
    """Its second decision waits until it is let go; every later one is made at once."""

    waits: ClassVar[asyncio.Event]
    free: ClassVar[asyncio.Event]
    asked: ClassVar[list[int]]

    async def choose(self, turn: Turn) -> LegalAction:
        self.asked.append(turn.version)
        if len(self.asked) == 2:
            self.waits.set()
            await self.free.wait()
        return turn.legal_actions[0]


@asynccontextmanager
async def thinking(service: FakeService) -> AsyncIterator[tuple[Proxy, asyncio.Task[RunReport]]]:
    """The bot while it thinks about its second decision, and what stands before the service."""
    Held.waits, Held.free, Held.asked = asyncio.Event(), asyncio.Event(), []
    async with (
        service.running(),
        proxied(int(service.url.rpartition(":")[2])) as proxy,
        asyncio.timeout(30),
    ):
        runner = Runner(Held, Access(proxy.address, TOKEN), max_matches=1, timeouts=BRISK)
        playing = asyncio.create_task(runner.run())
        await Held.waits.wait()
        yield proxy, playing


def replayed(match: FakeMatch, **changed: str) -> FakeMatch:
    """The match as far as it was played, where the bot did something else at first."""
    again = FakeMatch(match.id, match.decisions, **changed)  # type: ignore[arg-type]
    again.act(again.turn()["actions"][1], again.version, "before")
    assert (again.version, again.state == match.state) == (match.version, False)
    return again


async def until_logged(caplog: pytest.LogCaptureFixture, text: str) -> None:
    """Wait for a line of the bot's log."""
    while text not in caplog.text:
        await asyncio.sleep(0.01)


async def test_another_question_at_the_same_version(caplog: pytest.LogCaptureFixture) -> None:
    """What was thought about the lost one is not sent, and the bot decides anew."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    async with thinking(service) as (proxy, playing):
        again = service.matches["m1"] = replayed(service.matches["m1"])
        proxy.cut()
        await until_logged(caplog, "went back to version")
        Held.free.set()
        report = await playing
    assert Held.asked[1] == Held.asked[2] == again.applied[1][0]
    assert len(again.asked[Held.asked[1]]) == 1
    assert (report.matches, report.turns, report.errors) == (1, 3, 0)


async def test_a_turn_that_is_lost(caplog: pytest.LogCaptureFixture) -> None:
    """What was thought about it is not sent to a match that went back to an earlier one."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    async with thinking(service) as (proxy, playing):
        again = service.matches["m1"] = FakeMatch("m1", decisions=3)
        proxy.cut()
        await until_logged(caplog, "went back to version")
        Held.free.set()
        report = await playing
    assert [len(asked) for asked in again.asked.values()] == [1, 1, 1]
    assert Held.asked == [1, Held.asked[1], *(version for version, _ in again.applied)]
    assert (report.matches, report.errors) == (1, 0)


async def test_a_refusal_that_comes_before_the_turn_of_a_new_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The turn may be lost: that its answer is illegal now is no fault of the bot."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    service.mute = {2}
    caplog.set_level("INFO")

    def act(given: dict[str, Any]) -> dict[str, Any] | None:
        if service.connections != 2:
            return service.applied_act(given)
        return problem("illegal_action", version=given["expectedVersion"])

    service.act = act
    async with thinking(service) as (proxy, playing):
        proxy.cut()
        while service.connections < 2:
            await asyncio.sleep(0.01)
        Held.free.set()
        await until_logged(caplog, "decision dropped")
        proxy.cut()
        report = await playing
    assert Held.asked[1] == Held.asked[2]
    assert (report.matches, report.errors) == (1, 0)


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_match_that_is_made_again(
    caplog: pytest.LogCaptureFixture, *, is_known: bool
) -> None:
    """It is another match, with another instance of the bot; the lost one gets no decision more."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    async with thinking(service) as (proxy, playing):
        again = replayed(service.matches.pop("m1"), commitment="second")
        if is_known:
            service.matches["m1"] = again
        proxy.cut()
        await until_logged(caplog, "has lost actions of the bot")
        if not is_known:
            service.matches["m1"] = again
            proxy.cut()
        Held.free.set()
        report = await playing
    assert Held.asked[1] == Held.asked[2] == again.applied[1][0]
    assert len(again.asked[Held.asked[1]]) == 1
    assert (report.matches, report.errors) == (1, 0)
