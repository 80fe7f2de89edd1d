"""A service that speaks graphql-transport-ws over real sockets and makes mischief on demand.

It plays short matches with the real engine, the bot in seat 0 and the first legal action in all
others, keeps action ids as the real one does, and tells the end of a match only once.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from saqqara_engine.games import find_game
from saqqara_engine.wire import view_json
from saqqara_sdk.runner.words import DOCUMENTS, WORDS

RULES: Any = find_game("imhotep")
PROTOCOL = Subprotocol("graphql-transport-ws")
RESYNC = 40
TOKEN = "imh_bot_secret"  # noqa: S105 - it opens nothing

RESULT = {
    "reason": "played",
    "seats": [
        {"seat": 0, "place": 1, "total": 9, "tieBreak": 0, "keptTime": True, "lines": []},
        {"seat": 1, "place": 2, "total": 8, "tieBreak": 0, "keptTime": True, "lines": []},
    ],
}


class Cut(Exception):
    """The connection is torn off here, without a close frame."""


@dataclass
class FakeMatch:
    """A match of the bot in seat 0, over after so many of its decisions."""

    id: str
    decisions: int
    version: int = 1
    applied: list[tuple[int, str]] = field(default_factory=list)
    asked: dict[int, set[tuple[str, str]]] = field(default_factory=dict)
    outcomes: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_end_sent: bool = False
    commitment: str = "first"
    time_ms: int = 60_000
    log: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        seed = self.id.encode().ljust(32, b"-")[:32]
        self.state = RULES.new_game(RULES.parse_options({"players": 2}), seed)
        self._play_others()

    @property
    def is_over(self) -> bool:
        return len(self.applied) == self.decisions

    def turn(self) -> dict[str, Any]:
        legal = [str(action) for action in RULES.legal_actions(self.state)]
        return {
            "matchId": self.id,
            "commitment": self.commitment,
            "game": "imhotep",
            "version": self.version,
            "seat": 0,
            "view": view_json(RULES.view(self.state, 0)),
            "actions": legal,
            "leftMs": [self.time_ms, self.time_ms],
            "deadlineMs": 100_000 + self.time_ms,
            "nowMs": 100_000,
        }

    def item(self) -> dict[str, Any]:
        item = {"matchId": self.id, "commitment": self.commitment, "version": self.version}
        if self.is_over:
            return item | {"kind": "ended", "turn": None, "result": RESULT}
        return item | {"kind": "turn", "turn": self.turn(), "result": None}

    def act(self, action: str, version: int, action_id: str) -> dict[str, Any]:
        self.asked.setdefault(version, set()).add((action_id, action))
        if action_id in self.outcomes:
            return {**self.outcomes[action_id], "repeated": True}
        if self.is_over:
            return problem("match_over", version=self.version)
        if version != self.version:
            return problem("stale_version", version=self.version)
        if action not in map(str, RULES.legal_actions(self.state)):
            return problem("illegal_action", version=self.version)
        self.applied.append((version, action))
        self._advance(RULES.parse_action(action))
        acted = {"matchId": self.id, "version": version + 1, "repeated": False, "chargedMs": 1}
        status = "finished" if self.is_over else "running"
        self.outcomes[action_id] = {"__typename": "Acted", **acted, "leftMs": 9, "status": status}
        self._play_others()
        return self.outcomes[action_id]

    def _play_others(self) -> None:
        while not self.is_over and RULES.to_act(self.state) != 0:
            self._advance(RULES.legal_actions(self.state)[0])

    def _advance(self, action: Any) -> None:
        seat = RULES.to_act(self.state)
        RULES.advance(self.state, action)
        self.version += 1
        done = {"kind": "action", "seat": seat, "action": str(action), "auto": bool(seat)}
        status = "finished" if self.is_over else "running"
        self.log.append({"version": self.version, "status": status, **done})

    def news_after(self, cursor: str | None) -> list[dict[str, Any]]:
        """The items of the match's stream after a cursor, at most `RESYNC` one by one."""
        seen = int(cursor or 0)
        started = {"version": 1, "status": "running", "kind": "started"}
        events = [one for one in (started, *self.log) if one["version"] > seen]
        if len(events) > RESYNC:
            match = {"version": self.version, "status": events[-1]["status"]}
            kept = {"kind": "resync", "cursor": str(self.version), "snapshot": {"match": match}}
            return [kept]
        return [{"kind": "event", "cursor": str(one["version"]), "event": one} for one in events]


