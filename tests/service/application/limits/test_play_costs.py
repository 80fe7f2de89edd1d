"""What an action costs that was not measured: it is taken to cost what others like it do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import NamedTuple

import httpx
import pytest

from saqqara_service.application.limits import meter
from saqqara_service.application.limits.meter import Keys, metered
from saqqara_service.application.limits.play_costs import FEW, PlayCosts
from saqqara_service.application.limits.rate_limits import RequestCost
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from tests.service.application.play.test_way_of_an_action import WAYS
from tests.service.transports import (
    PATIENCE_S,
    GraphQL,
    Rest,
    a_decision,
    a_match,
    a_party,
)

ACT = ("rest", "matches_act")
CHEAP_S, DEAR_S = 0.0005, 0.050
PLAYER, ATTACKER = "192.0.2.1", "192.0.2.2"


class Sent(NamedTuple):
    """An action, how it ended, and what it took."""

    address: str
    outcome: str
    took_s: float

    @property
    def is_applied(self) -> bool:
        return self.outcome == "ok"


APPLIED = Sent(PLAYER, "ok", CHEAP_S)
REFUSED = Sent(PLAYER, "stale_version", CHEAP_S)
DEAR = Sent(ATTACKER, "stale_version", DEAR_S)


def cost_of_request(svc: Service, sent: Sent) -> tuple[float, bool]:
    """What the cost of an action says that it took, and whether it was measured."""
    one = RequestCost(Client(sent.address), svc.rate_limits)
    if not one.excuse(ACT):
        one.spent_s = sent.took_s
    one.outcome, one.has_acted = sent.outcome, sent.is_applied
    svc.rate_limits.close(one)
    return one.spent_s, one.is_measured


async def owed(svc: Service, some: Iterable[Sent]) -> float:
    """What all of them are said to have taken."""
    return sum([cost_of_request(svc, each)[0] for each in some])


@pytest.fixture
async def in_use(svc: Service) -> Service:
    """A service that has seen many actions, of which few were refused, and cheaply."""
    await owed(svc, [APPLIED] * 500 + [REFUSED] * 3 + [APPLIED] * 500)
    return svc


async def test_who_makes_dear_refusals_pays_what_they_cost(in_use: Service) -> None:
    """From the first on, though others are refused cheaply with the same code."""
    dear = [DEAR] * 40
    assert await owed(in_use, dear) > 0.9 * 40 * DEAR_S
    mixed = [one for _ in range(20) for one in (DEAR, REFUSED, APPLIED)]
    assert await owed(in_use, mixed) > 0.9 * 20 * DEAR_S


async def test_dear_refusals_among_applied_actions_are_paid_too(in_use: Service) -> None:
    """To have an action applied now and then hides nothing."""
    applied = Sent(ATTACKER, "ok", CHEAP_S)
    some = [one for _ in range(40) for one in (DEAR, *[applied] * 10)]
    assert await owed(in_use, some) > 0.9 * 40 * DEAR_S


async def test_the_mean_follows_what_is_measured(in_use: Service) -> None:
    """Where nobody watches, one is taken to cost what such refusals have come to cost."""
    await owed(in_use, [DEAR] * 40)
    elsewhere = Sent("192.0.2.3", DEAR.outcome, DEAR_S)
    spent_s, is_measured = cost_of_request(in_use, elsewhere)
    assert is_measured or spent_s > 0.9 * DEAR_S


async def test_few_of_those_that_are_applied_are_measured(in_use: Service) -> None:
    """All are taken to have cost what those few did."""
    found = [cost_of_request(in_use, APPLIED) for _ in range(1_000)]
    assert sum(is_measured for _, is_measured in found) < 60
    assert sum(spent_s for spent_s, _ in found) == pytest.approx(1_000 * CHEAP_S, rel=0.05)


async def test_the_first_of_an_outcome_leads_to_measurements(in_use: Service) -> None:
    """What nobody knows the cost of is nothing once, and then it is known."""
    new = "match_over"
    measured = [
        cost_of_request(in_use, Sent(f"192.0.2.{n}", new, CHEAP_S))[1] for n in range(10, 14)
    ]
    assert sum(measured) >= FEW


async def test_an_excused_action_is_measured_no_further(svc: Service) -> None:
    """Neither its steps, once that is known, nor the tasks that it begins."""
    asyncio.get_running_loop().set_task_factory(meter.task)
    for _ in range(FEW):
        cost_of_request(svc, APPLIED)
    one = Counted(Client(PLAYER), svc.rate_limits)
    with one:
        await metered(_acting(one), one)
    assert one.steps == 1


async def _acting(one: RequestCost) -> None:
    """Find that it acts, then wait, by itself and in a task."""
    while not one.excuse(ACT):
        pass
    for _ in range(3):
        await asyncio.sleep(0)
    await asyncio.create_task(asyncio.sleep(0))


@pytest.mark.parametrize(("way", "steps"), [("rest", 0), ("graphql", 1), ("socket", 1)])
async def test_an_action_is_hardly_measured(
    way: str, steps: int, lone_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By REST not at all; by GraphQL until its text is known for that of an action."""
    begun: list[Keys] = []
    monkeypatch.setattr(PlayCosts, "wants", lambda *_: False)
    monkeypatch.setattr(RequestCost, "begin", lambda one: begun.append(one.keys))
    async with httpx.AsyncClient(base_url=lone_server, timeout=PATIENCE_S) as client:
        party = await a_party(Rest(client))
        match = await a_match(GraphQL(client), party)
        async with WAYS[way](client, match, party) as act:
            await act(*await a_decision(client, party, "first"))
            decision = await a_decision(client, party, "second")
            await asyncio.sleep(0.1)
            begun.clear()
            await act(*decision)
    assert len(begun) == steps


class Counted(RequestCost):
    """A cost that counts how often it is measured."""

    steps = 0

    def begin(self) -> None:
        """Count a step."""
        self.steps += 1
        super().begin()
