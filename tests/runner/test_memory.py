"""A program that dies in a match on a machine without memory: whose fault that is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from saqqara_runner import load
from saqqara_runner.cache import Archives
from saqqara_runner.programs import Programs, RunnerTerms
from saqqara_runner.reports import Failure, Reports
from saqqara_runner.starvation import Starving
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.wire.enums import Work
from saqqara_sdk.wire.models import Assignment, Manifest

ASSIGNED = Assignment(
    bot_id="b1",
    submission_id="s1",
    archive_hash="0" * 64,
    manifest=Manifest(command=("./x",), bot=None, language=None, stateless=False),
    work=Work.PLAY,
    token=None,
    token_id=None,
    token_expires_ms=None,
)


class Unpacked:
    """An archive that lies there."""

    def __init__(self, place: Path) -> None:
        self.place = place

    @asynccontextmanager
    async def unpacked(self, _hash: str) -> AsyncIterator[Path]:
        yield self.place


class Hears:
    def __init__(self) -> None:
        self.kinds: list[str] = []

    async def report_failure(self, failure: Failure) -> None:
        self.kinds.append(failure.kind)


@pytest.mark.parametrize(
    ("kind", "killed", "expected"),
    [
        (FaultKind.CRASH, 1, "host"),
        (FaultKind.CRASH, 0, "exit"),
        (FaultKind.HANG, 1, "timeout"),
    ],
)
async def test_only_who_dies_while_memory_runs_out_is_not_to_blame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: FaultKind, killed: int, expected: str
) -> None:
    """The kernel counts what it ended for it; what it ended before the match is no excuse."""
    counts = tmp_path / "vmstat"
    monkeypatch.setattr(load, "COUNTS", counts)
    counts.write_text("nr_free_pages 5\noom_kill 7\n")
    reports, hears = Reports(), Hears()
    archives = cast("Archives", Unpacked(tmp_path))
    programs = Programs(
        archives,
        RunnerTerms(Limits(), is_trusting=True),
        reports,
        Starving(),
        ready=lambda: None,
        share=lambda: 1,
    )
    async with programs.opened(ASSIGNED) as program:
        assert program.terms.watch is not None
        assert program.terms.blame is not None
        with program.terms.watch("m1", 1):
            counts.write_text(f"nr_free_pages 5\noom_kill {7 + killed}\n")
        program.terms.blame("m1", 3, Misstep(kind, "it is gone", is_gone=True))
    delivering = asyncio.create_task(reports.deliver(hears))
    await asyncio.sleep(0)
    await reports.empty()
    delivering.cancel()
    assert hears.kinds == [expected]
