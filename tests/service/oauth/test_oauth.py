"""Apps of third parties: a code for a consent, tokens of minutes, and what cannot be had."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from saqqara_sdk import AsyncClient
from tests.service.transports import UNHURRIED, Json, bearer

VERIFIER = "v" * 43
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
)
BACK = "https://board.example/back"


@dataclass(frozen=True, slots=True)
class Scene:
    """A person with a token, and an app that somebody has registered."""

    client: httpx.AsyncClient
    person: str
    account_id: str
    app_id: str

    def wish(self, **other: str) -> dict[str, str]:
        """What the app sends the person's browser with."""
        return {
            "response_type": "code",
            "client_id": self.app_id,
            "redirect_uri": BACK,
            "scope": "match_play match_read",
            "state": "xyz",
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        } | other

    async def decide(self, decision: str = "allow", **other: str) -> httpx.Response:
        """The person's answer."""
        form = {**self.wish(), "account_token": self.person, "decision": decision, **other}
        return await self.client.post("/oauth/authorize", data=form)

    async def code(self, **other: str) -> str:
        """A code that the person's consent has given."""
        answer = await self.decide(**other)
        assert answer.status_code == 303, answer.text
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        assert query["state"] == ["xyz"]
        return query["code"][0]

    async def tokens(self, code: str, /, **other: str) -> httpx.Response:
        """What the app gets for a code."""
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "client_id": self.app_id,
            "code_verifier": VERIFIER,
        }
        return await self.client.post("/oauth/token", data=form | other)

    async def refreshed(self, token: str, /, **other: str) -> httpx.Response:
        """What the app gets for a token that refreshes."""
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.app_id}
        return await self.client.post("/oauth/token", data=form | other)

    async def status(self, token: str) -> int:
        """How `me` answers the token."""
        return (await self.client.get("/api/v1/me", headers=bearer(token))).status_code


async def an_account(client: httpx.AsyncClient, name: str) -> Json:
    """A new account with its token, from a client that asks again where the machine is slow."""
    async with AsyncClient(str(client.base_url)) as nobody:
        made: Json = (await nobody.accounts.register(name)).model_dump(by_alias=True)
    return made


async def registered(client: httpx.AsyncClient, token: str, **other: object) -> httpx.Response:
    """An app's registration."""
    wanted = {"client_name": "Board", "redirect_uris": [BACK], **other}
    return await client.post("/oauth/register", json=wanted, headers=bearer(token))


@pytest.fixture
async def scene(client: httpx.AsyncClient) -> Scene:
    """A person, and an app of somebody else's."""
    author, person = await an_account(client, "author"), await an_account(client, "person")
    app = await registered(client, author["token"])
    assert app.status_code == 201, app.text
    return Scene(client, person["token"], person["account"]["id"], app.json()["client_id"])


async def test_an_app_plays_for_a_person(scene: Scene) -> None:
    """From the page over the code to a match that the person sits in by the app's own token."""
    page = await scene.client.get("/oauth/authorize", params=scene.wish())
    assert page.status_code == 200
    assert "Board" in page.text
    assert "https://board.example" in page.text
    policy = page.headers["content-security-policy"]
    assert "form-action 'self' https://board.example" in policy
    assert "script" not in page.text
    tokens = (await scene.tokens(await scene.code())).json()
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", 900)
    about = (await scene.client.get("/api/v1/token", headers=bearer(tokens["access_token"]))).json()
    assert (about["accountId"], about["appId"]) == (scene.account_id, scene.app_id)
    assert about["scopes"] == ["match_play", "match_read"]
    terms = {"game": "duel", "timeControl": UNHURRIED, "seats": [scene.account_id, None]}
    headers = bearer(tokens["access_token"])
    made = await scene.client.post("/api/v1/matches", json=terms, headers=headers)
    assert made.json()["seats"][0]["accountId"] == scene.account_id
    bot = await scene.client.post("/api/v1/bots", json={"name": "ibis"}, headers=headers)
    assert bot.json()["code"] == "forbidden"


async def test_a_guest_may_let_an_app_in(scene: Scene) -> None:
    """Then the app plays as a new guest, and for no longer than the guest's day."""
    tokens = (await scene.tokens(await scene.code(decision="guest", account_token=""))).json()
    about = (await scene.client.get("/api/v1/token", headers=bearer(tokens["access_token"]))).json()
    assert about["kind"] == "guest"
    assert about["accountId"] != scene.account_id


