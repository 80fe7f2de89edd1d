"""Files of logs that do not grow without end: turned when they are long, and so many are kept.

Whoever writes one holds it open to append, so it is copied and then emptied; what is written in
between is lost. Room matters more than the log: our Redis may keep matches on the same disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import IO, Final

import structlog

KEPT: Final = 4
"""Files of each log: the one that is written, and three before it."""
TURN_S = 1.0
"""So often logs are looked at."""
PART: Final = 1 << 20
"""Bytes that are copied at once."""
_LOG = structlog.get_logger(__name__)


async def keep_short(
    logs: Callable[[], Iterable[Path]], most_bytes: int, files: int = KEPT
) -> None:
    """Turn these logs whenever they are longer, for ever; `files` are kept of each in all."""
    reported: set[Path] = set()
    while True:
        for log in logs():
            try:
                await asyncio.to_thread(turn, log, most_bytes, files)
            except OSError as error:
                if log not in reported:
                    _LOG.warning("log_not_turned", log=str(log), reason=str(error))
                reported.add(log)
        await asyncio.sleep(TURN_S)


def turn(log: Path, most_bytes: int, files: int) -> None:
    """Empty a log that is longer, and keep its end as `NAME.1`, that of before as `NAME.2`, …"""
    if not log.exists() or log.stat().st_size <= most_bytes:
        return
    with log.open("r+b") as written:
        try:
            _keep_end(written, log, most_bytes, files)
        except OSError as error:  # such as a full disk
            log.with_name(f"{log.name}.1").unlink(missing_ok=True)
            _LOG.warning("log_lost", log=str(log), reason=str(error))
        written.truncate(0)


def _keep_end(written: IO[bytes], log: Path, most_bytes: int, files: int) -> None:
    old = [log.with_name(f"{log.name}.{number}") for number in range(1, files)]
    for one in log.parent.glob(f"{log.name}.*"):
        if one.suffix[1:].isdecimal() and one not in old:
            one.unlink()
    for younger, older in reversed([*pairwise(old)]):
        if younger.exists():
            younger.replace(older)
    if old:
        _copy_end(written, old[0], most_bytes)


def _copy_end(written: IO[bytes], to: Path, most_bytes: int) -> None:
    """Not to the very end, which somebody may move on faster than it is copied."""
    left = most_bytes
    written.seek(-left, 2)
    with to.open("wb") as kept:
        while left and (part := written.read(min(left, PART))):
            left -= kept.write(part)
