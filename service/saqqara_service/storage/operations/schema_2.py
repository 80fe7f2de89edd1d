"""From schema 1 to 2: results say when their match ended; apps' tokens and names have sets.

Schema 1 was every store up to 2026-11-26, so some have a part of this already.
"""

from __future__ import annotations

import json
from typing import Final

from saqqara_service.models.display_names import looks
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import KEYS, key, match_key

AT_ONCE: Final = 20
"""So many ladders and accounts are one portion: a ladder of 10,000 results takes half a second."""


WRITES: Final = 500


async def portion(connection: RedisConnection, cursor: str) -> str | None:
    """Change the next ladders, and after them the next accounts."""
    ladders, accounts = await connection.calls.read(
        [("ZRANGE", KEYS["ladders"], 0, -1), ("SMEMBERS", KEYS["accounts"])]
    )
    begin = int(cursor)
    end = begin + AT_ONCE
    for ladder_id in ladders[begin:end]:
        await _date_results(connection, ladder_id)
    for account_id in sorted(accounts)[max(0, begin - len(ladders)) : max(0, end - len(ladders))]:
        await _move_app_tokens(connection, account_id)
        await _note_name(connection, account_id)
    return str(end) if end < len(ladders) + len(accounts) else None


async def _date_results(connection: RedisConnection, ladder_id: str) -> None:
    """Each result gets the instant of its match's last event; of one that was deleted, that of the
    result before it, since results are in the order in which they were settled.
    """
    results = KEYS["ladder_results"].format(id=ladder_id)
    (rows,) = await connection.calls.read([("LRANGE", results, 0, -1)])
    if not rows:
        return
    found = [json.loads(row) for row in rows]
    ends = await connection.calls.read(
        [("HGET", match_key("match", one["match_id"]), "last_ms") for one in found]
    )
    before_ms, writes = await _created_ms(connection, ladder_id), list[tuple[Word, ...]]()
    for place, (result, end_ms) in enumerate(zip(found, ends, strict=True)):
        if "ended_ms" not in result:
            result["ended_ms"] = int(end_ms or before_ms)
            text = json.dumps(result, separators=(",", ":"))
            writes.append(("LSET", results, place, text))
        before_ms = result["ended_ms"]
    # Sent together: a replica has them when it has the note of the portion, which comes later.
    for first in range(0, len(writes), WRITES):
        await connection.calls.calls(writes[first : first + WRITES])


async def _created_ms(connection: RedisConnection, ladder_id: str) -> int:
    asked = ("HGET", KEYS["ladder"].format(id=ladder_id), "terms")
    (terms,) = await connection.calls.read([asked])
    return int(json.loads(terms)["created_ms"]) if terms else 0


async def _move_app_tokens(connection: RedisConnection, account_id: str) -> None:
    """Those that apps have of the account end with the app, and take none of the owner's room."""
    own = key("account_tokens", account_id)
    (ids,) = await connection.calls.read([("SMEMBERS", own)])
    apps: list[object] = await connection.calls.read(
        [("HGET", key("token", one), "app_id") for one in ids]
    )
    for token_id in [one for one, app_id in zip(ids, apps, strict=True) if app_id]:
        await connection.kept("SADD", key("app_tokens", account_id), token_id)
        await connection.kept("SREM", own, token_id)


async def _note_name(connection: RedisConnection, account_id: str) -> None:
    """Of several accounts of one name the first one may make it its display name."""
    plain = KEYS["plain_looks"].format()
    name, created_ms = await _opened(connection, account_id)
    for look in sorted(looks(name)) if name else ():
        (holder,) = await connection.calls.read([("HGET", plain, look)])
        if holder is None or created_ms < (await _opened(connection, holder))[1]:
            await connection.kept("HSET", plain, look, account_id)


async def _opened(connection: RedisConnection, account_id: str) -> tuple[str | None, int]:
    """Under which name an account was opened, None if it was deleted, and when."""
    asked = ("HMGET", key("account", account_id), "name", "created_ms", "deleted_ms")
    ((name, created_ms, deleted_ms),) = await connection.calls.read([asked])
    return None if deleted_ms else name, int(created_ms or 0)
