"""Somebody who uses the service from outside: an account, its bots and ladders, all by REST."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlencode

import httpx

from saqqara_service.api.operation import PREFIX
from saqqara_service.models import Issued, Ladder, LadderMatch, Match, Model, Standing
from saqqara_service.models.pages import Page
from saqqara_service.questions import BotQuestion, CreateBot, CreateLadder, Register

TIMEOUT_S = 30.0
PATIENCE_S = 60.0
PAUSE_S = 0.5
PASSING = frozenset({429, 502, 503, 504})
JSON = {"Content-Type": "application/json"}
FILE = {"Content-Type": "application/gzip"}
M = TypeVar("M", bound=Model)
T = TypeVar("T")


class VisitRefused(Exception):
    """The service said no, or nothing; the message is its own."""

    def __init__(self, message: str, *, may_pass: bool = False) -> None:
        super().__init__(message)
        self.may_pass = may_pass


@dataclass(frozen=True, slots=True)
class Visitor:
    """One account, speaking through a client that carries its token."""

    http: httpx.AsyncClient

    @classmethod
    async def register(cls, server: str, name: str) -> Visitor:
        """Open an account on the server."""
        base = f"{server}{PREFIX}"
        async with httpx.AsyncClient(base_url=base, timeout=TIMEOUT_S, trust_env=False) as http:
            issued = await cls(http).post("/accounts", Register(name=name), Issued)
        headers = {"Authorization": f"Bearer {issued.token}"}
        return cls(
            httpx.AsyncClient(base_url=base, headers=headers, timeout=TIMEOUT_S, trust_env=False)
        )

    async def create_bot(self, name: str) -> Issued:
        """A new bot with its token."""
        return await self.post("/bots", CreateBot(name=name), Issued)

    async def begin_ladder(self, terms: CreateLadder, bot_ids: list[str]) -> Ladder:
        """Make a ladder, enter the bots and let it run."""
        ladder = await self.post("/ladders", terms, Ladder)
        for bot_id in bot_ids:
            await self.post(f"/ladders/{ladder.id}/entries", BotQuestion(bot_id=bot_id), Ladder)
        return await self.post(f"/ladders/{ladder.id}/start", None, Ladder)

    async def ladder(self, ladder_id: str) -> Ladder:
        """The ladder and how far it is."""
        return await self.get(f"/ladders/{ladder_id}", Ladder)

    async def match(self, match_id: str) -> Match:
        """The match and how it stands."""
        return await self.get(f"/matches/{match_id}", Match)

    async def standings(self, ladder_id: str) -> list[Standing]:
        """Its bots from best to worst."""
        return await self.every(f"/ladders/{ladder_id}/standings", Page[Standing])

    async def schedule(self, ladder_id: str) -> list[LadderMatch]:
        """Its matches."""
        return await self.every(f"/ladders/{ladder_id}/matches", Page[LadderMatch])

    async def record(self, match_id: str) -> bytes:
        """A finished match as a file."""
        return await self._read(f"/matches/{match_id}/record")

    async def every(self, path: str, answer: type[Page[T]]) -> list[T]:
        """Read a list to its end, however many pages it has."""
        items: list[T] = []
        query = ""
        while True:
            page = await self.get(f"{path}{query}", answer)
            items += page.items
            if page.cursor is None:
                return items
            query = f"?{urlencode({'after': page.cursor})}"

    async def get(self, path: str, answer: type[M]) -> M:
        """Read something."""
        return answer.model_validate_json(await self._read(path))

    async def post(self, path: str, question: Model | None, answer: type[M]) -> M:
        """Ask for a change."""
        body = b"" if question is None else question.model_dump_json(by_alias=True).encode()
        return answer.model_validate_json(await self._send("POST", path, body))

    async def upload(self, path: str, data: bytes, answer: type[M]) -> M:
        """Hand a file in."""
        return answer.model_validate_json(await self._send("POST", path, data, FILE))

    async def _read(self, path: str) -> bytes:
        """What is there; a service that is busy or away is waited for."""
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                return await self._send("GET", path)
            except VisitRefused as refusal:
                if not refusal.may_pass or time.monotonic() > until:
                    raise
            await asyncio.sleep(PAUSE_S)

    async def _send(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = JSON
    ) -> bytes:
        try:
            response = await self.http.request(method, path, content=body, headers=headers)
        except httpx.TransportError as error:
            raise VisitRefused(f"{method} {path}: no answer ({error!r})", may_pass=True) from error
        if response.is_error:
            may_pass = response.status_code in PASSING
            raise VisitRefused(f"{method} {path}: {response.text}", may_pass=may_pass)
        return response.content
