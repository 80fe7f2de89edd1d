"""Floods from one address with many tokens: they are refused, and a bot beside them plays on."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families as families

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.attacks.floods import FLOODS, Attacker
from tests.attacks.innocent import Innocent, innocent
from tests.attacks.odd import IS_LONG
from tests.attacks.spent import processor_s
from tests.service.matches import a_match, a_match_of, an_owner, play_out
from tests.service.replicas import Api, apis

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(600)]
FLOOD_S = 20.0 if IS_LONG else 1.0
TOKENS = 40
LISTED = 100
ALONE = 150 if IS_LONG else 60
LONGEST_STEP_S = 1.0
"""What one step may take on a machine that others keep busy; it takes 0.05 s where nobody does."""
ALLOWED = {"101", "200", "429", "503"}
"""What attackers hear: an answer, that they ask too much, or that costly work has to wait."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where floods take place: two processes, tokens, a finished match, a bot that plays."""

    apis: tuple[Api, ...]
    log: Path
    tokens: list[str]
    match_id: str
    bot: Innocent
    alone_ms: float

    async def flood(self, once: Callable[[Attacker], Awaitable[None]], home: str) -> Counter[str]:
        """Let all attack for a while, each once at least; what they were told."""
        counts: Counter[str] = Counter()
        attackers = [
            Attacker(self.apis[n % 2], home, self.tokens[n // 2 % TOKENS], self.match_id, counts)
            for n in range(FLOODS[once])
        ]
        tasks = [asyncio.create_task(_again_and_again(once, one)) for one in attackers]
        began = time.monotonic()
        while time.monotonic() - began < FLOOD_S or counts["asked"] < FLOODS[once]:
            done, _ = await asyncio.wait(tasks, timeout=0.1, return_when=asyncio.FIRST_EXCEPTION)
            if done:
                break
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert [one for one in ended if not isinstance(one, asyncio.CancelledError)] == []
        return counts

    async def longest_step(self) -> tuple[float, str]:
        """The longest step so far, and of which operation it was."""
        found = [(0.0, "none")]
        async with httpx.AsyncClient(timeout=60) as client:
            for api in self.apis:
                metrics = (await client.get(f"{api.address}/metrics")).text
                found += [
                    (sample.value, " ".join(sample.labels.values()))
                    for family in families(metrics)
                    if family.name == "saqqara_longest_step_seconds"
                    for sample in family.samples
                ]
        return max(found)


async def _again_and_again(once: Callable[[Attacker], Awaitable[None]], one: Attacker) -> None:
    while True:
        await once(one)


async def _tokens(svc: Service) -> list[str]:
    owner = await an_owner(svc)
    return [
        (await accounts.create_bot(svc, owner, questions.CreateBot(name=f"bot {n}"))).token
        for n in range(TOKENS)
    ]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def field(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Field]:
    """Two processes with default settings, full of matches, and a bot that plays there."""
    log = tmp_path_factory.mktemp("flooded") / "api.log"
    with EmbeddedRedis(log.parent / "redis") as redis:
        settings = Settings(redis_url=redis.url, data=log.parent)
        async with open_service(settings) as svc:
            tokens, seated = await _tokens(svc), await a_match(svc, 4)
            await play_out(svc, seated, random.Random(1))
            for _ in range(LISTED):
                await a_match_of(svc, seated.owner, seated.callers)
        with apis(redis.url, log, count=2, SAQQARA_METRICS="1") as started:
            async with innocent(*(api.address for api in started)) as bot:
                await bot.plays(ALONE)
                alone_ms = bot.quantile_ms(0.99, ALONE // 3)
                yield Field(started, log, tokens, seated.id, bot, alone_ms)


# A storm that is over leaves its sockets where they were, some of them still being opened.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("once", FLOODS, ids=[once.__name__ for once in FLOODS])
async def test_a_flood_hurts_nobody(
    field: Field, once: Callable[[Attacker], Awaitable[None]]
) -> None:
    """The bot's actions are taken, no step holds the loop, and nothing fails."""
    home = f"127.0.1.{list(FLOODS).index(once) + 1}"
    since, spent = len(field.bot.took_ms), [processor_s(api) for api in field.apis]
    counts = await field.flood(once, home)
    await field.bot.plays(10)
    cost_s = sum(processor_s(api) for api in field.apis) - sum(spent)
    step_s, operation = await field.longest_step()
    beside_ms = field.bot.quantile_ms(0.99, since)
    print(
        f"{once.__name__}: {dict(counts)}; "
        f"p99 {field.alone_ms:.0f} ms alone, {beside_ms:.0f} beside,"
        f" {len(field.bot.took_ms) - since} actions; {cost_s:.2f} s of CPU;"
        f" longest step {step_s * 1000:.0f} ms ({operation})"
    )
    field.bot.demand_unhurt()
    assert counts["asked"] >= FLOODS[once]
    assert {status for status in counts if status.isdigit()} <= ALLOWED
    assert step_s <= LONGEST_STEP_S
    faults = ("Traceback", '"status": 500')
    lines = field.log.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if any(fault in line for fault in faults)] == []
