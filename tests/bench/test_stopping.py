"""A benchmark that is stopped takes along what it started."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from saqqara_service.storage.redis.embedded import EmbeddedRedis

HELD = """
import sys, time
from pathlib import Path
from types import SimpleNamespace
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bench import run

def rows():
    with EmbeddedRedis(Path(sys.argv[1])):
        print("started", flush=True)
        time.sleep(600)
    yield

sys.modules["tests.bench.bench_held"] = SimpleNamespace(rows=rows)
run.main(Path(sys.argv[2]), ["held"])
"""


def test_a_bench_stopped_by_sigterm_leaves_no_redis(tmp_path: Path) -> None:
    """It ends as by Ctrl-C, with the code of a program that SIGTERM has stopped."""
    command = [sys.executable, "-c", HELD, str(tmp_path), str(tmp_path / "bench.json")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bench:
        assert bench.stdout is not None
        assert bench.stdout.readline() == "started\n"
        store = EmbeddedRedis(tmp_path)
        assert store.is_running()
        bench.send_signal(signal.SIGTERM)
        assert bench.wait(60) == 143
    assert not store.is_running()
