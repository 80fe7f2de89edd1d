"""A program that is not started: by its own fault or this machine's, which is told as that."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from saqqara_runner import hosted_bot
from saqqara_runner.hosted_bot import Hosted
from saqqara_runner.reports import Failure, Reports
from saqqara_sdk.client.access import Access
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms

ACCESS = Access("http://127.0.0.1:9", "t", ())


@dataclass
class Hears:
    """Takes every failure."""

    taken: list[Failure] = field(default_factory=list)

    async def report_failure(self, failure: Failure) -> None:
        self.taken.append(failure)


class Broken(Program):
    """One whose starts end so, and may take the machine's memory."""

    def __init__(self, kind: FaultKind) -> None:
        super().__init__(ProgramTerms(("none",), Limits()))
        self.kind = kind
        self.starts = 0

    def open(self) -> None:
        self.starts += 1
        raise Misstep(self.kind, "it did not begin", is_gone=True)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosted_bot, "PAUSE_S", 0.001)
    monkeypatch.setattr(hosted_bot, "AGAIN_S", 0.001)


async def failure_of(program: Program | Exception, doubts: Counter[str] | None = None) -> str:
    """The kind of failure with which an assignment ends."""
    reports, hears = Reports(), Hears()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Program]:
        if isinstance(program, Exception):
            raise program
        yield program

    await Hosted("s1", opened, ACCESS, reports, Counter() if doubts is None else doubts).run()
    delivering = asyncio.create_task(reports.deliver(hears))
    await asyncio.sleep(0)
    await reports.empty()
    delivering.cancel()
    (failure,) = hears.taken
    assert failure.match_id is None
    return failure.kind


async def test_a_program_that_breaks_at_its_start_is_tried_three_times() -> None:
    """Then it is its own fault; what did not come as far as the program is this machine's."""
    for kind, expected in (
        (FaultKind.CRASH, "start"),
        (FaultKind.GARBAGE, "start"),
        (FaultKind.HOST, "host"),
    ):
        program = Broken(kind)
        assert await failure_of(program) == expected
        assert program.starts == hosted_bot.STARTS
    assert await failure_of(OSError("no space left on device")) == "host"


async def test_lack_of_memory_is_held_against_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bounded number of times: a program may be what takes the memory."""
    killed = iter(range(1_000))
    monkeypatch.setattr(hosted_bot, "killed_for_memory", lambda: next(killed))
    doubts: Counter[str] = Counter()
    kinds = [await failure_of(Broken(FaultKind.CRASH), doubts) for _ in range(4)]
    assert kinds == ["host", "host", "host", "start"]
    monkeypatch.setattr(hosted_bot, "killed_for_memory", lambda: 7)
    assert await failure_of(Broken(FaultKind.CRASH)) == "start"


async def test_silence_on_a_full_machine_is_held_against_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As often; on one with room it is the program's."""
    monkeypatch.setattr(hosted_bot, "load", lambda: 1.0)
    doubts: Counter[str] = Counter()
    kinds = [await failure_of(Broken(FaultKind.HANG), doubts) for _ in range(4)]
    assert kinds == ["host", "host", "host", "start"]
    monkeypatch.setattr(hosted_bot, "load", lambda: 0.5)
    assert await failure_of(Broken(FaultKind.HANG)) == "start"
