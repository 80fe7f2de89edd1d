"""The requirements of a sandbox on this machine, with remedies for missing ones."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from saqqara_sdk.sandbox.errors import NoSandbox
from saqqara_sdk.sandbox.syscalls import MACHINES, Machine

BWRAP: Final = "bwrap"
LEAST: Final = (0, 8)
WAIT_S: Final = 10.0

SWITCHES: Final = (
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl -w user.max_user_namespaces=15000"),
    (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "0",
        "sysctl -w kernel.unprivileged_userns_clone=1",
    ),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        (
            "allow them for /usr/bin/bwrap with an AppArmor profile with `userns,` (see"
            " docs/explanation/sandbox.md), or sysctl -w"
            " kernel.apparmor_restrict_unprivileged_userns=0"
        ),
    ),
)
"""The settings that forbid user namespaces: the file, its content, and the remedy for root."""

IN_CONTAINER: Final = (
    "a container needs --security-opt seccomp=unconfined --security-opt systempaths=unconfined,"
    " in Kubernetes hostUsers: false with procMount: Unmasked"
)


def machine() -> Machine:
    """Return this architecture; raises `NoSandbox` if its system calls are not in the table."""
    name = platform.machine()
    for one in MACHINES:
        if one == name:
            return one
    raise NoSandbox(f"the sandbox's filter supports {' and '.join(MACHINES)}, not {name}")


@cache
def bwrap() -> str:
    """Return the path of bubblewrap; raises `NoSandbox` if it is missing or too old."""
    if not sys.platform.startswith("linux"):
        raise NoSandbox(f"sandboxes need Linux namespaces, which {sys.platform} does not have")
    path = shutil.which(BWRAP)
    if path is None:
        raise NoSandbox(
            "bubblewrap is not installed; use apt-get install bubblewrap, or dnf, or apk add"
        )
    version = version_of(path)
    found = re.search(r"(\d+)\.(\d+)", version)
    if found is None or (int(found[1]), int(found[2])) < LEAST:
        at_least = ".".join(map(str, LEAST))
        raise NoSandbox(f"bubblewrap {at_least} or later is needed, but {path} is {version!r}")
    return path


def version_of(path: str) -> str:
    """Return the output of `--version`, or the error."""
    try:
        done = subprocess.run(  # noqa: S603 - bubblewrap, as it is found
            (path, "--version"), capture_output=True, timeout=WAIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stdout.decode(errors="replace").strip()


def remedy(said: str) -> str:
    """Return the remedy for an error message of bubblewrap."""
    for file, forbidding, what in SWITCHES:
        path = Path(file)
        if path.is_file() and path.read_text().strip() == forbidding:
            return f"user namespaces are forbidden here: as root, {what}"
    if "proc" in said or "ermission" in said or "not permitted" in said:
        return IN_CONTAINER
    return "see docs/explanation/sandbox.md for the requirements"
