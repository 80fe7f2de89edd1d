"""Devices without a browser (RFC 8628): two codes, a person's decision, and tokens for it."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import httpx
import pytest

from saqqara_service.application.accounts import apps, credentials
from saqqara_service.models.apps import COMMAND_LINE
from saqqara_service.oauth.server import DEVICE_CODE
from tests.service.oauth.test_oauth import Scene, an_account, registered
from tests.service.transports import Json, bearer

ASKED = {"client_id": COMMAND_LINE.id, "scope": "match_play match_read"}


async def asked(client: httpx.AsyncClient, **other: str) -> Json:
    """The codes of a new device."""
    answer = await client.post("/oauth/device_authorization", data={**ASKED, **other})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def polled(client: httpx.AsyncClient, codes: Json, **other: str) -> httpx.Response:
    """What a device hears that asks whether it is let in."""
    form = {
        "grant_type": DEVICE_CODE,
        "device_code": codes["device_code"],
        "client_id": COMMAND_LINE.id,
    }
    return await client.post("/oauth/token", data=form | other)


async def decided(
    client: httpx.AsyncClient, codes: Json, person: str, decision: str = "allow", **other: str
) -> httpx.Response:
    """A person's answer."""
    form = {"user_code": codes["user_code"], "account_token": person, "decision": decision}
    return await client.post("/oauth/device", data=form | other)


async def error_of(answer: httpx.Response) -> str:
    """The error that an answer names."""
    assert answer.status_code == 400, answer.text
    return str(answer.json()["error"])


async def test_a_device_is_let_in(client: httpx.AsyncClient) -> None:
    """It waits, hears that it asks too often, and gets tokens once a person has decided."""
    person = await an_account(client, "Khufu")
    metadata = (await client.get("/.well-known/oauth-authorization-server")).json()
    assert DEVICE_CODE in metadata["grant_types_supported"]
    where = urlsplit(metadata["device_authorization_endpoint"]).path
    assert where == "/oauth/device_authorization"
    codes = await asked(client)
    assert (codes["expires_in"], codes["interval"]) == (600, 5)
    assert await error_of(await polled(client, codes)) == "authorization_pending"
    assert await error_of(await polled(client, codes)) == "slow_down"
    shown = await client.get(
        urlsplit(codes["verification_uri_complete"]).path
        + "?user_code="
        + codes["user_code"].lower()
    )
    assert shown.status_code == 200
    assert codes["user_code"] in shown.text
    assert COMMAND_LINE.name in shown.text
    assert (await decided(client, codes, person["token"])).status_code == 200
    answer = await polled(client, codes)
    assert answer.status_code == 200, answer.text
    tokens = answer.json()
    assert set(tokens["scope"].split()) == {"match_play", "match_read"}
    me = (await client.get("/api/v1/me", headers=bearer(tokens["access_token"]))).json()
    assert me["id"] == person["account"]["id"]
    form = {
        "grant_type": "refresh_token",
        "refresh_token": tokens["refresh_token"],
        "client_id": COMMAND_LINE.id,
    }
    assert (await client.post("/oauth/token", data=form)).status_code == 200


async def test_a_decision_is_made_once(client: httpx.AsyncClient) -> None:
    """Of two people at once one decides; who is late hears so, and so does a code used twice."""
    people = [await an_account(client, name) for name in ("Khufu", "Khafre")]
    codes = await asked(client)
    pages = await asyncio.gather(*(decided(client, codes, one["token"]) for one in people))
    assert sorted(page.status_code for page in pages) == [200, 400]
    tokens = (await polled(client, codes)).json()
    assert await error_of(await polled(client, codes)) in {"authorization_pending", "slow_down"}
    gone = await client.get("/api/v1/me", headers=bearer(tokens["access_token"]))
    assert gone.status_code == 401, "a code that comes twice was stolen from somebody"


async def test_a_device_is_denied(client: httpx.AsyncClient) -> None:
    """No token is needed to say no, and nobody can let it in any more."""
    person = await an_account(client, "Khufu")
    codes = await asked(client)
    assert (await decided(client, codes, "", "deny")).status_code == 200
    assert await error_of(await polled(client, codes)) == "access_denied"
    assert (await decided(client, codes, person["token"])).status_code == 400
    assert await error_of(await polled(client, codes)) == "access_denied"


