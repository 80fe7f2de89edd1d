"""The accept policies of bots as Redis keeps them."""

from __future__ import annotations

from collections.abc import Iterable

from saqqara_service.models import AcceptPolicy
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key


class PolicyStore:
    """Accept policies by bot."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def put(self, bot_id: str, policy: AcceptPolicy) -> None:
        """Keep a policy in place of the one before."""
        text = policy.model_dump_json(by_alias=False)
        await self._connection.write.set(key("player_policy", bot_id), text)

    @answered
    async def of(self, bot_ids: Iterable[str]) -> list[AcceptPolicy]:
        """The policies of the bots, in that order; a new bot's where none was said."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.get(key("player_policy", bot_id))
        texts = await pipe.execute()
        return [AcceptPolicy.model_validate_json(text or "{}") for text in texts]
