"""The API beside boardgame.io's server: actions per second and latency.

One API process and one Redis that writes every acknowledged byte to disk, full rules, clocks and
tokens; beside it boardgame.io, which keeps everything in memory, with a state of the same size.
The same program loads all, in a process of its own, in alternating rounds; every row is the median
of those rounds, and a ratio the median of each round's. Bots hear of their turns by a websocket;
how they act is in the row's name. The processor time of an action is measured by `actions`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bench.api_server import API, GENEROUS, Load, Server, install, load, served
from tests.bench.measured import Row, of_rounds

COMMAND: Final = "python -m tests.bench.run bench.json api"
PEER: Final = "boardgame.io 0.50.2"
BOARDGAME_IO: Final = ("node", "peer.cjs")
MATCHES: Final = 50
ROUNDS: Final = 5
SECONDS: Final = 6
PACE: Final = 200
WAYS: Final = {
    "socket": "GraphQL by websocket",
    "graphql": "GraphQL by HTTP",
    "rest": "REST",
}
"""How an action is sent, as the program that loads names it."""


Loads = Mapping[str, list[Load]]


def rows() -> Iterator[Row]:
    """All figures of the API, its peer's beside them where npm could install it."""
    has_peer = install()
    with ExitStack() as held:
        data = held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-"))
        store = held.enter_context(EmbeddedRedis(Path(data)))
        ours = held.enter_context(served(API, "/livez", {"REDIS_URL": store.url, **GENEROUS}))
        servers = dict.fromkeys(WAYS, ours)
        if has_peer:
            environ = {"NODE_ENV": "production"}
            servers["peer"] = held.enter_context(served(BOARDGAME_IO, "/games", environ))
        fast, paced = in_turns(servers, 0), in_turns(servers, PACE)
    yield from _speed(fast)
    yield from _paced(paced)


def in_turns(servers: Mapping[str, Server], rate: int, rounds: int = ROUNDS) -> Loads:
    """Each loaded in turn, round after round."""
    found: dict[str, list[Load]] = {name: [] for name in servers}
    for _ in range(rounds):
        for name, server in servers.items():
            found[name].append(load(name, server, matches=MATCHES, seconds=SECONDS, rate=rate))
    return found


def _speed(loads: Loads) -> Iterator[Row]:
    rates = {name: [one.per_second for one in each] for name, each in loads.items()}
    tails = {name: [one.p99 for one in each] for name, each in loads.items()}
    for name, title in WAYS.items():
        has_peer = "peer" in loads
        beside = (PEER, rates["peer"]) if has_peer else None
        yield of_rounds(f"{title}: actions", rates[name], "1/s", COMMAND, beside)
        beside = (PEER, tails["peer"]) if has_peer else None
        label = f"{title}: action to the next one's turn, p99"
        yield of_rounds(label, tails[name], "ms", COMMAND, beside)
    if "peer" in loads:
        yield of_rounds(f"{PEER}: actions", rates["peer"], "1/s", COMMAND)
        yield of_rounds(f"{PEER}: p99", tails["peer"], "ms", COMMAND)


def _paced(loads: Loads) -> Iterator[Row]:
    for name, each in loads.items():
        who = f"{WAYS.get(name, PEER)} at {PACE}/s"
        yield of_rounds(f"{who}: p50", [one.p50 for one in each], "ms", COMMAND)
        yield of_rounds(f"{who}: p99", [one.p99 for one in each], "ms", COMMAND)
