"""The schema as a graph: complete connections, edges from each thing to the others, and nodes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import httpx
from graphql import GraphQLObjectType, build_schema

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, search
from saqqara_service.application.ladders import ladders
from saqqara_service.application.matches import lists
from saqqara_service.application.service import Service
from saqqara_service.models.pages import Page
from tests.service import jobs
from tests.service.application.matches.test_public_delay import a_late_match
from tests.service.challengers import a_challenge, some_rivals
from tests.service.ladders import a_ladder, enrol, some_terms
from tests.service.matches import an_owner
from tests.service.transports import GraphQL, Json, a_match, a_party, bearer

SCHEMA: Final = build_schema(Path("openapi/schema.graphql").read_text())


async def asked(
    client: httpx.AsyncClient, text: str, token: str | None = None, **variables: Any
) -> Json:
    """The data of an answer without errors."""
    body = {"query": text, "variables": variables}
    answer: Json = (await client.post("/graphql", json=body, headers=bearer(token))).json()
    assert "errors" not in answer, answer
    data: Json = answer["data"]
    return data


async def admin(svc: Service) -> str:
    """A token that may read everything."""
    return (await accounts.issue_admin(svc)).token


def test_every_connection_is_one_of_relay() -> None:
    """Edges with a cursor and a node each, and where the page begins and ends."""
    kinds = {name: kind for name, kind in SCHEMA.type_map.items() if name.endswith("Connection")}
    assert len(kinds) >= 6
    for name, kind in kinds.items():
        assert isinstance(kind, GraphQLObjectType)
        node = name.removesuffix("Connection")
        assert str(kind.fields["edges"].type) == f"[{node}Edge!]!"
        assert str(kind.fields["pageInfo"].type) == "PageInfo!"
        edge = SCHEMA.type_map[f"{node}Edge"]
        assert isinstance(edge, GraphQLObjectType)
        assert [str(edge.fields[one].type) for one in ("cursor", "node")] == ["String!", f"{node}!"]


async def test_each_list_goes_on_after_any_of_its_edges(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Also the lists whose places had no cursors: challenges."""
    rivals = await some_rivals(svc)
    for _ in range(3):
        await a_challenge(svc, rivals)
    text = """query($id: ID!, $after: String) { challenges(botId: $id, after: $after) {
      edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    } }"""
    token = await admin(svc)
    every = (await asked(client, text, token, id=rivals.ids[0]))["challenges"]
    first, second, third = every["edges"]
    assert every["pageInfo"] == {
        "hasNextPage": False,
        "hasPreviousPage": False,
        "startCursor": first["cursor"],
        "endCursor": third["cursor"],
    }
    later = await asked(client, text, token, id=rivals.ids[0], after=first["cursor"])
    assert later["challenges"]["edges"] == [second, third]


async def test_one_text_leads_from_a_match_to_all_around_it(client: httpx.AsyncClient) -> None:
    """Seats lead to bots, bots to accounts, and so on; a free seat leads nowhere."""
    party = await a_party(GraphQL(client))
    match = await a_match(GraphQL(client), party, seats=[party.ids[0], None])
    text = """query($id: ID!) { match(id: $id) {
      ladder { id } seats { bot { id name versions { number bot { id } } account { name } } }
    } }"""
    match_node = (await asked(client, text, id=match["id"]))["match"]
    name = party.bots[0]["bot"]["name"]
    versions = [{"number": 1, "bot": {"id": party.ids[0]}}]
    account = {"name": party.bots[0]["account"]["name"]}
    bot = {"id": party.ids[0], "name": name, "versions": versions, "account": account}
    assert match_node == {"ladder": None, "seats": [{"bot": bot}, {"bot": None}]}


async def test_an_edge_shows_a_match_as_the_one_who_asks_may_see_it(svc: Service) -> None:
    """Who does not sit in a match is told of it later, whatever leads there."""
    seated = await a_late_match(svc, 600_000)
    (caller, *_) = seated.callers
    inside = await lists.of_ids(svc, [seated.id, "none"], caller)
    outside = await lists.of_ids(svc, [seated.id], None)
    assert {one: match.version for one, match in inside.items()} == {seated.id: 1}
    assert outside[seated.id].version == 0


