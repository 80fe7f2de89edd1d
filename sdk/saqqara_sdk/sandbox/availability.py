"""The availability of sandboxes, tested by creating one, and the strength of their limits."""

from __future__ import annotations

import subprocess
from functools import cache
from typing import Final

from saqqara_sdk.sandbox.errors import NoSandbox
from saqqara_sdk.sandbox.requirements import WAIT_S, bwrap, remedy, version_of
from saqqara_sdk.sandbox.sandbox import ENVIRONMENT, Sandbox

PROBE_MEMORY_MB: Final = 1024
SHOWN: Final = 200


@cache
def require_sandbox() -> None:
    """Raise `NoSandbox` unless this process can start programs in sandboxes."""
    launch = Sandbox().launch(("true",), PROBE_MEMORY_MB)
    try:
        done = subprocess.run(  # noqa: S603 - `true`
            launch.command,
            pass_fds=launch.open_files,
            env=ENVIRONMENT,
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=WAIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NoSandbox(f"bubblewrap did not create a sandbox within {WAIT_S:g} s") from None
    finally:
        launch.started()
        launch.ended()
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()[:SHOWN]
        raise NoSandbox(f"bubblewrap cannot create a sandbox ({said}): {remedy(said)}")


def describe(sandbox: Sandbox) -> str:
    """Return the limits of programs in this sandbox, as a line of text; raises `NoSandbox`."""
    require_sandbox()
    if sandbox.cgroup is not None:
        by = f"memory, processes and cores bounded together by cgroup v2 below {sandbox.cgroup}"
    elif sandbox.counts_processes:
        by = "memory bounded for each process and processes together by rlimits, no cgroup v2"
    else:
        by = (
            "memory bounded for each process by rlimits, but processes are not bounded for"
            " root: run as another user, or make the bot's folder readable to others"
        )
    return f"{version_of(bwrap())}, seccomp; {by}"
