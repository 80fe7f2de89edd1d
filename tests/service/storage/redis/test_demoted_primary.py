"""A primary that became a replica after it wrote: what it wrote may be lost."""

from __future__ import annotations

import pytest
import redis

from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.connection import open_connection
from saqqara_service.storage.redis.embedded import EmbeddedRedis


async def test_what_a_demoted_primary_wrote_is_unknown(own_server: EmbeddedRedis) -> None:
    """WAIT and WAITAOF refuse to speak there; the caller is told to repeat the call."""
    with redis.Redis.from_url(own_server.url) as client:
        client.config_set("replica-read-only", "no")  # as a primary is until it sees what it is
        client.replicaof("127.0.0.1", 1)
    async with open_connection(own_server.url, Metrics(), is_replicated=True) as connection:
        with pytest.raises(Busy, match="may or may not have been made"):
            await connection.kept("SET", "some", "thing")
