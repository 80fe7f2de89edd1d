"""Room on the disk of the data folder, where our own Redis writes what it acknowledges.

A Redis whose disk is full takes no writes, and every match stops. So what is left at last is for
matches under way, and nothing new begins. What must not be known here: what is kept there.
"""

from __future__ import annotations

import asyncio
import shutil
from math import nan
from pathlib import Path
from typing import Final

import structlog

from saqqara_service.errors import Busy

LOOK_S = 2.0
RETRY_AFTER_MS: Final = 60_000
_LOG = structlog.get_logger(__name__)


class Disk:
    """What was seen of the disk when it was looked at last; `least_mb` of 0 looks at none."""

    def __init__(self, folder: Path, least_mb: int) -> None:
        self._folder = folder.absolute()
        self._least_mb = least_mb
        self._free_mb: int | None = None

    @property
    def free_bytes(self) -> float:
        """What was left when it was looked at; NaN if it was not."""
        return nan if self._free_mb is None else self._free_mb << 20

    @property
    def is_short(self) -> bool:
        """Whether there is less room than has to be."""
        return self._free_mb is not None and self._free_mb < self._least_mb

    def demand_room(self) -> None:
        """Refuse what is new while there is not."""
        if self.is_short:
            raise Busy(
                "The server's disk is nearly full. Running matches continue; new ones must wait"
                " until the host has freed space.",
                retry_after_ms=RETRY_AFTER_MS,
            )

    def warnings(self) -> list[str]:
        """What the host should do, as sentences."""
        if not self.is_short:
            return []
        what = "nothing new begins; running matches continue"
        return [f"{self._shortage}: {what}; free space, or use a larger disk in SAQQARA_DATA"]

    def reasons(self) -> list[str]:
        """What may keep our own Redis away, as sentences."""
        return [f"{self._shortage}: Redis cannot run on it; free space"] if self.is_short else []

    @property
    def _shortage(self) -> str:
        least = f"less than SAQQARA_FREE_DISK_MB={self._least_mb}"
        return f"{self._folder} has {self._free_mb} MiB free, {least}"

    async def keep_looking(self) -> None:
        """Look again and again; a disk that does not answer holds nobody else up."""
        while self._least_mb:
            await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Look once; a folder that is not there, or may not be looked at, has room."""
        was_short = self.is_short
        try:
            self._free_mb = await asyncio.to_thread(_free_mb, self._folder)
        except OSError:
            self._free_mb = None
        if self.is_short and not was_short:
            _LOG.error("disk_nearly_full", reason=self.warnings()[0])
        if was_short and not self.is_short:
            _LOG.info("disk_has_room", free_mb=self._free_mb)


def _free_mb(folder: Path) -> int:
    """What this user may still write there."""
    return shutil.disk_usage(folder).free >> 20
