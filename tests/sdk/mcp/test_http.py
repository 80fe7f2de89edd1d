"""MCP by streamable HTTP: many clients of one process, each with the token that it brings."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from typer.testing import CliRunner

from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.cli import app
from saqqara_sdk.mcp.server import Forwarding, NotedAddresses, Verifier
from tests.failover.sentinels import free_ports
from tests.sdk.mcp.scripted_client import ScriptedPlayer, is_over, said_of
from tests.sdk.test_real_service import some_bots

LISTED = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}


@asynccontextmanager
async def mcp_process(server: str, **environ: str) -> AsyncIterator[str]:
    """A process that serves MCP, and its address."""
    (port,) = free_ports(1)
    command = (str(Path(sys.executable).with_name("saqqara")), "mcp", "--server", server)
    process = await asyncio.create_subprocess_exec(
        *command, "--serve", f"127.0.0.1:{port}", env={**os.environ, **environ}
    )
    try:
        async with httpx.AsyncClient() as http, asyncio.timeout(60):
            while True:
                try:
                    await http.get(f"http://127.0.0.1:{port}/")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def connected(address: str, token: str) -> AsyncIterator[Client]:
    """The package's own client with a token."""
    headers = {"authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
    ):
        yield client


async def test_a_whole_match_of_two(server: str) -> None:
    """Two clients of one process play the two seats of a match, from one process to the next."""
    _, bots = await some_bots(server, 2)
    (mine, first), (_, second) = bots.items()
    async with AsyncClient(server, first) as api:
        seats = [mine, None]
        match = (await api.matches.create(seats, Fischer(base_ms=600_000), game="duel")).id
    players = [(ScriptedPlayer(Random(1)), first), (ScriptedPlayer(Random(2)), second)]
    over = 0
    async with asyncio.timeout(200):
        while over < len(players):
            async with mcp_process(server) as address:
                ended = await asyncio.gather(
                    *(_some_steps(address, token, player, match) for player, token in players)
                )
                over = sum(ended)
    async with AsyncClient(server, first) as api:
        assert (await api.matches.get(match)).status == "finished"


async def _some_steps(address: str, token: str, player: ScriptedPlayer, match: str) -> bool:
    """Take up to twenty steps; whether the match is over."""
    async with connected(address, token) as client:
        said = await player.call(client, "play", match=match)
        for _ in range(20):
            if is_over(said):
                return True
            said = await player.step(client, said)
    return is_over(said)


async def test_nobody_speaks_with_the_hosts_token(server: str) -> None:
    """Without a valid token there is no answer but where to get one, whatever the host has."""
    owner, bots = await some_bots(server, 1)
    async with mcp_process(server, SAQQARA_TOKEN=owner) as address, httpx.AsyncClient() as http:
        url = f"{address}/mcp"
        for given in (b"", b"Bearer", b"Bearer nonsense", b"Bearer \xe4", b"Basic eA=="):
            reply = await http.post(url, json=LISTED, headers=[(b"authorization", given)])
            assert reply.status_code == 401, given
            assert "resource_metadata" in reply.headers["www-authenticate"]
        where = f"{address}/.well-known/oauth-protected-resource/mcp"
        told = (await http.get(where)).json()
        assert told["authorization_servers"] == [address]
        own = {"authorization": f"Bearer {owner}"}
        reply = await http.post(url, json=LISTED, headers={"host": "evil.example", **own})
        assert reply.status_code == 421, "a page had a browser ask this machine by another name"
        reply = await http.post(url, json={**LISTED, "method": "x" * 70_000}, headers=own)
        assert reply.status_code == 413
        async with connected(address, next(iter(bots.values()))) as client:
            said = said_of(await client.call_tool("play", {}))
            assert not said.is_error


async def test_an_empty_token_is_nobodys(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client would take the token of the environment in its place."""
    owner, _ = await some_bots(server, 1)
    monkeypatch.setenv("SAQQARA_TOKEN", owner)
    async with httpx.AsyncHTTPTransport() as transport:
        verifier = Verifier(server, transport)
        assert await verifier.verify_token(owner) is not None
        for token in ("", " ", "\n", "\u00e4", "nonsense"):
            assert await verifier.verify_token(token) is None


async def test_a_token_is_verified_for_its_client(server: str) -> None:
    """The check of a token is charged to the address that brings it, as its calls are."""
    heard: list[str | None] = []

    async def hear(request: httpx.Request) -> httpx.Response:
        heard.append(request.headers.get("x-forwarded-for"))
        return httpx.Response(429, json={})

    async def asked(scope: Any, _receive: Any, _send: Any) -> None:
        token = await Verifier(server, httpx.MockTransport(hear)).verify_token("imh_user_some")
        assert token is not None, "the call that follows is checked, and says that it is limited"

    headers = [(b"x-forwarded-for", b"6.6.6.6"), (b"host", b"x")]
    scope = {"type": "http", "headers": headers, "client": ("10.0.0.1", 1)}
    await NotedAddresses(asked)(scope, None, None)
    assert heard == ["6.6.6.6, 10.0.0.1"]


async def test_the_server_hears_for_whom_it_is_asked() -> None:
    """What a client says of its address stands before the address that it has."""
    heard: list[str] = []

    def hear(request: httpx.Request) -> httpx.Response:
        heard.append(request.headers["x-forwarded-for"])
        return httpx.Response(200)

    transport = Forwarding(httpx.MockTransport(hear), ["6.6.6.6", "10.0.0.1"])
    async with httpx.AsyncClient(transport=transport) as http:
        await http.get("http://api/", headers={"x-forwarded-for": "1.1.1.1"})
    assert heard == ["6.6.6.6, 10.0.0.1"]


@pytest.mark.parametrize(
    ("words", "fix"),
    [
        (("--serve", "8090"), "HOST:PORT"),
        (("--serve", "127.0.0.1:x"), "HOST:PORT"),
        (("--serve", "0.0.0.0:8090"), "--public-url"),
        (("--serve", "127.0.0.1:8090", "--public-url", "play.example.org"), "https://"),
        ((), "saqqara account login"),
    ],
)
def test_bad_command_lines(
    words: tuple[str, ...], fix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is one sentence with what helps."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
    done = CliRunner().invoke(app, ["mcp", *words])
    assert done.exit_code == 2
    assert fix in done.output
