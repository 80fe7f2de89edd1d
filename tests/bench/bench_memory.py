"""What a live match takes: in Redis by its version and at its end, and in an API process.

Each round has a Redis and a process of its own, and a baseline from before any match.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import mean
from typing import Final

import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import Caller, Fischer, Match, MatchTerms, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bench.api_server import API, GENEROUS, install, served, start_load
from tests.bench.measured import Row, of_rounds
from tests.service.actions import act

COMMAND: Final = "python -m tests.bench.run bench.json memory"
ROUNDS: Final = 3
STORED: Final = 20
"""So many matches of each round are played to their ends in Redis."""
VERSIONS: Final = (21, 41, 61, 81)
LIVE: Final = 200
"""So many are live in the process at once, with two sockets each."""
SECONDS: Final = 20
TERMS: Final = MatchTerms(
    game="imhotep", options={"players": 2}, time_control=Fischer(base_ms=3_600_000)
)


def rows() -> Iterator[Row]:
    """Kibibytes of one match, and mebibytes of an API process at start."""
    yield from _in_redis()
    yield from _in_the_process()


def _in_redis() -> Iterator[Row]:
    found: defaultdict[str, list[float]] = defaultdict(list)
    for number in range(ROUNDS):
        for name, kib in asyncio.run(_stored(number)).items():
            found[name].append(kib)
    for name, each in found.items():
        yield of_rounds(name, each, "KiB" if "version of" not in name else "", COMMAND)


async def _stored(number: int) -> dict[str, float]:
    """What matches that are played in step take, at each version and at their ends."""
    with ExitStack() as held:
        data = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-")))
        store = held.enter_context(EmbeddedRedis(data))
        client = held.enter_context(redis.Redis.from_url(store.url))
        async with open_service(Settings(redis_url=store.url, data=data)) as svc:
            return await _played(svc, client, random.Random(number))


async def _played(svc: Service, client: redis.Redis, chance: random.Random) -> dict[str, float]:
    owner, callers = await _bots(svc)
    seats: list[str | None] = list(callers)

    async def begun() -> Match:
        return await matches.create(svc, owner, TERMS, seats=seats, start=True)

    await _to(svc, await begun(), callers, None, chance)  # from then on Redis has the scripts
    before, sizes = _dataset(client), dict[str, float]()
    playing = [await begun() for _ in range(STORED)]
    for version in (*VERSIONS, None):
        playing = [await _to(svc, match, callers, version, chance) for match in playing]
        title = f"at version {version}" if version else "at its end"
        sizes[f"a match in Redis {title}"] = (_dataset(client) - before) / STORED
    sizes["a match in Redis: version of its end"] = mean(match.version for match in playing)
    return sizes


async def _bots(svc: Service) -> tuple[Caller, dict[str, Caller]]:
    issued = await accounts.register(svc, None, questions.Register(name="bench"))
    owner = Caller(kind=TokenKind.USER, account_id=issued.account.id)
    bots = [
        await accounts.create_bot(svc, owner, questions.CreateBot(name=name))
        for name in ("one", "other")
    ]
    callers = [await authentication.authenticate(svc, bot.token) for bot in bots]
    return owner, {str(caller.bot_id): caller for caller in callers}


async def _to(
    svc: Service,
    match: Match,
    callers: dict[str, Caller],
    version: int | None,
    chance: random.Random,
) -> Match:
    """The match at that version, by actions at random; or, or else, at its end."""
    while match.to_act is not None and (version is None or match.version < version):
        table, _now = await svc.tables.fresh(match.id)
        action = str(chance.choice(table.game.legal_actions(table.state)))
        caller = callers[str(match.seats[match.to_act].bot_id)]
        await act(svc, caller, match.id, action, match.version, f"a{match.version}")
        match = (await svc.tables.fresh(match.id))[0].match
    return match


def _dataset(client: redis.Redis) -> float:
    return int(client.info("memory")["used_memory_dataset"]) / 1024


def _in_the_process() -> Iterator[Row]:
    """Against the same process as it was when it had just started."""
    install()
    sizes, versions, starts = list[float](), list[float](), list[float]()
    for _ in range(ROUNDS):
        with ExitStack() as held:
            data = held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-"))
            store = held.enter_context(EmbeddedRedis(Path(data)))
            environ = {"REDIS_URL": store.url, **GENEROUS}
            server = held.enter_context(served(API, "/livez", environ))
            before = server.resident_kib
            starts.append(before / 1024)
            held.enter_context(start_load("socket", server, LIVE, 60, LIVE))
            time.sleep(SECONDS)
            sizes.append((server.resident_kib - before) / LIVE)
            versions.append(_mean_version(store.url))
    yield of_rounds("an API process at start", starts, "MiB", COMMAND)
    name = "a live match with two sockets in a process that was fresh"
    yield of_rounds(name, sizes, "KiB", COMMAND)
    yield of_rounds("a live match in the process: its version then", versions, "", COMMAND)


def _mean_version(url: str) -> float:
    """How far the matches have come."""
    with redis.Redis.from_url(url) as client:
        logs = list(client.scan_iter("*:match:*:log", count=1_000))
        return float(mean(int(client.xlen(log)) for log in logs))
