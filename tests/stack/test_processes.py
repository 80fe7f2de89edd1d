"""Children: logged, started again, stopped, and gone with their parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

from saqqara_service.cli.processes import Child, Lifeline, ProcessCommand
from tests.stack.conditions import eventually

SLEEP = "import time; print('up', flush=True); time.sleep(600)"
DEAF = f"import signal; signal.signal(15, signal.SIG_IGN); {SLEEP}"


def program(
    tmp_path: Path, code: str, fds: tuple[int, ...] = (), **environment: str
) -> ProcessCommand:
    return ProcessCommand(
        "child", (sys.executable, "-c", code), environment, tmp_path / "child.log", fds
    )


async def test_started_again_when_killed(tmp_path: Path) -> None:
    """A killed child comes back under a new pid, and its log goes on."""
    child = await Child.start(program(tmp_path, SLEEP))
    keeper = asyncio.create_task(child.keep_running())
    first = child.pid
    await eventually(lambda: child.program.log.read_text() == "up\n")
    os.kill(first, signal.SIGKILL)
    await eventually(lambda: child.program.log.read_text() == "up\nup\n")
    assert child.pid != first
    assert child.deaths == 1
    await child.stop()
    await keeper


async def test_stopped_child_stays_down(tmp_path: Path) -> None:
    """Whoever keeps a child running gives up when it is stopped."""
    child = await Child.start(program(tmp_path, SLEEP))
    keeper = asyncio.create_task(child.keep_running())
    assert await child.stop() == -signal.SIGTERM
    await asyncio.wait_for(keeper, 20)
    assert not child.is_running
    assert child.deaths == 0


async def test_deaf_child_is_killed(tmp_path: Path) -> None:
    """A child that ignores SIGTERM is killed after its grace."""
    child = await Child.start(program(tmp_path, DEAF))
    await eventually(lambda: child.program.log.read_text() == "up\n")
    assert await child.stop(grace_s=0.2) == -signal.SIGKILL


async def test_children_are_ended_for_memory_before_their_parent(tmp_path: Path) -> None:
    """And before the Redis that their parent has started."""
    child = await Child.start(program(tmp_path, SLEEP))
    own, its = (int(Path(f"/proc/{pid}/oom_score_adj").read_text()) for pid in ("self", child.pid))
    assert own < its
    await child.stop()


async def test_exit_code_is_told(tmp_path: Path) -> None:
    """Stopping a child that ended by itself tells how."""
    child = await Child.start(program(tmp_path, "raise SystemExit(3)"))
    await eventually(lambda: not child.is_running)
    assert await child.stop() == 3


async def test_environment_is_added(tmp_path: Path) -> None:
    """A program's environment adds to ours."""
    code = "import os; print(os.environ['KING'], 'PATH' in os.environ)"
    child = await Child.start(program(tmp_path, code, KING="Djoser"))
    await eventually(lambda: not child.is_running)
    assert child.program.log.read_text() == "Djoser True\n"


async def test_child_ends_when_the_lifeline_breaks(tmp_path: Path) -> None:
    """A child that watches the lifeline ends when its parent has gone without a word."""
    code = (
        "import time; from saqqara_service.cli.processes import end_with_parent\n"
        "end_with_parent(); print('up', flush=True); time.sleep(600)"
    )
    lifeline = Lifeline()
    child = await Child.start(program(tmp_path, code, (lifeline.reader,), **lifeline.environment))
    await eventually(lambda: child.program.log.read_text() == "up\n")
    lifeline.close()
    await eventually(lambda: not child.is_running)
    assert await child.stop() == -signal.SIGTERM


def test_without_a_lifeline_nothing_is_watched() -> None:
    """A process that nobody supervises runs on its own."""
    code = (
        "import threading; from saqqara_service.cli.processes import end_with_parent\n"
        "end_with_parent(); print(threading.active_count())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
