"""The REST transport, over a real socket."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import httpx
import pytest

from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_engine.records.record import from_json, verify
from saqqara_service.settings import Settings
from tests.service.streams import sse
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Party,
    Rest,
    a_match,
    a_party,
    bearer,
    serving,
)

API = "/api/v1"


async def stream_of(
    client: httpx.AsyncClient, path: str, **headers: str
) -> AsyncGenerator[Json, None]:
    """The events of a stream: id, event and data."""
    asked = {"accept": "text/event-stream", **headers}
    async with client.stream("GET", API + path, headers=asked) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream"), await answer.aread()
        async with aclosing(sse(answer)) as items:
            async for item in items:
                yield item


async def play_by_turns(client: httpx.AsyncClient, token: str, rng: random.Random) -> Json:
    """Answer each turn of the bot's feed with any legal action, until a match has ended."""
    async with aclosing(stream_of(client, "/turns", **bearer(token))) as items:
        async for item in items:
            news = item["data"]
            if news["kind"] == "heartbeat":
                continue
            if news["kind"] == "ended":
                ended: Json = news
                return ended
            turn = news["turn"]
            action = rng.choice(turn["actions"])
            answer = await client.post(
                f"{API}/matches/{news['matchId']}/actions",
                json={"action": action},
                headers={
                    **bearer(token),
                    "if-match": f'"{turn["version"]}"',
                    "idempotency-key": f"t{turn['version']}",
                },
            )
            assert answer.status_code == 200, answer.text
            assert answer.headers["etag"] == f'"{answer.json()["version"]}"'
    raise AssertionError("the feed ended before the match")


async def test_a_whole_match_is_played_by_rest_alone(client: httpx.AsyncClient) -> None:
    """Turns come by event stream, actions go by POST, and the record that is left verifies."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    path = f"/matches/{match['id']}"
    rng = random.Random(2)
    following = asyncio.create_task(_events(stream_of(client, f"{path}/events")))
    ends = await asyncio.gather(*(play_by_turns(client, token, rng) for token in party.tokens))
    over = (await client.get(API + path)).json()
    assert over["status"] == "finished"
    assert over["result"] == ends[0]["result"] == ends[1]["result"]
    events = await following
    assert [event["version"] for event in events] == list(range(1, over["version"] + 1))
    assert events[-1]["status"] == "finished"
    record = from_json((await client.get(f"{API}{path}/record")).json())
    verify(record)
    assert len(record.plies) == over["version"] - 1


async def _events(items: AsyncIterator[Json]) -> list[Json]:
    return [item["data"]["event"] async for item in items if item["data"]["kind"] == "event"]


async def _next(items: AsyncIterator[Json]) -> Json:
    """What is told next, heartbeats apart."""
    async for item in items:
        if item["data"]["kind"] != "heartbeat":
            return item
    raise AssertionError("the stream has ended")


async def a_few_plies(client: httpx.AsyncClient, count: int = 5) -> tuple[Party, Json]:
    """A match in which so many stones were got and placed."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    for _ in range(count):
        token = party.tokens[match["toAct"]]
        path = f"{API}/matches/{match['id']}"
        async with aclosing(stream_of(client, "/turns", **bearer(token))) as items:
            turn = (await _next(items))["data"]["turn"]
        action = turn["actions"][0]
        ask = {"action": action, "expectedVersion": turn["version"], "actionId": action[:3]}
        ask["actionId"] = f"a{turn['version']}"
        answer = await client.post(f"{path}/actions", json=ask, headers=bearer(token))
        assert answer.status_code == 200, answer.text
        match = (await client.get(path)).json()
    return party, match


async def test_a_stream_resumes_after_the_last_event_that_was_seen(
    client: httpx.AsyncClient,
) -> None:
    """`Last-Event-ID`, or `after`, tells where to go on; nothing is missed or told twice."""
    _, match = await a_few_plies(client)
    path = f"/matches/{match['id']}/events"
    page = (await client.get(f"{API}{path}")).json()["items"]
    for version, event in enumerate(page[:-1], 1):
        for query, header in (("", event["cursor"]), (f"?after={event['cursor']}", "")):
            async with aclosing(
                stream_of(client, path + query, **{"last-event-id": header})
            ) as items:
                beat = await anext(items)
                assert (beat["id"], beat["data"]["kind"]) == (event["cursor"], "heartbeat")
                resumed = [await anext(items) for _ in page[version:]]
            assert [item["data"]["event"] for item in resumed] == page[version:]
            assert [item["id"] for item in resumed] == [one["cursor"] for one in page[version:]]


