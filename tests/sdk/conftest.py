"""The real service's fixtures, for tests that play on it."""

from tests.service.conftest import (
    redis_server,
    redis_url,
    replicas,
    server,
    settings,
    svc,
    swept_redis,
)

__all__ = ["redis_server", "redis_url", "replicas", "server", "settings", "svc", "swept_redis"]
