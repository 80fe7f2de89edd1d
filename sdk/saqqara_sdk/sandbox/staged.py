"""The first stage of a sandbox, with the privileged steps that the second stage cannot do.

It creates the writable file systems, with bounded sizes and numbers of files, for which bubblewrap
has no option. If root starts it, it then becomes `nobody`, since the kernel does not count root's
processes.
"""

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
ROOMS: Final = Path("/rooms")
MOST_FILES: Final = 4_096
"""The maximum number of files per file system; an empty file uses 1 KB of kernel memory."""
OPTIONS: Final = "mode=1777,nosuid,nodev"
SHELL: Final = "/bin/sh"


def is_root() -> bool:
    """Return whether this process runs as root, whose processes no limit counts."""
    return os.geteuid() == 0


def can_stage(places: Sequence[Path]) -> bool:
    """Return whether a first stage is possible; root needs `nobody` to read these folders."""
    if shutil.which("mount") is None:
        return False
    if not is_root():
        return True
    if shutil.which("setpriv") is None or _capabilities() & NEEDED != NEEDED:
        return False
    return all(place.stat().st_mode & READABLE for place in places)


def room(number: int) -> Path:
    """Return the path at which the first stage mounts a file system for the second."""
    return ROOMS / str(number)


def staged(
    command: Sequence[str], places: Sequence[Path], sizes_mb: Sequence[int]
) -> tuple[str, ...]:
    """Return bubblewrap's command, wrapped in a first stage with file systems of these sizes.

    Parents of the places may be closed to other users, like /root. So the first bubblewrap, which
    still runs as this user, mounts the places into a root of its own. Its own process namespace
    ends with it, because it may not kill processes of `nobody`.
    """
    shown = [word for place in places for word in ("--ro-bind", str(place), str(place))]
    rooms = [room(number) for number in range(len(sizes_mb))]
    above = sorted({folder for place in places for folder in place.parents} | {Path("/etc")})
    opened = [word for one in (*above, ROOMS) for word in ("--perms", "0755", "--dir", str(one))]
    made = [word for one in rooms for word in ("--dir", str(one))]
    mounts = " && ".join(
        f"mount -t tmpfs -o {OPTIONS},size={size_mb}m,nr_inodes={MOST_FILES} tmpfs {one}"
        for one, size_mb in zip(rooms, sizes_mb, strict=True)
    )
    return (
        *(command[0], "--die-with-parent", "--unshare-pid", *_user_words(), *opened, *made),
        *system_arguments(),
        *("--dev-bind", "/dev", "/dev", "--bind", "/proc", "/proc", "--dir", "/tmp"),  # noqa: S108
        *(*shown, "--", SHELL, "-c", f'{mounts} && exec "$@"', SHELL, *_leaving_root(), *command),
    )


def _user_words() -> Sequence[str]:
    """Return arguments for mounting: none for root, a user namespace that may nest for others."""
    if is_root():
        return ()
    may = ("--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETFCAP")
    return ("--unshare-user", "--uid", "0", "--gid", "0", *may)


def _leaving_root() -> Sequence[str]:
    if not is_root():
        return ()
    return ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")


def _capabilities() -> int:
    for line in STATUS.read_text().splitlines():
        if line.startswith("CapEff:"):
            return int(line.split()[1], 16)
    return 0
