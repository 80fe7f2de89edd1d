"""What a program is charged where clocks count processor time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from saqqara_runner.processes import used_ns

MS = 1_000_000
SLEEPS = "import time; print('here', flush=True); time.sleep(600)"
SPINS = """import os, threading, time
def spin(s):
    until = time.thread_time() + s
    while time.thread_time() < until: pass
{how}
print('here', flush=True)
time.sleep(600)
"""
ITSELF = "spin(0.4)"
THREADS = """for one in [threading.Thread(target=spin, args=(0.2,)) for _ in range(2)]:
    one.start()
    one.join()"""
CHILDREN = """for _ in range(4):
    if not os.fork():
        spin(0.1)
        os._exit(0)
    os.wait()"""
LIVING = """reader, writer = os.pipe()
if not os.fork():
    spin(0.4)
    os.write(writer, b'1')
    time.sleep(600)
os.read(reader, 1)"""


@contextmanager
def program(text: str) -> Iterator[int]:
    """A program's process number, once it says that it is there."""
    with subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        try:
            yield process.pid
        finally:
            os.killpg(process.pid, 9)


@pytest.mark.parametrize("how", [ITSELF, THREADS, CHILDREN, LIVING])
def test_all_that_a_program_uses_counts(how: str) -> None:
    """Its own time, that of its threads, and that of its children, also when these have ended."""
    with program(SLEEPS) as pid:
        start = used_ns(pid)
    with program(SPINS.format(how=how)) as pid:
        assert used_ns(pid) - start > 300 * MS


def test_who_sleeps_uses_nothing() -> None:
    """Time on the wall is no processor time, whatever others do meanwhile."""
    with program(SLEEPS) as pid:
        before = used_ns(pid)
        time.sleep(0.5)
        assert used_ns(pid) - before < 20 * MS


def test_a_process_that_is_gone_has_used_nothing() -> None:
    """No fault, since it may die at any moment."""
    with program(SLEEPS) as pid:
        pass
    assert used_ns(pid) == 0