async def test_node_finds_whatever_has_an_id(client: httpx.AsyncClient, svc: Service) -> None:
    """Each type by its own ids; an id of nothing is refused as the field of its type does it."""
    party = await a_party(GraphQL(client))
    match = await a_match(GraphQL(client), party)
    rivals = await some_rivals(svc)
    challenge = await a_challenge(svc, rivals)
    ladder = await ladders.create(svc, rivals.owners[0], some_terms())
    things = {
        "Account": party.bots[0]["account"]["id"],
        "Bot": party.ids[0],
        "Match": match["id"],
        "Challenge": challenge.id,
        "Ladder": ladder.id,
    }
    text = "query($id: ID!) { node(id: $id) { id __typename } }"
    token = await admin(svc)
    for name, thing_id in things.items():
        node = (await asked(client, text, token, id=thing_id))["node"]
        assert node == {"id": thing_id, "__typename": name}
    for nothing in ("", "b", "bNone", "l0000000000000000-b0-r0", "\0", "ünbekannt", "b" * 5_000):
        body = {"query": text, "variables": {"id": nothing}}
        answer = (await client.post("/graphql", json=body)).json()
        assert answer["errors"][0]["extensions"]["code"] in {"not_found", "malformed"}, nothing


async def test_a_viewer_is_whoever_the_token_speaks_for(client: httpx.AsyncClient) -> None:
    """Each of its fields asks for its own scope."""
    party = await a_party(GraphQL(client))
    text = "{ viewer { kind account { name quotas { name } } bot { id } bots { id } } }"
    person = (await asked(client, text, party.owner))["viewer"]
    assert (person["kind"], person["bot"]) == ("USER", None)
    assert [one["id"] for one in person["bots"]] == party.ids
    assert person["account"]["quotas"]
    bot = (await asked(client, text, party.tokens[0]))["viewer"]
    assert (bot["kind"], bot["bot"]) == ("BOT", {"id": party.ids[0]})
    for token, query, code in (
        (None, text, "unauthenticated"),
        ("junk", text, "unauthenticated"),
        (party.tokens[0], "{ viewer { tokens { id } } }", "forbidden"),
    ):
        answer = await client.post("/graphql", json={"query": query}, headers=bearer(token))
        assert answer.json()["errors"][0]["extensions"]["code"] == code


async def test_names_are_found_by_how_they_begin(client: httpx.AsyncClient, svc: Service) -> None:
    """In whatever case and width; page by page; a name that only contains it is not found."""
    owner = await an_owner(svc, "Khufu")
    for name in ("KHUFU II", "khu fu", "not khufu"):
        await accounts.create_bot(svc, owner, questions.CreateBot(name=name))
    await ladders.create(svc, owner, some_terms(name="Khufu cup"))
    text = """query($prefix: String!, $first: Int! = 20, $after: String) {
      named(prefix: $prefix, first: $first, after: $after) {
        nodes { kind name thing { id __typename } } pageInfo { hasNextPage endCursor }
    } }"""
    found = (await asked(client, text, prefix="\uff2bHUFU"))["named"]
    rows = found["nodes"]
    names = [(one["kind"], one["name"], one["thing"]["__typename"]) for one in rows]
    assert names == [
        ("ACCOUNT", "Khufu", "Account"),
        ("LADDER", "Khufu cup", "Ladder"),
        ("BOT", "KHUFU II", "Bot"),
    ]
    nodes, after = [], None
    for _ in range(3):
        page = (await asked(client, text, prefix="khufu", first=1, after=after))["named"]
        nodes += page["nodes"]
        after = page["pageInfo"]["endCursor"]
    assert nodes == found["nodes"]
    assert not page["pageInfo"]["hasNextPage"]
    for odd in ("\0", "\U0010ffff", "*", "[a", "(", "+"):
        assert (await asked(client, text, prefix=odd))["named"]["nodes"] == []
    body = {"query": text, "variables": {"prefix": "khufu", "after": "khufu"}}
    answer = (await client.post("/graphql", json=body)).json()
    assert answer["errors"][0]["extensions"]["code"] == "bad_cursor"


async def test_a_name_that_a_thing_has_no_more_finds_nothing(svc: Service) -> None:
    """The index is written first, so it may name what was never made, or is called otherwise."""
    await svc.names.add("khufu", "bNone")
    owner = await an_owner(svc, "Khafre")
    await svc.names.add("khufu", owner.account_id)
    assert await search.page(svc, None, questions.NameFilter(prefix="khufu", first=20)) == Page(
        items=[]
    )


