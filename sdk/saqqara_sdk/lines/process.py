"""A process that exchanges lines: start with limits, read with deadlines, and stop (POSIX)."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from threading import RLock
from time import perf_counter_ns

from saqqara_sdk.lines.complaints import Complaints, printable
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.logs import FROM_BOT, PRINTED, TO_BOT, BotLog
from saqqara_sdk.lines.missteps import CleanExit, FaultKind, Misstep
from saqqara_sdk.lines.termination import whole
from saqqara_sdk.sandbox import NoSandbox, Sandbox, require_sandbox
from saqqara_sdk.sandbox.launcher import started_by_one_thread
from saqqara_sdk.sandbox.oom import AS_PROGRAM
from saqqara_sdk.sandbox.sandbox import Launch

CHUNK = 1 << 16
NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
LEAVING_S = 1.0
SIGNALLED = 128
"""The offset of a sandbox's exit codes for signals, as in shells."""

_LIMITED = f'{AS_PROGRAM}; ulimit -v "$0" && exec "$@"'


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The folder, the environment and the receiver of standard error of a program.

    In a `sandbox` the sandbox determines folder and environment. `wait` receives the id of a match
    in which the program is slow. `log` opens the log of each process.
    """

    folder: Path | None = None
    environment: Mapping[str, str] | None = None
    hear: Callable[[str], None] | None = None
    sandbox: Sandbox | None = None
    wait: Callable[[str], None] | None = None
    log: Callable[[], BotLog] | None = None


HERE = Surroundings()
"""The current folder and environment; standard error is only stored."""


class BotProcess:
    """A program's process: `start` starts it, and its end forgets it with its pipes.

    Every `Misstep` that it raises has ended it.
    """

    def __init__(
        self, command: Sequence[str], limits: Limits, surroundings: Surroundings = HERE
    ) -> None:
        self._command = command
        self._limits = limits
        self._surroundings = surroundings
        self._log = None if surroundings.log is None else surroundings.log()
        self._run: _Run | None = None

    @property
    def pid(self) -> int | None:
        """The program's root process; None if it is not running."""
        run = self._run
        return None if run is None else run.process.pid

    def start(self) -> None:
        """Start the program, in place of a process that is still running."""
        with whole():
            self._end_run()
            is_heard = self._log is not None or self._surroundings.hear is not None
            hear = self._said if is_heard else None
            self._run = _Run(self._command, self._limits, self._surroundings, hear)

    def write(self, line: bytes, deadline_ns: int) -> None:
        """Write a line, and restart the count of the program's output."""
        run = self._running()
        run.written = len(run.heard)
        run.complaints.restart()
        if self._log is not None:
            self._log.add(TO_BOT, line)
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(run.input, rest) :]
            except BlockingIOError:
                left_s = max(0.0, (deadline_ns - perf_counter_ns()) / NS_PER_S)
                if not select.select((), (run.input,), (), left_s)[1]:
                    raise self.hung("it does not read its input") from None
            except BrokenPipeError:
                raise self._crash(run, "it closed its standard input") from None

    def hear(self, deadline_ns: int) -> bytes | None:
        """Return the next line of output, or None after the deadline."""
        run = self._running()
        while (end := run.heard.find(b"\n")) < 0:
            left_ms = ceil((deadline_ns - perf_counter_ns()) / NS_PER_MS)
            if left_ms <= 0:
                return None
            if run.poll.poll(left_ms):
                self._take(run)
        line = bytes(run.heard[:end])
        del run.heard[: end + 1]
        if self._log is not None:
            run.complaints.catch_up()
            self._log.add(FROM_BOT, line)
        return line

    def has_more(self, wait_ms: int = 0) -> bool:
        """Return whether there is unread output, or will be within `wait_ms`."""
        run = self._running()
        while run.poll.poll(0 if run.heard else wait_ms):
            self._take(run)
        return bool(run.heard)

    def printed(self) -> str:
        """Return the end of what it wrote besides its answers since the last line to it."""
        return self._running().complaints.recent()

    def garbage(self, why: str) -> Misstep:
        """End the program because of invalid output; return the misstep."""
        return self._end(FaultKind.GARBAGE, why)

    def hung(self, why: str) -> Misstep:
        """End the program because it did not respond; return the misstep."""
        return self._end(FaultKind.HANG, why)

    def close(self) -> None:
        """Stop the program by closing its input, and after a second by force."""
        with whole():
            if self._run is not None:
                self._run.leave()
            self.kill()

    def kill(self) -> None:
        """Kill the program and all that it started, and end its log."""
        self._end_run()
        if self._log is not None:
            self._log.close()

    def interrupt(self) -> None:
        """Kill the program and all that it started, even while another thread waits for it."""
        run = self._run
        if run is not None:
            run.interrupt()

    def _said(self, line: bytes) -> None:
        """Pass on a line of standard error."""
        if self._log is not None:
            self._log.add(PRINTED, line)
        if self._surroundings.hear is not None:
            self._surroundings.hear(printable(line))

    def _end_run(self) -> None:
        with whole():
            run, self._run = self._run, None
            if run is not None:
                run.end()

    def _running(self) -> _Run:
        if self._run is None:
            raise Misstep(FaultKind.CRASH, "it is not running", is_gone=True)
        return self._run

    def _take(self, run: _Run) -> None:
        data = os.read(run.output, CHUNK)
        if not data:
            raise self._crash(run, "it closed its standard output")
        run.has_spoken = True
        run.heard += data
        run.written += len(data)
        if run.written > self._limits.output_bytes:
            raise self.garbage(f"it wrote more than {self._limits.output_bytes} bytes at once")

    def _crash(self, run: _Run, otherwise: str) -> Misstep:
        """Return the misstep of a program that has ended or closed a pipe."""
        try:
            code = run.process.wait(LEAVING_S)
        except subprocess.TimeoutExpired:
            return self._end(FaultKind.CRASH, otherwise)
        if run.complaints.is_flood:
            most = self._limits.complaint_bytes
            return self.garbage(f"it wrote more than {most} bytes at once besides its answers")
        if not run.has_spoken and run.launch and not run.launch.has_reached_program():
            said = run.complaints.last()
            return self._end(FaultKind.HOST, f"no sandbox could be created for it: {said}")
        if run.launch is not None and code > SIGNALLED:
            code = SIGNALLED - code
        how = f"was ended by {_signal(-code)}" if code < 0 else f"ended with code {code}"
        return self._end(FaultKind.CRASH, f"its process {how}", Misstep if code else CleanExit)

    def _end(self, kind: FaultKind, why: str, misstep: type[Misstep] = Misstep) -> Misstep:
        run = self._running()
        self._end_run()
        return misstep(kind, why, detail=run.complaints.last(), is_gone=True)


