"""What a process counts: read as Prometheus does, and free of whatever names one of many."""

from __future__ import annotations

import asyncio
import re
import threading
import time

import httpx
import pytest
import redis
from prometheus_client.parser import text_string_to_metric_families

from saqqara_service.application.operations import census, queue_health
from saqqara_service.application.play import deadlines
from saqqara_service.application.service import open_service
from saqqara_service.models import Fischer
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.queue import Job
from tests.service.matches import a_match as a_seated_match
from tests.service.sockets import FEED, greet, hear, opened, subscribe
from tests.service.transports import (
    PATIENCE_S,
    GraphQL,
    Rest,
    Transport,
    a_match,
    a_party,
    bearer,
    serving,
)

Found = dict[tuple[str, frozenset[tuple[str, str]]], float]
LABELS = {
    *("transport", "operation", "outcome", "method", "status", "sweep", "command", "error", "job"),
    *(
        "le",
        "generation",
        "implementation",
        "major",
        "minor",
        "patchlevel",
        "version",
        "budget",
        "kind",
    ),
}


def read(text: str) -> Found:
    """Every sample by its name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(found: Found, name: str, **labels: str) -> float:
    """One sample; 0 if it was never counted."""
    return found.get((name, frozenset(labels.items())), 0.0)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """With metrics on the main port."""
    return settings.model_copy(update={"metrics": True})


@pytest.fixture(params=[Rest, GraphQL], ids=["rest", "graphql"])
def lone_transport(request: pytest.FixtureRequest, lone_client: httpx.AsyncClient) -> Transport:
    """Either transport of one process."""
    opened: Transport = request.param(lone_client)
    return opened


async def scraped(client: httpx.AsyncClient) -> Found:
    """The metrics now."""
    answer = await client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return read(answer.text)


NAMES = {
    "rest": ("accounts_register", "matches_act", "201"),
    "graphql": ("accounts_register", "matches_act", "200"),
}


async def test_operations_are_counted_by_outcome(
    lone_client: httpx.AsyncClient, lone_transport: Transport
) -> None:
    """Both transports count what was asked and how it ended, and measure how long it took."""
    party = await a_party(lone_transport)
    match = await a_match(lone_transport, party)
    ask = {"action": "to the moon", "expectedVersion": match["version"], "actionId": "a"}
    await lone_transport.do("act", party.tokens[match["toAct"]], ask, match["id"])
    found = await scraped(lone_client)
    register, act, made = NAMES[lone_transport.name]
    for operation, outcome in ((register, "ok"), (act, "illegal_action")):
        by = {"transport": lone_transport.name, "operation": operation}
        assert value(found, "saqqara_operations_total", **by, outcome=outcome) == 1
        assert value(found, "saqqara_operation_seconds_count", **by) == 1
    assert value(found, "saqqara_actions_total", outcome="illegal_action") == 1
    assert value(found, "saqqara_http_responses_total", method="POST", status=made) >= 1
    assert value(found, "saqqara_redis_seconds_count", command="matches/start.lua") >= 1


async def test_no_label_names_one_of_many(lone_client: httpx.AsyncClient) -> None:
    """No match, bot or token stands in the metrics, and no path or method of a caller's."""
    transport = Rest(lone_client)
    party = await a_party(transport)
    match = await a_match(transport, party)
    await lone_client.get("/api/v1/no-such-canary", headers=bearer(party.tokens[0]))
    await lone_client.request("CANARY", "/api/v1/games")
    async with lone_client.stream("GET", "/api/v1/turns", headers=bearer(party.tokens[0])):
        text = (await lone_client.get("/metrics")).text
    for secret in (
        *party.tokens,
        party.owner,
        *party.ids,
        match["id"],
        "bot 0",
        "canary",
        "CANARY",
    ):
        assert secret not in text
    assert {name for _, labels in read(text) for name, _ in labels} <= LABELS


def feeds_of(found: Found) -> float:
    """How many feeds are being told by GraphQL."""
    return value(found, "saqqara_streams", transport="graphql", operation="matches_turns")


