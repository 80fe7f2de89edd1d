"""The same refusal by either transport: one code, the same facts, and nothing changed."""

from __future__ import annotations

import json
from http import HTTPStatus
from inspect import getdoc
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator

from saqqara_service import errors
from saqqara_service.api.operation import refusals_of
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.service import Service
from tests.service.api.clock_refusals import CASES as CLOCK_CASES
from tests.service.api.play_refusals import CASES as PLAY_CASES
from tests.service.api.refusals import CASES, Scene, act
from tests.service.transports import GraphQL, Json, Rest, Transport, a_match, a_party

SCHEMA = Draft202012Validator(json.loads(Path("engine/record.schema.json").read_text()))


def test_every_error_has_its_outer_form() -> None:
    """Each class has a code, a status and a text of its own, and some operation can raise it."""
    kinds = {
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, errors.ApplicationError)
        if kind is not errors.ApplicationError
    }
    assert set(refusals_of(OPERATIONS)) == kinds
    assert len({kind.code for kind in kinds}) == len({getdoc(kind) for kind in kinds}) == len(kinds)
    assert all(kind.status >= HTTPStatus.BAD_REQUEST for kind in kinds)


@pytest.fixture
async def scene(svc: Service, client: httpx.AsyncClient) -> Scene:
    """The scene that every case disturbs."""
    rest = Rest(client)
    party = await a_party(rest)
    stranger = (await a_party(rest, 1)).tokens[0]
    return Scene(svc, party, stranger, await a_match(rest, party))


async def everything(client: httpx.AsyncClient, scene: Scene) -> list[Json]:
    """All that could have changed, as far as anybody can see."""
    paths = [
        f"/api/v1/matches/{scene.match['id']}",
        f"/api/v1/matches/{scene.match['id']}/events",
        "/api/v1/matches",
    ]
    headers = {"authorization": f"Bearer {scene.party.owner}"}
    bots = await client.get("/api/v1/bots", headers=headers)
    return [bots.json(), *[(await client.get(path)).json() for path in paths]]


async def test_bad_input_has_one_code_by_either_transport_and_changes_nothing(
    client: httpx.AsyncClient, scene: Scene
) -> None:
    """Whatever is wrong, both transports say so in the same code and words, and change nothing."""
    before = await everything(client, scene)
    for code, ask in [*CASES, *CLOCK_CASES, *PLAY_CASES]:
        answers = [await ask(transport, scene) for transport in (Rest(client), GraphQL(client))]
        assert [one.code for one in answers] == [code, code], (ask.__name__, answers)
        assert all("Traceback" not in one.message for one in answers)
        if code != "malformed":
            assert answers[0] == answers[1], ask.__name__
        assert await everything(client, scene) == before, ask.__name__


async def test_an_action_id_names_one_payload(transport: Transport, scene: Scene) -> None:
    """The same action again is answered as the first time; another under its id is refused."""
    first = await act(transport, scene, scene.to_act)
    again = await act(transport, scene, scene.to_act)
    assert first.data["version"] == scene.match["version"] + 1
    assert again.data == {**first.data, "repeated": True}
    other = await act(transport, scene, scene.to_act, action="place 1.1")
    assert other.code == "action_id_reused"
    assert (await transport.match(scene.match["id"])).data["version"] == first.data["version"]


async def test_a_match_that_is_played_has_a_public_record(
    client: httpx.AsyncClient, scene: Scene
) -> None:
    """It tells options, names, commitment and plies, and no secret; before the start is none."""
    await act(Rest(client), scene, scene.to_act)
    answers = [await one.record(scene.match["id"]) for one in (Rest(client), GraphQL(client))]
    assert answers[0] == answers[1]
    record = answers[0].data
    assert (record["ending"], record["seed"], record["chance"], record["scores"]) == (
        None,
        None,
        [],
        [],
    )
    assert record["commitment"] == scene.match["commitment"]
    assert [ply["action"] for ply in record["plies"]] == ["get"]
    SCHEMA.validate(record)
    for transport in (Rest(client), GraphQL(client)):
        match = await a_match(transport, scene.party, seats=[None, None])
        assert (await transport.record(match["id"])).code == "wrong_state"


async def test_an_action_is_explained(transport: Transport, scene: Scene) -> None:
    """Before acting one may ask, by notation or code, whether an action is legal and why not."""
    match_id = scene.match["id"]
    answer = await transport.explain(scene.to_act, {"action": "place 4.4"}, match_id)
    assert answer.data["legal"] is False
    assert (answer.data["broken"], answer.data["place"]) == ("value", 2)
    assert "1.1" in answer.data["allowedWords"]
    assert "Allowed: 1.1" in answer.data["reason"]
    codes = [await transport.explain(scene.to_act, {"code": code}, match_id) for code in range(4)]
    legal = [one.data["action"] for one in codes if one.data["legal"]]
    assert legal == ["get", "place 1.1", "place 1.2"]
    acted = await act(transport, scene, scene.to_act, action=None, code=2)
    assert acted.data["version"] == scene.match["version"] + 1


async def test_an_open_seat_is_taken_once(transport: Transport) -> None:
    """Open seats are taken by joining; a second taker and a second seat are refused."""
    party = await a_party(transport, 3)
    match = await a_match(transport, party, options={"players": 2}, seats=[None, None])
    joined = await transport.do("joinMatch", party.tokens[0], {"seat": 1}, match["id"])
    assert joined.data["seats"][1]["botId"] == party.ids[0]
    taken = await transport.do("joinMatch", party.tokens[1], {"seat": 1}, match["id"])
    assert taken.code == "seat_taken"
    twice = await transport.do("joinMatch", party.tokens[0], {"seat": 0}, match["id"])
    assert twice.code == "seat_taken"
    beyond = await transport.do("joinMatch", party.tokens[1], {"seat": 9}, match["id"])
    assert beyond.code == "malformed"
    filled = await transport.do("joinMatch", party.tokens[1], {}, match["id"])
    assert filled.data["status"] == "running"
