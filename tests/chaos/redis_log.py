"""The logs as Redis has them, read without any code of the service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import hiredis
import redis

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of a match's log."""

    version: int
    kind: str
    seat: int | None
    action: str | None
    is_auto: bool
    at_ms: int
    charged_ms: int
    credited_ms: int
    left_ms: tuple[int | None, ...]
    to_act: int | None
    status: str


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match: its hash, its log, and the outcomes kept under `<seat>:<action id>`."""

    id: str
    row: dict[str, str]
    seed: bytes
    log: list[Event]
    acts: dict[str, str] = field(default_factory=dict)

    @property
    def options(self) -> dict[str, Any]:
        """What was agreed."""
        found: dict[str, Any] = json.loads(self.row["options"])
        return found

    @property
    def result(self) -> dict[str, Any] | None:
        """How it ended, if it has."""
        return json.loads(self.row["result"]) if "result" in self.row else None


def matches_in(url: str) -> dict[str, StoredMatch]:
    """Every match of the Redis at that address that has begun."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        found = [_match(client, key) for key in client.scan_iter(match="*:match:*:log", count=1000)]
        return {stored.id: stored for stored in found}


def _match(client: redis.Redis, key: str) -> StoredMatch:
    base = key.removesuffix(":log")
    with client.pipeline() as asked:
        asked.hgetall(base)
        asked.xrange(key)
        asked.get(f"{base}:seed")
        asked.hgetall(f"{base}:acts")
        row, log, seed, acts = asked.execute()
    match_id = base.partition(":match:")[2]
    secret = bytes.fromhex(seed or row.get("seed", ""))
    return StoredMatch(match_id, row, secret, [_event(*entry) for entry in log], acts)


@dataclass(frozen=True, slots=True)
class StoredLadder:
    """A ladder: its hash, what became of its matches, its results in order, and its rows."""

    id: str
    row: dict[str, str]
    outcomes: dict[str, str]
    results: list[dict[str, Any]]
    rows: dict[str, list[dict[str, Any]]]


def ladders_in(url: str) -> list[StoredLadder]:
    """Every ladder of the Redis at that address."""
    with redis.Redis.from_url(url, decode_responses=True) as client:
        return [_ladder(client, ladder_id) for ladder_id in client.zrange("ladders", 0, -1)]


def _ladder(client: redis.Redis, ladder_id: str) -> StoredLadder:
    base = f"{{ladder:{ladder_id}}}"
    with client.pipeline() as asked:
        asked.hgetall(base)
        asked.hgetall(f"{base}:outcomes")
        asked.lrange(f"{base}:results", 0, -1)
        asked.hgetall(f"{base}:rows")
        row, outcomes, results, rows = asked.execute()
    standings = {bot: json.loads(text) for bot, text in rows.items()}
    return StoredLadder(ladder_id, row, outcomes, [json.loads(one) for one in results], standings)


def leases_in(directory: Path) -> Iterator[tuple[str, int]]:
    """Each lease that was written, with its fencing token, in the order of the append-only file."""
    reader = hiredis.Reader()
    for file in sorted(directory.glob("appendonlydir/*.incr.aof")):
        with file.open("rb") as log:
            while data := log.read(_CHUNK):
                reader.feed(data)
                while (command := reader.gets()) is not False:
                    match command:
                        case [bytes(verb), bytes(key), bytes(token), *_] if (
                            verb.upper() == b"SET" and key.endswith(b":lease")
                        ):
                            yield key.decode(), int(token)


def _event(entry_id: str, row: dict[str, str]) -> Event:
    return Event(
        version=int(entry_id.partition("-")[0]),
        kind=row["kind"],
        seat=_number(row["seat"]),
        action=row["action"] or None,
        is_auto=row["auto"] == "1",
        at_ms=int(row["at_ms"]),
        charged_ms=int(row["charged_ms"]),
        credited_ms=int(row["credited_ms"]),
        left_ms=tuple(_number(left) for left in row["left_ms"].split(",")),
        to_act=_number(row["to_act"]),
        status=row["status"],
    )


def _number(text: str) -> int | None:
    return int(text) if text else None
