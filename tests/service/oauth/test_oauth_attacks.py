"""Attacks on the authorization server, as RFC 9700 lists them: refused, and nothing changes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.service.oauth.test_oauth import BACK, Scene, an_account, registered
from tests.service.transports import Json, bearer

EVERYTHING = "account_manage ladder_join match_play match_read"


@dataclass(frozen=True, slots=True)
class Attack:
    """A victim's app with a fresh code, and an attacker with an app and tokens of their own."""

    victim: Scene
    attacker: Scene
    code: str
    """The victim's code, which the attacker has intercepted, for `match_read` alone."""
    access: str
    refresh: str


@pytest.fixture
async def attack(client: httpx.AsyncClient) -> Attack:
    """The victim has agreed to `match_read`; the attacker has let their own app do everything."""
    victim = await _scene(client, "victim")
    attacker = await _scene(client, "attacker")
    own = (await attacker.tokens(await attacker.code(scope=EVERYTHING))).json()
    code = await victim.code(scope="match_read")
    return Attack(victim, attacker, code, own["access_token"], own["refresh_token"])


async def _scene(client: httpx.AsyncClient, name: str) -> Scene:
    person = await an_account(client, name)
    app = await registered(client, person["token"])
    return Scene(client, person["token"], person["account"]["id"], app.json()["client_id"])


async def _about(scene: Scene, token: str) -> Json:
    """What the service says of a token."""
    answer = await scene.client.get("/api/v1/token", headers=bearer(token))
    assert answer.status_code == 200, answer.text
    about: Json = answer.json()
    return about


INJECTIONS = {
    "a code beside a refresh token": {"code": "{code}"},
    "with its address": {"code": "{code}", "redirect_uri": BACK},
    "with a verifier": {"code": "{code}", "code_verifier": "w" * 43},
    "a token to revoke": {"token": "{refresh}"},
}


@pytest.mark.parametrize("words", INJECTIONS.values(), ids=INJECTIONS)
async def test_a_grant_reads_its_own_parameters_only(attack: Attack, words: dict[str, str]) -> None:
    """Somebody's code beside one's own refresh token is refused, and neither is used up."""
    filled = {
        name: text.format(code=attack.code, refresh=attack.refresh) for name, text in words.items()
    }
    refused = await attack.attacker.refreshed(attack.refresh, **filled)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")
    given = (await attack.victim.tokens(attack.code)).json()
    about = await _about(attack.victim, given["access_token"])
    assert (about["accountId"], about["scopes"]) == (attack.victim.account_id, ["match_read"])
    again = (await attack.attacker.refreshed(attack.refresh)).json()
    about = await _about(attack.attacker, again["access_token"])
    assert about["accountId"] == attack.attacker.account_id


@pytest.mark.parametrize("name", ["token", "refresh_token"])
async def test_a_code_ends_no_token_of_another_app(attack: Attack, name: str) -> None:
    """Whatever stands beside a code is refused, and lives on."""
    refused = await attack.victim.tokens(attack.code, **{name: attack.refresh})
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_request")
    assert (await attack.attacker.refreshed(attack.refresh)).is_success


async def test_a_stolen_code_is_nothing_to_another_app(attack: Attack) -> None:
    """Injected under the attacker's app it gets nothing, with or without a verifier."""
    other = replace(attack.victim, app_id=attack.attacker.app_id)
    for words in ({}, {"code_verifier": ""}, {"code_verifier": "w" * 43}):
        refused = await other.tokens(attack.code, **words)
        assert not refused.is_success
    assert (await attack.victim.tokens(attack.code)).is_success


async def test_a_used_code_ends_the_app_whatever_comes_with_it(attack: Attack) -> None:
    """A replay without the verifier is a theft as well."""
    given = (await attack.victim.tokens(attack.code)).json()
    replay = await attack.victim.tokens(attack.code, code_verifier="w" * 43)
    assert replay.json()["error"] == "invalid_grant"
    refused = await attack.victim.refreshed(given["refresh_token"])
    assert refused.json()["error"] == "invalid_grant"


async def test_a_guest_stays_a_guest(attack: Attack) -> None:
    """A guest's code is worth a guest's tokens, which refresh to a guest's again."""
    code = await attack.attacker.code(decision="guest", account_token="", scope="match_read")
    refused = await attack.attacker.refreshed(attack.refresh, code=code)
    assert refused.json()["error"] == "invalid_request"
    tokens = (await attack.attacker.tokens(code)).json()
    wider = await attack.attacker.refreshed(tokens["refresh_token"], scope=EVERYTHING)
    assert wider.json()["error"] == "invalid_scope"
    again = (await attack.attacker.refreshed(tokens["refresh_token"])).json()
    assert (await _about(attack.attacker, again["access_token"]))["kind"] == "guest"


