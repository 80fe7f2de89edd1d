"""What a stack asks of Redis while nobody plays."""

from __future__ import annotations

import time
from pathlib import Path

import redis

from tests.stack.test_up import ONE_EACH, up

SETTLED_S, COUNTED_S = 5.0, 12.0
MOST_A_SECOND = 200
"""62 were measured; ten readings a second of all buckets would be 640 for one kind of set."""


def test_an_idle_stack_hardly_asks_redis(tmp_path: Path) -> None:
    """Buckets that nobody told of are read every ten seconds."""
    with up(tmp_path / "data", *ONE_EACH):
        (socket,) = (tmp_path / "data").rglob("*.sock")
        with redis.Redis(unix_socket_path=str(socket)) as client:
            time.sleep(SETTLED_S)
            before, began = client.info("stats")["total_commands_processed"], time.monotonic()
            time.sleep(COUNTED_S)
            asked = client.info("stats")["total_commands_processed"] - before
            assert asked / (time.monotonic() - began) < MOST_A_SECOND
