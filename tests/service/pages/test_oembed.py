"""A link to a match says what it shows, and is made into a frame by whoever asks for that."""

from __future__ import annotations

import html
import re

import httpx
import pytest

from tests.service.transports import Rest, a_match, a_party

HERE = "http://test"


async def _a_link(client: httpx.AsyncClient) -> str:
    match = await a_match(Rest(client), await a_party(Rest(client)))
    return f"{client.base_url}/matches/{match['id']}".replace("//matches", "/matches")


async def test_a_link_becomes_a_frame(client: httpx.AsyncClient) -> None:
    """With what the address says of the moment, and no larger than is asked."""
    link = await _a_link(client)
    asked = {"url": f"{link}?ply=3&seat=1&token=x", "format": "json", "maxwidth": "500"}
    answer = await client.get("/oembed", params=asked)
    assert answer.status_code == 200
    body = answer.json()
    assert (body["version"], body["type"]) == ("1.0", "rich")
    assert (body["width"], body["height"]) == (500, 720)
    source = re.search(r'src="([^"]+)"', body["html"])
    assert source is not None
    assert html.unescape(source[1]) == link.replace("/matches", "/embed/matches") + "?ply=3&seat=1"


@pytest.mark.parametrize(
    "address",
    ["", "nothing", "http://[", "https://elsewhere.example/matches/m1", "{here}/ladders/l1",
     "{here}/matches/nobody", "javascript:{here}/matches/m1"],
)  # fmt: skip
async def test_what_is_no_match_here_is_not_found(client: httpx.AsyncClient, address: str) -> None:
    """Also an address of another host."""
    here = str(client.base_url).rstrip("/")
    answer = await client.get("/oembed", params={"url": address.format(here=here)})
    assert answer.status_code == 404


async def test_other_forms_are_not_implemented(client: httpx.AsyncClient) -> None:
    """As the specification has it."""
    link = await _a_link(client)
    answer = await client.get("/oembed", params={"url": link, "format": "xml"})
    assert answer.status_code == 501


async def test_the_page_of_a_match_says_who_plays(client: httpx.AsyncClient) -> None:
    """And where its frame is found; a page of nothing says nothing."""
    link = await _a_link(client)
    page = (await client.get(f"{link}?ply=2")).text
    assert 'property="og:title"' in page
    found = re.search(r'application/json\+oembed" href="([^"]+)"', page)
    assert found is not None
    response = await client.get(html.unescape(found[1]))
    assert "?ply=2" in response.json()["html"]
    assert "og:title" not in (await client.get("/matches/nobody")).text
