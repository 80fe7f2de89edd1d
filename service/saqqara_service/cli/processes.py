"""Child processes of one host: logged to files, started again when they die, stopped by pid.

Each child has a session of its own, so that Ctrl-C reaches only the parent, which then stops them
in order. A child that asks for it (`end_with_parent`) ends by itself when the parent is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import stat
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import structlog

from saqqara_service.supervision import Backoff

LIFELINE = "SAQQARA_LIFELINE"
GRACE_S = 15.0
OOM_SCORE = 200
"""Where memory runs out the kernel ends programs and runners first, then these, our Redis last."""
_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ProcessCommand:
    """What to run and how: `environment` adds to ours, `fds` are handed on open.

    A program that ends with the code `hopeless` is not started again.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    log: Path
    fds: tuple[int, ...] = ()
    hopeless: int | None = None


class Child:
    """A program that runs, and what became of it."""

    def __init__(self, program: ProcessCommand, process: asyncio.subprocess.Process) -> None:
        self.program = program
        self.process = process
        self.deaths = 0
        self._backoff = Backoff()
        self._stopped = asyncio.Event()
        self._changing = asyncio.Lock()

    @classmethod
    async def start(cls, program: ProcessCommand) -> Child:
        """Run the program."""
        return cls(program, await _spawn(program))

    @property
    def pid(self) -> int:
        """The process id, a new one after each death."""
        return self.process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self.process.returncode is None

    async def keep_running(self) -> None:
        """Start it again whenever it ends, with a growing pause if it ends soon, until stopped."""
        while True:
            if await self.process.wait() == self.program.hopeless:
                _LOG.warning(
                    "child_ended_for_good", name=self.program.name, log=str(self.program.log)
                )
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), self._backoff.pause_s())
            async with self._changing:
                if self._stopped.is_set():
                    return
                _LOG.warning(
                    "child_ended",
                    name=self.program.name,
                    code=self.process.returncode,
                    log=str(self.program.log),
                )
                self._backoff.begin()
                self.process = await _spawn(self.program)
                self.deaths += 1

    async def stop(self, grace_s: float = GRACE_S) -> int:
        """Ask it to end, insist after the grace, and tell its exit code."""
        async with self._changing:
            self._stopped.set()
        for sign in (signal.SIGTERM, signal.SIGKILL):
            if self.is_running:
                with contextlib.suppress(ProcessLookupError):
                    self.process.send_signal(sign)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.process.wait(), grace_s)
        return await self.process.wait()


async def stop_all(children: Iterable[Child], grace_s: float = GRACE_S) -> list[int]:
    """Stop the children side by side and tell their exit codes in order."""
    return list(await asyncio.gather(*(child.stop(grace_s) for child in children)))


class Lifeline:
    """A pipe whose writing end only this process holds; readers see its end when we are gone."""

    def __init__(self) -> None:
        self.reader, self._writer = os.pipe()

    @property
    def environment(self) -> dict[str, str]:
        """What tells a child which descriptor to watch."""
        return {LIFELINE: str(self.reader)}

    def close(self) -> None:
        """Give up both ends."""
        os.close(self.reader)
        os.close(self._writer)


def end_with_parent() -> None:
    """Watch the lifeline, if our parent gave one, and ask ourselves to end when it breaks."""
    lifeline = os.environ.get(LIFELINE)
    if lifeline is None:
        return

    def watch() -> None:
        try:
            os.read(int(lifeline), 1)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True, name="lifeline").start()


def make_private(folder: Path) -> None:
    """Make a folder that only its owner reads, or one private that is there already.

    A folder that everybody writes to, such as /tmp, stays as it is.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not folder.stat().st_mode & stat.S_ISVTX:
        with contextlib.suppress(PermissionError):  # somebody else's, who says who reads it
            folder.chmod(0o700)


async def _spawn(program: ProcessCommand) -> asyncio.subprocess.Process:
    program.log.parent.mkdir(parents=True, exist_ok=True)
    with program.log.open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *program.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, **program.environment},
            pass_fds=program.fds,
            start_new_session=True,
        )
    _raise_oom_score(process.pid)
    return process


def _raise_oom_score(pid: int) -> None:
    with contextlib.suppress(OSError):  # no Linux, or it has ended
        score = Path(f"/proc/{pid}/oom_score_adj")
        score.write_text(str(max(OOM_SCORE, int(score.read_text()))))
