"""Who pays for what a match costs beside its actions: kept until a minute after its end.

It is told by nothing: neither the match nor an export, an archive or a backup has it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, cast

from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import match_key
from saqqara_service.storage.redis.scripts import Done, Script

KEPT_MS: Final = 8 * 86_400_000
"""A match begins within a week; what takes longer than this is paid by nobody."""

RECENT_MS: Final = 60_000


class Pay(NamedTuple):
    """Who pays, as JSON, and how long that is kept at most."""

    payers: str
    kept_ms: int


PAY: Final = Script("matches/pay.lua", ("payers",), Pay, Done, is_kept=False)


class PayerStore:
    """Whose budgets pay, as subjects by the names of the budgets."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def note(self, match_id: str, payers: Mapping[str, str]) -> None:
        """These pay for the match, unless others do already."""
        await self._connection.run(PAY, match_id, Pay(json.dumps(dict(payers)), KEPT_MS))

    async def of(self, match_id: str) -> dict[str, str]:
        """Who pays for the match; nobody for one that the service itself has made."""
        (found,) = await self.several([match_id])
        return found

    @answered
    async def several(self, match_ids: Iterable[str]) -> list[dict[str, str]]:
        """The same of several, in that order.

        The primary is asked: no replica knows.
        """
        asked: list[tuple[Word, ...]] = [("GET", match_key("payers", one)) for one in match_ids]
        texts = await self._connection.calls.calls(asked) if asked else []
        return [cast("dict[str, str]", json.loads(text)) if text else {} for text in texts]

    @answered
    async def recent(self, match_ids: Iterable[str]) -> list[str]:
        """Those whose payers were noted within a minute, but for those that are over already."""
        ids = list(match_ids)
        asked: list[tuple[Word, ...]] = [("PTTL", match_key("payers", one)) for one in ids]
        left_ms = await self._connection.calls.calls(asked) if asked else []
        return [one for one, left in zip(ids, left_ms, strict=True) if left > KEPT_MS - RECENT_MS]
