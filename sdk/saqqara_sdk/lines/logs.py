"""Logs of bots: by match and seat, what a bot prints and the lines of both sides.

A line has the time in ms since the start of the match, `>` for a line to the bot, `<` for one from
it and `!` for one of its standard error, and the text.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock
from time import perf_counter_ns
from typing import Final, TextIO

from saqqara_sdk.lines.complaints import printable
from saqqara_sdk.records.files import NotKept

TO_BOT: Final = ">"
FROM_BOT: Final = "<"
PRINTED: Final = "!"
LONGEST_LINE: Final = 2_000
"""The bytes of a line that are written."""
MOST_OF_SEAT: Final = 1 << 20
"""The bytes of one log."""
MOST_OF_RUN: Final = 100 << 20
"""The bytes of all logs of a process; beyond them the oldest are deleted."""
EARLY: Final = 100
"""The number of lines before the first match that are written to its log."""
LONGEST_NAME: Final = 60

_UNFIT: Final = re.compile(r"[^\w.#-]")
_log = logging.getLogger(__name__)


def new_run(folder: Path) -> Path:
    """Create the folder `run-1` in a folder, or the next one; raises `NotKept`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            path = folder / f"run-{number}"
            with suppress(FileExistsError):
                path.mkdir()
                return path
    except OSError as error:
        raise NotKept(
            f"Logs cannot be written to {folder} ({error.strerror}). Choose another folder."
        ) from error
    raise AssertionError


class Logs:
    """The logs that one process writes to the folder of a run."""

    def __init__(self, folder: Path, most: int = MOST_OF_RUN) -> None:
        self._folder = folder
        self._left = most
        self._done: dict[Path, int] = {}
        self._lock = Lock()

    def of(self, label: str) -> Callable[[], BotLog]:
        """Return what opens the log of a process of this bot."""
        return partial(BotLog, self, label)

    def open(self, match_id: str, seat: int, label: str) -> TextIO:
        """Open the log of a seat, and go on with it after a restart of the bot."""
        path = self._folder / _fit(match_id) / f"{seat}-{_fit(label)}.log"
        path.parent.mkdir(exist_ok=True)
        with self._lock:  # while it is written it is not among those that may be deleted
            self._left += self._done.pop(path, 0)
        return path.open("a", encoding="utf-8", buffering=1)

    def add(self, path: Path, size: int) -> None:
        """Count a finished log, and delete the oldest ones that are too many."""
        with self._lock:
            self._left -= size
            self._done[path] = size
            while self._left < 0 and len(self._done) > 1:
                oldest = next(iter(self._done))
                self._left += self._done.pop(oldest)
                with suppress(OSError):
                    oldest.unlink()
                    oldest.parent.rmdir()


class BotLog:
    """The log of one process of a bot, match after match.

    A disk that fails ends the log with a warning, never the match.
    """

    def __init__(self, logs: Logs, label: str) -> None:
        self._logs = logs
        self._label = label
        self._file: TextIO | None = None
        self._size = 0
        self._began_ns = 0
        self._early = deque[tuple[int, str, bytes]](maxlen=EARLY)
        self._lock = Lock()

    def begin(self, match_id: str, seat: int) -> None:
        """Begin the log of a match."""
        with self._lock:
            self._end()
            self._began_ns, self._size = perf_counter_ns(), 0
            try:
                self._file = self._logs.open(match_id, seat, self._label)
                self._size = self._file.tell()
            except OSError as error:
                self._warn(error)
            early, self._early = self._early, deque(maxlen=EARLY)
            for one in early:
                self._write(*one)

    def add(self, sign: str, line: bytes) -> None:
        """Write a line; before the first match it is stored."""
        one = (perf_counter_ns(), sign, line)
        with self._lock:
            if self._began_ns:
                self._write(*one)
            else:
                self._early.append(one)

    def close(self) -> None:
        """End the log of the match."""
        with self._lock:
            self._end()

    def _write(self, now_ns: int, sign: str, line: bytes) -> None:
        if self._file is None:
            return
        text = f"{(now_ns - self._began_ns) / 1e6:9.1f} {sign} {printable(line, LONGEST_LINE)}\n"
        self._size += len(text.encode())
        is_full = self._size > MOST_OF_SEAT
        try:
            self._file.write(f"The log ends here, at {MOST_OF_SEAT} bytes.\n" if is_full else text)
        except OSError as error:
            self._warn(error)
            is_full = True
        if is_full:
            self._end()

    def _end(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.close()
            self._logs.add(Path(file.name), self._size)

    def _warn(self, error: OSError) -> None:
        _log.warning("The log of %s cannot be written: %s", self._label, error.strerror)


def _fit(name: str) -> str:
    """Return a name for a file, since names and ids of matches may come from strangers."""
    return _UNFIT.sub("_", name)[:LONGEST_NAME].lstrip(".") or "_"
