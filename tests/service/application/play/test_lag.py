"""Lag: what the service measured on the way of an answer is credited, within a bank."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

import httpx
import pytest
import redis
from websockets.asyncio.client import ClientConnection

from saqqara_contest.clocks import LAG_GAIN_MS, LAG_START_MS
from saqqara_service.application.play.delays import Timing
from saqqara_service.application.service import Service
from saqqara_service.edge.protocols.frames import TICK_S, BoundedFrames
from saqqara_service.errors import SeatFlagged
from saqqara_service.graphql.pulse import FIRST_PAUSE_S, IDLE_PAUSE_S, PAUSE_S, REMEMBERED, Pulse
from saqqara_service.models import Acted, PerMove
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.keys import match_key
from tests.service.actions import act
from tests.service.application.play.test_timekeeping import timekeeper
from tests.service.documents import mutation
from tests.service.matches import Seated, legal_now
from tests.service.matches import a_match as a_seated_match
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import (
    Rest,
    a_match,
    a_party,
    bearer,
    graphql_answer,
    stoppable_server,
)

THOUGHT_MS = 5_000
# What a busy machine may add to a measured time; far below what the tests are about.
SLACK_MS = 3_000


async def act_after(svc: Service, seated: Seated, redis_url: str, timing: Timing) -> Acted:
    """The action of the seat that is asked, as if its turn had begun five seconds ago."""
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    with redis.Redis.from_url(redis_url) as client:
        key = match_key("match", seated.id)
        since = int(client.hget(key, "turn_since") or 0)
        client.hset(key, "turn_since", since - THOUGHT_MS)
    caller, action_id = seated.callers[match.to_act], f"v{match.version}"
    call = (svc, caller, seated.id, legal[0], match.version, action_id)
    return await act(*call, timing)


def of_now(own_s: float = 0.0, rtt_ms: int | None = None) -> Timing:
    """An answer that came so long ago, by a way of that length."""
    return Timing(time.monotonic() - own_s, rtt_ms)


async def test_the_services_own_time_is_not_charged(svc: Service, redis_url: str) -> None:
    """What passes between the receipt and the ruling costs a bot nothing, however long."""
    seated = await a_seated_match(svc)
    acted = await act_after(svc, seated, redis_url, of_now(own_s=4.0))
    assert 4_000 <= acted.credited_ms <= 4_000 + SLACK_MS
    assert THOUGHT_MS - acted.credited_ms <= acted.charged_ms <= 1_000 + SLACK_MS


async def test_lag_is_paid_from_a_bank(svc: Service, redis_url: str) -> None:
    """At first 300 ms, then 100 ms for every decision, whatever the lag is said to be."""
    seated = await a_seated_match(svc)
    banks = dict.fromkeys((0, 1), LAG_START_MS)
    for _ in range(8):
        stored = await svc.matches.load(seated.id)
        assert stored is not None
        seat = stored.match.to_act
        assert seat is not None
        acted = await act_after(svc, seated, redis_url, of_now(rtt_ms=60_000))
        assert banks[seat] <= acted.credited_ms <= banks[seat] + 1_000
        banks[seat] = LAG_GAIN_MS


async def test_who_answers_in_time_is_never_flagged(svc: Service, other_svc: Service) -> None:
    """Many answers close to their deadlines, two replicas ruling: what came in time counts."""
    matches = [await a_seated_match(svc, 2, PerMove(move_ms=3_000)) for _ in range(30)]
    async with timekeeper(svc), timekeeper(other_svc):
        ruled = await asyncio.gather(*(answer_late(svc, seated) for seated in matches))
    assert any(is_in_time for is_in_time, _is_flagged in ruled)
    assert (True, True) not in ruled


async def answer_late(svc: Service, seated: Seated) -> tuple[bool, bool]:
    """Answer a quarter of a second before the deadline: if that was so, and if it cost the seat."""
    match, legal = await legal_now(svc, seated.id)
    if match.version > 1 or match.deadline_ms is None:  # the machine was too busy to get so far
        return False, False
    await asyncio.sleep((match.deadline_ms - 250 - await svc.connection.now_ms()) / 1000)
    timing = of_now()
    is_in_time = await svc.connection.now_ms() <= match.deadline_ms - 200
    call = (svc, seated.callers[0], seated.id, legal[0], match.version, "close")
    try:
        await act(*call, timing)
    except SeatFlagged:
        return is_in_time, True
    return is_in_time, False


async def test_credit_is_told(svc: Service, redis_url: str) -> None:
    """The event, the answer and the receipt of the next turn agree on what was credited."""
    seated = await a_seated_match(svc)
    acted = await act_after(svc, seated, redis_url, of_now(rtt_ms=120))
    assert acted.credited_ms >= 120
    (event,) = await svc.matches.log(seated.id, acted.version - 1, 1)
    table, _now = await svc.tables.fresh(seated.id)
    receipt = table.receipts[0]
    assert receipt is not None
    assert event.credited_ms == receipt.credited_ms == acted.credited_ms
    assert event.charged_ms == receipt.charged_ms == acted.charged_ms
    assert event.left_ms[0] == receipt.left_ms == acted.left_ms
    assert (receipt.auto, receipt.late) == (False, False)


async def test_by_rest_no_way_is_measured(client: httpx.AsyncClient) -> None:
    """Nobody can tell how far away a client of REST is: only our own time is credited."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    ask = {"action": "get", "expectedVersion": match["version"], "actionId": "one"}
    answer = await rest.do("act", party.tokens[match["toAct"]], ask, match["id"])
    assert answer.data["creditedMs"] <= SLACK_MS