async def test_a_heartbeat_tells_time_and_clocks(client: httpx.AsyncClient) -> None:
    """At once after connecting, match stream and feed tell the service's time and the clocks."""
    party, match = await a_few_plies(client, 1)
    for path in (f"/matches/{match['id']}/events", "/turns"):
        async with aclosing(stream_of(client, path, **bearer(party.tokens[0]))) as items:
            beat = (await anext(items))["data"]
        assert beat["kind"] == "heartbeat"
        about = (await client.get(f"{API}/server")).json()
        assert 0 <= about["nowMs"] - beat["heartbeat"]["nowMs"] < PATIENCE_S * 1000
        assert beat["heartbeat"]["clocks"] == [
            {
                "matchId": match["id"],
                "version": match["version"],
                "toAct": match["toAct"],
                "leftMs": [seat["leftMs"] for seat in match["seats"]],
                "deadlineMs": match["deadlineMs"],
            }
        ]


async def test_events_come_in_pages_too(client: httpx.AsyncClient) -> None:
    """Without an event stream the log is read page by page, each cursor asking for the next."""
    _, match = await a_few_plies(client)
    seen: list[int] = []
    query = {"first": "2"}
    while True:
        page = (await client.get(f"{API}/matches/{match['id']}/events", params=query)).json()
        assert len(page["items"]) <= 2
        seen += [event["version"] for event in page["items"]]
        if page["cursor"] is None:
            break
        query["after"] = page["cursor"]
    assert seen == list(range(1, match["version"] + 1))


async def test_a_failed_if_match_says_so_by_its_own_status(client: httpx.AsyncClient) -> None:
    """`If-Match` with a version that has passed is 412, the same in the body is 409."""
    party, match = await a_few_plies(client, 1)
    path = f"{API}/matches/{match['id']}/actions"
    ask: Json = {"action": "get", "actionId": "late"}
    headers = bearer(party.tokens[match["toAct"]])
    by_header = await client.post(path, json=ask, headers={**headers, "if-match": '"1"'})
    by_body = await client.post(path, json={**ask, "expectedVersion": 1}, headers=headers)
    assert (by_header.status_code, by_body.status_code) == (412, 409)
    assert by_header.json()["code"] == by_body.json()["code"] == "stale_version"
    both = {**ask, "expectedVersion": 2}
    torn = await client.post(path, json=both, headers={**headers, "if-match": '"1"'})
    assert torn.json()["code"] == "malformed"
    assert torn.json()["pointer"] == "/expectedVersion"


async def test_a_seat_sees_more_than_the_public(client: httpx.AsyncClient) -> None:
    """The view of a seat needs its token; without one, or with a stranger's, it is the public's."""
    party, match = await a_few_plies(client, 1)
    path = f"{API}/matches/{match['id']}/view"
    mine = (await client.get(path, headers=bearer(party.tokens[1]))).json()
    public = (await client.get(path)).json()
    owner = (await client.get(path, headers=bearer(party.owner))).json()
    assert mine["seat"] == 1
    assert public["seat"] is None
    assert owner == public
    assert mine["version"] == match["version"]


async def test_matches_are_listed_page_by_page(client: httpx.AsyncClient) -> None:
    """Each cursor asks for older matches, until there are none."""
    rest = Rest(client)
    party = await a_party(rest)
    made = [(await a_match(rest, party))["id"] for _ in range(5)]
    listed: list[str] = []
    query = {"first": "2", "status": "running", "playerId": party.ids[0]}
    while True:
        page = (await client.get(f"{API}/matches", params=query)).json()
        listed += [match["id"] for match in page["items"]]
        if page["cursor"] is None:
            break
        query["after"] = page["cursor"]
    assert sorted(listed) == sorted(made)


