"""Matches whose time is over at once, for tests of what a host keeps and for how long."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Final

import pytest
import redis

from saqqara_service.application.operations import old_matches
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.stubs import whole
from saqqara_service.storage.redis.keys import bucket_key, bucket_tags
from tests.service.matches import Seated, a_match, play_out

ALL: Final = ("guest", "casual", "rated")


def keeping(settings: Settings, *kinds: str) -> Settings:
    """These matches are kept for a day, others for ever; whatever is over is archived at once."""
    days = {f"keep_{kind}_matches_days": int(kind in kinds) for kind in ALL}
    return settings.model_copy(update={"archive_after_ms": 0, **days})


@pytest.fixture
def short_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day is over at once."""
    monkeypatch.setattr(old_matches, "DAY_MS", 1)


async def a_day_later(svc: Service) -> int:
    """How many matches are deleted when all buckets are due again."""
    await asyncio.sleep(0.02)
    for tag in bucket_tags():
        await svc.connection.write.delete(bucket_key("retention", tag))
    return await old_matches.sweep(svc)


def naming(redis_url: str, *words: str) -> set[str]:
    """The keys of Redis that have one of these words in them, in whatever form it is packed."""
    found = set()
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        reads: dict[str, Any] = {
            "string": client.get,
            "hash": lambda name: whole(client.hgetall(name)),
            "list": lambda name: client.lrange(name, 0, -1),
            "set": client.smembers,
            "zset": lambda name: client.zrange(name, 0, -1),
            "stream": client.xrange,
        }
        for name in client.scan_iter(count=1000):
            if not name.startswith("rq:"):
                text = f"{name} {reads[client.type(name)](name)}"
                if any(word in text for word in words):
                    found.add(name)
    return found


async def a_finished_match(svc: Service) -> Seated:
    """A match of bots of one account that was played to its end."""
    seated = await a_match(svc)
    await play_out(svc, seated, random.Random(1))
    return seated