async def test_a_ladder_s_matches_are_told_by_status_and_bot(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Those that are played now come from a set of their own; pages go on where others end."""
    enrolled = await a_ladder(svc, bots=3, concurrency=2)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    text = """query($id: ID!, $bot: ID, $status: LadderMatchStatus, $first: Int!, $after: String) {
    ladder(id: $id) { matches(status: $status, botId: $bot, first: $first, after: $after) {
      nodes { id status bots match { status ladder { id } } } pageInfo { hasNextPage endCursor }
    } } }"""

    async def page(**wanted: Any) -> Json:
        data = await asked(client, text, id=enrolled.id, **{"first": 20, **wanted})
        matches: Json = data["ladder"]["matches"]
        return matches

    every = (await page())["nodes"]
    started = [one for one in every if one["status"] == "STARTED"]
    assert len(started) == 2
    assert all(one["match"]["ladder"]["id"] == enrolled.id for one in started)
    assert all(one["match"] is None for one in every if one["status"] == "PLANNED")
    assert (await page(status="STARTED"))["nodes"] == started
    bot = started[0]["bots"][0]
    assert (await page(bot=bot))["nodes"] == [one for one in every if bot in one["bots"]]
    for status, wanted in (("STARTED", started), ("PLANNED", every)):
        nodes, after, more = list[Json](), None, True
        while more:
            first_page = await page(status=status, first=1, after=after)
            nodes += first_page["nodes"]
            after, more = first_page["pageInfo"]["endCursor"], first_page["pageInfo"]["hasNextPage"]
        assert nodes == [one for one in wanted if one["status"] == status]


async def test_a_bot_leads_to_its_ladders_and_matches(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Also to those that are over, the last one that it entered first."""
    party, other = await some_rivals(svc), await some_rivals(svc)
    made = [await ladders.create(svc, party.owners[0], some_terms()) for _ in range(2)]
    for ladder in made:
        await enrol(svc, party.owners[0], ladder.id, party.ids[0])
    await enrol(svc, party.owners[0], made[0].id, party.ids[0])
    text = """query($id: ID!) { bot(id: $id) {
      ladders { nodes { id } } matches { nodes { seats { botId } } } account { bots { id } }
    } }"""
    bot = (await asked(client, text, id=party.ids[0]))["bot"]
    assert [one["id"] for one in bot["ladders"]["nodes"]] == [made[1].id, made[0].id]
    assert bot["matches"]["nodes"] == []
    assert bot["account"]["bots"] == [{"id": party.ids[0]}]
    nothing = (await asked(client, text, id=other.ids[0]))["bot"]
    assert nothing["ladders"]["nodes"] == []


async def test_an_account_leads_to_its_matches_and_those_of_its_bots(
    client: httpx.AsyncClient,
) -> None:
    """Each match once, page by page, by the same filters and in the same order by REST."""
    mine, theirs = await a_party(GraphQL(client), 2), await a_party(GraphQL(client), 2)
    made = [
        await a_match(GraphQL(client), mine, seats=seats)
        for seats in (mine.ids, [mine.ids[0], None], mine.ids[::-1])
    ]
    await a_match(GraphQL(client), theirs, seats=theirs.ids)
    account_id = (await asked(client, "{ viewer { account { id } } }", mine.owner))["viewer"]
    account_id = account_id["account"]["id"]
    text = """query($id: ID!, $status: MatchStatus, $game: String, $after: String) {
      account(id: $id) { matches(status: $status, game: $game, first: 2, after: $after) {
        edges { node { id } } pageInfo { endCursor } } } }"""

    async def by_graphql(**wanted: str) -> list[str]:
        ids: list[str] = []
        after: str | None = None
        while True:
            asking = {"id": account_id, "after": after, **wanted}
            page = (await asked(client, text, None, **asking))["account"]["matches"]
            ids += [edge["node"]["id"] for edge in page["edges"]]
            if (after := page["pageInfo"]["endCursor"]) is None or len(page["edges"]) < 2:
                return ids

    every = [one["id"] for one in reversed(made)]
    assert await by_graphql() == every
    assert await by_graphql(status="OPEN") == [made[1]["id"]]
    assert await by_graphql(game="duel") == []
    path = f"/api/v1/accounts/{account_id}/matches"
    for wanted in ({}, {"status": "OPEN"}, {"game": "imhotep"}):
        asking = {name: value.lower() for name, value in wanted.items()} | {"first": "100"}
        items = (await client.get(path, params=asking)).json()["items"]
        assert [one["id"] for one in items] == await by_graphql(**wanted)
    assert (await client.get("/api/v1/accounts/aNobody/matches")).status_code == 404
