"""The typed client against answers of every kind, through the transport it is given."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx
import pytest

from saqqara_sdk import AsyncClient, Client, Fischer
from saqqara_sdk.client import http
from saqqara_sdk.wire import errors
from saqqara_sdk.wire.call import AsyncGroup, Group
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.models import Acted, Issued, NextCall
from wire_generator.contract import read_contract

SERVER = "https://example.org"
TOKEN = "imh_user_secret"  # noqa: S105 - it opens nothing
ACTED = {
    "matchId": "m1",
    "version": 8,
    "repeated": False,
    "chargedMs": 12,
    "leftMs": 900,
    "status": "running",
    "mood": "a field of the future",
}
MATCH = {
    "id": "m1",
    "game": "imhotep",
    "rulesVersion": "1",
    "options": {"players": 2},
    "timeControl": {"kind": "fischer", "baseMs": 60000, "incrementMs": 0},
    "autoplay": "uniform",
    "status": "open",
    "version": 0,
    "seats": [{"seat": 0, "botId": None, "playerName": None, "leftMs": 60000, "flagged": False}],
    "toAct": None,
    "deadlineMs": None,
    "createdMs": 1,
}

Answer = httpx.Response | Exception


class Server:
    """Answers with one reply after the other and keeps the requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def bodies(self) -> list[dict[str, Any]]:
        return [json.loads(request.content) for request in self.requests]

    def client(self, retries: int = 2) -> Client:
        transport = httpx.MockTransport(self)
        return Client(SERVER, TOKEN, retries=retries, transport=transport)


def problem(code: str, status: int = 409, **more: object) -> httpx.Response:
    content = json.dumps({"code": code, "detail": "No.", "status": status, **more}).encode()
    headers = {"Content-Type": "application/problem+json"}
    return httpx.Response(status, content=content, headers=headers)


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the client would have waited."""
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    return waited


def test_a_call_in_wire_spelling() -> None:
    """Method, path, body and token go out as the service spells them."""
    server = Server(httpx.Response(201, json=MATCH))
    match = server.client().matches.create([None, "b1"], Fischer(base_ms=60_000), key="k1")
    assert match.status is MatchStatus.OPEN
    assert match.time_control == Fischer(base_ms=60_000)
    (request,) = server.requests
    assert (request.method, str(request.url)) == ("POST", f"{SERVER}/api/v1/matches")
    assert request.headers["Authorization"] == f"Bearer {TOKEN}"
    assert server.bodies == [
        {
            "game": "imhotep",
            "options": {"players": 2},
            "timeControl": {
                "kind": "fischer",
                "baseMs": 60000,
                "incrementMs": 0,
                "firstMoveMs": 0,
                "responseMs": None,
                "wallFactor": None,
            },
            "seats": [None, "b1"],
            "onFlag": "autoplay",
            "autoplay": "uniform",
            "start": True,
            "publicDelayMs": 0,
            "key": "k1",
        }
    ]


def test_names_in_paths_are_quoted() -> None:
    """An id cannot climb out of its place in the path."""
    server = Server(httpx.Response(200, json=MATCH))
    server.client().matches.get("../ladders?x")
    assert server.requests[0].url.raw_path == b"/api/v1/matches/..%2Fladders%3Fx"


def test_unknown_fields_are_ignored() -> None:
    """A newer service may say more."""
    acted = Server(httpx.Response(200, json=ACTED)).client().matches.act("m1", "get", 7)
    assert acted == Acted(
        match_id="m1",
        version=8,
        repeated=False,
        charged_ms=12,
        left_ms=900,
        status=MatchStatus.RUNNING,
    )


def test_an_action_is_sent_again_under_its_id(pauses: list[float]) -> None:
    """However often an action is sent, its id is made once; a new call makes a new one."""
    server = Server(
        httpx.ConnectError("refused"),
        problem("busy", 503),
        httpx.Response(200, json=ACTED),
        httpx.Response(200, json=ACTED),
    )
    client = server.client()
    client.matches.act("m1", "get", 7)
    client.matches.act("m1", "get", 7)
    ids = [body["actionId"] for body in server.bodies]
    assert ids[0] == ids[1] == ids[2] != ids[3]
    assert [request.headers["X-Request-Id"] for request in server.requests][:3] == [
        server.requests[0].headers["X-Request-Id"]
    ] * 3
    assert 0.25 <= pauses[0] <= 0.5 <= pauses[1] <= 1.0


def test_what_must_not_be_repeated_is_not(pauses: list[float]) -> None:
    """A call that would make a second thing is sent once, whatever comes back."""
    for answer in (httpx.ReadTimeout("late"), problem("busy", 503)):
        server = Server(answer)
        with pytest.raises((errors.TimedOut, errors.Busy)):
            server.client().bots.create("Anubis")
    assert pauses == []


def test_retries_are_bounded() -> None:
    """After the last attempt the last error is raised."""
    server = Server(*[httpx.ConnectError("refused")] * 3)
    with pytest.raises(errors.ConnectionFailed, match="refused"):
        server.client().matches.get("m1")
    assert len(server.requests) == 3


def test_retry_after_is_honoured(pauses: list[float]) -> None:
    """The service says how long to wait; a wait that is too long is the caller's to decide."""
    late = problem("busy", 429)
    late.headers["Retry-After"] = "7"
    Server(late, httpx.Response(200, json=MATCH)).client().matches.get("m1")
    assert pauses == [7.0]
    late.headers["Retry-After"] = "3600"
    with pytest.raises(errors.Busy):
        Server(late).client().matches.get("m1")


