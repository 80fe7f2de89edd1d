"""Calls on one socket: answered in order, never sent twice, and never waited for without end."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from collections.abc import Callable
from typing import TypeAlias

import hiredis
import pytest
import redis
from redis.asyncio import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from saqqara_service.storage.redis.calls import Calls, Subscription
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.pipelining.pipelined import Pipelined
from tests.service.application.feeds.test_match_events import kill_and_restart
from tests.service.faults import frozen

COUNT = "return redis.call('INCR', KEYS[1])"


Opened: TypeAlias = Callable[[float], Calls]


@pytest.fixture
def opened(own_server: EmbeddedRedis) -> Opened:
    """Calls to a server that the test may stop."""
    url = own_server.url

    def calls(timeout_s: float) -> Calls:
        return Pipelined(ConnectionPool.from_url(url, protocol=2), 1, timeout_s)

    return calls


async def test_calls_are_answered_in_their_order(opened: Opened) -> None:
    """A thousand callers at once, some of whom go away, each hear their own answer."""
    calls = opened(1)
    asked = [asyncio.create_task(calls.call("ECHO", f"n{number}")) for number in range(1000)]
    await asyncio.sleep(0)
    for task in asked[::7]:
        task.cancel()
    heard = await asyncio.gather(*asked, return_exceptions=True)
    for number, answer in enumerate(heard):
        assert (
            isinstance(answer, asyncio.CancelledError)
            if number % 7 == 0
            else answer == f"n{number}"
        )
    await calls.close()


async def test_callers_share_an_attempt_to_connect() -> None:
    """Else the last of many callers of a Redis that is silent would wait for all the others."""
    came: list[asyncio.StreamWriter] = []

    async def be_silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(writer)

    async with await asyncio.start_server(be_silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        pool = ConnectionPool.from_url(f"redis://127.0.0.1:{port}", protocol=2)
        calls = Pipelined(pool, 0.3, 1)
        asked = [calls.call("PING") for _ in range(20)]
        heard = await asyncio.gather(*asked, return_exceptions=True)
        assert {type(one) for one in heard} == {RedisTimeoutError}
        assert len(came) == 1
        with pytest.raises(RedisTimeoutError):
            await calls.call("PING")
        assert len(came) == 2
        for writer in came:
            writer.close()
            await writer.wait_closed()


async def test_an_error_is_that_of_its_call_alone(opened: Opened) -> None:
    """Redis' own errors are redis-py's, and later calls go on."""
    calls = opened(1)
    with pytest.raises(ResponseError, match="wrong number of arguments"):
        await calls.call("GET")
    assert await calls.calls([("SET", "a", 1), ("GET", "a")]) == ["OK", "1"]
    await calls.close()


async def test_a_script_that_redis_forgot_is_sent_whole(opened: Opened) -> None:
    """By its digest, or by its text if Redis does not know it."""
    calls = opened(1)
    assert await calls.script("0" * 40, COUNT, [1, "count"]) == 1
    await calls.call("SCRIPT", "FLUSH")
    assert await calls.script("0" * 40, COUNT, [1, "count"]) == 2
    await calls.close()


async def test_a_script_is_sent_whole_only_where_it_is_heard() -> None:
    """A failover may drop the socket between its two calls: nobody hears another's answer."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        commands, is_first = hiredis.Reader(encoding="utf-8"), not asked
        while data := await reader.read(65_536):
            commands.feed(data)
            while (command := commands.gets()) is not False:
                asked.append(command[0])
                if command[0] in {"CLIENT", "SELECT"}:
                    writer.write(b"+OK\r\n")
                elif not is_first:
                    writer.write(f"+{command[-1]}\r\n".encode())
                elif command[0] == "SET":  # it comes second, and both are answered at once
                    writer.write(b"-NOSCRIPT no matching script\r\n-READONLY no writes here\r\n")
        writer.close()
        left.put_nowait(None)

    left: asyncio.Queue[None] = asyncio.Queue()
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    pool = ConnectionPool(host="127.0.0.1", port=port, protocol=2, decode_responses=True)
    calls = Pipelined(pool, 1, 2)
    script = asyncio.create_task(calls.script("sha", "text", [0, "script"]))
    await asyncio.sleep(0)
    with pytest.raises(ReadOnlyError):
        await calls.call("SET", "x", "1")
    values = await asyncio.gather(*(calls.call("GET", f"k{number}") for number in range(4)))
    assert values == ["k0", "k1", "k2", "k3"]
    assert await script == "script"
    await calls.close()
    for _ in ("the socket that was dropped", "the one after it"):
        await left.get()
    server.close()
    await server.wait_closed()


