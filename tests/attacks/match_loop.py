"""Plays timed matches against itself until its input ends, and prints what each action met.

`python -m tests.attacks.match_loop FROM ADDRESS [ADDRESS]`: a process of its own, so that its
delays are the service's and not the attacker's; the second bot plays through the last address.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from contextlib import AsyncExitStack

import httpx
from websockets.asyncio.client import ClientConnection

from tests.service.documents import mutation
from tests.service.sockets import greet, opened, say, subscribe
from tests.service.transports import (
    PATIENCE_S,
    Json,
    Party,
    Rest,
    a_match,
    a_party,
    graphql_answer,
)

CLOCK: Json = {"kind": "fischer", "baseMs": 20_000, "incrementMs": 500}
FEED = """
subscription { feed {
  ... on TurnItem { kind matchId turn { matchId version legalActions { notation } } }
  ... on EndedItem { kind matchId }
} }
"""
ACT = mutation("act")


class Player:
    """One bot on one websocket: it plays whatever its feed asks."""

    def __init__(self, socket: ClientConnection, rng: random.Random) -> None:
        self.over = asyncio.Event()
        self._socket = socket
        self._rng = rng
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._seen: set[tuple[str, int]] = set()
        self._acting: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Listen until the connection ends, which it must not."""
        await subscribe(self._socket, "feed", FEED)
        async for text in self._socket:
            message = json.loads(text)
            if message["type"] == "ping":
                await say(self._socket, type="pong")
            elif message["type"] == "next" and message["id"] == "feed":
                self._hear(message["payload"]["data"]["feed"])
            elif message["type"] in {"next", "error"} and message["id"] in self._answers:
                self._answers.pop(message["id"]).set_result(message)
        tell(kind="refused", code=f"closed {self._socket.close_code}", what="feed")

    def _hear(self, item: Json) -> None:
        turn = item.get("turn")
        if item.get("kind") == "ENDED":
            self.over.set()
        elif turn is not None and (named := (turn["matchId"], turn["version"])) not in self._seen:
            self._seen.add(named)
            task = asyncio.create_task(self._act(turn))
            self._acting.add(task)
            task.add_done_callback(self._acting.discard)

    async def _act(self, turn: Json) -> None:
        """Act until it is taken: the same action under the same id."""
        ask = {
            "matchId": turn["matchId"],
            "action": self._rng.choice(turn["legalActions"])["notation"],
            "expectedVersion": turn["version"],
            "actionId": f"a{turn['version']}",
        }
        tried = 0
        while True:
            began = time.perf_counter()
            name = f"{turn['matchId']}-{turn['version']}-{tried}"
            self._answers[name] = asyncio.get_running_loop().create_future()
            await subscribe(self._socket, name, ACT, input=ask)
            message = await self._answers[name]
            payload = message["payload"]
            payload = {"errors": payload} if message["type"] == "error" else payload
            answer = graphql_answer(payload, "act")
            took_ms = (time.perf_counter() - began) * 1000
            if answer.code is None:
                tell(kind="acted", ms=round(took_ms, 2), left_ms=answer.data["leftMs"])
                return
            tell(kind="refused", code=answer.code, what="act")
            if answer.code not in {"busy", "rate_limited", "internal"}:
                return
            tried += 1
            await asyncio.sleep(answer.facts.get("retryAfterMs", 100) / 1000)


async def _matches(rest: Rest, players: list[Player], party: Party) -> None:
    """One match after another; whether anybody ran out of time is told after each."""
    while True:
        for player in players:
            player.over.clear()
        try:
            match = await a_match(rest, party, timeControl=CLOCK)
        except (AssertionError, httpx.HTTPError, ValueError) as error:
            tell(kind="refused", code=type(error).__name__, what="createMatch")
            await asyncio.sleep(0.5)
            continue
        for player in players:
            await player.over.wait()
        ended = (await rest.match(match["id"])).data
        flagged = sum(seat["flagged"] for seat in ended["seats"])
        tell(kind="match", flagged=flagged, reason=ended["result"]["reason"])


def tell(**what: object) -> None:
    """Print a line."""
    print(json.dumps(what), flush=True)


async def main(home: str, addresses: list[str]) -> None:
    """Play until the input ends."""
    transport = httpx.AsyncHTTPTransport(local_address=home)
    async with AsyncExitStack() as held:
        client = await held.enter_async_context(
            httpx.AsyncClient(base_url=addresses[0], transport=transport, timeout=PATIENCE_S)
        )
        rest = Rest(client)
        party = await a_party(rest)
        players = []
        for address, token in zip((addresses[0], addresses[-1]), party.tokens, strict=True):
            way = opened(address, local_addr=(home, 0))
            socket = await held.enter_async_context(way)
            await greet(socket, token)
            players.append(Player(socket, random.Random(token)))
        running = [asyncio.create_task(player.play()) for player in players]
        running.append(asyncio.create_task(_matches(rest, players, party)))
        await asyncio.to_thread(sys.stdin.read)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
