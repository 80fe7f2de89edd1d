"""Starting what a launch says, from a thread that lives as long as this process.

A sandbox ends with the thread that started it, as Linux counts parents by threads: one that is
started by a short-lived thread would end with that.
"""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from saqqara_sdk.sandbox.sandbox import ENVIRONMENT, Launch


def started_by_one_thread(launch: Launch) -> subprocess.Popen[bytes]:
    """The process of the launch, with pipes for all it reads and writes; nothing else is open."""
    try:
        return _starter(os.getpid()).submit(_start, launch).result()
    finally:
        launch.started()


@cache
def _starter(_process: int) -> ThreadPoolExecutor:
    """The thread of this process: a fork has none of the threads before it."""
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
