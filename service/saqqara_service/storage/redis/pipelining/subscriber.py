"""Listening to what is published, for as long as Redis is there."""

from __future__ import annotations

import asyncio
from typing import NoReturn

from redis.asyncio.connection import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError

from saqqara_service.storage.redis.calls import Subscription
from saqqara_service.storage.redis.pipelining.sockets import RedisSocket


async def listen(
    pool: ConnectionPool,
    subscription: Subscription,
    patience_s: float,
    lost: asyncio.Event,
) -> NoReturn:
    """Pass on each message of the channel; raises when Redis is silent or gone, or counts as so."""
    words = 0

    def hear(answer: object) -> None:
        nonlocal words
        words += 1
        match answer:
            case ["message", _, str(text)]:
                subscription.heard(text)
            case Exception():
                lost.set()

    socket = RedisSocket(hear, lost.set)
    await socket.open(pool, patience_s)
    try:
        socket.send(("SUBSCRIBE", subscription.channel))
        while True:
            before = words
            try:
                async with asyncio.timeout(patience_s):
                    await lost.wait()
            except TimeoutError:
                if words == before:
                    raise RedisConnectionError("Redis does not respond") from None
                socket.send(("PING",))
            else:
                raise RedisConnectionError("the connection was lost")
    finally:
        socket.close()