async def test_an_app_refreshes_once_with_each_token(scene: Scene) -> None:
    """The new pair works; the old token again, which somebody stole, ends all that the app has."""
    first = (await scene.tokens(await scene.code())).json()
    again = (await scene.refreshed(first["refresh_token"])).json()
    assert await scene.status(again["access_token"]) == 200
    stolen = await scene.refreshed(first["refresh_token"])
    assert (stolen.status_code, stolen.json()["error"]) == (400, "invalid_grant")
    both = await asyncio.gather(*(scene.refreshed(again["refresh_token"]) for _ in range(4)))
    assert not any(one.is_success for one in both)


async def test_a_code_is_good_once_in_whatever_process(scene: Scene) -> None:
    """Of many that bring it at once one gets tokens, and then nobody keeps any."""
    code = await scene.code()
    came = await asyncio.gather(*(scene.tokens(code) for _ in range(6)))
    assert sum(one.is_success for one in came) == 1
    assert {one.json()["error"] for one in came if not one.is_success} == {"invalid_grant"}


async def test_the_token_that_refreshes_does_nothing_else(scene: Scene) -> None:
    """It is no bearer token, and nobody but its app may bring it."""
    tokens = (await scene.tokens(await scene.code())).json()
    assert await scene.status(tokens["refresh_token"]) == 401
    author = await an_account(scene.client, "another author")
    other = (await registered(scene.client, author["token"])).json()["client_id"]
    refused = await scene.refreshed(tokens["refresh_token"], client_id=other)
    assert refused.json()["error"] == "invalid_grant"
    narrower = await scene.refreshed(tokens["refresh_token"], scope="match_read")
    assert narrower.json()["scope"] == "match_read"
    wider = await scene.refreshed(narrower.json()["refresh_token"], scope="match_play")
    assert wider.json()["error"] == "invalid_scope"


async def test_what_an_app_has_is_listed_and_revoked(scene: Scene) -> None:
    """By the person, whichever of its tokens is named, and by the app itself."""
    for by_person in (True, False):
        tokens = (await scene.tokens(await scene.code())).json()
        listed = (await scene.client.get("/api/v1/tokens", headers=bearer(scene.person))).json()
        apps = [one for one in listed["items"] if one["appId"] == scene.app_id]
        assert {one["kind"] for one in apps} == {"user", "app"}
        if by_person:
            path = f"/api/v1/tokens/{apps[0]['id']}/revoke"
            await scene.client.post(path, json={}, headers=bearer(scene.person))
        else:
            form = {"token": tokens["refresh_token"], "client_id": scene.app_id}
            assert (await scene.client.post("/oauth/revoke", data=form)).status_code == 200
        refused = await scene.refreshed(tokens["refresh_token"])
        assert refused.json()["error"] == "invalid_grant"


WRONG: dict[str, dict[str, str]] = {
    "no challenge": {"code_challenge": ""},
    "a plain challenge": {"code_challenge_method": "plain"},
    "a token at once": {"response_type": "token"},
    "the operator's scope": {"scope": "admin"},
    "an unknown scope": {"scope": "everything"},
}
UNKNOWN: dict[str, dict[str, str]] = {
    "another address": {"redirect_uri": "https://evil.example/back"},
    "an address below it": {"redirect_uri": BACK + "/../evil"},
    "letters OAuth forbids": {"redirect_uri": 'https://board.example/"<script>'},
    "no such app": {"client_id": "pNobody"},
    "a key for an id": {"client_id": "p{tag}:*"},
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG)
async def test_an_app_that_wishes_wrongly_hears_so(scene: Scene, words: dict[str, str]) -> None:
    """The browser goes back to the app's own address with the error and the state."""
    for answer in (
        await scene.client.get("/oauth/authorize", params=scene.wish(**words)),
        await scene.decide(**words),
    ):
        assert answer.status_code == 303, answer.text
        assert answer.headers["location"].startswith(BACK + "?")
        query = parse_qs(urlsplit(answer.headers["location"]).query)
        assert "code" not in query
        assert query["state"] == ["xyz"]


@pytest.mark.parametrize("words", UNKNOWN.values(), ids=UNKNOWN)
async def test_nobody_is_sent_where_the_app_is_not(scene: Scene, words: dict[str, str]) -> None:
    """An address or an app that is not known is told to the person; no browser goes there."""
    for answer in (
        await scene.client.get("/oauth/authorize", params=scene.wish(**words)),
        await scene.decide(**words),
    ):
        assert answer.status_code == 400
        assert "location" not in answer.headers
        assert "<script" not in answer.text