class _Run:
    """One run of a program, with the numbers of its process and pipes."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        around: Surroundings,
        hear: Callable[[bytes], None] | None,
    ) -> None:
        if not is_there(command[0], around):
            raise no_program(command[0])
        sandbox = around.sandbox
        self.launch = None if sandbox is None else _launched(sandbox, command, limits)
        try:
            if self.launch is None:
                self.process = _started(command, limits, around)
            else:
                self.process = started_by_one_thread(self.launch)
        except OSError as error:
            if self.launch is not None:
                self.launch.ended()
            raise _not_here(f"this machine cannot start it: {error}") from error
        pipes = (self.process.stdin, self.process.stdout, self.process.stderr)
        self._pipes = [pipe for pipe in pipes if pipe]
        self.input, self.output, err = (pipe.fileno() for pipe in self._pipes)
        os.set_blocking(self.input, False)
        self.poll = select.poll()
        self.poll.register(self.output, select.POLLIN)
        self.heard = bytearray()
        self.written = 0
        self.has_spoken = False
        self._is_over = False
        self._ending = RLock()
        self.complaints = Complaints(err, hear, limits.complaint_bytes, self.interrupt)

    def interrupt(self) -> None:
        """Kill the program and all that it started, unless others may have its number already."""
        with whole(), self._ending, suppress(ProcessLookupError, PermissionError):
            if not self._is_over:
                os.killpg(self.process.pid, signal.SIGKILL)

    def leave(self) -> None:
        """Close the program's input, and wait a second for its end."""
        self._pipes[0].close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(LEAVING_S)

    def end(self) -> None:
        """Kill the program and all that it started, and close its pipes."""
        with self._ending:
            if self._is_over:
                return
            self.interrupt()
            self.process.wait()
            self._is_over = True
        if self.launch is not None:
            self.launch.ended()
        self.complaints.last()
        for pipe in self._pipes:
            pipe.close()


def _started(
    command: Sequence[str], limits: Limits, surroundings: Surroundings
) -> subprocess.Popen[bytes]:
    limited = ["sh", "-c", _LIMITED, str(limits.memory_mb * 1024), *command]
    return subprocess.Popen(  # noqa: S603 - a bot is a program that the user names
        limited,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        cwd=surroundings.folder,
        env=surroundings.environment,
    )


def _launched(sandbox: Sandbox, command: Sequence[str], limits: Limits) -> Launch:
    try:
        require_sandbox()
        return sandbox.launch(command, limits.memory_mb)
    except (NoSandbox, OSError) as error:
        raise _not_here(str(error)) from error


def _not_here(why: str) -> Misstep:
    return Misstep(FaultKind.HOST, why, is_gone=True)


def _signal(number: int) -> str:
    """Return the name of a signal, or its number, since exit codes may only look like signals."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def no_program(name: str) -> Misstep:
    """Return the misstep for a program that does not exist here."""
    return Misstep(FaultKind.CRASH, f"there is no program {name!r}", is_gone=True)


def is_there(program: str, surroundings: Surroundings) -> bool:
    """Return whether a program exists, by its path relative to the folder or by its name."""
    if surroundings.sandbox is not None:
        return surroundings.sandbox.has(program)
    path = str((surroundings.folder or Path()) / program) if "/" in program else program
    return shutil.which(path) is not None
