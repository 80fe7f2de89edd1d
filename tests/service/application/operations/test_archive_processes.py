"""Two API processes archive what is over, and both transports of both answer as before."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import match_key
from tests.service.conftest import UNHINDERED
from tests.service.lookups import record_json
from tests.service.matches import a_match, act_at_random, play_out
from tests.service.replicas import api_processes, apis
from tests.service.transports import PATIENCE_S, GraphQL, Json, Rest

LIMIT_S = 120.0
PATHS = (
    "/api/v1/matches/{id}",
    "/api/v1/matches/{id}/events?first=100&language=de",
    "/api/v1/matches/{id}/view?version=7&seat=1",
    "/api/v1/matches/{id}/record",
    "/api/v1/matches?status=finished",
    "/matches/{id}/preview.png?ply=4",
    "/matches/{id}/board.svg?ply=4",
)


@pytest.fixture
def settings(own_server: EmbeddedRedis, tmp_path: Path) -> Settings:
    """A Redis and a folder of blobs that only the processes of this test look after."""
    return Settings(redis_url=own_server.url, data=tmp_path, blobs=str(tmp_path / "blobs"))


@pytest.fixture
def addresses(settings: Settings, tmp_path: Path) -> Iterator[list[str]]:
    """Two processes that archive a match two seconds after its end; they must log no fault."""
    log = tmp_path / "api.log"
    environ = {
        **UNHINDERED,
        "SAQQARA_BLOBS": str(settings.blobs),
        "SAQQARA_ARCHIVE_AFTER_MS": "2000",
    }
    with api_processes(str(settings.redis_url), log, count=2, **environ) as ports:
        yield [f"http://127.0.0.1:{port}" for port in ports]
    lines = log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if '"level": "error"' in line or "Traceback" in line] == []


async def contents_of(address: str, match_id: str) -> dict[str, Json | bytes]:
    """What a process tells of a match by REST, by GraphQL and in its picture."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http:
        answers = [await http.get(path.format(id=match_id)) for path in PATHS]
        graphql = GraphQL(http)
        data = [await ask(match_id) for ask in (graphql.match, graphql.view, graphql.record)]
        assert [answer.status_code for answer in answers] == [200] * len(answers)
        assert [one.code for one in data] == [None] * len(data)
        assert (await Rest(http).record(match_id)).data == data[2].data
        contents = [answer.content for answer in answers]
        by_graphql = zip(("match", "view", "record"), (one.data for one in data), strict=True)
        return dict((*zip(PATHS, contents, strict=True), *by_graphql))


async def test_both_processes_answer_as_before(settings: Settings, addresses: list[str]) -> None:
    """Bytes for bytes, by whichever process and transport; Redis has the log no more."""
    async with open_service(settings) as svc:
        played = [await a_match(svc) for _ in range(4)]
        for number, seated in enumerate(played):
            await play_out(svc, seated, random.Random(number))
    ids = [seated.id for seated in played]
    before = [await contents_of(addresses[0], match_id) for match_id in ids[:2]]
    wait_until(lambda: logs_in_redis(settings, ids) == 0)
    for address in addresses:
        for match_id, answers in zip(ids, before, strict=False):
            after = await contents_of(address, match_id)
            assert [name for name, one in answers.items() if after[name] != one] == []


async def test_processes_that_are_killed_lose_nothing(settings: Settings, tmp_path: Path) -> None:
    """Signal 9 in the middle, again and again; others end what they began, and nothing is twice."""
    environ = {"SAQQARA_BLOBS": str(settings.blobs), "SAQQARA_ARCHIVE_AFTER_MS": "0"}
    async with open_service(settings) as svc:
        ids = [await a_match_with_a_log(svc, number) for number in range(30)]
        records = []
        for first, pause_s in ((0, 0.3), (10, 0.9), (20, None)):
            with apis(str(settings.redis_url), tmp_path / "api.log", 2, **environ) as started:
                for match_id in ids[first : first + 10]:
                    await endings.void(
                        svc, None, questions.VoidMatch(match_id=match_id, note="a test")
                    )
                    records.append(await record_json(svc, match_id))
                if pause_s is None:
                    wait_until(lambda: logs_in_redis(settings, ids) == 0)
                else:
                    time.sleep(pause_s)
                    for one in started:
                        os.kill(one.pid, signal.SIGKILL)
    async with open_service(settings) as svc:
        assert [await record_json(svc, match_id) for match_id in ids] == records


async def a_match_with_a_log(svc: Service, number: int) -> str:
    """A match in which some have acted; its id."""
    seated = await a_match(svc)
    for _ in range(5):
        await act_at_random(svc, seated, random.Random(number))
    return seated.id


def logs_in_redis(settings: Settings, ids: list[str]) -> int:
    """How many of the matches have their log in Redis."""
    with redis.Redis.from_url(str(settings.redis_url)) as client:
        return int(client.exists(*(match_key("log", match_id) for match_id in ids)))


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what the processes do."""
    until = time.monotonic() + LIMIT_S
    while not condition():
        assert time.monotonic() < until, "they were not archived"
        time.sleep(0.01)
