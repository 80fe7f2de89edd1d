"""`saqqara account login` against a real server, and commands that renew the sign-in."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import httpx
import pytest

from saqqara_sdk import AsyncClient
from saqqara_sdk.cli.online import sign_in
from saqqara_sdk.cli.online.credentials import (
    CredentialsFault,
    changing_credentials,
    credentials_path,
    kept_credentials,
)
from saqqara_sdk.client import device
from saqqara_sdk.client.device import DeviceCodes
from tests.sdk.cli.test_online_commands import Typist


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials, whose commands do not wait."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)


@pytest.fixture
def codes(monkeypatch: pytest.MonkeyPatch) -> list[DeviceCodes]:
    """The codes that commands have asked for, in place of what a person reads."""
    found: list[DeviceCodes] = []
    ask = device.ask

    def asked(server: str) -> DeviceCodes:
        found.append(ask(server).model_copy(update={"interval": 0.2}))
        return found[-1]

    monkeypatch.setattr(device, "ask", asked)
    monkeypatch.setattr(sign_in, "SLOWER_S", 0.2)
    return found


async def decide(
    server: str, codes: list[DeviceCodes], token: str, decision: str = "allow"
) -> None:
    """Decide in a browser, once a command shows a code."""
    async with asyncio.timeout(30):
        while not codes:
            await asyncio.sleep(0.05)
    form = {"user_code": codes[-1].user_code, "account_token": token, "decision": decision}
    async with httpx.AsyncClient() as http:
        assert (await http.post(f"{server}/oauth/device", data=form)).status_code == 200


async def signed_in(server: str, codes: list[DeviceCodes]) -> str:
    """Sign a new account in; returns the command's output."""
    async with AsyncClient(server) as nobody:
        account = await nobody.accounts.register("Ann")
    typing = asyncio.create_task(Typist(server).types("account", "login"))
    await decide(server, codes, account.token)
    return await typing


async def test_a_sign_in(server: str, codes: list[DeviceCodes]) -> None:
    """It shows no token, makes bots, and is renewed by the next command, once."""
    shown = await signed_in(server, codes)
    kept = kept_credentials().at(server).account
    assert kept is not None
    assert kept.refresh is not None
    assert kept.token not in shown
    assert codes[0].user_code in shown
    assert "Signed in as Ann" in shown
    assert credentials_path().stat().st_mode & 0o077 == 0
    typist = Typist(server)
    await typist.types("bot", "create", "mine")
    with changing_credentials() as changed:
        account = changed.at(server).account
        assert account is not None
        account.ends_s = time.time() + 30
    renewals = [asyncio.to_thread(sign_in.fresh_account, server) for _ in range(4)]
    renewed = {one.token for one in await asyncio.gather(*renewals) if one}
    assert len(renewed) == 1
    assert kept.token not in renewed
    assert (await typist.asks("account", "show"))["name"] == "Ann"
    assert [bot.name for bot in kept_credentials().at(server).bots] == ["mine"]


async def test_nobody_is_signed_in(server: str, codes: list[DeviceCodes]) -> None:
    """After a no the command says so, and keeps nothing."""
    typing = asyncio.create_task(Typist(server).types("account", "login", code=2))
    await decide(server, codes, "", "deny")
    assert "It was denied" in await typing
    assert kept_credentials().at(server).account is None


async def test_a_sign_in_that_ended(server: str, codes: list[DeviceCodes]) -> None:
    """The next command says what to do, and the file stays as it was."""
    await signed_in(server, codes)
    with changing_credentials() as changed:
        account = changed.at(server).account
        assert account is not None
        account.refresh, account.ends_s = "imh_app_nonsense", 0.0
    before = credentials_path().read_text()
    said = await Typist(server).types("account", "show", code=2)
    assert "saqqara account login" in " ".join(said.split())
    assert credentials_path().read_text() == before
    with pytest.raises(CredentialsFault):
        await asyncio.to_thread(sign_in.fresh_account, server)


async def test_no_server(codes: list[DeviceCodes]) -> None:
    """An address without a server, and one that is no Saqqara, are told as for all commands."""
    said = await Typist("http://127.0.0.1:9").types("account", "login", code=3)
    assert "could not be reached" in said
    assert codes == []
    assert json.loads(kept_credentials().model_dump_json()) == {"servers": {}}
