"""Both sides name their versions, and another one is told once and spoils nothing."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from saqqara_sdk import AsyncClient, Client
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.versions import HEADER, own, user_agent
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.runner.socket import open_socket
from saqqara_sdk.wire.errors import Unauthenticated
from tests.sdk.fake_service import PROTOCOL, TOKEN
from tests.sdk.runner.test_next_year import BRISK, Willing

SERVER = "https://example.org"
INFO = {
    "version": "0.1.0",
    "nowMs": 1,
    "registration": "open",
    "guests": True,
    "limits": {"socketSubscriptions": 16, "tokenConnections": 10},
    "retention": {"challengeDays": 1},
}


def answering(version: str | None) -> httpx.MockTransport:
    headers = {} if version is None else {HEADER: version}
    return httpx.MockTransport(lambda _request: httpx.Response(200, json=INFO, headers=headers))


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if "is version" in one.getMessage()]


@pytest.mark.parametrize(
    ("version", "then"), [("9000.1.0", "install a newer SDK"), ("0.0.9", "the server refuses")]
)
async def test_another_version_is_told_once(
    version: str, then: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A newer or an older service is named once by each client, with what to do."""
    with Client(SERVER, TOKEN, transport=answering(version)) as client:
        assert [client.about().version for _ in range(3)] == ["0.1.0"] * 3
    async with AsyncClient(SERVER, TOKEN, transport=answering(version)) as other:
        assert [(await other.about()).version for _ in range(3)] == ["0.1.0"] * 3
    assert [version in one and own() in one and then in one for one in warnings(caplog)] == [
        True
    ] * 2


@pytest.mark.parametrize("version", [None, own(), f"{own()}.dev1", "", "next year", "²."])
def test_nothing_is_said_where_there_is_nothing_to_say(
    version: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """The same version, none, and one that is no version."""
    headers = [] if version is None else [(HEADER.encode(), version.encode())]
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=INFO, headers=headers))
    with Client(SERVER, TOKEN, transport=transport) as client:
        client.about()
    assert warnings(caplog) == []


async def test_a_running_bot_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    """However often it connects again."""
    agents = []

    def head(_: ServerConnection, request: Request, response: Response) -> Response:
        agents.append(request.headers["User-Agent"])
        response.headers[HEADER] = "9000.0"
        return response

    async def greet(connection: ServerConnection) -> None:
        await connection.recv()
        if len(agents) == 3:
            await connection.close(4403, "enough")
        await connection.send('{"type": "connection_ack"}')
        connection.transport.abort()

    async with serve(greet, "127.0.0.1", 0, subprotocols=[PROTOCOL], process_response=head) as at:
        url = f"http://127.0.0.1:{next(iter(at.sockets)).getsockname()[1]}"
        with pytest.raises(Unauthenticated):
            async with asyncio.timeout(60):
                await Runner(Willing, Access(url, TOKEN), timeouts=BRISK).run()
    assert agents == [user_agent()] * 3
    assert len(warnings(caplog)) == 1


async def test_the_real_service_names_its_version(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    """In every answer, refusals and handshakes too."""
    async with AsyncClient(server) as client:
        assert (await client.about()).version == own()
    async with httpx.AsyncClient(headers={"User-Agent": user_agent()}) as http:
        for path in ("/api/v1/server", "/api/v1/me", "/nowhere"):
            assert (await http.get(f"{server}{path}")).headers[HEADER] == own()
    async with open_socket(Access(server, None), idle_timeout_s=lambda: 5) as socket:
        assert socket.headers[HEADER] == own()
    assert warnings(caplog) == []
