"""The typed client: `Client` and `AsyncClient` send the calls of `wire`::

    with Client("https://example.org", token) as client:
        match = client.matches.create([bot_id, None], Fischer(base_ms=60_000))

Both have the same groups of calls (`py`). The address and the token default to
SAQQARA_SERVER and SAQQARA_TOKEN.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Self

from pydantic import JsonValue

from saqqara_sdk.client.access import find_access
from saqqara_sdk.client.http import AsyncSender, AsyncTransport, Sender, Transport
from saqqara_sdk.wire.call import Query, raw
from saqqara_sdk.wire.calls.accounts import Accounts, AsyncAccounts
from saqqara_sdk.wire.calls.bots import AsyncBots, Bots
from saqqara_sdk.wire.calls.challenges import AsyncChallenges, Challenges
from saqqara_sdk.wire.calls.ladders import AsyncLadders, Ladders
from saqqara_sdk.wire.calls.matches import AsyncMatches, Matches
from saqqara_sdk.wire.calls.runners import AsyncRunners, Runners
from saqqara_sdk.wire.calls.service import AsyncService, Service
from saqqara_sdk.wire.calls.submissions import AsyncSubmissions, Submissions
from saqqara_sdk.wire.calls.tokens import AsyncTokens, Tokens
from saqqara_sdk.wire.models import ServerInfo

TIMEOUT_S = 30.0
RETRIES = 2


class Client:
    """A connection to one server with one token; close it, or use it in a `with` block."""

    def __init__(
        self,
        server: str | None = None,
        token: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        transport: Transport | None = None,
    ) -> None:
        self.server = (access := find_access(server, token)).server
        self._sender = Sender(access, timeout_s=timeout_s, retries=retries, transport=transport)
        self.service = Service(self._sender)
        self.accounts = Accounts(self._sender)
        self.bots = Bots(self._sender)
        self.submissions = Submissions(self._sender)
        self.runners = Runners(self._sender)
        self.tokens = Tokens(self._sender)
        self.matches = Matches(self._sender)
        self.challenges = Challenges(self._sender)
        self.ladders = Ladders(self._sender)

    def __repr__(self) -> str:
        return f"Client({self.server!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def about(self) -> ServerInfo:
        """Return the version and the current time of the service."""
        return self.service.about()

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, JsonValue] | None = None,
        query: Query | None = None,
    ) -> JsonValue:
        """Send a request to a path below `/api/v1` and return the response as JSON.

        For example `client.request("GET", "/games")`. Errors are raised as for all calls. Only
        `GET` requests are retried.
        """
        return self._sender.send(raw(method, path, body, query))

    def close(self) -> None:
        """Close the connections."""
        self._sender.close()


class AsyncClient:
    """The client for `async` code; close it, or use it in an `async with` block."""

    def __init__(
        self,
        server: str | None = None,
        token: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        transport: AsyncTransport | None = None,
    ) -> None:
        self.server = (access := find_access(server, token)).server
        self._sender = AsyncSender(
            access, timeout_s=timeout_s, retries=retries, transport=transport
        )
        self.service = AsyncService(self._sender)
        self.accounts = AsyncAccounts(self._sender)
        self.bots = AsyncBots(self._sender)
        self.submissions = AsyncSubmissions(self._sender)
        self.runners = AsyncRunners(self._sender)
        self.tokens = AsyncTokens(self._sender)
        self.matches = AsyncMatches(self._sender)
        self.challenges = AsyncChallenges(self._sender)
        self.ladders = AsyncLadders(self._sender)

    def __repr__(self) -> str:
        return f"AsyncClient({self.server!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def about(self) -> ServerInfo:
        """Return the version and the current time of the service."""
        return await self.service.about()

    async def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, JsonValue] | None = None,
        query: Query | None = None,
    ) -> JsonValue:
        """Send a request to a path below `/api/v1`; see `Client.request`."""
        return await self._sender.send(raw(method, path, body, query))

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.close()
