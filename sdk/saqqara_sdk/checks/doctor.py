"""The diagnosis of a bot's connection to a server: problems and their remedies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from statistics import median

import httpx

from saqqara_sdk.checks.findings import CheckFinding, CheckOutcome
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.client import AsyncClient
from saqqara_sdk.client.versions import is_compatible, own
from saqqara_sdk.runner.socket import open_socket
from saqqara_sdk.sandbox import NoSandbox, Sandbox, delegated, describe
from saqqara_sdk.wire.errors import SaqqaraError, Unauthenticated
from saqqara_sdk.wire.models import TokenInfo

ROUNDS = 7
SLOW_MS = 250.0
ASKEW_MS = 1_000
NEEDED = ("match_play", "match_read")
TIMEOUT_S = 10.0


async def examine(
    access: Access, transport: httpx.AsyncBaseTransport | None = None
) -> AsyncIterator[CheckFinding]:
    """Yield each finding as soon as it is made; ends early if the server cannot be reached."""
    async with _client(access, transport) as client:
        reached = await _reached(client)
        yield reached
        if reached.is_failure:
            return
        yield await _latency(client)
        async for finding in _token(client, access):
            yield finding
    yield await _socket(access)
    yield await asyncio.to_thread(_sandbox)


def _client(access: Access, transport: httpx.AsyncBaseTransport | None) -> AsyncClient:
    return AsyncClient(
        access.server, access.token, timeout_s=TIMEOUT_S, retries=0, transport=transport
    )


async def _reached(client: AsyncClient) -> CheckFinding:
    name = "server"
    try:
        about = await client.about()
    except SaqqaraError as error:
        why = (
            f"{client.server} cannot be reached: {error.message}; check the address, and"
            " that the server is running"
        )
        return CheckFinding(name, CheckOutcome.FAILED, why)
    text = f"{client.server} answers, version {about.version}"
    if not is_compatible(about.version):
        why = f"{text}, but this is {own()}; install the same version of saqqara"
        return CheckFinding(name, CheckOutcome.NOTE, why)
    return CheckFinding(name, CheckOutcome.OK, text)


async def _latency(client: AsyncClient) -> CheckFinding:
    """Measure round trips and the clock's offset, which is known to half of the shortest one."""
    trips_ms, offsets_ms = [], []
    for _ in range(ROUNDS):
        began, began_ms = time.perf_counter(), time.time() * 1000
        about = await client.about()
        trip_ms = (time.perf_counter() - began) * 1000
        trips_ms.append(trip_ms)
        offsets_ms.append(about.now_ms - began_ms - trip_ms / 2)
    offset_ms = offsets_ms[trips_ms.index(min(trips_ms))]
    text = (
        f"round trip {median(trips_ms):.1f} ms (shortest {min(trips_ms):.1f}), "
        f"server's clock {offset_ms:+.0f} ms from this one's"
    )
    if median(trips_ms) > SLOW_MS:
        return CheckFinding(
            "network",
            CheckOutcome.NOTE,
            f"{text}: the connection is slow; use less time for decisions",
        )
    if abs(offset_ms) > ASKEW_MS:
        why = (
            f"{text}: harmless, since the SDK uses the server's clock, but set this machine's clock"
        )
        return CheckFinding("network", CheckOutcome.NOTE, why)
    return CheckFinding("network", CheckOutcome.OK, text)


async def _token(client: AsyncClient, access: Access) -> AsyncIterator[CheckFinding]:
    if access.token is None:
        why = "no token is given; name a stored bot with --as, or set SAQQARA_TOKEN"
        yield CheckFinding("token", CheckOutcome.FAILED, why)
        return
    try:
        about = await client.tokens.about()
    except SaqqaraError as error:
        yield CheckFinding("token", CheckOutcome.FAILED, f"{error.message}")
        return
    yield CheckFinding("token", CheckOutcome.OK, f"{about.name!r}, a token of kind {about.kind}")
    yield _may_play(about)
    if about.expires_ms is not None:
        left_h = (about.expires_ms - time.time() * 1000) / 3_600_000
        outcome = CheckOutcome.NOTE if left_h < 24 else CheckOutcome.OK  # noqa: PLR2004 - a day
        yield CheckFinding("expiry", outcome, f"in {left_h:.1f} hours; rotate it in time")


def _may_play(about: TokenInfo) -> CheckFinding:
    missing = [scope for scope in NEEDED if scope not in about.scopes]
    if about.bot_id is None:
        why = "the token belongs to no bot; create one, and use the bot's token"
        return CheckFinding("scopes", CheckOutcome.FAILED, why)
    if missing:
        why = f"the token lacks {', '.join(missing)}; create a token with these scopes"
        return CheckFinding("scopes", CheckOutcome.FAILED, why)
    return CheckFinding("scopes", CheckOutcome.OK, ", ".join(about.scopes))


def _sandbox() -> CheckFinding:
    """Check whether sandboxes work here; playing on a server does not need them."""
    try:
        return CheckFinding("sandbox", CheckOutcome.OK, describe(Sandbox(cgroup=delegated())))
    except NoSandbox as error:
        return CheckFinding(
            "sandbox",
            CheckOutcome.NOTE,
            f"bots of other users would have your permissions: {error}",
        )


async def _socket(access: Access) -> CheckFinding:
    """Open the websocket that a run needs; proxies often block it."""
    try:
        async with (
            asyncio.timeout(TIMEOUT_S),
            open_socket(access, idle_timeout_s=lambda: TIMEOUT_S),
        ):
            return CheckFinding("websocket", CheckOutcome.OK, f"{access.websocket} is open")
    except Unauthenticated as error:
        return CheckFinding(
            "websocket", CheckOutcome.OK, f"{access.websocket} is open, but reports: {error}"
        )
    except (SaqqaraError, TimeoutError) as error:
        why = f"{error}; check that proxies on the way support websockets"
        return CheckFinding("websocket", CheckOutcome.FAILED, why)