@pytest.mark.parametrize(
    ("asked", "waited_s"),
    [
        ("Sun, 22 Nov 2026 10:00:07 GMT", 7.0),
        ("Sunday, 22-Nov-26 10:00:07 GMT", 7.0),
        ("Sun Nov 22 10:00:07 2026", 7.0),
        ("Sun, 22 Nov 2026 09:00:00 GMT", 0.0),
        ("soon", 0.0),
    ],
)
def test_retry_after_may_be_a_date(pauses: list[float], asked: str, waited_s: float) -> None:
    """The service's own date tells how long until then, whatever this machine's clock says."""
    late = problem("busy", 429)
    late.headers["Date"] = "Sun, 22 Nov 2026 10:00:00 GMT"
    late.headers["Retry-After"] = asked
    Server(late, httpx.Response(200, json=MATCH)).client().matches.get("m1")
    assert pauses == [waited_s] if waited_s else pauses[0] <= 0.5


@pytest.mark.parametrize("code", errors.BY_CODE)
def test_each_code_is_a_class(code: str) -> None:
    """A problem is raised as the class of its code, with facts, status and request id."""
    call = {"operation": "matches_page", "arguments": {}}
    server = Server(problem(code, 409, requestId="r1", version=9, retryAfterMs=5, next=call))
    with pytest.raises(errors.BY_CODE[code]) as raised:
        server.client(retries=0).matches.get("m1")
    error = raised.value
    assert (error.code, error.status, error.request_id) == (code, 409, "r1")
    assert error.facts == {"version": 9, "retry_after_ms": 5}
    assert error.next_call == NextCall(operation="matches_page", arguments={})
    assert str(error) == "No. (request r1)"


def test_a_code_of_the_future() -> None:
    """A code that is not known yet is an APIError that names it."""
    with pytest.raises(errors.APIError) as raised:
        Server(problem("asleep")).client().matches.get("m1")
    assert type(raised.value) is errors.APIError
    assert raised.value.code == "asleep"


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(502, html="<html>Bad Gateway</html>"),
        httpx.Response(404, json={"error": "no such page"}),
        httpx.Response(404, json=[1]),
        httpx.Response(200, text='{"id": "m1", "ga'),
        httpx.Response(200, html="<html>Log in to this network</html>"),
        httpx.Response(302, headers={"Location": "https://elsewhere.org/"}),
    ],
)
def test_answers_of_somebody_else(answer: httpx.Response) -> None:
    """What is not in the service's language is told apart from its refusals, with a request id."""
    server = Server(answer)
    with pytest.raises(errors.UnreadableAnswer) as raised:
        server.client(retries=0).matches.get("m1")
    assert raised.value.request_id == server.requests[0].headers["X-Request-Id"]
    assert len(server.requests) == 1


