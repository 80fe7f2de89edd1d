"""A match that vanished between a look at it and a change of it: each script says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_origin, get_type_hints

import httpx
import pytest
import redis

from saqqara_service.application.service import Service
from saqqara_service.errors import NotFound
from saqqara_service.storage.matches import scripts
from saqqara_service.storage.redis.scripts import Script
from tests.service.matches import a_match
from tests.service.store_contents import contents
from tests.service.transports import PATIENCE_S

PRELUDE = "matches/prelude.lua"
CHANGES: list[Script[Any, Any]] = [
    one
    for one in vars(scripts).values()
    if isinstance(one, Script) and PRELUDE in one.before and one is not scripts.CREATE
]


def anything(kind: type[Any]) -> Any:
    """Arguments of those types."""
    hints = get_type_hints(kind).values()
    return kind(
        *([] if get_origin(hint) is Sequence else "1" if hint is str else 0 for hint in hints)
    )


@pytest.mark.parametrize("script", CHANGES, ids=lambda one: one.file)
async def test_a_match_that_vanished_is_not_found(
    svc: Service, redis_url: str, script: Script[Any, Any]
) -> None:
    """It is no fault of ours, and nothing of it comes back."""
    with redis.Redis.from_url(redis_url) as client:
        before = contents(client, client.keys())
        with pytest.raises(NotFound, match="match no longer exists"):
            await svc.connection.run(script, "mGone", anything(script.arguments))
        assert contents(client, client.keys()) == before


async def test_what_is_missing_from_an_emptied_store_may_come_back(
    lone_server: str, svc: Service, redis_url: str
) -> None:
    """Before a process has seen that its store is gone it tells nobody that a match is."""
    seated = await a_match(svc)
    async with httpx.AsyncClient(base_url=lone_server, timeout=PATIENCE_S) as client:
        there = await client.get(f"/api/v1/matches/{seated.id}")
        with redis.Redis.from_url(redis_url) as store:
            store.flushdb()
        gone = await client.get(f"/api/v1/matches/{seated.id}")
    assert (there.status_code, gone.status_code, gone.json()["code"]) == (200, 503, "busy")
