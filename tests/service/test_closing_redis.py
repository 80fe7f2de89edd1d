"""A Redis that takes connections and closes them at once: the caller hears to come again."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvloop

from saqqara_service.errors import Busy
from saqqara_service.metrics import Metrics
from saqqara_service.storage.connection import Connection, open_connection

CALLS = 60
HELD_UP_S = 0.005
AT_ONCE = struct.pack("ii", 1, 0)


@pytest.fixture
def slamming() -> Iterator[int]:
    """The port of a server that resets every connection as soon as it is there."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def slam() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = listener.accept()
                    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                    caller.close()

        threading.Thread(target=slam, daemon=True).start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)


async def asked(connection: Connection, number: int) -> type[BaseException] | None:
    """What one call by one of the ways to Redis raises."""
    ways = (connection.now_ms, connection.durability, connection.demand_room)
    try:
        await ways[number % len(ways)]()
    except Exception as error:  # noqa: BLE001 - whatever it is
        return type(error)
    return None


async def hold_up() -> None:
    """Keep the loop busy, so that a connection is made and lost between two looks."""
    while True:
        time.sleep(HELD_UP_S)
        await asyncio.sleep(0)


async def of_many(port: int) -> set[type[BaseException] | None]:
    """What many calls raise."""
    busy = asyncio.create_task(hold_up())
    try:
        async with open_connection(f"redis://127.0.0.1:{port}/0", Metrics()) as connection:
            return {await asked(connection, number) for number in range(CALLS)}
    finally:
        busy.cancel()


def test_callers_are_told_to_come_again(slamming: int) -> None:
    """On the event loop that servers use, which has an error of its own for a closed socket."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(of_many(slamming)) == {Busy}