def problem(code: str, **facts: object) -> dict[str, Any]:
    """A refusal as a member of a result union."""
    return {"__typename": "P", "code": code, "message": code, "requestId": "r", "facts": facts}


def with_names(data: JsonValue, name: str = "") -> JsonValue:
    """The data as GraphQL spells it: words of enums in upper case."""
    match data:
        case dict() if name not in DOCUMENTS:
            return {key: with_names(value, key) for key, value in data.items()}
        case list():
            return [with_names(one, name) for one in data]
        case str() if name in WORDS:
            return data.upper()
    return data


def honestly(_number: int, text: str) -> list[str]:
    """A service without mischief says a message as it is, once."""
    return [text]


class FakeService:
    """Serves matches to one bot.

    Messages in both directions are numbered over all connections, pings apart. Those in `cuts`
    tear the connection off instead of arriving, without a close frame. `say` makes what is sent
    of an outgoing message. `act` may be replaced, to answer an action otherwise. Connections in
    `deaf`, numbered from 1, neither answer nor tell anything more; in those in `mute` only the
    feed tells nothing. `items` are told at the beginning of each feed. With `now_ms` each feed
    begins with a heartbeat that tells this time. One that `refuses_events` tells none.
    """

    def __init__(self, matches: list[FakeMatch]) -> None:
        self.matches = {match.id: match for match in matches}
        self.cuts: set[int] = set()
        self.say: Callable[[int, str], list[str]] = honestly
        self.act: Callable[[dict[str, Any]], dict[str, Any] | None] = self.applied_act
        self.deaf: set[int] = set()
        self.challenges: list[dict[str, Any]] = []
        self.answers: list[tuple[str, str]] = []
        self.items: list[dict[str, Any]] = []
        self.resigned: list[str] = []
        self.mute: set[int] = set()
        self.now_ms: int | None = None
        self.refuses_events = False
        self.messages = 0
        self.connections = 0
        self.heard: list[dict[str, Any]] = []
        self.closes: list[int] = []
        self.url = ""

    @property
    def applied(self) -> dict[str, list[tuple[int, str]]]:
        return {match.id: match.applied for match in self.matches.values()}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[FakeService]:
        async with serve(self._serve, "127.0.0.1", 0, subprotocols=[PROTOCOL]) as server:
            self.url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
            yield self

    def applied_act(self, given: dict[str, Any]) -> dict[str, Any] | None:
        match = self.matches[given["matchId"]]
        return match.act(given["action"], given["expectedVersion"], given["actionId"])

    async def _serve(self, connection: ServerConnection) -> None:
        self.connections += 1
        try:
            await _Peer(self, connection).serve()
        except Cut:
            connection.transport.abort()
        except ConnectionClosed as closed:
            self.closes.append(closed.rcvd.code if closed.rcvd else 1006)