@pytest.mark.parametrize(
    "query", [{"first": "0"}, {"first": "many"}, {"status": "asleep"}, {"sort": "up"}]
)
async def test_a_strange_query_is_malformed(client: httpx.AsyncClient, query: Json) -> None:
    """What the query cannot mean is refused with the name of the parameter."""
    answer = await client.get(f"{API}/matches", params=query)
    assert answer.status_code == 400
    assert answer.json()["pointer"] == "/" + next(iter(query))


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing/here", 404, "not_found"),
        ("GET", "/api/v1/senet", 404, "not_found"),
        ("DELETE", "/api/v1/matches", 405, "malformed"),
        ("PUT", "/api/v1/me", 405, "malformed"),
    ],
)
async def test_an_unknown_path_or_method_is_a_problem_too(
    client: httpx.AsyncClient, method: str, path: str, status: int, code: str
) -> None:
    """What no route answers is refused in the form of every refusal."""
    answer = await client.request(method, path)
    assert answer.status_code == answer.json()["status"] == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert (status == 405) == ("allow" in answer.headers)


async def test_a_wrong_content_type_and_an_endless_body_have_their_own_status(
    client: httpx.AsyncClient,
) -> None:
    """415 for what is not JSON; 413 for what is too long, whether it was announced or not."""

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 1024

    path = f"{API}/accounts"
    form = await client.post(path, data={"name": "Hemiunu"})
    assert form.status_code == 415
    json_type = {"content-type": "application/json"}
    announced = await client.post(path, content=b" " * 70_000, headers=json_type)
    unannounced = await client.post(path, content=endless(), headers=json_type)
    assert announced.status_code == unannounced.status_code == 413
    assert unannounced.json()["code"] == "too_large"


async def test_pages_of_other_origins_may_call(client: httpx.AsyncClient) -> None:
    """A front end on another origin is let in by default and may read what it needs."""
    origin = {"origin": "https://play.example"}
    asked = {**origin, "access-control-request-method": "POST"}
    # What Apollo, urql, Relay and their tracing add, beside what the contract names.
    usual = "apollo-require-preflight,x-requested-with,baggage,sentry-trace,if-none-match,prefer"
    asked["access-control-request-headers"] = f"authorization,if-match,{usual}"
    before = await client.options(f"{API}/matches", headers=asked)
    assert before.status_code == 200
    assert before.headers["access-control-allow-origin"] == "*"
    answer = await client.get(f"{API}/games", headers=origin)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "etag" in answer.headers["access-control-expose-headers"]


async def test_a_closed_list_of_origins_is_kept(settings: Settings) -> None:
    """Where a host names origins, no other page may read what is answered by HTTP."""
    ours = settings.model_copy(update={"allowed_origins": ("https://play.example",)})
    async with serving(ours) as address, httpx.AsyncClient(base_url=address) as client:
        good = await client.get(f"{API}/games", headers={"origin": "https://play.example"})
        bad = await client.get(f"{API}/games", headers={"origin": "https://evil.example"})
    assert good.headers["access-control-allow-origin"] == "https://play.example"
    assert "access-control-allow-origin" not in bad.headers


async def test_a_request_keeps_the_id_it_came_with(client: httpx.AsyncClient) -> None:
    """A sensible request id is echoed and told in problems; any other is replaced."""
    answer = await client.get(f"{API}/me", headers={"x-request-id": "from-the-proxy-1"})
    assert answer.headers["x-request-id"] == answer.json()["requestId"] == "from-the-proxy-1"
    other = await client.get(f"{API}/me", headers={"x-request-id": "<script>"})
    assert other.headers["x-request-id"] != "<script>"


async def test_the_service_tells_its_version_and_time(client: httpx.AsyncClient) -> None:
    """A client can compare its clock with the one that rules."""
    about = (await client.get(f"{API}/server")).json()
    body = {"query": "{ server { version nowMs } }"}
    again = (await client.post("/graphql", json=body)).json()["data"]["server"]
    assert about["version"] == again["version"]
    assert 0 <= again["nowMs"] - about["nowMs"] < PATIENCE_S * 1000


async def test_the_options_of_games_mark_house_rules(client: httpx.AsyncClient) -> None:
    """Every option is listed with what it can be; values with figures of ours name them."""
    games = {game["name"]: game for game in (await client.get("/api/v1/games")).json()["items"]}
    options = {option["name"]: option for option in games["imhotep"]["options"]}

    assert options["sides.temple"]["values"] == ["A", "B", "C", "D"]
    assert options["sides.temple"]["houseRules"] == [
        {"value": value, "figures": [{"number": number, "text": HOUSE_VALUES[number]}]}
        for value, number in (("B", "H-03"), ("C", "H-14"), ("D", "H-15"))
    ]
    assert [preset["name"] for preset in games["duel"]["presets"]] == ["a", "b"]
