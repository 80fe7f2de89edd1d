"""Ladders by both transports: the same answers everywhere."""

from __future__ import annotations

import pytest

from saqqara_contest.tournaments.tie_breaks import IN_A_SWISS
from saqqara_service import questions
from saqqara_service.application.ladders import ladders, scores
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Ladder,
    LadderMatch,
    LadderRuling,
    LadderScore,
    Standing,
    TeamScore,
)
from tests.service.documents import LADDER
from tests.service.graphql_enums import with_values
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import a_ladder, finish
from tests.service.transports import UNHURRIED, Answer, GraphQL, Json, Rest, Transport

STANDING = (
    "place group botId botName version retired elo low high matches wins meanPlace flags"
    " nextStronger nextError best placeLow placeHigh band change"
    " anchoredElo anchoredLow anchoredHigh"
)
LADDER_MATCH = """id block rotation reason bots status resultNumber rated places annulledBy
  pairing {
    kind round repeats table tables challenger bots { botId games distance met points losses }
  }"""
TERMS: Json = {
    "name": "Memphis",
    "game": "imhotep",
    "options": {"players": 2},
    "timeControl": UNHURRIED,
    "blocks": 2,
    "concurrency": 3,
    "sameOwner": "allowed",
}
ENTRY = "botId botName accountId version enrolledMs status faults missed waitsFor"
SCORE = "place botId botName points meetings byes group losses streak team"
SCORE += " tieBreaks { name value }"
TEAM = "place team points counted bots"
RULING = "number kind matchId botId version restores reason accountId atMs restoredBy"
LISTS = {
    "rulings": ("/ladders/{}/rulings", f"nodes {{ {RULING} }} edges {{ cursor }}"),
    "entries": ("/ladders/{}/entries", ENTRY),
    "scores": ("/ladders/{}/scores", SCORE),
    "teamScores": ("/ladders/{}/teams", TEAM),
    "standings": ("/ladders/{}/standings", STANDING),
    "matches": ("/ladders/{}/matches", f"nodes {{ {LADDER_MATCH} }} edges {{ cursor }}"),
}


async def read_ladder(transport: Transport, ladder_id: str) -> Answer:
    """The ladder by the transport."""
    if isinstance(transport, Rest):
        return await transport._call("GET", f"/ladders/{ladder_id}", None)
    assert isinstance(transport, GraphQL)
    text = f"query($id: ID!) {{ ladder(id: $id) {{ {LADDER} }} }}"
    return await transport._ask(text, "ladder", None, {"id": ladder_id})


async def listed(transport: Transport, what: str, ladder_id: str) -> list[Json]:
    """`standings` or `matches` by the transport."""
    path, fields = LISTS[what]
    if isinstance(transport, Rest):
        items: list[Json] = (await transport._call("GET", path.format(ladder_id), None)).data[
            "items"
        ]
        return items
    assert isinstance(transport, GraphQL)
    text = f"query($id: ID!) {{ ladder(id: $id) {{ {what} {{ {fields} }} }} }}"
    answer = await transport.client.post(
        "/graphql", json={"query": text, "variables": {"id": ladder_id}}
    )
    data = with_values(text, answer.json()["data"])
    assert data is not None
    page = data["ladder"][what]
    rows: list[Json] = page["nodes"] if what in {"matches", "rulings"} else page
    if what == "matches":
        assert [edge["cursor"] for edge in page["edges"]] == [row["id"] for row in rows]
    return rows


async def an_account(transport: Transport, bots: int) -> tuple[str, list[str]]:
    """A new account's token and the ids of its bots."""
    token: str = (await transport.do("register", None, {"name": "Imhotep"})).data["token"]
    made = [await transport.do("createBot", token, {"name": f"bot {one}"}) for one in range(bots)]
    return token, [one.data["bot"]["id"] for one in made]


async def test_a_ladder_is_made_filled_and_started_by_either_transport(
    transport: Transport,
) -> None:
    """Every call answers the ladder as it then stands."""
    token, bots = await an_account(transport, 2)
    made = await transport.do("createLadder", token, TERMS)
    assert made.code is None
    assert (made.data["status"], made.data["matchesPlanned"]) == ("open", 4)
    for bot_id in bots:
        assert (await transport.do("enrol", token, {"botId": bot_id}, made.data["id"])).code is None
    started = await transport.do("startLadder", token, {}, made.data["id"])
    since = started.data["startedMs"]
    assert since >= made.data["createdMs"]
    assert started.data == made.data | {"status": "running", "startedMs": since}
    assert (await read_ladder(transport, made.data["id"])).data["status"] == "running"
    assert [row["botId"] for row in await listed(transport, "standings", made.data["id"])] == bots


