"""A store as text: one line of JSON for each key, which says what lies there.

    {"key": "accounts", "type": "set", "value": ["aHhGk2", …]}

A backup is as good for a host; this can be read, compared and loaded in ten years whichever Redis
wrote it, and what would have expired since is there again, for as long as it had left.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import redis

from saqqara_service.storage.redis.dumps import keys_of
from tests.service.transports import Json

MOMENT_MS: Final = 30_000
FOR_EVER: Final = -1
"""What PTTL says of a key that does not expire."""
_READ: Final[Mapping[str, Callable[[Any, str], Any]]] = {
    "string": lambda client, key: client.get(key),
    "hash": lambda client, key: dict(sorted(client.hgetall(key).items())),
    "set": lambda client, key: sorted(client.smembers(key)),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "stream": lambda client, key: client.xrange(key),
}


def dumped(url: str) -> list[Json]:
    """All that a backup of the store would have, sorted by key."""
    with redis.Redis.from_url(url) as client:
        found = sorted(key.decode() for key in keys_of(client, ""))
    with redis.Redis.from_url(url, decode_responses=True) as client:
        return [_line(client, key) for key in found if _lasts(client.pttl(key))]


def load(url: str, lines: list[Json]) -> None:
    """Write all of it into a store."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        writing = client.pipeline(transaction=False)
        for line in lines:
            _write(writing, line)
            if "ttl_ms" in line:
                writing.pexpire(line["key"], line["ttl_ms"])
        writing.execute()


def _lasts(left_ms: int) -> bool:
    """Whether a key is still there in a moment."""
    return left_ms == FOR_EVER or left_ms > MOMENT_MS


def lines_of(text: str) -> list[Json]:
    """What a text says of a store."""
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Json]) -> str:
    """The text that says so."""
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _line(client: Any, key: str) -> Json:
    kind, left_ms = client.type(key), client.pttl(key)
    line = {"key": key, "type": kind, "value": _READ[kind](client, key)}
    return line | ({"ttl_ms": left_ms} if left_ms >= 0 else {})


def _write(client: Any, line: Json) -> None:
    key, value = line["key"], line["value"]
    match line["type"]:
        case "string":
            client.set(key, value)
        case "hash":
            client.hset(key, mapping=value)
        case "set":
            client.sadd(key, *value)
        case "zset":
            client.zadd(key, dict(value))
        case "list":
            client.rpush(key, *value)
        case "stream":
            for id_, fields in value:
                client.xadd(key, fields, id=id_)


def texts(line: Json) -> Iterator[tuple[str, str]]:
    """Each text that lies under a key, with its field if it has one."""
    match line["type"], line["value"]:
        case "string", value:
            yield "", value
        case "hash", fields:
            yield from fields.items()
        case "zset", members:
            yield from (("", member) for member, _score in members)
        case "stream", entries:
            yield from (pair for _id, fields in entries for pair in fields.items())
        case _, values:
            yield from (("", value) for value in values)
