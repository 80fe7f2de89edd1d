"""The protections, each with what takes it away in the process that does so.

A sabotage changes the text of a script, or a function, before the service begins; it fails loudly
where the text is no longer there, so that none of them is silently harmless.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from saqqara_service.application.caches import event_buffer, tables
from saqqara_service.models import JsonObject, MatchEvent
from saqqara_service.storage.ladders import ladders
from saqqara_service.storage.limits.token_buckets import TokenBuckets, Took
from saqqara_service.storage.matches import matches
from saqqara_service.storage.redis import connection, scripts
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import Script

APART_S: Final = 1.0
_text = scripts.lua


def without(line: str, instead: str = "") -> None:
    """Take a line out of every script that has it."""

    def lua(*files: str) -> str:
        return _text(*files).replace(line, instead)

    every = scripts.FOLDER.rglob("*.lua")
    assert any(line in path.read_text("utf-8") for path in every), f"no script has {line!r}"
    scripts.lua = lua


def no_action_id() -> None:
    """A repeated action is taken for a new one."""
    without("if redis.call('HSETNX', ACTS, field, outcome) == 0 then return seen() end")

    async def outcome(*_: object) -> None:
        return None

    matches.MatchStore.outcome = outcome  # type: ignore[method-assign,assignment]


def no_version() -> None:
    """Whatever comes is appended, whatever it was the answer to."""
    without(
        "if head(match) ~= expected or match.to_act ~= seat then\n"
        "  return seen() or { 'stale', match.version }\nend"
    )


def no_fence() -> None:
    """Whoever ever held a lease may write."""
    without("if redis.call('HGET', LADDER, 'token') ~= token then\n  return {'fenced'}\nend")


def rating_apart() -> None:
    """The ratings are written after the result, by a call of their own."""
    settle = ladders.LadderStore.settle

    async def settle_apart(self: ladders.LadderStore, *words: Any, **named: Any) -> int:
        lease, version, result, rows, *against = words
        before = await self.rows(lease.ladder_id)
        number = await settle(self, lease, version, result, before, *against, **named)
        await asyncio.sleep(APART_S)
        for bot, of_bot in rows.items():
            text = ladders._ROWS.dump_json(of_bot, by_alias=False).decode()
            await self._connection.write.hset(key("ladder_rows", lease.ladder_id), bot, text)
        return number

    ladders.LadderStore.settle = settle_apart  # type: ignore[method-assign]


def notifications_are_events() -> None:
    """A follower is told the event that was published, not what the log has after its cursor."""

    async def read_on(self: event_buffer.EventBuffer, moved_to: int) -> None:
        log = await self._store.log(self._match_id, moved_to - 1, 1)
        self._events += log
        self._reached = moved_to

    async def after(
        self: event_buffer.EventBuffer, version: int, moved_to: int, limit: int
    ) -> list[MatchEvent]:
        if self._reached < moved_to:
            async with self._reading:
                if self._reached < moved_to:
                    await read_on(self, moved_to)
        return [event for event in self._events if event.version > version]

    event_buffer.EventBuffer.after = after  # type: ignore[method-assign]


def local_clock() -> None:
    """Each API process rules by the clock of its own machine."""

    async def answer(
        self: RedisConnection, script: Script[Any, Any], words: list[Word]
    ) -> list[str]:
        text = script.text.replace("redis.call('TIME')", f"{{ {_now()} }}")
        with connection.TRANSLATED:
            reply = await self.calls.call("EVAL", text, *words)
        return [str(item) for item in cast("list[object]", reply)]

    RedisConnection.answer = answer  # type: ignore[method-assign]


def _now() -> str:
    micros = time.time_ns() // 1000
    return f"'{micros // 1_000_000}', '{micros % 1_000_000}'"


def one_field_more() -> None:
    """A view carries one thing that the rules do not let its seat see."""
    view = tables.Table.view

    def leaky(self: tables.Table, seat: int | None) -> JsonObject:
        seen = cast("JsonObject", view(self, seat))
        deck = next(iter(self.game.chance(self.state)), None)
        return {**seen, "next": deck.items[-1] if deck else ""}

    tables.Table.view = leaky  # type: ignore[method-assign]


def no_limit() -> None:
    """No budget is ever spent."""

    async def take(*_: object, **__: object) -> Took:
        return Took(is_taken=True, full_in_s=0.0)

    TokenBuckets.take = take  # type: ignore[method-assign]


def no_log_on_disk() -> None:
    """Redis keeps nothing on disk: `system.py` starts one that does not."""


SABOTAGES: Final[Mapping[str, Callable[[], None]]] = {
    "action id": no_action_id,
    "version": no_version,
    "fence": no_fence,
    "rating in the script": rating_apart,
    "aof": no_log_on_disk,
    "log as the source": notifications_are_events,
    "one clock": local_clock,
    "view": one_field_more,
    "limit": no_limit,
}
"""What can be taken away."""
