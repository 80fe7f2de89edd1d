"""Every operation of the OpenAPI document with odd values in its body, address and headers.

Each is answered by what was asked for or by a problem, never by a fault of the service; and the
next good request on the same connection is served as if nothing had been.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias
from urllib.parse import quote

import httpx
import pytest
import yaml

from tests.attacks.odd import NUMBERS, ODD, placed, places, some
from tests.service.replicas import Api
from tests.service.transports import PATIENCE_S, Json, Party, Rest, a_match, a_party, bearer

DOCUMENT: Final[Json] = yaml.safe_load(Path("openapi/openapi.yaml").read_text(encoding="utf-8"))
ODD_WORDS: Final = (
    *(text.strip('"') for text in NUMBERS),
    "9\u00d74400",
    "\u0669" * 400,
    "9" * 4_400,
    "\u202e\u05d0",
    "a b\t",
    "..",
    "null",
    "true",
    "x" * 3_000,
)
STREAM: Final = "text/event-stream"
Header: TypeAlias = tuple[bytes, bytes]
LONGEST: Final = 1_500
ODD_BYTES: Final = (b"%00", b"%ED%A0%80", b"%FF", b"%0d%0aX: y", b"%E2%80%AE", b"%2e%2e%2f")
ODD_HEADERS: Final = (
    b"\xff\xfe",
    b'"9\xd74400"',
    b'"' + b"9" * 4400 + b'"',
    b"",
    b"W/",
    b'"',
    b"*",
)


pytestmark = pytest.mark.timeout(3_600)
"""Only what hangs takes that long: the long form sends tens of thousands of requests."""


@dataclass(frozen=True, slots=True)
class Row:
    """An operation of the document."""

    method: str
    path: str
    operation: Json

    @property
    def has_json(self) -> bool:
        """Whether its body is JSON; the tests of hosting send odd archives."""
        return "application/json" in self.operation.get("requestBody", {}).get("content", {})

    @property
    def body(self) -> Json:
        """Its example with every field that the example leaves out."""
        content = self.operation["requestBody"]["content"]["application/json"]
        schema = DOCUMENT["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        return {**dict.fromkeys(schema["properties"]), **content["example"]}

    def parameters(self, place: str) -> list[str]:
        """The names of its parameters at a place."""
        return [one["name"] for one in self.operation.get("parameters", ()) if one["in"] == place]


ROWS: Final = [
    Row(method.upper(), path, operation)
    for path, rows in DOCUMENT["paths"].items()
    for method, operation in rows.items()
]


@dataclass(frozen=True, slots=True)
class Scene:
    """Who asks, and things to ask about."""

    http: httpx.AsyncClient
    party: Party
    ids: dict[str, str]
    tokens: Iterator[str]
    faults: list[str] = field(default_factory=list)

    def path(self, row: Row, **odd: str) -> str:
        """The address of an operation on the scene's things, but for the odd ones."""
        return row.path.format(**(self.ids | odd))

    async def send(
        self, row: Row, path: str, content: bytes | None = None, odd: Header | None = None
    ) -> None:
        """Ask in one name or another; whatever is said must be an answer."""
        named = dict((odd,)) if odd else {}
        named.setdefault(b"authorization", f"Bearer {next(self.tokens)}".encode())
        if content is not None:
            named[b"content-type"] = b"application/json"
        asked = httpx.Headers(named)
        async with self.http.stream(row.method, path, headers=asked, content=content) as answer:
            if answer.headers.get("content-type") == STREAM:
                return
            body = await answer.aread()
        if answer.status_code >= 500 or not (answer.is_success or _is_problem(body)):
            self.faults.append(
                f"{row.method} {path[:200]} {content!r:.300} {named!r:.200} {body!r}"
            )

    async def is_well(self) -> bool:
        """Whether the same connection answers a good request."""
        good = await self.http.get("/api/v1/me", headers=bearer(self.party.owner))
        return good.status_code == 200


def _is_problem(body: bytes) -> bool:
    problem = json.loads(body)
    return bool(problem["code"]) and len(problem["detail"]) < LONGEST


@pytest.fixture
async def scene(unhindered: Api) -> AsyncIterator[Scene]:
    """A party with a match, a ladder and a challenge, on a connection of its own."""
    async with httpx.AsyncClient(base_url=unhindered.address, timeout=PATIENCE_S) as http:
        rest = Rest(http)
        party = await a_party(rest)
        match = await a_match(rest, party)
        terms = {"game": "duel", "timeControl": {"kind": "untimed"}}
        ladder = {**terms, "name": "Nile Cup", "blocks": 1, "concurrency": 1}
        asked = {**terms, "botId": party.ids[0], "challenged": [party.ids[1]]}
        account = (await http.get("/api/v1/me", headers=bearer(party.owner))).json()["id"]
        spare = await rest.do("createToken", party.owner, {"name": "spare"})
        made = Scene(
            http,
            party,
            {
                "accountId": account,
                "matchId": match["id"],
                "botId": party.ids[0],
                "submissionId": f"s{'0' * 24}",
                "archiveHash": "0" * 64,
                "tokenId": spare.data["info"]["id"],
                "ladderId": (await rest.do("createLadder", party.owner, ladder)).data["id"],
                "challengeId": (await rest.do("createChallenge", party.owner, asked)).data["id"],
            },
            itertools.cycle((party.owner, party.tokens[0])),
        )
        yield made
        assert made.faults == []


def test_every_operation_has_a_row() -> None:
    """The rows are the document's own, so that none can be forgotten."""
    assert len(ROWS) > 50
    for row in ROWS:
        assert not row.has_json or row.body
    assert len([row for row in ROWS if "requestBody" in row.operation and not row.has_json]) == 1


async def test_no_body_is_too_odd(scene: Scene) -> None:
    """Wide numbers, odd texts and odd shapes at every place of every body."""
    rng = random.Random(11)
    for row in ROWS:
        if not row.has_json:
            continue
        body = _about(row.body, scene.ids)
        for place in places(body):
            for text in some(ODD, 2, rng):
                content = placed(body, place, text).encode("utf-8", "surrogatepass")
                await scene.send(row, scene.path(row), content)
        assert await scene.is_well(), row


async def test_no_address_is_too_odd(scene: Scene) -> None:
    """Odd words at every parameter of every path and every question."""
    rng = random.Random(12)
    words = [quote(word) for word in ODD_WORDS] + [word.decode() for word in ODD_BYTES]
    for row in ROWS:
        for name in row.parameters("query"):
            for word in some(words, 2, rng):
                await scene.send(row, f"{scene.path(row)}?{name}={word}")
        for name in row.parameters("path"):
            for word in some(words, 2, rng):
                await scene.send(row, scene.path(row, **{name: word}))
    assert await scene.is_well()


async def test_no_header_is_too_odd(scene: Scene) -> None:
    """Odd bytes in every header that an operation reads."""
    for row in ROWS:
        named = ["Authorization"] if row.path.endswith("/me") else []
        for name in (*row.parameters("header"), *named):
            for value in ODD_HEADERS:
                body = json.dumps(_about(row.body, scene.ids)).encode() if row.has_json else None
                await scene.send(row, scene.path(row), body, (name.lower().encode(), value))
    assert await scene.is_well()


def _about(body: Json, ids: dict[str, str]) -> Json:
    """The body about the scene's things, without what would be null."""
    said = {name: value for name, value in body.items() if value is not None}
    return {name: ids.get(name, value) for name, value in said.items()}
