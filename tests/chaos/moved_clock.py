"""A Redis whose wall clock a test moves, as an administrator or a broken NTP server does."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Final
from unittest.mock import patch

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.prerequisites import lacks

SOURCE: Final = Path(__file__).with_name("moved_clock.c")


class MovableRedis(EmbeddedRedis):
    """An embedded server with a clock of its own."""

    def __init__(self, data: Path) -> None:
        super().__init__(data)
        self._off = data.parent / "moved-clock"
        self._library = data.parent / "moved_clock.so"
        self.move(0)
        self._build()

    def move(self, seconds: int) -> None:
        """Let the clock be so many seconds ahead of the machine's."""
        with self._off.open("r+b" if self._off.exists() else "xb") as file:
            file.write(struct.pack("=q", seconds))

    def _build(self) -> None:
        compiler = shutil.which("cc") or lacks("a clock to move needs a C compiler: install cc")
        words = ("-shared", "-fPIC", "-O1", "-o", str(self._library), str(SOURCE), "-ldl")
        subprocess.run((compiler, *words), check=True)

    def _spawn(self) -> None:
        moved = {"LD_PRELOAD": str(self._library), "MOVED_CLOCK": str(self._off)}
        with patch.dict(os.environ, moved):
            super()._spawn()