async def test_a_body_that_is_sent_slowly_is_thought_slowly(client: httpx.AsyncClient) -> None:
    """An answer has come when its last part has: who sends its head early gains nothing."""
    rest = Rest(client)
    party = await a_party(rest)
    match = await a_match(rest, party)
    ask = {"action": "get", "expectedVersion": match["version"], "actionId": "one"}

    async def slowly() -> AsyncIterator[bytes]:
        yield b" "
        await asyncio.sleep(1)
        yield json.dumps(ask).encode()

    headers = {**bearer(party.tokens[match["toAct"]]), "content-type": "application/json"}
    path = f"/api/v1/matches/{match['id']}/actions"
    acted = (await client.post(path, content=slowly(), headers=headers)).json()
    assert acted["chargedMs"] + acted["creditedMs"] >= 1_000
    assert acted["chargedMs"] >= 500


@pytest.mark.parametrize("lag_ms", [0, 200])
async def test_the_way_to_a_websocket_is_measured(server: str, lag_ms: int) -> None:
    """A client whose pongs take long is credited that much of its thinking, from the bank."""
    async with httpx.AsyncClient(base_url=server) as client:
        party = await a_party(Rest(client))
        match = await a_match(Rest(client), party)

    class Distant(ClientConnection):
        """Hears everything so much later."""

        def data_received(self, data: bytes) -> None:
            asyncio.get_running_loop().call_later(lag_ms / 1000, super().data_received, data)

    async with opened(server, create_connection=Distant) as socket:
        for _ in range(20):
            await socket.pong()  # never asked for: says nothing
        await greet(socket, party.tokens[match["toAct"]])
        await asyncio.sleep(FIRST_PAUSE_S + 0.5)
        ask = {
            "matchId": match["id"],
            "action": "get",
            "expectedVersion": match["version"],
            "actionId": "one",
        }
        await subscribe(socket, "a", mutation("act"), input=ask)
        acted = graphql_answer((await hear(socket))["payload"], "act").data
    assert acted["creditedMs"] >= min(lag_ms, LAG_START_MS)
    assert acted["chargedMs"] + acted["creditedMs"] >= 500 + lag_ms
    if lag_ms == 0:
        assert acted["chargedMs"] >= 100


async def test_clients_are_pinged_together(settings: Settings) -> None:
    """At full ticks, whenever they came, so that the loop wakes once for many."""
    async with stoppable_server(settings) as (address, server), opened(address), opened(address):
        sockets = [one for one in server.server_state.connections if isinstance(one, BoundedFrames)]
        instants = [one.ping_timer.when() for one in sockets if one.ping_timer is not None]
    assert len(instants) == 2
    for instant in instants:
        assert abs(instant - TICK_S * round(instant / TICK_S)) < 0.002, "it is in milliseconds"


def test_a_client_that_only_listens_is_seldom_pinged() -> None:
    """One that acts is measured again soon."""
    pulse = Pulse()
    for _ in range(REMEMBERED):
        assert pulse.next_pause_s() == FIRST_PAUSE_S
        pulse.note(0.005)
    assert pulse.next_pause_s() == IDLE_PAUSE_S
    pulse.use()
    assert [pulse.next_pause_s() for _ in range(2)] == [PAUSE_S, IDLE_PAUSE_S]


def test_the_smallest_of_the_last_counts() -> None:
    """An accident on the way is forgotten as soon as a ping was quicker; so is old quickness."""
    pulse = Pulse()
    for trip_ms in [5, *[80] * (REMEMBERED - 1)]:
        pulse.note(trip_ms / 1000)
    assert pulse.rtt_ms == 5
    pulse.note(0.09)
    assert pulse.rtt_ms == 80
