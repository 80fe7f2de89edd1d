"""A runner whose parts fail ends as a whole, so that it is started again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from saqqara_runner.programs import RunnerTerms
from saqqara_runner.reports import Hears, Reports
from saqqara_runner.runner import ProgramRunner, RunnerSetting
from saqqara_sdk.client.access import Access
from saqqara_sdk.lines.limits import Limits

PATIENCE_S = 30.0


async def test_a_runner_that_tells_nothing_more_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reports would wait for ever, and it would go on blaming nobody."""

    async def fails(_self: Reports, _hears: Hears) -> None:
        raise OSError("no more files may be open")

    monkeypatch.setattr(Reports, "deliver", fails)
    nobody = Access("http://127.0.0.1:1", "imh_run_nobody")
    runner = ProgramRunner(RunnerSetting(nobody, "one", 1, tmp_path, "none", RunnerTerms(Limits())))
    with pytest.raises(OSError, match="no more files"):
        async with asyncio.timeout(PATIENCE_S):
            await runner.run()
