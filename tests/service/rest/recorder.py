"""Calls by REST that are written down as examples: ids as they were, times and secrets replaced.

What is asked of a server in `certain` circumstances is answered alike however often it is asked.
"""

from __future__ import annotations

import random
import re
import secrets
from base64 import urlsafe_b64decode
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import httpx
import yaml

from saqqara_engine.records.record import digest, from_json
from saqqara_service.api.operation import PREFIX
from saqqara_service.api.table import OPERATIONS
from saqqara_service.storage.matches.cursors import LogPlace, event_cursor
from tests.bundle.archives import packed
from tests.service.streams import sse
from tests.service.transports import Json, bearer

BY_NAME: Final = {endpoint.name: endpoint for endpoint in OPERATIONS}
HEADING: Final = "# Recorded by `make examples`; whatever is changed here by hand is lost.\n"
NOON_MS: Final = 1_798_804_800_000
"""The time of every example, 2027-01-01 12:00 UTC."""
REPLACED: Final[dict[str, object]] = {
    "atMs": NOON_MS,
    "chargedMs": 0,
    "checkedMs": NOON_MS,
    "createdMs": NOON_MS,
    "deletedMs": NOON_MS,
    "seenMs": NOON_MS,
    "verifiedMs": NOON_MS,
    "waitsSinceMs": NOON_MS,
    "creditedMs": 0,
    "deadlineMs": NOON_MS + 605_000,
    "endedMs": NOON_MS,
    "enrolledMs": NOON_MS,
    "forecastEndMs": NOON_MS + 3_600_000,
    "expiresMs": NOON_MS + 86_400_000,
    "leftMs": 600_000,
    "nowMs": NOON_MS,
    "startedMs": NOON_MS,
    "requestId": "0123456789abcdef",
    "tokenExpiresMs": NOON_MS + 300_000,
    "usedOn": "2027-01-01",
    "version": "1.0.0",
}
"""What stands in examples for values of the same name and type that no two recordings share."""
SECRET: Final = re.compile(r"(imh_[a-z]{3}_)?(?![0-9a-f]+$)([0-9A-Za-z]{36}|[0-9A-Za-z]{24})")
"""A token or an invitation; the ids of tokens, which are no secrets, are hexadecimal."""
EVENT: Final = "ZXZlbnQ6"
"""How the cursor of an event begins."""
PARTS: Final = ("parameters", "body", "answer", "stream", "problem")
SHOWN: Final = 2
"""How many items an example has of a list that it tells only in part."""
DECIMALS: Final = 6
"""Of floating-point numbers, whose last digits no two machines share."""


@contextmanager
def certain() -> Iterator[None]:
    """Let nothing be secret in this process: ids and seeds are the same every time."""
    with (
        patch.object(secrets, "choice", random.Random(0).choice),
        patch.object(secrets, "token_bytes", lambda count: bytes(range(count))),
    ):
        yield


