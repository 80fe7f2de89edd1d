"""What browsers are told of every answer: nothing is guessed, framed, leaked or run."""

from __future__ import annotations

from http import HTTPStatus

import httpx
import pytest

import saqqara_pages
from tests.service.transports import Rest, a_match, a_party, bearer

ANSWERS = {
    "document": ("GET", "/openapi.yaml"),
    "schema": ("GET", "/schema.graphql"),
    "list": ("GET", "/api/v1/games"),
    "not found": ("GET", "/nothing"),
    "wrong method": ("DELETE", "/graphql"),
    "page of the site": ("GET", "/"),
    "operation": ("GET", "/graphql?query={games{name}}"),
    "page of the explorer": ("GET", "/graphql"),
    "page of tokens": ("GET", "/tokens"),
    "page of a match": ("GET", "/matches/m0123456789abcdef"),
    "page inside others": ("GET", "/embed/matches/m0123456789abcdef"),
    "page that lets in": ("GET", "/oauth/authorize?client_id=nobody"),
    "script": ("GET", f"/assets/{saqqara_pages.hashed('site.js')}"),
    "script for others": ("GET", "/elements.js"),
    "style sheet": ("GET", "/oauth/page.css"),
    "health": ("GET", "/livez"),
    "picture": ("GET", "/api/v1/avatars/star-1.svg"),
}


@pytest.mark.parametrize("name", ANSWERS)
async def test_every_answer_says_what_a_browser_may_do_with_it(
    client: httpx.AsyncClient, name: str
) -> None:
    """Also a refusal; what is no page may load, run and send nothing, and no cookie is ever set."""
    method, path = ANSWERS[name]
    accept = "text/html" if name.startswith("page") else "*/*"
    answer = await client.request(method, path, headers={"accept": accept})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    framed_by = "*" if path.startswith("/embed/") else "'none'"
    assert f"frame-ancestors {framed_by}" in policy
    assert "script-src" not in policy or "script-src 'self';" in policy
    assert "set-cookie" not in answer.headers
    assert ("script-src" in policy) is name.startswith("page")


async def test_public_answers_by_get_carry_an_entity_tag(client: httpx.AsyncClient) -> None:
    """Who has an answer already is not sent it again; what changes has another tag."""
    asked = {"query": "{ matches(first: 1) { nodes { id } } }"}
    first = await client.get("/graphql", params=asked)
    assert first.headers["cache-control"] == "public, no-cache"
    assert "accept" in first.headers["vary"]
    known = {"if-none-match": first.headers["etag"]}
    again = await client.get("/graphql", params=asked, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    await a_match(Rest(client), await a_party(Rest(client)))
    changed = await client.get("/graphql", params=asked, headers=known)
    assert changed.status_code == 200
    assert changed.headers["etag"] != first.headers["etag"]


async def test_nobody_keeps_what_depends_on_who_asks(client: httpx.AsyncClient) -> None:
    """With a token, with an error and by POST no answer is kept on the way."""
    token = (await a_party(Rest(client), 1)).tokens[0]
    asked = {"query": "{ viewer { account { id } } }"}
    private = await client.get("/graphql", params=asked, headers=bearer(token))
    assert private.json()["data"]["viewer"]["account"]["id"]
    failed = await client.get("/graphql", params=asked)
    assert failed.json()["errors"]
    posted = await client.post("/graphql", json={"query": "{ games { name } }"})
    assert all("etag" not in answer.headers for answer in (private, failed, posted))
    assert private.headers["cache-control"] == posted.headers["cache-control"] == "no-store"


async def test_a_file_of_another_release_is_not_found(client: httpx.AsyncClient) -> None:
    """Files are kept for ever under the version of all of them, so no other version has any."""
    known = saqqara_pages.hashed("site.js")
    assert (await client.get(f"/assets/{known}")).headers["cache-control"].endswith("immutable")
    for path in ("site.js", f"0{known}", saqqara_pages.hashed("gone.js"), f"{known}/site.js"):
        answer = await client.get(f"/assets/{path}")
        assert answer.status_code == HTTPStatus.NOT_FOUND


async def test_the_elements_are_for_pages_of_others(client: httpx.AsyncClient) -> None:
    """At an address that stays they are asked for again, under the version they are kept."""
    stays = await client.get("/elements.js")
    kept = await client.get(f"/assets/{saqqara_pages.hashed('elements.js')}")
    for answer in (stays, kept):
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert answer.headers["access-control-allow-origin"] == "*"
    assert stays.content == kept.content
    assert stays.headers["cache-control"] == "public, no-cache"
    assert kept.headers["cache-control"].endswith("immutable")
    again = await client.get("/elements.js", headers={"if-none-match": stays.headers["etag"]})
    assert again.status_code == HTTPStatus.NOT_MODIFIED
    own = await client.get(f"/assets/{saqqara_pages.hashed('site.js')}")
    assert "cross-origin-resource-policy" not in own.headers
