"""One bot that is played for here: its program, and its connection."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Final
from uuid import uuid4

from saqqara_bundle import BundleFault
from saqqara_runner.load import killed_for_memory, load
from saqqara_runner.reports import Reports
from saqqara_sdk.client.access import Access
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_MS
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.runner.runs import WHO
from saqqara_sdk.wire.errors import Forbidden, SaqqaraError, Unauthenticated
from saqqara_sdk.wire.models import Meter

FULL: Final = 1.0
"""The load of a machine on which more wants to run than there are processors."""
MOST_DOUBTS: Final = 9
STARTS: Final = 3
"""So often a program is started before it counts as one that cannot be."""
PAUSE_S: Final = 1.0
AGAIN_S: Final = 2.0

_log = logging.getLogger(__name__)


class Hosted:
    """A bot at play, from its assignment until it is stopped.

    `opened` gives the program, whose archive stays for as long as it is open.
    """

    def __init__(
        self,
        submission_id: str,
        opened: Callable[[], AbstractAsyncContextManager[Program]],
        access: Access,
        reports: Reports,
        doubts: Counter[str],
    ) -> None:
        """`doubts` counts, for all bots played here, the starts that this machine may have
        spoiled.
        """
        self._submission_id = submission_id
        self._opened = opened
        self._access = access
        self._reports = reports
        self._doubts = doubts
        self._program: Program | None = None
        self._runner: Runner | None = None
        self._starting: asyncio.Task[bool] | None = None
        self._is_stopped = False
        self._meter_name = uuid4().hex

    @property
    def meter(self) -> Meter:
        """The processor time that all processes of the program have used so far."""
        used_ns = 0 if self._program is None else self._program.used_ns()
        return Meter(name=self._meter_name, used_ms=used_ns // NS_PER_MS)

    @property
    def waiting(self) -> str | None:
        """The name of a process that waits for a match, while the service can be reached."""
        runner, program = self._runner, self._program
        is_there = runner is not None and runner.is_connected
        return program.waiting if program is not None and is_there else None

    def renew(self, token: str) -> None:
        """Go on with another token of the same bot."""
        self._access = Access(self._access.server, token, self._access.others)
        if self._runner is not None:
            self._runner.renew(self._access)

    def stop(self) -> None:
        """Finish the decision under way, then end."""
        self._is_stopped = True
        if self._starting is not None:
            self._starting.cancel()
        if self._runner is not None:
            self._runner.stop()

    async def run(self) -> None:
        """Play until stopped, or until the token is refused: the bot is played for elsewhere."""
        WHO.set(self._submission_id)
        try:
            async with self._opened() as program:
                self._program = program
                self._starting = asyncio.create_task(self._start(program))
                with suppress(asyncio.CancelledError):
                    if await self._starting and not self._is_stopped:
                        await self._play(program)
        except (Unauthenticated, Forbidden) as refusal:
            _log.info("no longer assigned: %s", refusal.message)
        except (SaqqaraError, BundleFault, OSError) as error:
            _log.warning("cannot play here: %s", error)
            self._reports.not_here(self._submission_id, str(error))
            await asyncio.sleep(AGAIN_S)

    async def _start(self, program: Program) -> bool:
        """Whether the program says hello; what it did instead is reported."""
        for attempt in range(1, STARTS + 1):
            killed = killed_for_memory()
            try:
                await asyncio.to_thread(program.open)
            except Misstep as misstep:
                is_killed = misstep.kind is FaultKind.CRASH and killed_for_memory() > killed
                if is_killed or (misstep.kind is FaultKind.HANG and load() >= FULL):
                    misstep.kind = self._doubted(misstep.kind)
                _log.info("not started: %s", misstep.why)
                if attempt == STARTS:
                    self._reports.not_started(self._submission_id, misstep)
            else:
                return True
            await asyncio.sleep(PAUSE_S * attempt)
        return False

    def _doubted(self, kind: FaultKind) -> FaultKind:
        """A start that this machine may have spoiled is held against it, a few times."""
        self._doubts[self._submission_id] += 1
        return FaultKind.HOST if self._doubts[self._submission_id] <= MOST_DOUBTS else kind

    async def _play(self, program: Program) -> None:
        self._runner = Runner(program.bot, self._access)
        await self._runner.run()