async def test_a_ladder_is_ruled_by_either_transport(transport: Transport) -> None:
    """Paused, resumed, extended, left and called off; who is in it and with how many points."""
    token, bots = await an_account(transport, 3)
    swiss = {**TERMS, "format": "swiss", "blocks": None, "rounds": 2, "maxReplays": 1}
    made = (await transport.do("createLadder", token, swiss)).data
    assert (made["format"], made["rounds"], made["maxReplays"]) == ("swiss", 2, 1)
    for bot_id in bots:
        await transport.do("enrol", token, {"botId": bot_id}, made["id"])
    for what, ask, status in (
        ("startLadder", {}, "running"),
        ("pauseLadder", {}, "paused"),
        ("extendLadder", {"rounds": 3}, "paused"),
        ("resumeLadder", {}, "running"),
        ("withdraw", {"botId": bots[2]}, "running"),
        ("readmit", {"botId": bots[1]}, "running"),
    ):
        answer = await transport.do(what, token, ask, made["id"])
        assert (answer.code, answer.data["status"]) == (None, status), what
    entries = await listed(transport, "entries", made["id"])
    assert [(one["status"], one["waitsFor"]) for one in entries] == [
        ("active", "absent"),
        ("active", "absent"),
        ("withdrawn", None),
    ]
    table = await listed(transport, "scores", made["id"])
    assert {row["points"] for row in table} == {0}
    assert [one["name"] for one in table[0]["tieBreaks"]] == [*IN_A_SWISS]
    assert (
        await transport.do("readmit", token, {"botId": bots[2]}, made["id"])
    ).code == "wrong_state"
    assert (await transport.do("cancelLadder", token, {}, made["id"])).data["status"] == "cancelled"
    assert (await transport.do("resumeLadder", token, {}, made["id"])).code == "wrong_state"


async def test_matches_are_annulled_and_restored_by_either_transport(
    transport: Transport, svc: Service
) -> None:
    """A call that is repeated rules once; the log tells who ruled, when and why."""
    token, bots = await an_account(transport, 2)
    stranger, _ = await an_account(transport, 0)
    made = (await transport.do("createLadder", token, TERMS)).data
    for bot_id in bots:
        await transport.do("enrol", token, {"botId": bot_id}, made["id"])
    ask: Json = {"botId": bots[0], "reason": "copied"}
    for what, asked in (("annul", ask), ("restore", {"number": 1, "reason": "not so"})):
        assert (await transport.do(what, stranger, asked, made["id"])).code == "forbidden"
        first = await transport.do(what, token, asked, made["id"])
        assert first.code is None
        assert (await transport.do(what, token, asked, made["id"])).data == first.data
    ruled = await listed(transport, "rulings", made["id"])
    assert [LadderRuling.model_validate(one) for one in ruled] == [
        *(await svc.rulings.of(made["id"])).listed
    ]
    assert [one["kind"] for one in ruled] == ["annulment", "restoration"]
    both = {**ask, "matchId": f"{made['id']}-b0-r0"}
    assert (await transport.do("annul", token, both, made["id"])).code == "malformed"
    nothing = {"number": 9, "reason": "why"}
    assert (await transport.do("restore", token, nothing, made["id"])).code == "not_found"


async def test_refusals_have_the_same_code_and_facts_by_either_transport(
    transport: Transport,
) -> None:
    """Too few bots, a foreign bot, no such ladder, impossible terms, no token."""
    token, (bot_id,) = await an_account(transport, 1)
    stranger, _ = await an_account(transport, 0)
    ladder_id = (await transport.do("createLadder", token, TERMS)).data["id"]
    await transport.do("enrol", token, {"botId": bot_id}, ladder_id)
    too_few = await transport.do("startLadder", token, {}, ladder_id)
    assert (too_few.code, too_few.facts) == ("wrong_state", {"enrolled": 1, "needed": 2})
    foreign = await transport.do("enrol", stranger, {"botId": bot_id}, ladder_id)
    assert foreign.code == "forbidden"
    assert (await transport.do("startLadder", stranger, {}, ladder_id)).code == "forbidden"
    assert (await read_ladder(transport, "l" + "0" * 16)).code == "not_found"
    assert (await transport.do("createLadder", token, TERMS | {"blocks": 0})).code == "malformed"
    assert (
        await transport.do("createLadder", token, TERMS | {"game": "go"})
    ).code == "unknown_option"
    assert (await transport.do("createLadder", None, TERMS)).code == "unauthenticated"


