"""Beside each id stands an edge to the thing itself, alone, in lists and in what is streamed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import httpx
from graphql import (
    GraphQLObjectType,
    build_schema,
    get_named_type,
)

from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.models import BotVersion, LadderFormat, MatchTerms
from tests.service import jobs
from tests.service.challengers import a_challenge, offer, some_rivals
from tests.service.graphql.test_graph import admin, asked
from tests.service.ladders import a_ladder, enrol, play_out, running, settle_all, some_terms
from tests.service.matches import UNHURRIED
from tests.service.sockets import greet, hear, opened, subscribe
from tests.service.transports import Rest, a_match, a_party

SCHEMA: Final = build_schema(Path("openapi/schema.graphql").read_text())
LEADS_NOWHERE: Final = {
    "AcceptPolicy": {"allowed", "blocked"},  # lists of one's own, which are sent back as they are
    "Ladder": {"invited", "draw", "qualified"},  # up to a thousand, in each of a page of ladders
    "LadderTeam": {"members"},
    "Match": {"openTo"},
    "Assignment": {"submissionId"},  # of runners, which ask by REST
    "OperatorAct": {"submissionId"},  # what was deleted is told as well
    "SubmissionLog": {"submissionId"},
    "SeatRunner": {"runnerId"},
    "TokenInfo": {"appId"},
}
BY_ANOTHER_NAME: Final = {
    "seats": "seated",
    "challenger": "challengerBot",
    "bots": "seatedBots",
    "missedBy": "absentBots",
    "forfeitedBy": "forfeitingBots",
    "counted": "countedBots",
}


ID: Final = " fragment Id on Player { ... on Account { id } ... on Bot { id } }"


def test_each_id_has_its_edge() -> None:
    """A client never has to ask a second time for what an id names."""
    for kind in SCHEMA.type_map.values():
        if not isinstance(kind, GraphQLObjectType):
            continue
        for name, field in kind.fields.items():
            of_problem = name == "requestId"
            if get_named_type(field.type).name != "ID" or name == "id" or of_problem:
                continue
            edge = BY_ANOTHER_NAME.get(name, name.removesuffix("Id"))
            known = edge in kind.fields and edge != name
            assert known is not (name in LEADS_NOWHERE.get(kind.name, ())), f"{kind.name}.{name}"


async def test_lists_of_ids_lead_to_what_they_name(client: httpx.AsyncClient, svc: Service) -> None:
    """One text leads from a challenge and a gauntlet to who plays in them."""
    rivals = await some_rivals(svc)
    challenge = await a_challenge(svc, rivals, seats=rivals.ids)
    owner = rivals.owners[0]
    terms = some_terms(
        format=LadderFormat.GAUNTLET,
        blocks=None,
        rounds=1,
        challenger=rivals.ids[0],
    )
    ladder = await ladders.create(svc, owner, terms)
    await enrol(svc, owner, ladder.id, rivals.ids[0])
    token = await admin(svc)
    text = (
        """query($ladder: ID!, $challenge: ID!) {
      ladder(id: $ladder) { challengerBot { id } }
      challenge(id: $challenge) {
        player { ...Id } challenged { player { ...Id } } seats seated { ...Id }
    } }"""
        + ID
    )
    data = await asked(client, text, token, ladder=ladder.id, challenge=challenge.id)
    assert data["ladder"]["challengerBot"] == {"id": rivals.ids[0]}
    one = data["challenge"]
    assert one["player"] == {"id": rivals.ids[0]}
    assert [each["player"]["id"] for each in one["challenged"]] == rivals.ids[1:]
    assert one["seats"] == rivals.ids
    assert one["seated"] == [{"id": each} for each in rivals.ids]


async def test_a_bot_of_the_house_is_led_to_as_any_other(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Its id begins with another letter than those of other bots."""
    rivals = await some_rivals(svc)
    await open_house(svc, LEVELS[0])
    terms = MatchTerms(game="imhotep", options={"players": 2}, time_control=UNHURRIED)
    rival = LEVELS[0].bot_id
    challenge = await offer(
        svc, rivals.bots[0], None, [rival], Offered(terms=terms), expires_in_ms=60_000, key=None
    )
    text = "query($id: ID!) { challenge(id: $id) { challenged { player { ...Id } } } }" + ID
    node = (await asked(client, text, await admin(svc), id=challenge.id))["challenge"]
    assert node == {"challenged": [{"player": {"id": rival}}]}


async def test_what_a_version_does_leads_to_its_program(
    client: httpx.AsyncClient, svc: Service
) -> None:
    """Standings and seats name the version that played, and the hash of its program."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    rest = Rest(client)
    party = await a_party(rest)
    (one, *_) = party.ids
    newer = BotVersion(
        bot_id=one, number=2, name="2", note="", commit=None, archive_hash="c0ffee", created_ms=1
    )
    await svc.accounts.add_version(newer, 10)
    await svc.accounts.set_version(one, 2)
    match = await a_match(rest, party)
    text = """query($ladder: ID!, $match: ID!) {
      ladder(id: $ladder) { standings { version versionPlayed { number archiveHash } } }
      match(id: $match) { seats { botId versionPlayed { number archiveHash } } }
    }"""
    data = await asked(client, text, ladder=enrolled.id, match=match["id"])
    first = {"number": 1, "archiveHash": None}
    assert {seat["botId"]: seat["versionPlayed"] for seat in data["match"]["seats"]} == {
        bot_id: {"number": 2, "archiveHash": "c0ffee"} if bot_id == one else first
        for bot_id in party.ids
    }
    assert [row["versionPlayed"] for row in data["ladder"]["standings"]] == [first, first]


async def test_progress_tells_standings_and_what_is_played_now(server: str, svc: Service) -> None:
    """One subscription is a whole page of a ladder: table, live matches, and who sits in them."""
    enrolled = await a_ladder(svc, bots=2, blocks=1, concurrency=1)
    await jobs.pair(svc, enrolled.id)
    await jobs.start(svc, enrolled.id)
    text = """subscription($id: ID!) { ladderProgress(ladderId: $id) {
      status standings { botId bot { name } matches }
      matches(status: STARTED) { nodes { id seatedBots { id } match { status version } } }
    } }"""
    async with opened(server) as socket:
        await greet(socket)
        await subscribe(socket, "page", text, id=enrolled.id)
        first = (await hear(socket))["payload"]["data"]["ladderProgress"]
        (played,) = first["matches"]["nodes"]
        assert {one["id"] for one in played["seatedBots"]} == set(enrolled.callers)
        assert played["match"]["status"] == "RUNNING"
        (match_id,) = await running(svc)
        assert played["id"] == match_id
        await play_out(svc, enrolled.callers, match_id)
        await settle_all(svc)
        while True:
            progress = (await hear(socket))["payload"]["data"]["ladderProgress"]
            if sum(row["matches"] for row in progress["standings"]):
                break
    assert [row["matches"] for row in progress["standings"]] == [1, 1]
    bots = await svc.accounts.bots(list(enrolled.callers))
    assert {row["bot"]["name"] for row in progress["standings"]} == {
        one.name for one in bots if one
    }