@pytest.mark.parametrize("user_code", ["", "AAAA-AAAA", "x" * 5_000, "\u00e4", "../admin", "%00"])
async def test_a_wrong_code_lets_nobody_in(client: httpx.AsyncClient, user_code: str) -> None:
    """The page asks again, whatever was typed."""
    person = await an_account(client, "Khufu")
    codes = await asked(client)
    answer = await decided(client, codes, person["token"], user_code=user_code)
    assert answer.status_code == 400
    assert await error_of(await polled(client, codes)) == "authorization_pending"
    got = await client.get("/oauth/device", params={"user_code": user_code})
    assert got.status_code in {200, 400}


async def test_a_revocation_before_the_device_asks(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays, for as long as the device could ask: a thief would only have to wait."""
    monkeypatch.setattr(credentials, "CODE_MS", 50)
    person = await an_account(lone_client, "Khufu")
    first, second = await asked(lone_client), await asked(lone_client)
    for codes in (first, second):
        await decided(lone_client, codes, person["token"])
    tokens = (await polled(lone_client, first)).json()
    headers = bearer(person["token"])
    infos = (await lone_client.get("/api/v1/tokens", headers=headers)).json()["items"]
    app = next(one for one in infos if one["appId"] == COMMAND_LINE.id)
    done = await lone_client.post(f"/api/v1/tokens/{app['id']}/revoke", headers=headers)
    assert done.is_success, done.text
    await asyncio.sleep(0.2)  # the time of the mark of other codes
    assert (await polled(lone_client, second)).status_code == 400
    me = await lone_client.get("/api/v1/me", headers=bearer(tokens["access_token"]))
    assert me.status_code == 401


async def test_what_a_sign_in_makes_lasts_as_long(client: httpx.AsyncClient) -> None:
    """A bot's token ends with the consent, not with the token of minutes that made it."""
    person = await an_account(client, "Khufu")
    codes = await asked(client, scope="match_play match_read account_manage")
    await decided(client, codes, person["token"])
    tokens = (await polled(client, codes)).json()
    made = await client.post(
        "/api/v1/bots", json={"name": "mine"}, headers=bearer(tokens["access_token"])
    )
    assert made.is_success, made.text
    info = made.json()["info"]
    assert info["expiresMs"] - info["createdMs"] > 89 * 86_400_000
    assert info["appId"] == COMMAND_LINE.id


async def test_codes_are_not_exchanged(client: httpx.AsyncClient) -> None:
    """A device's code is no authorization code, nor the other way round, nor another app's."""
    person = await an_account(client, "Khufu")
    other = (await registered(client, person["token"])).json()["client_id"]
    codes = await asked(client)
    scene = Scene(client, person["token"], person["account"]["id"], other)
    assert await error_of(await polled(client, codes, client_id=other)) == "unauthorized_client"
    assert await error_of(await polled(client, codes, code="x")) == "invalid_request"
    assert await error_of(await polled(client, {"device_code": "nonsense"})) == "expired_token"
    assert (
        await error_of(await polled(client, {"device_code": await scene.code()})) == "expired_token"
    )
    await decided(client, codes, person["token"])
    for verifier in ("v" * 43, ""):
        answer = await scene.tokens(
            codes["device_code"], client_id=COMMAND_LINE.id, code_verifier=verifier, redirect_uri=""
        )
        assert answer.status_code == 400
    assert (await polled(client, codes)).status_code == 200


async def test_a_devices_time_ends(
    lone_client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After it neither the device nor the person can go on."""
    monkeypatch.setattr(apps, "DEVICE_MS", 300)
    person = await an_account(lone_client, "Khufu")
    codes = await asked(lone_client)
    async with asyncio.timeout(20):
        while await error_of(await polled(lone_client, codes)) != "expired_token":
            await asyncio.sleep(0.05)
    assert (await decided(lone_client, codes, person["token"])).status_code == 400


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"client_id": "nobody"}, "invalid_client"),
        ({"client_id": ""}, "invalid_client"),
        ({"scope": "admin"}, "invalid_scope"),
        ({"scope": "everything"}, "invalid_scope"),
    ],
)
async def test_bad_devices(client: httpx.AsyncClient, form: dict[str, str], error: str) -> None:
    """Nothing is kept for them."""
    answer = await client.post("/oauth/device_authorization", data={**ASKED, **form})
    assert answer.json()["error"] == error
    assert answer.status_code in {400, 401}
