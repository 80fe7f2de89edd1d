"""A running bot that is challenged: it decides, and an answer is given whatever it does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Event
from typing import Any, ClassVar

import pytest

from saqqara_sdk import Bot, Challenge, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.runner import Runner
from tests.chaos.proxy import proxied
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService

BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, first_connection_s=5, drain_s=5)
PATIENCE_S = 30.0


class Silent(Bot):
    """A bot that says nothing of challenges."""

    def choose(self, turn: Turn) -> LegalAction:
        return turn.legal_actions[0]


class Willing(Silent):
    """Plays with two, and notes who asks."""

    asked: ClassVar[list[str]] = []

    def accept(self, challenge: Challenge) -> bool | str:
        self.asked.append(challenge.id)
        return len(challenge.challenged) == 1 or "players"


class Thoughtful(Silent):
    """Thinks about it as a coroutine."""

    async def accept(self, challenge: Challenge) -> bool:
        await asyncio.sleep(0)
        return challenge.terms.game == "imhotep"


class Confused(Silent):
    """Answers with nonsense."""

    def accept(self, _challenge: Challenge) -> str:
        return "perhaps"


class Broken(Silent):
    """Breaks down."""

    def accept(self, challenge: Challenge) -> bool:
        raise StopIteration(challenge.id)


class Endless(Silent):
    """Never answers while its test goes on."""

    is_over: ClassVar[Event] = Event()

    def accept(self, _challenge: Challenge) -> bool:
        self.is_over.wait()
        return True


def offered(name: str, others: int = 1, for_ms: int = 60_000) -> dict[str, Any]:
    """A challenge as the service tells it."""
    challenged = [
        {"playerId": f"b{number}", "playerName": "x", "accountId": "a", "answer": "pending"}
        for number in range(others)
    ]
    terms = {"game": "imhotep", "options": {}, "timeControl": {"kind": "untimed"}}
    return {
        "id": name,
        "version": 2,
        "status": "pending",
        "accountId": "a9",
        "playerId": "b9",
        "playerName": "rival",
        "challenged": challenged,
        "terms": {**terms, "onFlag": "autoplay", "autoplay": "uniform"},
        "createdMs": 1_000,
        "expiresMs": 1_000 + for_ms,
    }


async def run(service: FakeService, bot: Callable[[], Bot], count: int) -> RunReport:
    """Run the bot until so many challenges are answered."""
    async with service.running(), asyncio.timeout(PATIENCE_S):
        runner = Runner(bot, Access(service.url, TOKEN), timeouts=BRISK)
        running = asyncio.create_task(runner.run())
        while len(service.answers) < count:
            await asyncio.sleep(0.01)
        runner.stop()
        return await running


@pytest.mark.parametrize(
    ("bot", "answers", "errors"),
    [
        (Silent, ["declined", "declined"], 0),
        (Willing, ["accepted", "players"], 0),
        (Thoughtful, ["accepted", "accepted"], 0),
        (Confused, ["later", "later"], 2),
        (Broken, ["later", "later"], 2),
    ],
)
async def test_every_challenge_is_answered(bot: type[Bot], answers: list[str], errors: int) -> None:
    """By what the bot says; what it breaks is counted and declined."""
    service = FakeService([])
    service.challenges = [offered("c1"), offered("c2", others=2)]
    report = await run(service, bot, 2)
    assert service.answers == list(zip(("c1", "c2"), answers, strict=True))
    assert report.errors == errors


async def test_one_that_never_answers_holds_up_no_other() -> None:
    """After the time of a challenge it is given up, and the next is asked of a new instance."""
    service = FakeService([])
    service.challenges = [offered("c1", for_ms=200), offered("c2", for_ms=200)]
    Endless.is_over.clear()
    try:
        report = await run(service, Endless, 2)
    finally:
        Endless.is_over.set()
    assert service.answers == [("c1", "later"), ("c2", "later")]
    assert report.errors == 2


async def test_a_challenge_that_is_told_again_is_answered_once() -> None:
    """Also after the connection was lost in between; matches go on beside."""
    Willing.asked = []
    service = FakeService([FakeMatch("m1", decisions=2)])
    service.challenges = [offered("c1")]
    service.cuts = {8}
    async with service.running(), asyncio.timeout(PATIENCE_S):
        runner = Runner(Willing, Access(service.url, TOKEN), max_matches=1, timeouts=BRISK)
        report = await runner.run()
    assert (report.matches, report.reconnects) == (1, 1)
    assert Willing.asked == ["c1"]
    assert set(service.answers) == {("c1", "accepted")}


async def test_an_answer_that_the_store_lost_is_given_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Over a new connection a challenge that still needs an answer is news."""
    caplog.set_level(logging.INFO, "saqqara_sdk")
    Willing.asked = []
    service = FakeService([])
    service.challenges = [offered("c1")]
    async with (
        service.running(),
        proxied(int(service.url.rpartition(":")[2])) as proxy,
        asyncio.timeout(PATIENCE_S),
    ):
        runner = Runner(Willing, Access(proxy.address, TOKEN), timeouts=BRISK)
        running = asyncio.create_task(runner.run())
        while "challenge c1 of rival: accepted" not in caplog.text:
            await asyncio.sleep(0.01)
        service.answers.clear()
        proxy.cut()
        while not service.answers:
            await asyncio.sleep(0.01)
        runner.stop()
        await running
    assert (service.answers, Willing.asked) == ([("c1", "accepted")], ["c1", "c1"])