GRANTS = {
    "password": {"grant_type": "password", "username": "a", "password": "b"},
    "client credentials": {"grant_type": "client_credentials"},
    "an empty one": {"grant_type": ""},
    "a token exchange": {"grant_type": "urn:ietf:params:oauth:grant-type:token-exchange"},
}


@pytest.mark.parametrize("words", GRANTS.values(), ids=GRANTS)
async def test_other_grants_get_nothing(attack: Attack, words: dict[str, str]) -> None:
    """Even with a code and a refresh token beside them."""
    form = {
        "client_id": attack.victim.app_id,
        "code": attack.code,
        "refresh_token": attack.refresh,
        **words,
    }
    refused = await attack.victim.client.post("/oauth/token", data=form)
    assert refused.json()["error"] == "unsupported_grant_type"


async def test_every_answer_names_its_issuer(attack: Attack) -> None:
    """A client of several servers notices a mix-up (RFC 9207): consent, denial and errors."""
    metadata = "/.well-known/oauth-authorization-server"
    published = (await attack.victim.client.get(metadata)).json()
    assert published["authorization_response_iss_parameter_supported"] is True
    for answer in (
        await attack.victim.decide(),
        await attack.victim.decide("deny"),
        await attack.victim.decide(scope="everything"),
    ):
        assert answer.status_code == 303, answer.text
        words = parse_qs(urlsplit(answer.headers["location"]).query)
        assert words["iss"] == [published["issuer"]]


async def test_an_app_cannot_fill_the_owners_tokens(attack: Attack) -> None:
    """Refreshed 30 times, it still refreshes, and the owner makes as many tokens as ever."""
    refresh = attack.refresh
    for _ in range(30):
        answer = await attack.attacker.refreshed(refresh)
        assert answer.is_success, answer.text
        refresh = answer.json()["refresh_token"]
    headers = bearer(attack.attacker.person)
    for number in range(19):
        form = {"name": f"token {number}"}
        made = await attack.attacker.client.post("/api/v1/tokens", json=form, headers=headers)
        assert made.status_code == 201, made.text
    full = await attack.attacker.client.post(
        "/api/v1/tokens", json={"name": "more"}, headers=headers
    )
    assert full.json()["code"] == "too_many"
    assert (await attack.attacker.refreshed(refresh)).is_success


async def test_a_refresh_beside_a_revocation_leaves_nothing(attack: Attack) -> None:
    """However they interleave, no token outlives the revocation."""
    headers = bearer(attack.attacker.person)
    for _ in range(5):
        own = (await attack.attacker.tokens(await attack.attacker.code())).json()
        about = await _about(attack.attacker, own["access_token"])
        came, gone = await asyncio.gather(
            attack.attacker.refreshed(own["refresh_token"]),
            attack.attacker.client.post(
                f"/api/v1/tokens/{about['id']}/revoke", json={}, headers=headers
            ),
        )
        assert gone.is_success, gone.text
        if came.is_success:
            again = await attack.attacker.refreshed(came.json()["refresh_token"])
            assert again.json()["error"] == "invalid_grant"
        listed = (await attack.attacker.client.get("/api/v1/tokens", headers=headers)).json()
        assert not [one for one in listed["items"] if one["appId"]]


ADDRESSES = {
    "a directive in the user": "http://x;frame-ancestors *;@127.0.0.1:7/cb",
    "a host in the user": "http://accounts.example@127.0.0.1/cb",
    "a user": "http://user:pass@127.0.0.1/cb",
    "a space": "http://127.0.0.1 /cb",
    "a port of letters": "http://127.0.0.1:http/cb",
    "a backslash": "http://127.0.0.1\\@evil.example/cb",
    "no such port": "http://127.0.0.1:99999/cb",
    "an address of half a form": "https://[1.1:::]/cb",
}


@pytest.mark.parametrize("uri", ADDRESSES.values(), ids=ADDRESSES)
async def test_an_odd_address_of_this_machine_is_not_the_apps(attack: Attack, uri: str) -> None:
    """Only the port is free; the page neither shows such an address nor allows it in its policy."""
    app = await registered(
        attack.victim.client, attack.victim.person, redirect_uris=["http://127.0.0.1/cb"]
    )
    own = replace(attack.victim, app_id=app.json()["client_id"])
    for answer in (
        await own.client.get("/oauth/authorize", params=own.wish(redirect_uri=uri)),
        await own.decide(redirect_uri=uri),
    ):
        assert answer.status_code == 400
        assert "location" not in answer.headers
        assert "<strong>" not in answer.text
        assert "frame-ancestors *" not in answer.headers["content-security-policy"]
