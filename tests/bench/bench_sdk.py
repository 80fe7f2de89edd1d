"""The SDK's share of a decision online: `python -m tests.bench.run bench.json sdk`.

A service that repeats one match (`feed_server.py`) plays it with a bot that takes the first legal
action, and with one that looks at its view. The floor reads the same messages with `json` and
sends the same actions over the same library's socket. Processor time is that of the bot's process.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Final

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from saqqara_sdk import Bot, LegalAction, Turn
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from tests.bench.measured import ROUNDS, Row, of_rounds

COMMAND: Final = "python -m tests.bench.run bench.json sdk"
MATCHES: Final = 20
FLOOR: Final = "a websocket and json"


class First(Bot):
    """Takes the first legal action."""

    def choose(self, turn: Turn) -> LegalAction:
        return turn.legal_actions[0]


class Looking(Bot):
    """Looks at its view first."""

    def choose(self, turn: Turn) -> LegalAction:
        assert turn.view.seat == turn.seat
        return turn.legal_actions[0]


def rows() -> Iterator[Row]:
    """Microseconds of processor time for a decision."""
    with _service() as url:
        ways: dict[str, Callable[[int], tuple[float, int]]] = {
            "SDK, a decision": lambda matches: _bot(url, First, matches),
            "SDK, a decision with its view": lambda matches: _bot(url, Looking, matches),
            FLOOR: lambda matches: asyncio.run(_floor(url, matches)),
        }
        found: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, play in ways.items():
                (few_s, few), (many_s, many) = play(2), play(2 + MATCHES)
                found[name].append(1e6 * (many_s - few_s) / (many - few))
    floor = found.pop(FLOOR)
    yield of_rounds(f"SDK, {FLOOR}", floor, "µs of processor", COMMAND)
    for name, figures in found.items():
        yield of_rounds(name, figures, "µs of processor", COMMAND, (FLOOR, floor))


@contextmanager
def _service() -> Iterator[str]:
    command = (sys.executable, "-m", "tests.bench.feed_server")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        server.stdin.close()


def _bot(url: str, bot: type[Bot], matches: int) -> tuple[float, int]:
    """Play; return the processor time and the number of decisions."""
    runner = Runner(bot, Access(url, "imh_bot_x"), max_matches=matches)
    began = process_time()
    report = asyncio.run(runner.run())
    assert not report.errors
    return process_time() - began, report.turns


async def _floor(url: str, matches: int) -> tuple[float, int]:
    began, decisions, ended = process_time(), 0, 0
    protocols = [Subprotocol("graphql-transport-ws")]
    address = url.replace("http", "ws") + "/graphql"
    async with connect(address, subprotocols=protocols, compression=None) as socket:
        await socket.send('{"type":"connection_init"}')
        await socket.recv()
        await socket.send('{"type":"subscribe","id":"0","payload":{"query":"subscription Feed"}}')
        while ended < matches:
            message = json.loads(await socket.recv())
            item = message.get("payload", {}).get("data", {}).get("feed", {})
            ended += item.get("kind") == "ENDED"
            if item.get("kind") == "TURN":
                decisions += 1
                given = {"expectedVersion": item["version"], "action": item["turn"]["actions"][0]}
                payload = {"query": "mutation Act", "variables": {"input": given}}
                act = {"type": "subscribe", "id": str(decisions), "payload": payload}
                await socket.send(json.dumps(act))
    return process_time() - began, decisions


if __name__ == "__main__":
    for row in rows():
        print(row)
