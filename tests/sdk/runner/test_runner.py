"""A bot at play against a service that breaks, repeats itself and talks nonsense."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import ClassVar

import pytest

from saqqara_sdk import Bot, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.runner import Runner
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService, problem

GREETING = 2
MIDDLE = 12
BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, first_connection_s=5, drain_s=5)


class Steady(Bot):
    """Always the same choice for the same turn, and a note of every turn it was asked about."""

    asked: ClassVar[Counter[tuple[str, int]]] = Counter()

    def choose(self, turn: Turn) -> LegalAction:
        self.asked[turn.match_id, turn.version] += 1
        return turn.legal_actions[turn.version % len(turn.legal_actions)]


def two_matches() -> FakeService:
    return FakeService([FakeMatch("m1", decisions=3), FakeMatch("m2", decisions=2)])


def runner(
    service: FakeService, bot: Callable[[], Bot] = Steady, timeouts: Timeouts = BRISK
) -> Runner:
    access = Access(service.url, TOKEN)
    return Runner(bot, access, max_matches=len(service.matches), timeouts=timeouts)


async def play(service: FakeService, bot: Callable[[], Bot] = Steady) -> RunReport:
    async with service.running(), asyncio.timeout(30):
        return await runner(service, bot).run()


@pytest.fixture
async def uncut() -> FakeService:
    """The same matches, played over a connection that holds."""
    service = two_matches()
    Steady.asked = Counter()
    assert await play(service) == RunReport(matches=2, turns=5)
    Steady.asked = Counter()
    return service


def assert_same_play(service: FakeService, uncut: FakeService) -> None:
    """Every decision as in the uncut run, thought about once and sent under one id only."""
    assert service.applied == uncut.applied
    for match in service.matches.values():
        assert [len(ways) for ways in match.asked.values()] == [1] * match.decisions
        assert all(Steady.asked[match.id, version] == 1 for version, _ in match.applied)


async def test_cut_at_every_message(uncut: FakeService) -> None:
    """Wherever the connection breaks, the bot makes the same decisions, each of them once."""
    for number in range(1, uncut.messages):  # the last one takes leave
        Steady.asked = Counter()
        service = two_matches()
        service.cuts = {number}
        report = await play(service)
        expected = RunReport(matches=2, turns=5, reconnects=int(number > GREETING))
        assert (number, report) == (number, expected)
        assert_same_play(service, uncut)


async def test_cut_again_and_again(uncut: FakeService) -> None:
    """A connection that keeps breaking slows the bot down and changes nothing."""
    for seed in range(6):
        Steady.asked = Counter()
        service = two_matches()
        service.cuts = set(random.Random(seed).sample(range(1, 60), 20))
        report = await play(service)
        assert (report.matches, report.errors) == (2, 0)
        assert_same_play(service, uncut)


async def test_repeated_messages(uncut: FakeService) -> None:
    """A turn or an answer that comes three times counts once."""
    service = two_matches()
    service.say = lambda _number, text: [text] * 3
    assert await play(service) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)


@pytest.mark.parametrize(
    "nonsense",
    [
        "<html><body>502 Bad Gateway</body></html>",
        '{"id": "1", "type": "next", "payload": {"data": {"feed": {"kind": "tu',
        "[]",
        '{"type": 7}',
        '{"id": "1", "type": "next", "payload": "later"}',
        '{"id": "1", "type": "next", "payload": {"data": null}}',
        '{"id": "1", "type": "complete"}',
    ],
)
async def test_nonsense(uncut: FakeService, nonsense: str) -> None:
    """A message that cannot be read costs the connection and nothing else."""
    service = two_matches()
    service.say = lambda number, text: [nonsense, text] if number == MIDDLE else [text]
    report = await play(service)
    assert report == RunReport(matches=2, turns=5, reconnects=1)
    assert_same_play(service, uncut)


@pytest.mark.parametrize(
    "news",
    [
        '{"type": "gossip", "payload": {}}',
        '{"id": "77", "type": "next", "payload": {"data": {"feed": {}}}}',
        '{"id": "1", "type": "next", "payload": {"data": {"feed": {"kind": "weather"}}}}',
        '{"id": "1", "type": "next", "payload": {"data": {"feed": {"kind": "turn"}}}}',
        '{"type": "pong", "payload": {"more": 1}}',
    ],
)
async def test_unknown_news(uncut: FakeService, news: str) -> None:
    """What a newer service says besides is passed over, and an item that cannot be read too."""
    service = two_matches()
    service.say = lambda number, text: [news, text, news] if number > GREETING else [text]
    assert await play(service) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)


async def test_a_benched_bot_is_told(uncut: FakeService, caplog: pytest.LogCaptureFixture) -> None:
    """What the feed tells of a ladder is logged with what can be done, and its matches go on."""
    notice = {
        "ladderId": "l1",
        "ladderName": "Memphis",
        "version": 2,
        "status": "benched",
        "faults": 3,
        "missed": 0,
    }
    item = {"data": {"feed": {"kind": "ladder", "ladder": notice}}}
    news = json.dumps({"id": "1", "type": "next", "payload": item})
    service = two_matches()
    service.say = lambda number, text: [news, text] if number == MIDDLE else [text]
    assert await play(service) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)
    (entry,) = [one for one in caplog.records if "Memphis" in one.getMessage()]
    assert "client.ladders.readmit" in entry.getMessage()


async def test_versions_jump_back(uncut: FakeService) -> None:
    """Turns that are told again later, even after the match's end, are not played again."""
    service, words = two_matches(), list[str]()

    def say(_number: int, text: str) -> list[str]:
        if '"feed"' in text:
            words.append(text)
        return [text, *reversed(words)] if '"feed"' in text else [text]

    service.say = say
    assert await play(service) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)


