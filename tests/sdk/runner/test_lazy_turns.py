"""Turns of a feed, of which only what is needed is read."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from saqqara_sdk import Bot, LegalAction, RunReport, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.connection import Timeouts
from saqqara_sdk.runner.runner import Runner
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService

BRISK = Timeouts(first_pause_s=0.01, longest_pause_s=0.05, quiet_s=0.6, alert_s=0.3)


class Blind(Bot):
    """Never looks at its view."""

    def choose(self, turn: Turn) -> LegalAction:
        return turn.legal_actions[-1]


class Looking(Bot):
    """Looks at its view."""

    def choose(self, turn: Turn) -> LegalAction:
        assert turn.view.seat == 0
        return turn.legal_actions[-1]


def odd(changes: dict[str, Any]) -> FakeMatch:
    """A match whose turns are changed on their way."""

    class Odd(FakeMatch):
        def turn(self) -> dict[str, Any]:
            return super().turn() | changes

    return Odd("m1", decisions=2)


async def play(bot: type[Bot], *matches: FakeMatch) -> tuple[RunReport, FakeService]:
    service = FakeService(list(matches))
    async with service.running(), asyncio.timeout(60):
        access = Access(service.url, TOKEN)
        report = await Runner(bot, access, max_matches=len(matches), timeouts=BRISK).run()
    return report, service


@pytest.mark.parametrize("view", [None, [], "soon", {}, {"round": 1}])
async def test_a_malformed_view(view: object, caplog: pytest.LogCaptureFixture) -> None:
    """It concerns only a bot that looks at it: the error is logged, the first action played."""
    for bot, place, faults in ((Blind, -1, 0), (Looking, 0, 2)):
        caplog.clear()
        match, fair = odd({"view": view}), FakeMatch("m1", decisions=2)
        report, _ = await play(bot, match)
        assert report == RunReport(matches=1, turns=2, errors=faults)
        assert match.applied[0][1] == fair.turn()["actions"][place]
        errors = [one for one in caplog.records if "does not fit this engine" in one.getMessage()]
        assert len(errors) == faults


@pytest.mark.parametrize(
    "novelty",
    [
        {"mood": "good"},
        {"last": {"version": 1, "action": "get", "auto": False, "late": False, "chargedMs": 1}},
    ],
)
async def test_unknown_and_missing_fields(novelty: dict[str, Any]) -> None:
    """A field that is unknown here, and one that an older service leaves out."""
    view = FakeMatch("m1", decisions=2).turn()["view"]
    match = odd(novelty | {"view": view | novelty})
    assert (await play(Looking, match))[0] == RunReport(matches=1, turns=2)


@pytest.mark.parametrize(
    "change",
    [
        {"seat": 2},
        {"seat": None},
        {"actions": []},
        {"version": [1]},
        {"leftMs": 7},
        {"last": {"late": 1}},
    ],
)
async def test_a_malformed_turn(change: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    """It is dropped and logged; other matches go on."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    strange = FakeMatch("m2", decisions=1).turn() | change
    service.items = [{"kind": "turn", "matchId": "m2", "version": 1, "turn": strange}]
    async with service.running(), asyncio.timeout(60):
        report = await Runner(Blind, Access(service.url, TOKEN), max_matches=1).run()
    assert len([one for one in caplog.records if "cannot read" in one.getMessage()]) == 1
    assert (report.matches, report.turns) == (1, 2)


async def test_a_bot_that_is_sometimes_slow_keeps_its_other_matches() -> None:
    """Its matches without a slow decision end in time, on the connection that they began on."""
    ended: dict[str, float] = {}

    class Moody(Bot):
        """Needs 3 s for the decisions at odd places of one match, and no time for all others."""

        decisions = 0

        def choose(self, turn: Turn) -> LegalAction:
            self.decisions += 1
            if turn.match_id == "slow" and self.decisions % 2 == 0:
                time.sleep(3)
            return turn.legal_actions[0]

    class Timed(FakeMatch):
        """Notes when it is over."""

        def act(self, action: str, version: int, action_id: str) -> dict[str, Any]:
            outcome = super().act(action, version, action_id)
            if self.is_over:
                ended[self.id] = time.monotonic()
            return outcome

    matches = [Timed("slow", decisions=4), *(Timed(f"m{n}", decisions=20) for n in range(3))]
    began = time.monotonic()
    report, service = await play(Moody, *matches)
    assert report == RunReport(matches=4, turns=64)
    assert service.connections == 1
    assert ended["slow"] - began > 6
    assert all(ended[f"m{n}"] - began < 3 for n in range(3))
