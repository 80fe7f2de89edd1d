"""Accounts, their bots and the bots' versions, and invitations, as Redis keeps them."""

from __future__ import annotations

from typing import Final

from pydantic_core import from_json, to_json

from saqqara_service.models import Account, Bot, BotVersion
from saqqara_service.storage.accounts.scripts import ADD_VERSION, AddVersion
from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import key

ABANDONED_MS: Final = 60_000
"""After so long nobody is still about to make the bot that a name was claimed for."""


class AccountStore:
    """Accounts and bots by id."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def add_account(self, account: Account) -> None:
        """Write a new account."""
        fields = account.model_dump(mode="json", by_alias=False, exclude={"quotas"})
        await self._connection.write.hset(key("account", account.id), items=flat(fields))

    @answered
    async def add_bot(self, bot: Bot) -> None:
        """Write a new bot and list it with its account."""
        fields = bot.model_dump(mode="json", by_alias=False)
        await self._connection.write.hset(key("bot", bot.id), items=flat(fields))
        await self._connection.write.sadd(key("account_bots", bot.account_id), bot.id)

    @answered
    async def claim_name(self, account_id: str, name: str, bot_id: str, now_ms: int) -> str | None:
        """Give a bot its name within the account; the id of the bot that has it already.

        A name that was claimed for a bot that was never made is free after a while.
        """
        names, claim = key("account_names", account_id), f"{bot_id} {now_ms}"
        if await self._connection.write.hsetnx(names, name, claim):
            return None
        holder, since_ms = str(await self._connection.write.hget(names, name)).split()
        is_made = await self._connection.read.exists(key("bot", holder))
        if is_made or now_ms < int(since_ms) + ABANDONED_MS:
            return holder
        await self._connection.write.hset(names, name, claim)
        return None

    @answered
    async def free_name(self, account_id: str, name: str) -> None:
        """Let another bot have the name."""
        await self._connection.write.hdel(key("account_names", account_id), name)

    @answered
    async def account(self, account_id: str) -> Account | None:
        """The account, if there is one of that id."""
        fields = await self._connection.read.hgetall(key("account", account_id))
        return Account.model_validate(fields) if fields else None

    @answered
    async def bots(self, bot_ids: list[str]) -> list[Bot | None]:
        """The bots of those ids, in that order, None where there is none."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.hgetall(key("bot", bot_id))
        rows = await pipe.execute()
        return [Bot.model_validate(fields) if fields else None for fields in rows]

    @answered
    async def bots_of(self, account_id: str) -> list[str]:
        """The ids of an account's bots."""
        ids = await self._connection.read.smembers(key("account_bots", account_id))
        return sorted(map(str, ids))

    @answered
    async def most_versions(self, bot_ids: list[str]) -> int:
        """How many versions the bot with the most has."""
        asked: list[tuple[Word, ...]] = [("LLEN", key("bot_versions", one)) for one in bot_ids]
        return max(await self._connection.calls.read(asked), default=0) if asked else 0

    async def add_version(self, version: BotVersion, most: int) -> int | None:
        """Write a new version of a bot, which may have so many; the number it got, if any."""
        text = to_json(version.model_dump(mode="json", by_alias=False, exclude={"number"}))
        arguments = AddVersion(version=text.decode(), most=most)
        return (await self._connection.run(ADD_VERSION, version.bot_id, arguments)).number

    @answered
    async def versions(self, bot_id: str) -> list[BotVersion]:
        """The versions of a bot, oldest first."""
        rows = await self._connection.read.lrange(key("bot_versions", bot_id), 0, -1)
        return [
            BotVersion.model_validate({**from_json(row), "number": number})
            for number, row in enumerate(rows, 1)
        ]

    @answered
    async def set_version(self, bot_id: str, number: int) -> None:
        """Let this version of the bot play from now on."""
        await self._connection.write.hset(key("bot", bot_id), "version", str(number))

    @answered
    async def add_invitation(self, digest: str, lifetime_ms: int) -> None:
        """Let the code open an account, once, for so long."""
        await self._connection.write.set(key("invitation", digest), "1", px=lifetime_ms)

    @answered
    async def use_invitation(self, digest: str) -> bool:
        """Take the invitation away; whether there was one."""
        return await self._connection.write.getdel(key("invitation", digest)) is not None