def test_the_token_stays_secret(caplog: pytest.LogCaptureFixture) -> None:
    """Neither repr nor log nor error carries a token."""
    caplog.set_level("DEBUG")
    server = Server(httpx.ConnectError("refused"))
    client = server.client(retries=0)
    with pytest.raises(errors.ConnectionFailed) as raised:
        client.matches.get("m1")
    cut = Server(httpx.Response(201, json={"token": TOKEN, "kind": "user"}))
    with pytest.raises(errors.UnreadableAnswer, match="account: Field required") as unread:
        cut.client().accounts.register("Imhotep")
    account = {"id": "a1", "name": "Imhotep", "createdMs": 1}
    info = {"id": "t1", "kind": "user", "name": "first", "accountId": "a1", "createdMs": 1}
    document = {"token": TOKEN, "kind": "user", "account": account, "info": info}
    issued = Issued.model_validate(document)
    values = [client, raised.value, unread.value, issued, issued.model_copy()]
    assert TOKEN not in "".join([caplog.text, *map(repr, values), *map(str, values)])
    assert unread.value.__cause__ is None
    assert issued.token == TOKEN


def test_the_environment_names_server_and_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the arguments are silent the environment speaks."""
    monkeypatch.setenv("SAQQARA_SERVER", f"{SERVER}/")
    monkeypatch.setenv("SAQQARA_TOKEN", "imh_user_other")
    server = Server(httpx.Response(200, json=MATCH))
    with Client(transport=httpx.MockTransport(server)) as client:
        client.matches.get("m1")
    assert str(server.requests[0].url) == f"{SERVER}/api/v1/matches/m1"
    assert server.requests[0].headers["Authorization"] == "Bearer imh_user_other"


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://x", "http://", "http://x/?a=b"])
def test_an_address_that_is_none(address: str) -> None:
    """A wrong address is refused where it is given."""
    with pytest.raises(ValueError, match="Write a server like"):
        Client(address)


def test_a_token_from_a_file() -> None:
    """White space around a token is not part of it; other odd characters are refused unnamed."""
    server = Server(httpx.Response(200, json=MATCH))
    Client(SERVER, f" {TOKEN}\n", transport=httpx.MockTransport(server)).matches.get("m1")
    assert server.requests[0].headers["Authorization"] == f"Bearer {TOKEN}"
    with pytest.raises(ValueError, match="Copy it again") as refused:
        Client(SERVER, f"{TOKEN}\r\nX: y")
    assert TOKEN not in str(refused.value)


async def test_the_asynchronous_client() -> None:
    """The asynchronous client sends the same calls."""
    server = Server(httpx.Response(200, json={"items": [MATCH], "cursor": "next"}))
    async with AsyncClient(SERVER, TOKEN, transport=httpx.MockTransport(server)) as client:
        page = await client.matches.page(status=MatchStatus.OPEN, player_id="b1")
    assert [match.id for match in page.items] == ["m1"]
    assert page.cursor == "next"
    assert dict(server.requests[0].url.params) == {
        "status": "open",
        "playerId": "b1",
        "first": "20",
    }


async def test_the_asynchronous_client_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries are those of the other client."""
    monkeypatch.setattr(http, "FIRST_PAUSE_S", 0.001)
    server = Server(httpx.ConnectError("refused"), httpx.Response(200, json=MATCH))
    async with AsyncClient(SERVER, TOKEN, transport=httpx.MockTransport(server)) as client:
        assert (await client.matches.get("m1")).id == "m1"


def test_both_clients_have_the_same_calls() -> None:
    """A row in one client has its twin in the other."""

    def rows(client: Client | AsyncClient) -> dict[str, list[str]]:
        groups = {
            name: group
            for name, group in vars(client).items()
            if isinstance(group, Group | AsyncGroup)
        }
        return {name: sorted(vars(type(group))) for name, group in groups.items()}

    assert rows(Client(SERVER)) == rows(AsyncClient(SERVER))
    assert len(rows(Client(SERVER))) == len(read_contract().tags)
