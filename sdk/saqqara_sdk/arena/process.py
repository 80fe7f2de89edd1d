"""A program that is spoken to by lines: started with limits, heard with a deadline, stopped.

For POSIX systems. What the program writes to standard error is kept for reports, the end of it.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from time import perf_counter_ns

from saqqara_sdk.arena.played import FaultKind
from saqqara_sdk.arena.seated import Misstep
from saqqara_sdk.arena.setting import Limits

CHUNK = 1 << 16
KEPT_ERRORS = 4000
NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
LEAVING_S = 1.0

_LIMITED = 'ulimit -v "$0" && exec "$@"'


class BotProcess:
    """A running program; every `Misstep` of its ends it."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._limits = limits
        if shutil.which(command[0]) is None:
            raise Misstep(FaultKind.CRASH, f"there is no program {command[0]!r}", is_gone=True)
        limited = ["sh", "-c", _LIMITED, str(limits.memory_mb * 1024), *command]
        self._process = subprocess.Popen(  # noqa: S603 - a bot is a program that the user names
            limited,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes if pipe)
        os.set_blocking(self._in, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._heard = bytearray()
        self._written = 0
        self._complaints = b""

    def tell(self, line: bytes, deadline_ns: int) -> None:
        """Writes a line; what the program may write in return is counted from here on."""
        self._written = len(self._heard)
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._in, rest) :]
            except BlockingIOError:
                left_s = max(0.0, (deadline_ns - perf_counter_ns()) / NS_PER_S)
                if not select.select((), (self._in,), (), left_s)[1]:
                    raise self._end(FaultKind.HANG, "it does not read what it is told") from None
            except BrokenPipeError:
                raise self._crash() from None

    def hear(self, deadline_ns: int) -> bytes | None:
        """The next line that it writes; None if there is none by then."""
        while (end := self._heard.find(b"\n")) < 0:
            left_ms = ceil((deadline_ns - perf_counter_ns()) / NS_PER_MS)
            if left_ms <= 0:
                return None
            for source, _ in self._poll.poll(left_ms):
                self._take(source)
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def garbage(self, why: str) -> Misstep:
        """Ends the program, which wrote what it should not."""
        return self._end(FaultKind.GARBAGE, why)

    def hung(self, why: str) -> Misstep:
        """Ends the program, which was silent for too long."""
        return self._end(FaultKind.HANG, why)

    def stop(self, patience_s: float = LEAVING_S) -> None:
        """Ends the program: by the end of its input, after that by force, and all it started."""
        if self._process.stdin and not self._process.stdin.closed:
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience_s)
        self.kill()

    def kill(self) -> None:
        """Ends the program and all it started, by force."""
        with suppress(ProcessLookupError, PermissionError):  # they are gone
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _take(self, source: int) -> None:
        data = os.read(source, CHUNK)
        if source == self._err:
            self._complaints = (self._complaints + data)[-KEPT_ERRORS:]
            if not data:
                self._poll.unregister(source)
        elif data:
            self._heard += data
            self._written += len(data)
            if self._written > self._limits.output_bytes:
                raise self.garbage(f"it wrote more than {self._limits.output_bytes} bytes at once")
        else:
            raise self._crash()

    def _crash(self) -> Misstep:
        try:
            code = self._process.wait(LEAVING_S)
        except subprocess.TimeoutExpired:
            return self._end(FaultKind.CRASH, "it closed its standard output")
        if code < 0:
            how = f"was ended by {signal.Signals(-code).name}"
        else:
            how = f"ended with code {code}"
        return self._end(FaultKind.CRASH, f"its process {how}")

    def _end(self, kind: FaultKind, why: str) -> Misstep:
        self._listen_to_complaints()
        self.kill()
        detail = self._complaints.decode(errors="replace").strip()
        return Misstep(kind, why, detail=detail, is_gone=True)

    def _listen_to_complaints(self) -> None:
        os.set_blocking(self._err, False)
        with suppress(BlockingIOError):
            while data := os.read(self._err, CHUNK):
                self._complaints = (self._complaints + data)[-KEPT_ERRORS:]
