"""The processor time of an action beside a floor: `python -m tests.bench.run bench.json actions`.

The floor (`api/floor.py`) is what starlette, uvicorn, one script and a Redis that writes every
acknowledged byte to disk take for an action and its next turn. Its ratio holds on any machine, and
every change of the way of an action shows it. With a second checkout the same program loads both in
alternating rounds: `make bench BESIDE=../other`.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bench.api_server import GENEROUS, HERE, Load, Server, install, load, served
from tests.bench.measured import Row, of_rounds

COMMAND: Final = "python -m tests.bench.run bench.json actions"
WAYS: Final = {
    "socket": ("GraphQL by websocket", "floor-socket"),
    "graphql": ("GraphQL by HTTP", "floor-http"),
    "rest": ("REST", "floor-http"),
}
"""How an action is sent, as the program that loads names it; its title, and its floor."""
FLOORS: Final = {"floor-socket": "floor by websocket", "floor-http": "floor by HTTP"}
MATCHES: Final = 50
SECONDS: Final = 6
ROUNDS: Final = 5
ROUNDS_BESIDE: Final = 10


@dataclass(frozen=True, slots=True)
class Contestant:
    """A server and its Redis, loaded in one way."""

    title: str
    which: str
    server: Server
    store: Server


def rows(beside: Path | None = None) -> Iterator[Row]:
    """The processor time of an action in the API process and in Redis, by each way."""
    install()
    with ExitStack() as held:
        floor = _started(held, (sys.executable, str(HERE / "floor.py")))
        floors = [Contestant(title, which, *floor) for which, title in FLOORS.items()]
        ours = _ways("", _started(held, _api(Path(sys.executable))))
        others = []
        if beside is not None:
            python = beside.resolve() / ".venv/bin/python"
            others = _ways(f"{beside.name}: ", _started(held, _api(python)))
        found = _in_turns([*floors, *ours, *others], ROUNDS if beside is None else ROUNDS_BESIDE)
    for one in floors:
        yield from _rows(one.title, found[one.title])
    for one in (*ours, *others):
        floor_title = FLOORS[WAYS[one.which][1]]
        yield from _rows(one.title, found[one.title], (floor_title, found[floor_title]))
    for one, other in zip(ours, others, strict=False):  # no others without a second checkout
        yield from _rows(one.title, found[one.title], (other.title, found[other.title]))


def _api(python: Path) -> tuple[str, ...]:
    return (str(python), "-m", "saqqara_service.cli", "api")


def _ways(prefix: str, started: tuple[Server, Server]) -> list[Contestant]:
    return [Contestant(prefix + title, which, *started) for which, (title, _) in WAYS.items()]


def _started(held: ExitStack, command: tuple[str, ...]) -> tuple[Server, Server]:
    """The server of a command and the Redis that it alone uses."""
    data = held.enter_context(tempfile.TemporaryDirectory(prefix="saqqara-bench-"))
    store = held.enter_context(EmbeddedRedis(Path(data)))
    environ = {"REDIS_URL": store.url, **GENEROUS}
    return held.enter_context(served(command, "/livez", environ)), Server(store.url, store.pid)


def _in_turns(contestants: Sequence[Contestant], rounds: int) -> dict[str, list[Load]]:
    """Each loaded in turn, round after round."""
    found: dict[str, list[Load]] = {one.title: [] for one in contestants}
    for _ in range(rounds):
        for one in contestants:
            found[one.title].append(
                load(one.which, one.server, one.store, matches=MATCHES, seconds=SECONDS)
            )
    return found


def _api_ms(loads: Sequence[Load]) -> list[float]:
    return [one.cpu_ms for one in loads]


def _rows(
    title: str, loads: Sequence[Load], floor: tuple[str, Sequence[Load]] | None = None
) -> Iterator[Row]:
    """The milliseconds of processor time for an action, each with the ratio to its floor."""
    beside = None if floor is None else (floor[0], _api_ms(floor[1]))
    yield of_rounds(f"{title}: API", _api_ms(loads), "ms", COMMAND, beside)
    beside = None if floor is None else (floor[0], [one.store_ms for one in floor[1]])
    yield of_rounds(f"{title}: Redis", [one.store_ms for one in loads], "ms", COMMAND, beside)
