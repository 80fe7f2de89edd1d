"""What a program writes to standard error: heard at once, its end kept for reports."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Thread

CHUNK = 1 << 16
KEPT = 4000
LONGEST_LINE = 500
LAST_WORDS_S = 1.0


class Complaints:
    """Reads standard error in a thread: a program that writes much is never held up by it.

    It reads from a copy of the source, for the thread may outlive it.
    """

    def __init__(
        self,
        source: int,
        hear: Callable[[str], None] | None,
        most: int,
        stop: Callable[[], None],
    ) -> None:
        """Calls `stop` once the program has written more than `most` bytes since `asked`."""
        self.is_flood = False
        self._left = self._most = most
        self._stop = stop
        self._source = os.dup(source)
        self._hear = hear
        self._kept = b""
        self._begun = b""
        self._thread = Thread(target=self._read, name="saqqara-complaints", daemon=True)
        self._thread.start()

    def asked(self) -> None:
        """The program is told something: what it writes is counted from here on."""
        self._left = self._most

    def last(self) -> str:
        """The end of what was written by a program that has ended."""
        self._thread.join(LAST_WORDS_S)
        return self._kept.decode(errors="replace").strip()

    def _read(self) -> None:
        try:
            self._read_to_end()
        finally:
            os.close(self._source)

    def _read_to_end(self) -> None:
        while data := os.read(self._source, CHUNK):
            self._left -= len(data)
            if self._left < 0:
                self.is_flood = True
                self._stop()
                return
            self._kept = (self._kept + data)[-KEPT:]
            if self._hear is not None:
                *lines, rest = (self._begun + data).split(b"\n")
                self._begun = rest[:LONGEST_LINE]
                for line in lines:
                    self._hear(_printable(line))
        if self._begun and self._hear is not None:
            self._hear(_printable(self._begun))


def _printable(line: bytes) -> str:
    """A line for a log: short, and without signs that would do something to a terminal."""
    text = line[:LONGEST_LINE].decode(errors="replace").rstrip()
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
