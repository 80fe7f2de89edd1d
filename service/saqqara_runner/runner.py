"""The runner as a whole: it tends, fetches, plays, checks and reports."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from saqqara_runner.cache import Archives, own_folder
from saqqara_runner.heartbeat import AssignedJob, HeldWork, Tender
from saqqara_runner.hosted_bot import Hosted
from saqqara_runner.load import load, speed_index
from saqqara_runner.program_check import Checking, Checks
from saqqara_runner.programs import Programs, RunnerTerms
from saqqara_runner.reports import Failure, Reports
from saqqara_runner.starvation import Starving
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.client import AsyncClient
from saqqara_sdk.runner.program import Program
from saqqara_sdk.wire.models import Assignment, HeldSubmission, PlayedMatch, RunnerLease

LONGEST_SANDBOX: Final = 200
MOST_PLAYS: Final = 64
NS_PER_MS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class RunnerSetting:
    """What a runner is told at its start; `sandbox` is what the API is told of its own."""

    access: Access
    name: str
    places: int
    cache: Path
    sandbox: str
    terms: RunnerTerms


class ProgramRunner:
    """Plays for assigned bots until stopped; `run` it once."""

    def __init__(self, setting: RunnerSetting) -> None:
        access = setting.access
        self._setting = setting
        self._client = AsyncClient(",".join((access.server, *access.others)), access.token)
        self._reports = Reports()
        self._archives = Archives(own_folder(setting.cache), self._client.runners.archive)
        self._starving = Starving()
        self._tender = Tender(self, self._begin)
        loop = asyncio.get_running_loop()

        def ready() -> None:
            loop.call_soon_threadsafe(self._tender.changed)

        def share() -> int:
            return max(1, setting.places // max(1, self._tender.count))

        self._programs = Programs(
            self._archives,
            setting.terms,
            self._reports,
            self._starving,
            ready=ready,
            share=share,
        )
        self._speed_index = speed_index()
        self._checks = Checks(
            self._archives,
            setting.terms,
            self._report_check,
            self._reports,
            asyncio.Semaphore(os.cpu_count() or 1),  # the program and what asks it take turns
        )
        self._doubts: Counter[str] = Counter()

    def stop(self) -> None:
        """Take no more, finish what is under way, then end."""
        self._tender.stop()

    async def run(self) -> None:
        """Work until stopped; raises `Unauthenticated` or `Forbidden` if the token is refused.

        Whatever else it raises ends the process, which its supervisor starts again.
        """
        delivering = asyncio.create_task(self._reports.deliver(self))
        tending = asyncio.create_task(self._tender.run())
        try:
            await asyncio.wait((tending, delivering), return_when=asyncio.FIRST_COMPLETED)
            if delivering.done():
                await delivering
            await tending
            await self._reports.empty()
        finally:
            for task in (delivering, tending):
                task.cancel()
            await asyncio.gather(delivering, tending, return_exceptions=True)
            await self._client.close()

    async def tend(self, held: Sequence[HeldWork]) -> RunnerLease:
        """All that is to be worked on now."""
        setting = self._setting
        return await self._client.runners.tend(
            setting.name,
            0 if self._tender.is_stopping else setting.places,
            sandbox=setting.sandbox[:LONGEST_SANDBOX],
            load=load(),
            speed_index=self._speed_index,
            held=[self._held_submission(one) for one in held],
        )

    def _held_submission(self, one: HeldWork) -> HeldSubmission:
        plays = tuple(
            PlayedMatch(
                match_id=match_id,
                thought_ms=strain.thought_ns // NS_PER_MS,
                starved_ms=strain.starved_ns // NS_PER_MS,
            )
            for (submission_id, match_id), strain in self._starving.strains().items()
            if submission_id == one.submission_id
        )
        return HeldSubmission(**asdict(one), plays=plays[-MOST_PLAYS:])

    async def report_failure(self, failure: Failure) -> None:
        """Tell how a program broke."""
        await self._client.runners.report_failure(
            failure.submission_id,
            self._setting.name,
            kind=failure.kind,
            match_id=failure.match_id,
            version=failure.version,
            detail=failure.detail,
        )

    async def _report_check(self, submission_id: str, has_passed: bool, report: str) -> None:  # noqa: FBT001
        await self._client.runners.report_check(
            submission_id, self._setting.name, passed=has_passed, report=report
        )

    def _begin(self, assigned: Assignment) -> AssignedJob:
        def opened() -> AbstractAsyncContextManager[Program]:
            return self._programs.opened(assigned)

        if assigned.work == "check":
            return Checking(assigned, self._checks)
        own = self._setting.access
        access = Access(own.server, assigned.token, own.others)
        return Hosted(assigned.submission_id, opened, access, self._reports, self._doubts)
