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
from time import perf_counter_ns

from saqqara_sdk.lines.complaints import Complaints
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind, Misstep
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

    In a `sandbox` the sandbox determines folder and environment.
    """

    folder: Path | None = None
    environment: Mapping[str, str] | None = None
    hear: Callable[[str], None] | None = None
    sandbox: Sandbox | None = None


HERE = Surroundings()
"""The current folder and environment; standard error is only stored."""


class BotProcess:
    """A running program; every `Misstep` that it raises has ended the program."""

    def __init__(
        self, command: Sequence[str], limits: Limits, surroundings: Surroundings = HERE
    ) -> None:
        self._limits = limits
        if not is_there(command[0], surroundings):
            raise no_program(command[0])
        self._launch: Launch | None = None
        if surroundings.sandbox is not None:
            self._launch = _launched(surroundings.sandbox, command, limits)
        try:
            if self._launch is None:
                self._process = _started(command, limits, surroundings)
            else:
                self._process = started_by_one_thread(self._launch)
        except OSError as error:
            if self._launch is not None:
                self._launch.ended()
            raise _not_here(f"this machine cannot start it: {error}") from error
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, err = (pipe.fileno() for pipe in pipes if pipe)
        os.set_blocking(self._in, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._heard = bytearray()
        self._written = 0
        self._has_spoken = False
        self._complaints = Complaints(
            err, surroundings.hear, limits.complaint_bytes, self.interrupt
        )

    @property
    def pid(self) -> int:
        """The program's root process."""
        return self._process.pid

    def write(self, line: bytes, deadline_ns: int) -> None:
        """Write a line, and restart the count of the program's output."""
        self._written = len(self._heard)
        self._complaints.restart()
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                left_s = max(0.0, (deadline_ns - perf_counter_ns()) / NS_PER_S)
                if not select.select((), (self._in,), (), left_s)[1]:
                    raise self._end(FaultKind.HANG, "it does not read its input") from None
            except BrokenPipeError:
                raise self._crash("it closed its standard input") from None

    def hear(self, deadline_ns: int) -> bytes | None:
        """Return the next line of output, or None after the deadline."""
        while (end := self._heard.find(b"\n")) < 0:
            left_ms = ceil((deadline_ns - perf_counter_ns()) / NS_PER_MS)
            if left_ms <= 0:
                return None
            if self._poll.poll(left_ms):
                self._take()
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def has_more(self, wait_ms: int = 0) -> bool:
        """Return whether there is unread output, or will be within `wait_ms`."""
        while self._poll.poll(0 if self._heard else wait_ms):
            self._take()
        return bool(self._heard)

    def garbage(self, why: str) -> Misstep:
        """End the program because of invalid output; return the misstep."""
        return self._end(FaultKind.GARBAGE, why)

    def hung(self, why: str) -> Misstep:
        """End the program because it did not respond; return the misstep."""
        return self._end(FaultKind.HANG, why)

    def stop(self, patience_s: float = LEAVING_S) -> None:
        """Stop the program by closing its input, then kill it and all that it started."""
        with whole():
            if self._process.stdin and not self._process.stdin.closed:
                self._process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(patience_s)
            self.kill()

    def kill(self) -> None:
        """Kill the program and all that it started."""
        with whole():
            self.interrupt()
            self._process.wait()
            if self._launch is not None:
                launch, self._launch = self._launch, None
                launch.ended()
            self._complaints.last()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()

    def interrupt(self) -> None:
        """Kill the program and all that it started, even while another thread waits for it."""
        with suppress(ProcessLookupError, PermissionError):  # they are gone
            os.killpg(self._process.pid, signal.SIGKILL)

    def _take(self) -> None:
        data = os.read(self._out, CHUNK)
        if not data:
            raise self._crash("it closed its standard output")
        self._has_spoken = True
        self._heard += data
        self._written += len(data)
        if self._written > self._limits.output_bytes:
            raise self.garbage(f"it wrote more than {self._limits.output_bytes} bytes at once")

    def _crash(self, otherwise: str) -> Misstep:
        """Return the misstep of a program that has ended or closed a pipe."""
        try:
            code = self._process.wait(LEAVING_S)
        except subprocess.TimeoutExpired:
            return self._end(FaultKind.CRASH, otherwise)
        if self._complaints.is_flood:
            most = self._limits.complaint_bytes
            return self.garbage(f"it wrote more than {most} bytes to standard error at once")
        if not self._has_spoken and self._launch and not self._launch.has_reached_program():
            said = self._complaints.last()
            return self._end(FaultKind.HOST, f"no sandbox could be created for it: {said}")
        if self._launch is not None and code > SIGNALLED:
            code = SIGNALLED - code
        how = f"was ended by {_signal(-code)}" if code < 0 else f"ended with code {code}"
        return self._end(FaultKind.CRASH, f"its process {how}")

    def _end(self, kind: FaultKind, why: str) -> Misstep:
        self.kill()
        return Misstep(kind, why, detail=self._complaints.last(), is_gone=True)


def ran(
    command: Sequence[str], limits: Limits, sandbox: Sandbox | None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end; raises `subprocess.TimeoutExpired` and `Misstep`.

    It may take `start_s` seconds. Without a sandbox its memory is unlimited.
    """
    if sandbox is None:
        return subprocess.run(  # noqa: S603 - a person names the command
            command, capture_output=True, timeout=limits.start_s, check=False
        )
    launch = _launched(sandbox, command, limits)
    process = started_by_one_thread(launch)
    try:
        out, err = process.communicate(timeout=limits.start_s)
    finally:
        process.kill()
        process.wait()
        launch.ended()
    return subprocess.CompletedProcess(command, process.returncode, out, err)


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
