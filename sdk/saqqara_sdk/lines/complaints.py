"""The standard error of a program: forwarded at once, with its end stored for reports."""

from __future__ import annotations

import os
import select
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic, sleep

CHUNK = 1 << 16
KEPT = 4000
LONGEST_LINE = 500
LONGEST = 2_000
"""The bytes of an unfinished line that are stored."""
LAST_WORDS_S = 1.0
BEHIND_S = 0.01
"""The longest wait for the reader before an answer is written to a log."""


class Complaints:
    """Reads standard error in a thread, so that a program never blocks on it.

    It reads from a duplicate of the descriptor, because the thread may outlive the original.
    """

    def __init__(
        self,
        source: int,
        hear: Callable[[bytes], None] | None,
        most: int,
        stop: Callable[[], None],
    ) -> None:
        """Call `stop` if the program writes more than `most` bytes after a call of `restart`."""
        self.is_flood = False
        self._left = self._most = most
        self._stop = stop
        self._source = os.dup(source)
        self._hear = hear
        self._kept = self._recent = b""
        self._begun = b""
        self._reading = Lock()
        self._thread = Thread(target=self._read, name="saqqara-complaints", daemon=True)
        self._thread.start()

    def restart(self) -> None:
        """Restart the count of bytes, because a message is sent to the program."""
        with self._reading:
            self._left, self._recent = self._most, b""

    def recent(self) -> str:
        """Return the end of the output since the last call of `restart`."""
        self.catch_up()
        return self._recent.decode(errors="replace").strip()

    def last(self) -> str:
        """Return the end of the output of a program that has ended."""
        self._thread.join(LAST_WORDS_S)
        return self._kept.decode(errors="replace").strip()

    def catch_up(self) -> None:
        """Wait, for a moment at most, until all that was written so far has been heard."""
        until = monotonic() + BEHIND_S
        while self._thread.is_alive() and _has_data(self._source, 0) and monotonic() < until:
            sleep(BEHIND_S / 100)
        with self._reading:
            pass

    def _read(self) -> None:
        try:
            self._read_to_end()
        finally:
            os.close(self._source)

    def _read_to_end(self) -> None:
        while _has_data(self._source, None):
            with self._reading:
                data = os.read(self._source, CHUNK)
                self._take(data)
            if self.is_flood:
                self._stop()
            if self.is_flood or not data:
                break
        if self._begun and self._hear is not None:
            self._hear(self._begun)

    def _take(self, data: bytes) -> None:
        self._left -= len(data)
        if self._left < 0:
            self.is_flood = True
            self._kept = self._begun = b""
            return
        self._kept = (self._kept + data)[-KEPT:]
        self._recent = (self._recent + data)[-KEPT:]
        if self._hear is not None:
            *lines, rest = (self._begun + data).split(b"\n")
            self._begun = rest[:LONGEST]
            for line in lines:
                self._hear(line)


def _has_data(source: int, wait_ms: int | None) -> bool:
    """Return whether there is something to read, or the end; `wait_ms` None: wait for it."""
    poll = select.poll()
    poll.register(source, select.POLLIN)
    return bool(poll.poll(wait_ms))


def printable(line: bytes, most: int = LONGEST_LINE) -> str:
    """Return at most `most` bytes of a line for a log, without control characters."""
    text = line[:most].decode(errors="replace").rstrip()
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
