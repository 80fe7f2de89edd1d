"""An idle service, alone and with bots that follow their feeds and play nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import redis

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import Caller, TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bench.api_server import API, GENEROUS, HERE, Server, served
from tests.bench.measured import Row, of_rounds

COMMAND: Final = "python -m tests.bench.run bench.json idle"
BOTS: Final = (0, 1_000, 10_000)
OF_ONE_ACCOUNT: Final = 20
AT_ONCE: Final = 16
SETTLING_S: Final = 20.0
"""More than two heartbeats: what a feed does when it begins is over."""
SECONDS: Final = 20.0
ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class Spent:
    """The commands that Redis has run, and the processor time of everybody."""

    at_s: float
    commands: int
    api_s: float
    store_s: float


def rows() -> Iterator[Row]:
    """Commands a second, and processor time as a share of one core."""
    for count in BOTS:
        with _followed(count) as (server, store):
            time.sleep(SETTLING_S)
            marks = [_spent(server, store)]
            for _ in range(ROUNDS):
                time.sleep(SECONDS)
                marks.append(_spent(server, store))
        name, stretches = f"{count:,} idle bots", [*pairwise(marks)]
        took = [after.at_s - before.at_s for before, after in stretches]
        for title, unit, field, factor in (
            ("Redis commands", "1/s", "commands", 1),
            ("processor time of API", "%", "api_s", 100),
            ("processor time of Redis", "%", "store_s", 100),
        ):
            spent = [getattr(after, field) - getattr(before, field) for before, after in stretches]
            found = [factor * one / seconds for one, seconds in zip(spent, took, strict=True)]
            yield of_rounds(f"{name}: {title}", found, unit, COMMAND)


@contextmanager
def _followed(count: int) -> Iterator[tuple[Server, Server]]:
    """A server and its Redis, with so many bots that follow their feeds."""
    with ExitStack() as held:
        data = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-")))
        store = held.enter_context(EmbeddedRedis(data))
        tokens = asyncio.run(_bots(Settings(redis_url=store.url, data=data), count))
        environ = {"REDIS_URL": store.url, **GENEROUS}
        server = held.enter_context(served(API, "/livez", environ))
        words = (sys.executable, str(HERE / "followers.py"), server.url)
        following = held.enter_context(
            subprocess.Popen(words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        )
        held.callback(following.terminate)
        assert following.stdin is not None
        assert following.stdout is not None
        following.stdin.write("\n".join(tokens))
        following.stdin.close()
        if following.stdout.readline() != "ready\n":
            raise SystemExit("the feeds of the bots did not begin")
        yield server, Server(store.url, store.pid)


async def _bots(settings: Settings, count: int) -> list[str]:
    """The tokens of so many new bots."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def party(svc: Service, number: int, size: int) -> list[str]:
        async with slots:
            issued = await accounts.register(svc, None, questions.Register(name=f"owner-{number}"))
            owner = Caller(kind=TokenKind.USER, account_id=issued.account.id)
            names = [f"bot-{number}-{each}" for each in range(size)]
            made = [
                await accounts.create_bot(svc, owner, questions.CreateBot(name=name))
                for name in names
            ]
        return [one.token for one in made]

    async with open_service(settings) as svc:
        sizes = [min(OF_ONE_ACCOUNT, count - done) for done in range(0, count, OF_ONE_ACCOUNT)]
        parties = await asyncio.gather(*(party(svc, *one) for one in enumerate(sizes)))
    return [token for one in parties for token in one]


def _spent(server: Server, store: Server) -> Spent:
    with redis.Redis.from_url(store.url) as client:
        commands = int(client.info("stats")["total_commands_processed"])
    return Spent(time.monotonic(), commands, server.cpu_s, store.cpu_s)
