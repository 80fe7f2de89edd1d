"""From schema 2 to 3: the verdicts of sequential tests say what they have shown.

Rows of tables have ranges of places, too, which older tables go without.
"""

from __future__ import annotations

import json
from typing import Final

from saqqara_service.storage.redis.connection import RedisConnection
from saqqara_service.storage.redis.keys import KEYS

AT_ONCE: Final = 200
"""The ladders of a portion."""
VERDICTS: Final = {"stronger": "above_elo0", "not_stronger": "below_elo1"}


async def portion(connection: RedisConnection, cursor: str) -> str | None:
    """Change the tests of the next ladders."""
    begin = int(cursor)
    (ladders,) = await connection.calls.read(
        [("ZRANGE", KEYS["ladders"], begin, begin + AT_ONCE - 1)]
    )
    fits = [KEYS["ladder_fit"].format(id=ladder_id) for ladder_id in ladders]
    tests = await connection.calls.read([("HGET", fit, "test") for fit in fits])
    for fit, text in zip(fits, tests, strict=True):
        test = json.loads(text) if text else {}
        if test.get("verdict") in VERDICTS:
            test["verdict"] = VERDICTS[test["verdict"]]
            await connection.kept("HSET", fit, "test", json.dumps(test, separators=(",", ":")))
    return str(begin + AT_ONCE) if len(ladders) == AT_ONCE else None
