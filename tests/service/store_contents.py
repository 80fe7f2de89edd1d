"""What a Redis holds, in a form that is equal when nothing has changed."""

from __future__ import annotations

from collections.abc import Iterable

import redis


def contents(client: redis.Redis, keys: Iterable[bytes]) -> dict[bytes, object]:
    """All that lies under these keys, byte for byte.

    The fields of a hash have no order: it may change whenever one of them is read.
    """
    return {
        key: client.hgetall(key) if client.type(key) == b"hash" else client.dump(key)
        for key in keys
    }
