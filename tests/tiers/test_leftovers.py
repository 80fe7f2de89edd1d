"""What a test leaves behind is seen: processes, also orphans, threads and sockets that listen."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time

import pytest

from tests.leftovers import describe, left_since, running


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process of orphans")
def test_an_orphan_is_seen() -> None:
    """A program that outlives what started it, and has a session of its own."""
    before = running()
    words = ("setsid", "sh", "-c", "sleep 600 <&- >&- 2>&- & echo $!")
    number = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    (left,) = running() - before
    assert left == f"process {number}"
    while not describe(left).endswith("sleep 600"):  # it is still its shell
        time.sleep(0.01)
    os.kill(int(number), signal.SIGKILL)
    assert left_since(before) == set()


def test_threads_and_listeners_are_seen() -> None:
    """Until they end."""
    before, is_over = running(), threading.Event()
    thread = threading.Thread(target=is_over.wait, name="scribe")
    thread.start()
    with socket.create_server(("127.0.0.1", 0)) as server:
        one, two = sorted(running() - before)
        assert one.endswith(f"at {server.getsockname()}")
        assert describe(two) == two == f"thread scribe ({thread.ident})"
    is_over.set()
    thread.join()
    assert left_since(before) == set()