@dataclass(frozen=True, slots=True)
class Recorder:
    """Asks a server, and keeps the first answer of each kind by the operation's name."""

    client: httpx.AsyncClient
    examples: dict[str, Json] = field(default_factory=dict)

    async def record(
        self,
        name: str,
        token: str | None = None,
        body: Json | None = None,
        *,
        in_part: Collection[str] = (),
        **parameters: Any,
    ) -> Json:
        """The live answer; of lists with these names its example has the first items."""
        document = await self.heard(name, token, body, **parameters)
        answer = settled(document, in_part)
        self._keep(name, parameters=settled(parameters), body=settled(body), answer=answer)
        return document

    async def heard(
        self, name: str, token: str | None = None, body: Json | None = None, **parameters: Any
    ) -> Json:
        """The live answer, of which nothing is written down."""
        answer = await self._asked(name, token, body, parameters)
        assert answer.status_code == BY_NAME[name].status, (name, answer.text)
        document: Json = {} if BY_NAME[name].once.tells_bytes else answer.json()
        return document

    async def refused(
        self,
        name: str,
        code: str,
        token: str | None = None,
        body: Json | None = None,
        **parameters: Any,
    ) -> None:
        """Ask for what is refused with this code."""
        answer = await self._asked(name, token, body, parameters)
        problem = answer.json()
        refusal = (answer.status_code, code)
        assert (problem.get("status"), problem.get("code")) == refusal, (name, problem)
        self._keep(name, problem=settled(problem))

    async def streamed(self, name: str, kind: str | None, token: str, **parameters: Any) -> None:
        """Follow a stream to its first item of the kind, or to its first."""
        request = self._request(name, token, None, parameters)
        request.headers["accept"] = "text/event-stream"
        answer = await self.client.send(request, stream=True)
        async with aclosing(answer), aclosing(sse(answer)) as items:
            assert answer.status_code == BY_NAME[name].status, name
            async for item in items:
                if kind in {None, item["data"].get("kind")}:
                    self._keep(name, stream=settled(item["data"]))
                    return
        raise AssertionError((name, kind))

    def files(self) -> dict[str, str]:
        """The examples as texts by the names of their files: one for each room."""
        rooms: defaultdict[str, Json] = defaultdict(dict)
        for name in BY_NAME:
            room = name.partition("_")[0]
            found = self.examples[name]
            rooms[f"{room}.yaml"][name] = {part: found[part] for part in PARTS if part in found}
        return {name: HEADING + _text(found) for name, found in rooms.items()}

    async def _asked(
        self, name: str, token: str | None, body: Json | None, parameters: Json
    ) -> httpx.Response:
        return await self.client.send(self._request(name, token, body, parameters))

    def _request(
        self, name: str, token: str | None, body: Json | None, parameters: Json
    ) -> httpx.Request:
        endpoint, query, headers = BY_NAME[name], dict[str, Any](), bearer(token)
        path = PREFIX + endpoint.published_path
        for word, value in parameters.items():
            if f"{{{word}}}" in path:
                path = path.replace(f"{{{word}}}", value)
            elif word in endpoint.headers:
                headers[word] = value
            else:
                query[word] = value
        content = packed() if endpoint.once.takes_bytes else None
        return self.client.build_request(
            endpoint.method, path, params=query, headers=headers, json=body, content=content
        )

    def _keep(self, name: str, **parts: object) -> None:
        """Write down what was not yet told; what was asked is told with its answer."""
        kept = self.examples.setdefault(name, {})
        if parts.keys() - {"parameters", "body"} <= kept.keys():
            return
        kept.update({part: value for part, value in parts.items() if value})


def settled(value: Any, in_part: Collection[str] = (), name: str = "") -> Any:  # noqa: PLR0911 - a table
    """A value as it stands in an example; of lists with these names only the first items."""
    match value:
        case dict():
            parts = {word: settled(part, in_part, word) for word, part in value.items()}
            return parts | ({"digest": digest(from_json(parts))} if "digest" in parts else {})
        case list():
            shown = value[:SHOWN] if name in in_part else value
            return [settled(part, in_part, name) for part in shown]
        case float():
            return round(value, DECIMALS)
        case str() if found := SECRET.fullmatch(value):
            return (found[1] or "") + "EXAMPLE".ljust(len(found[2]), "0")
        case str() if value.startswith(EVENT):
            return _at_noon(value)
        case int() | str() if type(value) is type(REPLACED.get(name)):
            return REPLACED[name]
        case _:
            return value


def _at_noon(cursor: str) -> str:
    """The cursor of an event, as if it had happened at the time of every example."""
    padded = cursor + "=" * (-len(cursor) % 4)
    _, match_id, version, _at_ms = urlsafe_b64decode(padded).decode().split(":")
    return event_cursor(match_id, LogPlace(int(version), NOON_MS))


def _text(examples: Json) -> str:
    """As YAML; what has no further parts stands in one line."""
    return yaml.dump(
        examples,
        Dumper=yaml.CSafeDumper,
        sort_keys=False,
        allow_unicode=True,
        width=100,
        default_flow_style=None,
    )
