"""What a match that is over takes of Redis before and after it is archived, and how it is read.

A few matches are played to their ends and copied under other ids; all are archived as by a sweep.
Every answer is a use case's, asked of a process whose caches do not have the match.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import redis

from saqqara_service.application.matches import lists
from saqqara_service.application.operations import archival
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import MatchStatus
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.connection import flat
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import bucket_key, index_member, key, match_key, tag_of
from tests.bench.measured import Row
from tests.service.lookups import match_of, record_json
from tests.service.matches import a_match, play_out

COMMAND: Final = "python -m tests.bench.run bench.json archive"
MATCHES: Final = 20_000
PLAYED: Final = 10
ASKED: Final = 1_000
AT_ONCE: Final = 500
COPIED: Final = ("log", "acts", "seed")


def rows() -> Iterator[Row]:
    """Bytes of Redis for each match, bytes of its blob, and milliseconds to read it."""
    with ExitStack() as held:
        data = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-")))
        store = held.enter_context(EmbeddedRedis(data))
        client = held.enter_context(redis.Redis.from_url(store.url))
        client.config_set("appendfsync", "no")  # copies are not what is measured
        settings = Settings(
            redis_url=store.url, data=data, blobs=str(data / "blobs"), archive_after_ms=0
        )
        yield from asyncio.run(_measured(settings, client))


async def _measured(settings: Settings, client: redis.Redis) -> list[Row]:
    found: list[Row] = []

    def tell(name: str, value: float, unit: str) -> None:
        found.append(Row(name, value, unit, COMMAND))

    async with open_service(settings) as svc:
        played = [await a_match(svc) for _ in range(PLAYED)]
        for number, seated in enumerate(played):
            await play_out(svc, seated, random.Random(number))
        before = _dataset(client)
        ids = _copied(client, [seated.id for seated in played], MATCHES)
        tell("a finished match in Redis", (_dataset(client) - before) / MATCHES, "B")
        begun = time.perf_counter()
        while await archival.sweep(svc):
            pass
        tell("archived", MATCHES / (time.perf_counter() - begun), "matches/s")
        tell("the same, archived", (_dataset(client) - before) / MATCHES, "B")
        for match_id in ids:
            client.delete(match_key("acts", match_id))
        tell("the same, a day after its end", (_dataset(client) - before) / MATCHES, "B")
        one = random.Random(0).sample(ids, ASKED)
        stubs = sum(client.memory_usage(match_key("match", match_id)) or 0 for match_id in one)
        tell("of that its hash", stubs / ASKED, "B")
    blobs = [blob.stat().st_size for blob in Path(str(settings.blobs)).glob("matches/??/*")]
    tell("its blob", sum(blobs) / len(blobs), "B")
    async with open_service(settings) as svc:
        for name, ask in _questions(svc, ids).items():
            times = sorted([await _timed(ask) for _ in range(ASKED)])
            tell(f"{name}, p99", times[ASKED * 99 // 100] * 1_000, "ms")
    return found


def _questions(svc: Service, ids: list[str]) -> dict[str, Callable[[], Awaitable[object]]]:
    """What is asked, each time of other matches."""
    chance = random.Random(1)
    finished = lists.Wanted(status=MatchStatus.FINISHED)

    async def somewhere() -> object:
        match = await match_of(svc, chance.choice(ids))
        return await lists.page(svc, finished, 20, lists.cursor(match))

    return {
        "record of an archived match": lambda: record_json(svc, chance.choice(ids)),
        "20 archived matches of a list": somewhere,
    }


async def _timed(ask: Callable[[], Awaitable[object]]) -> float:
    begun = time.perf_counter()
    await ask()
    return time.perf_counter() - begun


def _copied(client: redis.Redis, played: list[str], count: int) -> list[str]:
    """Copies of finished matches under ids of their own, in all indexes; their ids."""
    templates = [_template(client, match_id) for match_id in played]
    ids = []
    for number in range(count):
        row, dumps = templates[number % len(templates)]
        match_id = f"m{random.Random(number).getrandbits(96):016x}"[:17]
        created_ms = int(row["created_ms"]) + number
        member = index_member(created_ms, match_id)
        pipe = client.pipeline(transaction=False)
        new = {"id": match_id, "index": member, "created_ms": str(created_ms)}
        pipe.hset(match_key("match", match_id), items=flat(row | new))
        for name, dump in dumps.items():
            pipe.restore(match_key(name, match_id), 0, dump)
        tag = tag_of(match_id)
        pipe.zadd(bucket_key("finished", tag), {member: 0})
        pipe.zadd(bucket_key("over", tag), {match_id: int(row["last_ms"])})
        for seat in range(int(row["players"])):
            pipe.zadd(key("player_matches", row[f"player:{seat}"]), {member: 0})
        pipe.execute()
        ids.append(match_id)
    return ids


def _template(client: redis.Redis, match_id: str) -> tuple[dict[str, str], dict[str, bytes]]:
    found = client.hgetall(match_key("match", match_id))
    row = {_text(name): _text(value) for name, value in found.items()}
    dumps = {name: client.dump(match_key(name, match_id)) for name in COPIED}
    return row, {name: dump for name, dump in dumps.items() if dump is not None}


def _dataset(client: redis.Redis) -> int:
    """Bytes of data in Redis, without what clients and logs take."""
    return int(client.memory_stats()["dataset.bytes"])


def _text(found: bytes | str) -> str:
    return found.decode() if isinstance(found, bytes) else found
