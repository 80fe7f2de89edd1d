"""Where keys stand in the commands of the service: what a cluster routes by and a prefix goes to.

A command that is not in the table is refused, so that none is sent to the wrong node.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from redis.crc import key_slot

from saqqara_service.storage.redis.calls import Word

KEYLESS: Final = frozenset(("CONFIG", "INFO", "PING", "TIME", "WAITAOF"))
"""Each node answers these for itself."""
CHANNELS: Final = frozenset(("PUBLISH",))
"""What follows is a channel, which all nodes share."""
COUNTED: Final = frozenset(("EVAL", "EVALSHA"))
"""What follows the script is the number of its keys, then these."""
ALL: Final = frozenset(("DEL", "EXISTS"))
"""Every word that follows is a key."""
FIRST: Final = frozenset(
    (
        *("GET", "GETDEL", "PEXPIRE", "PTTL", "SET"),
        *("HDEL", "HGET", "HGETALL", "HLEN", "HMGET", "HSET", "HSETNX", "HVALS"),
        *("LINDEX", "LLEN", "LRANGE", "LREM", "LSET", "LTRIM", "RPUSH"),
        *("SADD", "SCARD", "SISMEMBER", "SMEMBERS", "SMISMEMBER", "SREM"),
        *("ZADD", "ZCARD", "ZCOUNT", "ZMSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZRANK", "ZREM"),
        *("ZREMRANGEBYLEX", "ZREMRANGEBYSCORE", "ZREVRANGE", "ZREVRANK", "ZSCORE"),
        "XRANGE",
    )
)
"""The word that follows is the only key."""


class UnknownCommand(ValueError):
    """A command whose keys nobody has told where to find; the message names it."""


def key_places(command: tuple[Word, ...]) -> range:
    """At which places of a command its keys stand."""
    name = command[0]
    if name in FIRST:
        return range(1, 2)
    if name in COUNTED:
        return range(3, 3 + int(command[2]))
    if name in ALL:
        return range(1, len(command))
    if name == "XREAD":  # `XREAD STREAMS`, then keys, then as many ids
        return range(2, 2 + len(command[2:]) // 2)
    if name in KEYLESS or name in CHANNELS:
        return range(0)
    raise UnknownCommand(f"{name}: where its keys stand has no row in {__name__}")


def slot_of(command: tuple[Word, ...]) -> int | None:
    """The hash slot of a command's first key, None of one without keys."""
    places = key_places(command)
    return slot_of_key(str(command[places.start])) if places else None


@lru_cache(8192)
def slot_of_key(key: str) -> int:
    """The hash slot of a key: that of its tag, if it has one."""
    return key_slot(key.encode())