async def test_a_no_is_a_no(scene: Scene) -> None:
    """And whoever types a wrong token, or a bot's, is asked again."""
    answer = await scene.decide("deny")
    assert "error=access_denied" in answer.headers["location"]
    bot = await scene.client.post(
        "/api/v1/bots", json={"name": "ibis"}, headers=bearer(scene.person)
    )
    for token in ("", "imh_user_x", bot.json()["token"]):
        again = await scene.decide(account_token=token)
        assert again.status_code == 400
        assert 'role="alert"' in again.text
        assert token == "" or token not in again.text


async def test_a_code_needs_the_answer_to_its_challenge(scene: Scene) -> None:
    """Whoever stole it has no verifier; another address or app gets nothing either."""
    code = await scene.code()
    for words in (
        {"code_verifier": "w" * 43},
        {"code_verifier": ""},
        {"redirect_uri": "https://board.example/other"},
        {"client_id": "p" + "0" * 16},
        {"grant_type": "password"},
    ):
        assert (await scene.tokens(code, **words)).status_code in {400, 401}, words
    assert (await scene.tokens(code)).is_success


@pytest.mark.parametrize(
    "uri",
    [
        "http://board.example/back",
        "javascript:alert(1)",
        "https://board.example/back#fragment",
        "https://user@board.example/back",
        "https://board.example;/back",
        "https://bücher.example/back",
        "https://board.example:port/",
        "//board.example/back",
        "https://" + "a" * 600,
    ],
)
async def test_an_app_is_sent_to_safe_addresses_only(scene: Scene, uri: str) -> None:
    """Https, or this very machine; nothing that a page's policy could be broken with."""
    refused = await registered(scene.client, scene.person, redirect_uris=[uri])
    assert refused.status_code == 400


async def test_a_program_on_this_machine_listens_where_it_can(scene: Scene) -> None:
    """Its port is chosen anew each time (RFC 8252)."""
    app = await registered(scene.client, scene.person, redirect_uris=["http://127.0.0.1/back"])
    own = Scene(scene.client, scene.person, scene.account_id, app.json()["client_id"])
    back = "http://127.0.0.1:49152/back"
    code = await own.code(redirect_uri=back)
    assert (await own.tokens(code, redirect_uri=back)).is_success


async def test_what_is_no_form_is_refused(scene: Scene) -> None:
    """Anything at all may come; the answer is one of OAuth's, and never an error of ours."""
    for path in ("/oauth/token", "/oauth/revoke", "/oauth/authorize", "/oauth/register"):
        for body, kind in (
            (b"{}", "application/json"),
            (b"\xff\x00&&==", "application/x-www-form-urlencoded"),
            (b"a=1&a=2", "application/x-www-form-urlencoded"),
            (b"&".join(b"%d=1" % n for n in range(99)), "application/x-www-form-urlencoded"),
            (b"", "application/x-www-form-urlencoded"),
        ):
            headers = {"content-type": kind, **bearer(scene.person)}
            answer = await scene.client.post(path, content=body, headers=headers)
            assert answer.status_code == 400, (path, body, answer.text)


async def test_the_addresses_are_published(client: httpx.AsyncClient) -> None:
    """As RFC 8414 says, under the address by which the service was reached."""
    document = (await client.get("/.well-known/oauth-authorization-server")).json()
    assert document["issuer"] == str(client.base_url).rstrip("/")
    assert document["code_challenge_methods_supported"] == ["S256"]
    assert "admin" not in document["scopes_supported"]


async def test_the_pages_speak_the_language_of_the_browser(scene: Scene) -> None:
    """The question and the refusal; what is wrong is told in English, and marked so."""
    german = {"accept-language": "de-AT,en;q=0.5"}
    path = "/oauth/authorize"
    for words, status, phrases in (
        ({}, 200, ("Board einlassen?", "in deinem Namen Partien anlegen", "einen eigenen, den du")),
        ({"client_id": "nobody"}, 400, ("Diese App kann nicht eingelassen werden", 'lang="en"')),
    ):
        page = await scene.client.get(path, params=scene.wish(**words), headers=german)
        assert page.status_code == status
        assert '<html lang="de">' in page.text
        assert all(text in page.text for text in phrases)
        assert "accept-language" in page.headers["vary"]
