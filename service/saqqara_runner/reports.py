"""What the API is told of programs that break: in the background, again until it is taken."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from saqqara_runner.host_paths import without_folders
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.wire.errors import APIError, SaqqaraError

MOST_WAITING: Final = 256
LONGEST_DETAIL: Final = 16_000
"""Characters of what a program said at its end."""
PAUSE_S: Final = 2.0
LAST_S: Final = 3.0
HOST: Final = "host"
KINDS: Final = {
    FaultKind.ILLEGAL: "illegal",
    FaultKind.ERROR: "illegal",
    FaultKind.CRASH: "exit",
    FaultKind.GARBAGE: "output",
    FaultKind.HANG: "timeout",
    FaultKind.HOST: HOST,
}
"""The words of the contract for what a program does wrong."""

LIMITS: Final = (
    "it raised MemoryError",
    "it raised RuntimeError: can't start new thread",
    "its process was ended by SIGXCPU",
)
"""What is said of a program that has no more memory, threads or processor time."""
STARTS: Final = ("os.fork", "_posixsubprocess", "subprocess.py", "multiprocessing")
"""What stands in the traceback of a program that cannot start another process."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Failure:
    """How a program broke: in a match, or at its start."""

    submission_id: str
    kind: str
    detail: str
    match_id: str | None = None
    version: int | None = None


class Hears(Protocol):
    """Whoever takes failures in."""

    async def report_failure(self, failure: Failure) -> None:
        """Take one in; raises `SaqqaraError`."""
        ...


class Reports:
    """Failures on their way to the API, in order; `send` may be called from any thread.

    When too many wait, the oldest are dropped: who breaks that often has been told of it.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Failure] = []
        self._woken = asyncio.Event()
        self._emptied = asyncio.Event()
        self._emptied.set()

    def broke(self, submission_id: str, match_id: str, version: int | None, how: Misstep) -> None:
        """A program broke in a match."""
        kind = "limit" if _is_limit(how) else KINDS[how.kind]
        self._send(Failure(submission_id, kind, misstep_text(how), match_id, version))

    def not_started(self, submission_id: str, how: Misstep) -> None:
        """A program could not be started, by its own fault or this machine's."""
        kind = HOST if how.kind is FaultKind.HOST else "start"
        self._send(Failure(submission_id, kind, misstep_text(how)))

    def not_here(self, submission_id: str, why: str) -> None:
        """This machine could not start a program: another may."""
        self._send(Failure(submission_id, HOST, why[-LONGEST_DETAIL:]))

    async def deliver(self, hears: Hears) -> None:
        """Tell what waits, until cancelled."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                if await _delivered(hears, self._waiting[0]):
                    self._waiting.pop(0)
                else:
                    await asyncio.sleep(PAUSE_S)
            self._emptied.set()

    async def empty(self) -> None:
        """Wait a little until nothing waits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_S):
                await self._emptied.wait()

    def _send(self, failure: Failure) -> None:
        self._loop.call_soon_threadsafe(self._add, failure)

    def _add(self, failure: Failure) -> None:
        if len(self._waiting) == MOST_WAITING:
            del self._waiting[1]
        self._waiting.append(failure)
        self._emptied.clear()
        self._woken.set()


def misstep_text(how: Misstep) -> str:
    """What was wrong, with the end of what the program said."""
    return without_folders(f"{how.why}\n{how.detail}").strip()[-LONGEST_DETAIL:]


async def _delivered(hears: Hears, failure: Failure) -> bool:
    """Whether nothing is left to do about a failure: it was taken, or never will be."""
    try:
        await hears.report_failure(failure)
    except APIError as refusal:
        if "retry_after_ms" in refusal.facts:
            return False
        _log.warning(
            "the failure report of %s was refused: %s", failure.submission_id, refusal.message
        )
    except SaqqaraError as error:
        _log.debug("sending again: %s", error)
        return False
    return True


def _is_limit(how: Misstep) -> bool:
    """Whether the program ran into a limit of the sandbox, as far as it says so."""
    no_process = how.why.startswith("it raised BlockingIOError")
    return how.why.startswith(LIMITS) or (no_process and any(word in how.detail for word in STARTS))
