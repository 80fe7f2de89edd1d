"""Worlds that differ only in what somebody may not know: the same play, with other secrets.

Each world is a server of its own on an empty store. Ids are drawn alike in all of them; the seeds
of the matches in question are not, and every seed deals a table that looks the same to one seat.
"""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from typing import Final, cast
from unittest.mock import patch

import httpx
import redis
from starlette.applications import Starlette

from saqqara_engine.games import GAMES, AnyGame
from saqqara_service.application.accounts import presence
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.service.transports import PATIENCE_S, Json, stoppable_server

REQUEST_ID: Final = "0123456789abcdef"
PLENTY: Final = 1_000_000
TIMES: Final = re.compile(rb'("\w*(?:Ms|usedOn)":)\s*(?:"[^"]*"|-?[0-9]+|\[[-0-9nul, ]*\])')
COSTS: Final = re.compile(rb'("cost":)\{.*?\}\}')
"""What an operation took the processor, and what is left of a budget that fills with time."""
HASHES: Final = re.compile(rb'("(?:commitment|drawCommitment|digest)":)\s*"[0-9a-f]{64}"')
"""Commitments are hashes of what is secret, and a digest that of a record with its times."""
PAGES: Final = re.compile(rb'("(?:cursor|startCursor|endCursor)":)\s*"(?!m)[^"]*"')
EVENTS: Final = re.compile(rb"(?m)^(id: )ZXZlbnQ6[\w-]+")
"""The cursor of an event tells its instant."""
UNLIKE: Final = {"date", "x-request-id", "content-length"}
"""The last follows from the body, which is compared; numbers that tell the time vary in length."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A table in the middle of a game, and who looks at it (None: the public)."""

    game: str
    options: Json
    seat: int | None
    depth: int = 12

    @property
    def players(self) -> int:
        """How many seats the table has."""
        return int(GAMES[self.game].parse_options(self.options).players)

    def table(self) -> object:
        """The state: after plies at random, until one may place or get a stone."""
        game, chance = GAMES[self.game], random.Random(repr(self))
        state = game.new_game(game.parse_options(self.options), chance.randbytes(32))
        plies = 0
        while plies < self.depth or not quiet(game, state):
            game.advance(state, chance.choice(game.legal_actions(state)))
            plies += 1
        return state

    def dealt(self) -> AnyGame:
        """The game with every seed dealing a table that looks to the seat as this one does."""
        game = GAMES[self.game]
        view = game.view(self.table(), self.seat)
        return replace(game, new_game=lambda _options, seed: game.sample(view, seed))


def quiet(game: AnyGame, state: object) -> list[str]:
    """Legal actions that turn nothing over."""
    legal = map(str, game.legal_actions(state))
    return sorted(action for action in legal if action.split()[0] in {"place", "get"})


@dataclass(slots=True)
class Secrets:
    """What a world draws: ids as in every world, seeds of its own where they matter."""

    world: int
    drawn: list[bytes] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """The words of notes with the actions of other seats."""
    is_own: bool = False

    def bytes_of(self, size: int) -> bytes:
        """In place of `secrets.token_bytes`."""
        if not self.is_own:
            return bytes(range(size))
        named = f"{self.world} {len(self.drawn)}"
        seed = hashlib.sha512(named.encode()).digest()[:size]
        self.drawn.append(seed)
        return seed

    def words(self) -> str:
        """The words of another note."""
        self.said.append(f"canary {self.world} {len(self.said)}")
        return self.said[-1]

    @contextmanager
    def own(self) -> Iterator[None]:
        """Let what is drawn in the block be this world's own."""
        self.is_own = True
        try:
            yield
        finally:
            self.is_own = False


@dataclass(slots=True)
class World:
    """A running server with its secrets, and all that it has told, by caller and question."""

    svc: Service
    address: str
    client: httpx.AsyncClient
    secrets: Secrets
    answers: list[tuple[str, str, bytes]] = field(default_factory=list)
    names: dict[str | None, str] = field(default_factory=lambda: {None: "nobody"})

    def heard(self, token: str | None, what: str, body: bytes) -> None:
        """Keep an answer, but for the time."""
        body = EVENTS.sub(rb"\1", body)
        body = PAGES.sub(rb"\1", COSTS.sub(rb"\1", HASHES.sub(rb"\1", TIMES.sub(rb"\1", body))))
        self.answers.append((self.names.get(token, "newcomer"), what, body))

    def compared(self, blind: Mapping[str, int]) -> list[tuple[str, str, bytes]]:
        """What was told to all but those, of whom each counts from so many answers on."""
        most = len(self.answers)
        return [row for n, row in enumerate(self.answers) if n < blind.get(row[0], most)]

    async def keep(self, answer: httpx.Response) -> None:
        """Keep what a request was answered: status, headers and body."""
        await answer.aread()
        request = answer.request
        _, _, token = request.headers.get("authorization", "").partition(" ")
        headers = [
            f"{name}: {value}"
            for name, value in answer.headers.items()
            if name not in UNLIKE and not name.startswith("ratelimit")
        ]
        what = f"{request.method} {request.url.path}?{request.url.query.decode()} "
        what += request.content.decode(errors="replace")[:200]
        head = f"{answer.status_code} {headers}\n".encode()
        self.heard(token or None, what, head + answer.content)


@asynccontextmanager
async def a_world(settings: Settings, deal: Deal, number: int) -> AsyncIterator[World]:
    """The world of that number on an empty store."""
    with redis.Redis.from_url(settings.redis_url or "") as store:
        store.flushall()
    budgets = ("address_burst", "token_burst", "address_accounts_per_day")
    lasting = dict.fromkeys(budgets, PLENTY)
    calm, drawing = settings.model_copy(update=lasting), Secrets(number)
    with (
        patch.object(presence, "HEARTBEAT_MS", 600_000),
        patch.dict(GAMES, {deal.game: deal.dealt()}),
        patch.object(secrets, "choice", random.Random(0).choice),
        patch.object(secrets, "token_bytes", drawing.bytes_of),
    ):
        async with (
            stoppable_server(calm) as (address, server),
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            svc = cast("Starlette", server.config.app).state.service
            world = World(svc, address, client, drawing)
            client.headers["x-request-id"] = REQUEST_ID
            client.event_hooks = {"response": [world.keep]}
            yield world
