"""Each fault of a program at each message, for matches of a server: at home, and on a runner."""

from __future__ import annotations

import asyncio
import logging
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import pytest

from saqqara_sdk.client.access import Access
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.runner.runner import Runner
from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService
from tests.sdk.lines.fault_table import CASES, FAULTY_BOT, kind_of
from tests.sdk.runner.test_challenge_answers import BRISK
from tests.sdk.runner.test_run_programs import played, program

DECISIONS = 3
MATCHES = 2
IN_A_MATCH = [case for case in CASES if case[1] != "hello"]


@pytest.mark.parametrize("is_hosted", [False, True], ids=["online", "runner"])
@pytest.mark.parametrize(("fault", "message"), IN_A_MATCH)
async def test_no_turn_is_lost_by_any_fault(
    fault: str,
    message: str,
    is_hosted: bool,  # noqa: FBT001
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every decision is played once, and the bot is blamed for its own fault only."""
    blamed: list[FaultKind] = []

    def blame(_match_id: str, _version: int | None, misstep: Misstep) -> None:
        blamed.append(misstep.kind)

    def watch(_match_id: str, _pid: int) -> AbstractContextManager[None]:
        return nullcontext()

    answer_s = 0.5 if fault == "hang" else 60
    with program(sys.executable, FAULTY_BOT, fault, message, answer_s=answer_s) as bot:
        bot.terms = replace(bot.terms, blame=blame, watch=watch if is_hosted else None)
        time_ms = 1_500 if fault == "hang" and message != "ended" else 60_000
        for number in range(MATCHES):
            service = FakeService([FakeMatch(f"m{number}", DECISIONS, time_ms=time_ms)])
            async with service.running(), asyncio.timeout(90):
                access = Access(service.url, TOKEN)
                report = await Runner(bot.bot, access, max_matches=1, timeouts=BRISK).run()
            (applied,) = service.applied.values()
            versions = [version for version, _ in applied]
            assert len(versions) == len(set(versions)) == report.turns == DECISIONS
            kind = kind_of(fault, message)
            assert (report.errors > 0) is (kind is not None)
            assert set(blamed) == ({kind} if kind else set())
    errors = [line for line in caplog.records if line.levelno >= logging.ERROR]
    assert bool(errors) is bool(blamed)


@pytest.mark.parametrize("when", ["ended", "after"])
async def test_a_program_may_end_after_each_match(when: str) -> None:
    """Its next process plays the next match, and the time of all of them is counted."""
    used: dict[int, int] = {}

    def used_ns(pid: int) -> int:
        return used.setdefault(pid, 1_000)

    with program(sys.executable, FAULTY_BOT, "leave", when) as bot:
        bot.terms = replace(bot.terms, used_ns=used_ns)
        bot._used._used_ns = used_ns
        for number in range(3):
            service = FakeService([FakeMatch(f"m{number}", DECISIONS)])
            assert (await played(service, bot)).errors == 0
            bot.used_ns()
        assert bot.used_ns() >= 3_000
        assert bot.used_ns() == sum(used.values())
