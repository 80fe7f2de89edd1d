"""The standard error of a program: forwarded at once, with its end stored for reports."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import Thread

CHUNK = 1 << 16
KEPT = 4000
LONGEST_LINE = 500
LAST_WORDS_S = 1.0


class Complaints:
    """Reads standard error in a thread, so that a program never blocks on it.

    It reads from a duplicate of the descriptor, because the thread may outlive the original.
    """

    def __init__(
        self,
        source: int,
        hear: Callable[[str], None] | None,
        most: int,
        stop: Callable[[], None],
    ) -> None:
        """Call `stop` if the program writes more than `most` bytes after a call of `restart`."""
        self.is_flood = False
        self._left = self._most = most
        self._stop = stop
        self._source = os.dup(source)
        self._hear = hear
        self._kept = b""
        self._begun = b""
        self._thread = Thread(target=self._read, name="saqqara-complaints", daemon=True)
        self._thread.start()

    def restart(self) -> None:
        """Restart the count of bytes, because a message is sent to the program."""
        self._left = self._most

    def last(self) -> str:
        """Return the end of the output of a program that has ended."""
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
                self._kept = b""
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
    """Return a line for a log: short, and without control characters."""
    text = line[:LONGEST_LINE].decode(errors="replace").rstrip()
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