class _Peer:
    """One connection of the bot."""

    def __init__(self, service: FakeService, connection: ServerConnection) -> None:
        self._service = service
        self._connection = connection
        self._number = service.connections
        self._feed: str | None = None
        self._watched: dict[str, tuple[FakeMatch, str | None]] = {}

    async def serve(self) -> None:
        while True:
            message = json.loads(await self._connection.recv())
            if self._number in self._service.deaf:
                continue
            if message["type"] == "ping":
                await self._connection.send(json.dumps({"type": "pong"}))
            else:
                self._service.heard.append(message)
                self._pass_on()
                await self._answer(message)

    async def _answer(self, message: dict[str, Any]) -> None:
        match message["type"], message.get("payload"):
            case "connection_init", {"authorization": authorization}:
                if authorization != f"Bearer {TOKEN}":
                    await self._connection.close(4403, "the token is unknown")
                await self._say({"type": "connection_ack"})
            case "subscribe", {"query": query, "variables": variables}:
                await self._operate(message["id"], query.split()[1].partition("(")[0], variables)
            case _:
                assert message["type"] == "complete"
                if self._watched.pop(message["id"], None) is None:
                    assert message["id"] == self._feed
                    self._feed = None

    async def _operate(self, name: str, operation: str, variables: dict[str, Any]) -> None:
        match operation:
            case "Feed":
                await self._open_feed(name)
            case "Resign":
                match_id = variables["input"]["matchId"]
                self._service.resigned.append(match_id)
                await self._next(name, {"resignMatch": {"__typename": "Match", "id": match_id}})
            case "Accept" | "Decline":
                given = variables["input"]
                said = given.get("reason", "ACCEPTED").lower()
                self._service.answers.append((given["challengeId"], said))
                field_name = f"{operation.lower()}Challenge"
                await self._next(name, {field_name: {"id": given["challengeId"]}})
            case "Events" if self._service.refuses_events:
                fault = {"message": "busy", "extensions": {"code": "busy"}}
                await self._say({"type": "error", "id": name, "payload": [fault]})
            case "Events":
                match = self._service.matches[variables["id"]]
                self._watched[name] = (match, variables["after"])
                await self._tell_watchers()
            case "Act":
                await self._act(name, variables["input"])
            case "Standing" if variables["id"] not in self._service.matches:
                fault = {"message": "no match", "extensions": {"code": "not_found"}}
                await self._say({"type": "error", "id": name, "payload": [fault]})
            case "Terms":
                clock = {"__typename": "Fischer", "kind": "fischer", "baseMs": 60_000}
                terms = {"options": {"players": 2}, "timeControl": clock | {"incrementMs": 0}}
                await self._next(name, {"match": terms})
            case "Standing":
                match = self._service.matches[variables["id"]]
                status = "finished" if match.is_over else "running"
                result = RESULT if match.is_over else None
                found = {"id": match.id, "status": status, "createdMs": 0, "result": result}
                found["commitment"] = match.commitment
                await self._next(name, {"match": found})

    async def _open_feed(self, name: str) -> None:
        self._feed = name
        if self._service.now_ms is not None:
            beat = {"kind": "heartbeat", "heartbeat": {"nowMs": self._service.now_ms}}
            await self._next(name, {"feed": beat})
        for challenge in self._service.challenges:
            is_answered = challenge["id"] in dict(self._service.answers)
            item = {"kind": "challenge", "challenge": challenge, "needsAnswer": not is_answered}
            await self._next(name, {"feed": item})
        for item in self._service.items:
            await self._next(name, {"feed": item})
        for match in self._service.matches.values():
            await self._tell(match)

    async def _act(self, name: str, given: dict[str, Any]) -> None:
        match = self._service.matches[given["matchId"]]
        version = match.version
        outcome = self._service.act(given)
        if outcome is not None:
            await self._next(name, {"act": outcome})
            await self._say({"type": "complete", "id": name})
        if match.version > version:
            await self._tell(match)
            await self._tell_watchers()

    async def _tell_watchers(self) -> None:
        for name, (match, cursor) in list(self._watched.items()):
            for news in match.news_after(cursor):
                self._watched[name] = (match, news["cursor"])
                await self._next(name, {"matchEvents": news})

    async def _tell(self, match: FakeMatch) -> None:
        is_mute = self._number in self._service.mute
        if self._feed is None or match.is_end_sent or is_mute:
            return
        match.is_end_sent = match.is_over
        await self._next(self._feed, {"feed": match.item()})

    async def _next(self, name: str, data: dict[str, Any]) -> None:
        await self._say({"type": "next", "id": name, "payload": {"data": with_names(data)}})

    async def _say(self, message: dict[str, Any]) -> None:
        self._pass_on()
        for text in self._service.say(self._service.messages, json.dumps(message)):
            if self._number not in self._service.deaf:
                await self._connection.send(text)

    def _pass_on(self) -> None:
        self._service.messages += 1
        if self._service.messages in self._service.cuts:
            raise Cut
