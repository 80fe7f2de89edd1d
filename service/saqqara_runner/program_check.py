"""The check of a program before it may play: that of `saqqara bot check`, in a sandbox."""

from __future__ import annotations

import asyncio
import json
import logging
import shlex
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final, TypeAlias
from uuid import uuid4

from saqqara_bundle import BundleFault, Manifest
from saqqara_runner.cache import Archives
from saqqara_runner.course import FAILED
from saqqara_runner.processes import used_ns
from saqqara_runner.programs import RunnerTerms, manifest_of, start_of
from saqqara_runner.reports import Reports
from saqqara_sdk.lines.process import NS_PER_MS, is_there, no_program
from saqqara_sdk.sandbox import BOT, NoSandbox
from saqqara_sdk.wire.errors import APIError, SaqqaraError
from saqqara_sdk.wire.models import Assignment, Meter

MOST_S: Final = 900.0
"""A program that needs longer for its check has failed it."""
LONGEST_REPORT: Final = 60_000
"""Characters, of which the end is kept."""
CHUNK: Final = 1 << 16
MOST_OUTPUT: Final = 1 << 20
AGAIN_S: Final = 2.0
LEAVING_S: Final = 10.0
ENV: Final = "/usr/bin/env"

Report: TypeAlias = Callable[[str, bool, str], Awaitable[None]]
"""Told the submission, whether it has passed, and what the check said."""

_log = logging.getLogger(__name__)


class NotChecked(Exception):
    """This machine could not check a program: no fault of its own."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What all checks of a runner share; each waits for one of the `turns`.

    A check takes a core for itself: more at once than there are cores would end all of them late,
    and a runner that dies would take them all along.
    """

    archives: Archives
    terms: RunnerTerms
    report: Report
    reports: Reports
    turns: asyncio.Semaphore


class Checking:
    """One submission on trial, until its report is taken."""

    waiting: None = None

    def __init__(self, assigned: Assignment, checks: Checks) -> None:
        self._name = assigned.submission_id
        self._hash = assigned.archive_hash
        self._manifest = manifest_of(assigned)
        self._checks = checks
        self._task: asyncio.Task[None] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._meter_name, self._used_ns = uuid4().hex, 0

    @property
    def meter(self) -> Meter:
        """The processor time of the check so far, what plays against the program included."""
        if self._process is not None:
            self._used_ns = max(self._used_ns, used_ns(self._process.pid))
        return Meter(name=self._meter_name, used_ms=self._used_ns // NS_PER_MS)

    def renew(self, token: str) -> None:
        """A check needs no token."""

    def stop(self) -> None:
        """End the check; whoever is given the submission next begins it anew."""
        if self._task is not None:
            self._task.cancel()

    async def run(self) -> None:
        """Check and report."""
        self._task = asyncio.create_task(self._check())
        with suppress(asyncio.CancelledError):
            await self._task

    async def _check(self) -> None:
        checks = self._checks
        try:
            async with checks.turns, checks.archives.unpacked(self._hash) as place:
                start = start_of(self._manifest, place, checks.terms)
                if not is_there(start.command[0], start.surroundings):
                    checks.reports.not_started(self._name, no_program(start.command[0]))
                    return
                self._process = _started(self._manifest, place, checks.terms)
                try:
                    has_passed, said = await _outcome(self._process)
                finally:
                    self._process = None
        except (BundleFault, NoSandbox, NotChecked, OSError, SaqqaraError) as error:
            _log.warning("%s cannot be checked here: %s", self._name, error)
            checks.reports.not_here(self._name, str(error))
            await asyncio.sleep(AGAIN_S)
            return
        _log.info("%s: %s", self._name, "passed" if has_passed else "refused")
        await self._report(has_passed, said)

    async def _report(self, has_passed: bool, said: str) -> None:  # noqa: FBT001
        while True:
            try:
                await self._checks.report(self._name, has_passed, said)
            except APIError as refusal:
                if "retry_after_ms" not in refusal.facts:
                    _log.warning("the report of %s was refused: %s", self._name, refusal.message)
                    return
            except SaqqaraError as error:
                _log.debug("reporting again: %s", error)
            else:
                return
            await asyncio.sleep(AGAIN_S)


async def _outcome(process: subprocess.Popen[bytes]) -> tuple[bool, str]:
    """Whether the check passes, and what it says."""
    hearing = asyncio.create_task(asyncio.to_thread(_heard, process))
    try:
        return await asyncio.shield(hearing)
    finally:
        await asyncio.to_thread(_end, process)
        await hearing


def _end(process: subprocess.Popen[bytes]) -> None:
    """It ends its program before itself; by force only if it does not come to that."""
    process.terminate()
    try:
        process.wait(LEAVING_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _started(manifest: Manifest, place: Path, terms: RunnerTerms) -> subprocess.Popen[bytes]:
    limits = terms.limits
    request = {
        "text": text_of(manifest, place if terms.is_trusting else BOT),
        "place": str(place),
        "memory_mb": limits.memory_mb,
        "start_s": limits.start_s,
        "answer_s": limits.answer_s,
        "is_trusting": terms.is_trusting,
        "bounds": asdict(terms.bounds),
    }
    return subprocess.Popen(  # noqa: S603 - ourselves
        (sys.executable, "-m", "saqqara_runner.course", json.dumps(request)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=place,
        start_new_session=True,
    )


def text_of(manifest: Manifest, where: Path) -> str:
    """The program as a check is told of it: a class in a file, or a command."""
    if manifest.command is None:
        return f"{where}/{manifest.bot}"
    is_bare = len(manifest.command) == 1 and "/" not in manifest.command[0]
    return shlex.join((ENV, *manifest.command) if is_bare else manifest.command)


def _heard(process: subprocess.Popen[bytes]) -> tuple[bool, str]:
    """What it says until it ends, too much is said, or the time is over."""
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        _end(process)

    timer = threading.Timer(MOST_S, end)
    timer.start()
    with ExitStack() as cleanup:
        cleanup.callback(timer.cancel)
        cleanup.enter_context(process)
        pool = cleanup.enter_context(ThreadPoolExecutor(2))
        sources = filter(None, (process.stdout, process.stderr))
        said, complained = pool.map(lambda source: _read(source, process), sources)
    if len(said) > MOST_OUTPUT or len(complained) > MOST_OUTPUT:
        return False, f"It wrote more than {MOST_OUTPUT} bytes during its check."
    if is_late.is_set():
        return False, f"Its check did not finish within {MOST_S:g} s.\n{said.decode()}"
    text = (said + complained).decode(errors="replace").strip()[-LONGEST_REPORT:]
    code = process.wait()
    if code not in {0, FAILED}:
        _log.warning("the check ended with code %d:\n%s", code, text)
        raise NotChecked(f"the check ended with code {code}: {said.decode(errors='replace')}")
    return code == 0, text


def _read(source: IO[bytes], process: subprocess.Popen[bytes]) -> bytes:
    """What comes until its end; who writes too much is ended, with all it started."""
    heard = b""
    while data := source.read(CHUNK):
        heard += data
        if len(heard) > MOST_OUTPUT:
            _end(process)
            break
    return heard
