"""Worlds that a caller cannot tell apart give the same bytes, whatever is asked, by either door.

A running match is changed in what the caller may not know: deck, coming rounds, other hands, seed.
Every query of the schema with all its fields, every GET of REST, and refused changes of the match
are asked in both worlds. What tells the time is blanked.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace

import httpx
import pytest
from graphql import GraphQLField, GraphQLObjectType, get_named_type, is_leaf_type

from saqqara_service.application import accounts, challenges, matches, offering
from saqqara_service.application.service import Service
from saqqara_service.application.tables import Table
from saqqara_service.graphql.schema import schema
from saqqara_service.models import Match, MatchTerms
from saqqara_service.rest.routes import ENDPOINTS
from saqqara_service.settings import Settings
from tests.service.doors import PATIENCE_S, bearer, serving_until_told
from tests.service.seated import UNHURRIED, Seated, act_at_random, an_owner
from tests.service.test_typed_views import everything

TIMES = re.compile(rb'("(?:nowMs|requestId)":)("[^"]*"|[0-9]+)')
ROOT = schema()._schema.query_type
PROBES = ("get", "place 9.9", "take 1", "sail 1 temple", "lever 1 temple 01", "nonsense")
PRESETS = ["base", "everything"]
SHAPED = {"SeatView", "Turn"}
"""What holds typed views and actions is asked part by part: together it is over the limits."""


@dataclass(frozen=True, slots=True)
class World:
    """A match that is played, its bots' tokens, and the service that holds it."""

    svc: Service
    client: httpx.AsyncClient
    seated: Seated
    tokens: list[str]
    challenge_id: str
    ladder_id: str = "l0"

    def value_of(self, argument: str) -> object:
        """What an argument is given; an argument that nobody knows is a failure."""
        bot_id = self.seated.callers[0].bot_id
        return {
            "id": self.seated.id,
            "matchId": self.seated.id,
            "botId": bot_id,
            "ladderId": self.ladder_id,
            "action": "place 9.9",
            "first": 20,
            "joinable": False,
        }[argument]


def documents(name: str, field: GraphQLField) -> list[str]:
    """Queries that together ask for all that a field has, each within the limits."""
    declared = {
        arg: f"${arg}: {one.type}"
        for arg, one in field.args.items()
        if str(one.type).endswith("!") or arg == "action"
    }
    head = f"query({', '.join(declared.values())}) " if declared else ""
    given = f"({', '.join(f'{arg}: ${arg}' for arg in declared)})" if declared else ""
    kind = get_named_type(field.type)
    if is_leaf_type(kind):
        return [f"{head}{{ {name}{given} }}"]
    assert isinstance(kind, GraphQLObjectType)
    if kind.name not in SHAPED:
        return [f"{head}{{ {name}{given} {{ {everything(kind)} }} }}"]
    parts = [GraphQLObjectType(kind.name, {one: inner}) for one, inner in kind.fields.items()]
    return [f"{head}{{ {name}{given} {{ {everything(part)} }} }}" for part in parts]


async def answers(world: World, token: str | None) -> AsyncIterator[tuple[str, bytes]]:
    """Everything that can be asked, and what is answered."""
    assert ROOT is not None
    for name, field in ROOT.fields.items():
        for text in documents(name, field):
            variables = {arg: world.value_of(arg) for arg in re.findall(r"\$(\w+):", text)}
            body = {"query": text, "variables": variables}
            told = await world.client.post("/graphql", json=body, headers=bearer(token))
            yield text, told.content
    ids = {
        "match_id": world.seated.id,
        "bot_id": world.value_of("botId"),
        "ladder_id": world.ladder_id,
        "challenge_id": world.challenge_id,
    }
    for endpoint in ENDPOINTS:
        if endpoint.method == "GET":
            path = "/api/v1" + endpoint.path.format(**ids)
            query = {"action": "place 9.9"} if "explanation" in path else {}
            answer = await world.client.get(path, params=query, headers=bearer(token))
            yield path, answer.content + str(answer.headers.get("etag")).encode()
    version = (await matches.get(world.svc, world.seated.id)).version
    for probe in PROBES:
        ask = {"action": probe, "expectedVersion": version + 1, "actionId": "probe"}
        path = f"/api/v1/matches/{world.seated.id}/actions"
        yield probe, (await world.client.post(path, json=ask, headers=bearer(token))).content


async def everything_told(world: World, token: str | None) -> list[tuple[str, bytes]]:
    """All answers, but for the time."""
    return [(what, TIMES.sub(rb"\1", told)) async for what, told in answers(world, token)]


def with_other_secrets(table: Table, seat: int | None, chance: random.Random) -> Table:
    """The table, changed only in what the seat (None: the public) cannot know."""
    view = table.game.view(table.state, seat)
    other = table.game.sample(view, chance.randbytes(32))
    return replace(table, state=other, seed=chance.randbytes(32))


async def a_world(svc: Service, client: httpx.AsyncClient, preset: str) -> World:
    """A match under the preset, made with bots whose tokens are at hand."""
    owner = await an_owner(svc)
    issued = [await accounts.create_bot(svc, owner, f"bot {number}") for number in range(3)]
    callers = [await accounts.authenticate(svc, one.token) for one in issued]
    seats = [caller.bot_id for caller in callers]
    terms = MatchTerms(
        game="imhotep", options={"preset": preset, "players": 3}, time_control=UNHURRIED
    )
    match: Match = await matches.create(svc, owner, terms, seats=seats, start=True)
    asked = [str(seat) for seat in seats[1:]]
    offered = offering.Offered(terms)
    challenge = await challenges.create(
        svc, callers[0], None, asked, offered, expires_in_ms=86_400_000
    )
    tokens = [one.token for one in issued]
    return World(svc, client, Seated(match, owner, callers), tokens, challenge.id)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("preset", PRESETS)
async def test_other_secrets_give_the_same_bytes(settings: Settings, preset: str) -> None:
    """Nothing that anybody can ask tells worlds apart that differ only in the caller's unknowns."""
    chance, compared = random.Random(preset), 0
    quiet = settings.model_copy(update={"address_burst": 1_000_000, "token_burst": 1_000_000})
    async with (
        serving_until_told(quiet) as (address, server),
        httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
    ):
        svc: Service = server._app.state.service
        world = await a_world(svc, client, preset)
        for _ in range(2):
            for _ in range(chance.randrange(10, 30)):
                await act_at_random(svc, world.seated, chance)
            table, _now = await svc.tables.fresh(world.seated.id)
            for seat, token in [(None, None), *enumerate(world.tokens[:2])]:
                other = with_other_secrets(table, seat, chance)
                compared += other.game.chance(other.state) != table.game.chance(table.state)
                svc.tables._tables[world.seated.id] = table
                one = await everything_told(world, token)
                svc.tables._tables[world.seated.id] = other
                two = await everything_told(world, token)
                for (what, first), (_, second) in zip(one, two, strict=True):
                    assert first == second, what
                    assert b'"code":"internal"' not in first, what
            svc.tables._tables[world.seated.id] = table
    assert compared > 3