async def test_a_finished_ladder_reads_the_same_by_either_transport(
    transport: Transport, svc: Service
) -> None:
    """The ladder, its standings and its schedule are the application's models, field by field."""
    enrolled = await a_ladder(svc, bots=3, players=3, blocks=2)
    ladder = await finish(svc, enrolled)
    assert Ladder.model_validate((await read_ladder(transport, enrolled.id)).data) == ladder
    rows = await listed(transport, "standings", enrolled.id)
    table = [Standing.model_validate(row) for row in rows]
    assert table == await ladders.standings(
        svc, None, questions.LadderQuestion(ladder_id=enrolled.id)
    )
    lines = await listed(transport, "matches", enrolled.id)
    schedule = [LadderMatch.model_validate(line) for line in lines]
    assert schedule == await whole_schedule(svc, enrolled.id)


@pytest.mark.parametrize(
    "clock",
    [
        {
            "kind": "delay",
            "baseMs": 60_000,
            "delayMs": 500,
            "firstMoveMs": 0,
            "responseMs": None,
            "wallFactor": None,
        },
        {
            "kind": "per_move",
            "moveMs": 900,
            "bankMs": 5,
            "firstMoveMs": 7,
            "responseMs": 800,
            "wallFactor": None,
        },
        {
            "kind": "correspondence",
            "days": 2,
            "firstMoveMs": 0,
            "responseMs": 60_000,
            "wallFactor": None,
        },
        {"kind": "untimed"},
    ],
    ids=lambda clock: clock["kind"],
)
async def test_a_ladder_is_played_by_any_kind_of_clock(transport: Transport, clock: Json) -> None:
    """A ladder takes and tells the same clocks as a match."""
    owner = (await transport.do("register", None, {"name": "Sekhemkhet"})).data["token"]
    made = await transport.do("createLadder", owner, {**TERMS, "timeControl": clock})
    assert made.data["timeControl"] == clock
    assert (await read_ladder(transport, made.data["id"])).data["timeControl"] == clock


async def test_an_event_of_stages_and_teams_by_either_transport(
    transport: Transport, svc: Service
) -> None:
    """What was asked for is told, and both tables by points are the application's models."""
    token, bots = await an_account(transport, 2)
    stages = [{"take": 2, "format": "swiss", "rounds": 3}]
    teams = [{"name": "Thebes", "members": bots[:1]}, {"name": "Memphis", "members": bots[1:]}]
    terms = {key: value for key, value in TERMS.items() if key != "blocks"}
    terms |= {"format": "round_robin", "rounds": 1, "stages": stages, "teams": teams, "teamBots": 1}
    made = await transport.do("createLadder", token, terms)
    assert made.code is None
    assert made.data["stages"] == [
        {**stages[0], "blocks": None, "groups": None, "startAtMs": None, "playoff": False}
    ]
    assert (made.data["teams"], made.data["stage"]) == (teams, 1)
    for bot_id in bots:
        assert (await transport.do("enrol", token, {"botId": bot_id}, made.data["id"])).code is None
    score_rows = await listed(transport, "scores", made.data["id"])
    rows = [LadderScore.model_validate(one) for one in score_rows]
    assert rows == await scores.listed(
        svc, None, questions.LadderQuestion(ladder_id=made.data["id"])
    )
    team_rows = await listed(transport, "teamScores", made.data["id"])
    assert [TeamScore.model_validate(one) for one in team_rows] == await scores.teams(
        svc, None, questions.LadderQuestion(ladder_id=made.data["id"])
    )
    assert [one["team"] for one in team_rows] == ["Thebes", "Memphis"]
    refused = await transport.do("createLadder", token, terms | {"stages": [{"take": 2}]})
    assert refused.code == "malformed"
    wrong = [{"take": 2, "format": "arena"}]
    assert (
        await transport.do("createLadder", token, terms | {"stages": wrong})
    ).code == "malformed"