async def test_sockets_and_what_is_followed_on_them_are_gauged(
    lone_client: httpx.AsyncClient, lone_server: str
) -> None:
    """Open sockets and subscriptions go up and come down again."""
    party = await a_party(Rest(lone_client))
    async with opened(lone_server) as socket:
        await greet(socket, party.tokens[0])
        await subscribe(socket, "1", FEED)
        assert (await hear(socket))["type"] == "next"
        found = await scraped(lone_client)
        assert value(found, "saqqara_sockets") == feeds_of(found) == 1

    async with asyncio.timeout(PATIENCE_S):
        while value(found, "saqqara_sockets") + feeds_of(found) > 0:
            found = await scraped(lone_client)


async def test_metrics_are_private_unless_told(redis_url: str) -> None:
    """Without the setting the main port does not tell them."""
    async with (
        serving(Settings(redis_url=redis_url)) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as http,
    ):
        assert (await http.get("/metrics")).status_code == 404


async def test_metrics_have_a_port_of_their_own() -> None:
    """A thread serves them there until the process ends, whatever the event loop does."""
    metrics = Metrics()
    metrics.actions.labels("applied").inc()
    with metrics.served("127.0.0.1", 0) as port:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
            found = read((await http.get("/metrics")).text)
        assert value(found, "saqqara_actions_total", outcome="applied") == 1
    with metrics.served("127.0.0.1", None) as port:
        assert port is None


async def test_late_seats_and_the_census_are_measured(settings: Settings) -> None:
    """Rulings tell how late they came; matches and waiting jobs are counted in Redis."""
    metrics = Metrics()
    async with open_service(settings, metrics) as svc:
        await a_seated_match(svc, time_control=Fischer(base_ms=100, increment_ms=0))
        await svc.queue.add([Job("play_ladder", "x")])
        await queue_health.look(svc)
        await census.count(svc)
        found = read(metrics.text().decode())
        assert value(found, "saqqara_matches", status="running") == 1
        assert value(found, "saqqara_queue_jobs") == 1
        assert value(found, "saqqara_redis_replicas") == 0
        assert value(found, "saqqara_redis_filled_ratio") == 0
        async with asyncio.timeout(PATIENCE_S):
            while value(found, "saqqara_actions_total", outcome="auto") == 0:
                await deadlines.sweep(svc)
                await asyncio.sleep(0.02)
                found = read(metrics.text().decode())
    assert value(found, "saqqara_ruling_lateness_seconds_count") >= 1
    assert 0 < value(found, "saqqara_ruling_lateness_seconds_sum") < PATIENCE_S
    assert re.search(r"^process_resident_memory_bytes \d", metrics.text().decode(), re.MULTILINE)


async def test_how_full_redis_is_is_measured(
    settings: Settings, redis_url: str, request: pytest.FixtureRequest
) -> None:
    """Of the memory that it may use; without a bound it is never full."""
    metrics = Metrics()
    with redis.Redis.from_url(redis_url) as client:
        request.addfinalizer(lambda: client.config_set("maxmemory", 0))
        async with open_service(settings, metrics) as svc:
            for most, is_bounded in ((0, False), (8 * client.info("memory")["used_memory"], True)):
                client.config_set("maxmemory", most)
                await census.count(svc)
                ratio = value(read(metrics.text().decode()), "saqqara_redis_filled_ratio")
                assert (0.05 < ratio < 0.5) if is_bounded else ratio == 0


def test_a_jobs_cost_is_that_of_the_thread_that_does_it() -> None:
    """What the process does beside it, as the queue's own threads do, is not the job's."""
    metrics, stop = Metrics(), threading.Event()

    def busy() -> None:
        while not stop.is_set():
            sum(range(1_000))

    beside = threading.Thread(target=busy)
    beside.start()
    began = time.process_time()
    with metrics.costing("fit"):
        while time.process_time() < began + 0.2:
            time.sleep(0.01)
    stop.set()
    beside.join()
    assert metrics.job_cpu.labels("fit")._value.get() < 0.1
