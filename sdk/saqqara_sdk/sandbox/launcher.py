"""Starting launches from a thread that lives as long as this process.

Linux ends a sandbox with the thread that started it (parent-death signals are per thread), so a
short-lived thread must not start one.
"""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from saqqara_sdk.sandbox.sandbox import ENVIRONMENT, Launch


def started_by_one_thread(launch: Launch) -> subprocess.Popen[bytes]:
    """Start a launch, with pipes for its standard streams and no other open files."""
    try:
        return _starter(os.getpid()).submit(_start, launch).result()
    finally:
        launch.started()


@cache
def _starter(_process: int) -> ThreadPoolExecutor:
    """Return the executor of this process; a fork needs a new one, since it has no threads."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="saqqara-sandboxes")


def _start(launch: Launch) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - bubblewrap, which starts a bot
        launch.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        start_new_session=True,
        cwd="/",
        env=ENVIRONMENT,
        pass_fds=launch.open_files,
    )
