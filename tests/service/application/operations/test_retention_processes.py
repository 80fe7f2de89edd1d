"""API processes delete what is old by themselves, with a store of archives and without one."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import httpx
import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.accounts import authentication, guests
from saqqara_service.application.folds.results import undecided
from saqqara_service.application.service import open_service
from saqqara_service.models import EndReason
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import index_member, match_key
from tests.service.matches import an_open_match
from tests.service.replicas import api_processes

FORTY_DAYS_MS = 40 * 86_400_000
PATIENCE_S = 60.0


async def a_guests_match(url: str, tmp_path: Path) -> str:
    """A match of a guest that is over."""
    async with open_service(Settings(redis_url=url, data=tmp_path)) as svc:
        token = (await guests.register(svc, None, questions.RegisterGuest())).token
        match = await an_open_match(svc, await authentication.authenticate(svc, token))
        await svc.matches.void(match.id, undecided(EndReason.VOIDED))
        return match.id


def made_old(url: str, match_id: str) -> None:
    """It was made and ended forty days ago."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        name, void = match_key("match", match_id), match_key("void", match_id)
        made_ms = int(client.hget(name, "created_ms") or 0)
        then_ms = made_ms - FORTY_DAYS_MS
        member = index_member(then_ms, match_id)
        client.zrem(void, index_member(made_ms, match_id))
        client.zadd(void, {member: 0})
        client.hset(name, mapping={"created_ms": then_ms, "last_ms": then_ms, "index": member})


@pytest.mark.parametrize("blobs", [True, False])
async def test_a_guests_match_goes_after_a_month(
    own_server: EmbeddedRedis, tmp_path: Path, *, blobs: bool
) -> None:
    """By the settings as they are; a match of today stays."""
    url = own_server.url
    old, young = [await a_guests_match(url, tmp_path) for _ in range(2)]
    made_old(url, old)
    environ = {"SAQQARA_BLOBS": str(tmp_path / "blobs")} if blobs else {}
    with api_processes(url, tmp_path / "log", count=1, **environ) as (port,):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            patience = time.monotonic() + PATIENCE_S
            while (await client.get(f"/api/v1/matches/{old}")).status_code != 404:
                assert time.monotonic() < patience
                await asyncio.sleep(0.1)
            assert (await client.get(f"/api/v1/matches/{young}")).status_code == 200
            rules = (await client.get("/api/v1/server")).json()["retention"]
            assert (rules["guestMatchDays"], rules["ratedMatchDays"]) == (30, None)
