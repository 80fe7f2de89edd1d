"""A bot on a server is told all that happens in its match, in order and in time."""

from __future__ import annotations

import asyncio

import pytest

from saqqara_sdk import Bot, Event
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner import observation
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.runner import Runner
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.observers import Waiting, Watching

BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, first_connection_s=0.3, drain_s=0.3)


class Odd(Watching):
    """Cannot listen."""

    def observe(self, event: Event) -> None:  # noqa: ARG002 - it is not looked at
        raise KeyError("lost")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    Watching.heard.clear()
    Watching.knew.clear()
    monkeypatch.setattr(observation, "WAIT_S", 30)


async def play(service: FakeService, bot: type[Bot]) -> Runner:
    runner = Runner(
        bot, Access(service.url, TOKEN), max_matches=len(service.matches), timeouts=BRISK
    )
    async with asyncio.timeout(60):
        await runner.run()
    return runner


def plies(match: FakeMatch) -> list[tuple[int, str, int, str, bool]]:
    names = ("version", "kind", "seat", "action", "auto")
    return [tuple(one[name] for name in names) for one in match.log]


def observed(match: FakeMatch) -> list[tuple[object, ...]]:
    events = Watching.heard[match.id, 0]
    return [(one.version, one.kind, one.seat, one.notation, one.auto) for one in events]


@pytest.mark.parametrize("bot", [Watching, Waiting])
async def test_everything_is_told_before_it_matters(bot: type[Bot]) -> None:
    """Before each decision all that went before, at the end all; in several matches at once."""
    service = FakeService([FakeMatch(name, decisions=6) for name in ("m1", "m2")])
    async with service.running():
        runner = await play(service, bot)
    assert runner.report.errors == 0
    for match in service.matches.values():
        assert observed(match) == plies(match)
    assert all(version == known for version, known in Watching.knew)
    assert len(Watching.knew) == 2 * (6 + 1)


@pytest.mark.parametrize("cut", [8, 12, 17, 23])
async def test_a_torn_line_loses_and_doubles_nothing(cut: int) -> None:
    """After a reconnection the stream goes on after the last event that came."""
    service = FakeService([FakeMatch("m1", decisions=6)])
    service.cuts = {cut}
    async with service.running():
        await play(service, Watching)
    (match,) = service.matches.values()
    assert observed(match) == plies(match)[: len(observed(match))]
    assert len(observed(match)) >= len(match.log) - 1


async def test_a_service_that_tells_no_events_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Decisions wait a moment for events, not for ever, and nothing is made up."""
    monkeypatch.setattr(observation, "WAIT_S", 0.05)
    service = FakeService([FakeMatch("m1", decisions=3)])
    service.refuses_events = True
    async with service.running():
        runner = await play(service, Waiting)
    assert (runner.report.turns, runner.report.errors) == (3, 0)
    assert Watching.heard["m1", 0] == []


async def test_what_was_too_much_is_told_as_a_resync() -> None:
    """Who comes late to a long match hears that it missed something."""
    match = FakeMatch("m1", decisions=60)
    while match.version < 60:
        match.act(str(match.turn()["actions"][0]), match.version, f"a{match.version}")
    match.decisions = len(match.applied) + 2
    service = FakeService([match])
    async with service.running():
        await play(service, Watching)
    assert [one.kind for one in Watching.heard["m1", 0]][:2] == ["resync", "action"]


async def test_what_it_raises_there_is_its_fault(caplog: pytest.LogCaptureFixture) -> None:
    """The first legal action is played, and the fault is told."""
    service = FakeService([FakeMatch("m1", decisions=3)])
    async with service.running():
        runner = await play(service, Odd)
    assert runner.report.turns == 3
    assert runner.report.errors >= 3
    assert "KeyError: 'lost'" in caplog.text