async def test_a_broken_socket_is_told_and_replaced(
    opened: Opened, own_server: EmbeddedRedis
) -> None:
    """Who waits hears of it; a write is not sent again, a read is, and then all goes on."""
    calls = opened(5)
    await calls.call("SET", "count", 0)
    os.kill(own_server.pid, signal.SIGSTOP)
    waiting = asyncio.create_task(calls.call("INCR", "count"))
    reading = asyncio.create_task(calls.read([("GET", "count")]))
    await asyncio.sleep(0.05)
    kill_and_restart(own_server)
    with pytest.raises(RedisConnectionError):
        await waiting
    assert await reading == ["0"]
    assert await calls.call("INCR", "count") == 1
    await calls.close()


async def test_many_that_wait_hear_each_an_error_of_its_own(
    opened: Opened, own_server: EmbeddedRedis
) -> None:
    """A lost socket costs each caller a traceback as long as that of one alone."""
    calls = opened(5)
    await calls.call("PING")
    os.kill(own_server.pid, signal.SIGSTOP)
    waiting = [asyncio.create_task(calls.call("PING")) for _ in range(20)]
    await asyncio.sleep(0.05)
    kill_and_restart(own_server)
    errors = await asyncio.gather(*waiting, return_exceptions=True)
    refused = [one for one in errors if isinstance(one, RedisConnectionError)]
    lengths = [len(traceback.extract_tb(one.__traceback__)) for one in refused]
    assert len({id(one) for one in refused}) == 20
    assert max(lengths) < 10
    await calls.close()


async def test_a_silent_redis_is_given_up(opened: Opened, own_server: EmbeddedRedis) -> None:
    """Nobody waits for longer than a while, and the next call has a socket of its own."""
    calls = opened(0.3)
    await calls.call("PING")
    with frozen(own_server), pytest.raises(RedisTimeoutError):
        await calls.call("PING")
    assert await calls.call("PING") == "PONG"
    await calls.close()


async def test_whoever_waits_behind_others_waits_on() -> None:
    """A socket on which answers come is not given up, however long the last of them takes."""

    ended = asyncio.Event()

    async def answer_slowly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(4096):
            writer.write(b"+OK\r\n" * said.count(b"SETINFO"))
            for _ in range(said.count(b"PING")):
                await asyncio.sleep(0.2)
                writer.write(b"+PONG\r\n")
        writer.close()
        await writer.wait_closed()
        ended.set()

    async with await asyncio.start_server(answer_slowly, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        pool = ConnectionPool.from_url(f"redis://127.0.0.1:{port}", protocol=2)
        calls = Pipelined(pool, 1, 0.5)
        asked = [asyncio.create_task(calls.call("PING")) for _ in range(5)]
        assert await asyncio.gather(*asked) == ["PONG"] * 5
        await calls.close()
        await ended.wait()


async def test_a_strange_value_is_no_fault_of_others(
    opened: Opened, own_server: EmbeddedRedis
) -> None:
    """What is no UTF-8 is told as well as it can be, and ends no other call."""
    with redis.Redis.from_url(own_server.url) as host:
        host.set("strange", b"\xff")
    calls = opened(5)
    one, other = await asyncio.gather(calls.call("GET", "strange"), calls.call("PING"))
    assert (one, other) == ("\udcff", "PONG")
    await calls.close()


async def test_whoever_listens_hears_everything(opened: Opened, own_server: EmbeddedRedis) -> None:
    """Messages come in order; a Redis that is gone or silent ends it."""
    calls, heard = opened(5), list[str]()
    listening = asyncio.create_task(calls.listen(Subscription("channel", heard.append), 0.5))

    async with asyncio.timeout(20):
        while not await calls.call("PUBLISH", "channel", "first"):
            await asyncio.sleep(0.01)
        for number in range(100):
            await calls.call("PUBLISH", "channel", str(number))
        while len(heard) < 101:
            await asyncio.sleep(0.01)
    assert heard == ["first", *map(str, range(100))]
    with frozen(own_server), pytest.raises(RedisConnectionError, match="does not respond"):
        await listening
    await calls.close()
