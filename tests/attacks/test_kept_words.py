"""What callers send is not kept: whatever they make up, the memory of a process has a bound."""

from __future__ import annotations

import gc
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Mapping
from functools import _lru_cache_wrapper
from pathlib import Path

import httpx
import pytest

from saqqara_service.application.accounts import tokens
from saqqara_service.application.limits import rate_limits
from saqqara_service.graphql.execution.texts import CACHED
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.transports import PATIENCE_S, Json, Rest, a_party, bearer, serving

MARK = "madeUpWord"
"""Stands in everything that the test makes up, and nowhere else."""
MADE_UP = 24
FEW = 12
"""What is under way, or was last, may still be known."""


async def test_nothing_that_callers_make_up_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, paths, ids, tokens, cursors, keys, heads are forgotten; of documents few are known."""
    monkeypatch.setattr(rate_limits, "CALL_MS", 10_000)
    with EmbeddedRedis(tmp_path / "redis") as redis:
        many = {"address_burst": 1_000_000, "token_burst": 1_000_000}
        settings = Settings(redis_url=redis.url, data=tmp_path).model_copy(update=many)
        await _say_much(settings)


async def _say_much(settings: Settings) -> None:
    async with (
        serving(settings) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        owner = (await a_party(Rest(client), 1)).owner
        for number in range(MADE_UP):
            await _asked(client, owner, f"{MARK}{number}")
        assert max(_kept(), default=0) <= FEW
        for number in range(CACHED + MADE_UP):
            word = f"{MARK}{number}"
            ask: Json = {"query": f"query {word} {{ {word}: __typename }}", "operationName": word}
            await client.post("/graphql", json={**ask, "variables": {"id": word}})
        assert FEW < max(_kept()) <= CACHED


async def _asked(client: httpx.AsyncClient, owner: str, word: str) -> None:
    """Everything but GraphQL in which a caller may say this word."""
    heads = dict.fromkeys(("x-request-id", "origin", "accept-language", "user-agent"), word)
    await client.get(f"/{word}", headers=heads)
    unknown = bearer(tokens.make(TokenKind.BOT))
    await client.get(f"/api/v1/matches/{word}", headers=unknown)
    await client.get(f"/api/v1/matches?after={word}")
    key = {**bearer(owner), "idempotency-key": word}
    await client.post("/api/v1/ladders", json={"name": word}, headers=key)
    await client.get(f"/oauth/authorize?client_id={word}&state={word}")


def _kept() -> Iterable[int]:
    """How many made up words each container has that has any."""
    gc.unfreeze()  # a process leaves what it began with to itself
    gc.collect()
    known = gc.get_objects()
    plain = gc.get_referents(*known)  # what holds texts alone is not looked after by `gc` itself
    for one in {id(one): one for one in (*known, *plain)}.values():
        if isinstance(one, dict | OrderedDict | Counter | set | list | deque):
            words = {*filter(None, map(_made_up, [*one]))}
            if isinstance(one, Mapping):
                words |= {*filter(None, map(_made_up, [*one.values()]))}
            if len(words) > 1 and not _has_a_bound(one):
                yield len(words)


def _has_a_bound(one: object) -> bool:
    """Whether it is the inside of a cache of `functools`: those have a bound, or stand above."""
    return any(isinstance(holder, _lru_cache_wrapper) for holder in gc.get_referrers(one))


def _made_up(one: object) -> str | None:
    """The made up word in a text, or in a key of several texts."""
    texts = one if isinstance(one, tuple) else (one,)
    return next((each for each in texts if isinstance(each, str) and MARK in each), None)
