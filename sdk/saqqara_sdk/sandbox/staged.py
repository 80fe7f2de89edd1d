"""Sandboxes that root starts: as nobody, for the kernel does not count root's processes."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from saqqara_sdk.sandbox.shown import system_arguments

NOBODY: Final = "65534"
READABLE: Final = 0o004
STATUS: Final = Path("/proc/self/status")
NEEDED: Final = 1 << 21 | 1 << 7 | 1 << 6
"""CAP_SYS_ADMIN, CAP_SETUID, CAP_SETGID."""


def is_root() -> bool:
    """Whether we are the user whose processes no limit counts."""
    return os.geteuid() == 0


def can_be_nobody(places: Sequence[Path]) -> bool:
    """Whether nobody could read these folders, and we could become nobody."""
    if shutil.which("setpriv") is None or _capabilities() & NEEDED != NEEDED:
        return False
    return all(place.stat().st_mode & READABLE for place in places)


def as_nobody(command: Sequence[str], places: Sequence[Path]) -> tuple[str, ...]:
    """The command of bubblewrap, started by nobody.

    Folders above the places may be closed to others, as /root is: so a first bubblewrap, which is
    still root, puts the places into a root of its own. It has a space of processes as well, which
    ends with it: as a parent it has no right to end what nobody has started.
    """
    shown = [word for place in places for word in ("--ro-bind", str(place), str(place))]
    above = sorted({folder for place in places for folder in place.parents} | {Path("/etc")})
    opened = [word for folder in above for word in ("--perms", "0755", "--dir", str(folder))]
    return (
        *(command[0], "--die-with-parent", "--unshare-pid", *opened, *system_arguments()),
        *("--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc", "--dir", "/tmp"),  # noqa: S108  # nosec B108
        *(*shown, "--", "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"),
        *command,
    )


def _capabilities() -> int:
    for line in STATUS.read_text().splitlines():
        if line.startswith("CapEff:"):
            return int(line.split()[1], 16)
    return 0