async def test_a_turn_from_the_future() -> None:
    """A turn that never was is refused as stale, and the real ones are still played."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    invented = json.dumps({"feed": service.matches["m1"].item() | {"version": 900}})
    message = f'{{"id": "1", "type": "next", "payload": {{"data": {invented}}}}}'
    message = message.replace('"version": 1,', '"version": 900,')
    service.say = lambda number, text: [message, text] if number == 4 else [text]
    report = await play(service)
    assert (report.turns, report.errors) == (3, 0)


async def test_a_half_open_connection(uncut: FakeService) -> None:
    """A connection on which nothing comes back any more is given up."""
    service = two_matches()

    def fall_silent(number: int, text: str) -> list[str]:
        if number == MIDDLE:
            service.deaf.add(1)
        return [text]

    service.say = fall_silent
    async with service.running(), asyncio.timeout(30):
        report = await runner(service, timeouts=replace(BRISK, alert_s=0.3)).run()
    assert report == RunReport(matches=2, turns=5, reconnects=1)
    assert_same_play(service, uncut)


async def test_a_feed_that_tells_nothing(uncut: FakeService) -> None:
    """A connection that answers while its feed is silent, even of heartbeats, is replaced."""
    service = two_matches()
    service.mute = {1}
    async with service.running(), asyncio.timeout(30):
        report = await runner(service, timeouts=replace(BRISK, silent_s=0.2, idle_s=0.2)).run()
    assert report == RunReport(matches=2, turns=5, reconnects=1)
    assert_same_play(service, uncut)


async def test_heartbeats_tell_the_time(uncut: FakeService) -> None:
    """A bot's clock counts by the service's time when it is asked, not when the turn was sent."""
    left: list[int | None] = []

    class Hasty(Steady):
        def choose(self, turn: Turn) -> LegalAction:
            left.append(turn.clock.mine_ms)
            return super().choose(turn)

    service = two_matches()
    service.now_ms = 140_000  # 40 seconds after the turns were sent
    assert await play(service, Hasty) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)
    assert all(0 < (mine or 0) <= 20_000 for mine in left)


async def test_a_spent_budget_is_waited_for(uncut: FakeService) -> None:
    """Who is told to wait waits that long, and sends the same decision again."""
    service = two_matches()
    asked: list[float] = []

    def refuse_once(given: dict[str, object]) -> dict[str, object]:
        service.act = service.applied_act
        asked.append(monotonic())
        return problem("rate_limited", budget="token", limit=200, retryAfterMs=700)

    service.act = refuse_once
    assert await play(service) == RunReport(matches=2, turns=5)
    assert monotonic() - asked[0] >= 0.7
    assert_same_play(service, uncut)


async def test_an_answer_that_never_comes(uncut: FakeService) -> None:
    """A decision without an answer is sent again under its id, though the connection holds."""
    service = two_matches()

    def forget_once(given: dict[str, object]) -> dict[str, object] | None:
        service.act = service.applied_act
        service.applied_act(given)
        return None

    service.act = forget_once
    async with service.running(), asyncio.timeout(30):
        report = await runner(service, timeouts=replace(BRISK, answer_s=0.2)).run()
    assert (report.matches, report.errors, report.reconnects) == (2, 0, 0)
    assert_same_play(service, uncut)


@pytest.mark.parametrize("code", ["busy", "internal"])
async def test_a_service_that_cannot_now(uncut: FakeService, code: str) -> None:
    """What may pass is asked again under the same id."""
    service = two_matches()
    refusals = iter([problem(code, retryAfterMs=10)] * 3)
    service.act = lambda given: next(refusals, None) or service.applied_act(given)
    assert await play(service) == RunReport(matches=2, turns=5)
    assert_same_play(service, uncut)


@pytest.mark.parametrize("code", ["stale_version", "seat_flagged", "match_over", "not_your_turn"])
async def test_overtaken_decisions(code: str) -> None:
    """A decision that came too late is dropped; that is no fault of the bot."""
    service = FakeService([FakeMatch("m1", decisions=2)])

    def overtake(given: dict[str, object]) -> dict[str, object]:
        service.act = service.applied_act
        service.applied_act(given | {"actionId": "auto"})
        return problem(code, version=9)

    service.act = overtake
    report = await play(service)
    assert (report.matches, report.turns, report.errors) == (1, 1, 0)


@pytest.mark.parametrize("code", ["not_found", "action_id_reused", "brand_new_code"])
async def test_refused_decisions(code: str, caplog: pytest.LogCaptureFixture) -> None:
    """A refusal that nobody expects is counted and logged, and the other matches go on."""
    service = two_matches()

    def refuse(given: dict[str, object]) -> dict[str, object] | None:
        if given["matchId"] == "m1":
            return problem(code)
        return service.applied_act(given)

    service.act = refuse
    async with service.running(), asyncio.timeout(30):
        run = Runner(Steady, Access(service.url, TOKEN), max_matches=1, timeouts=BRISK)
        report = await run.run()
    assert report == RunReport(matches=1, turns=2, errors=1)
    assert "match m1, version" in caplog.text
