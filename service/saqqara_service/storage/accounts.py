"""Accounts, bots and token hashes as Redis keeps them.

A token is written last: until then nobody can reach what stands before it, so a process that dies
in between leaves nothing that matters.
"""

from __future__ import annotations

from saqqara_service.models import Account, Bot, Caller, TokenKind
from saqqara_service.storage.connection import Connection, answered, flat
from saqqara_service.storage.keys import key


class AccountStore:
    """Accounts and bots by id, callers by token hash."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @answered
    async def add_account(self, account: Account) -> None:
        """Write a new account."""
        fields = account.model_dump(mode="json", by_alias=False)
        await self._connection.write.hset(key("account", account.id), items=flat(fields))

    @answered
    async def add_bot(self, bot: Bot) -> None:
        """Write a new bot and list it with its account."""
        fields = bot.model_dump(mode="json", by_alias=False)
        await self._connection.write.hset(key("bot", bot.id), items=flat(fields))
        await self._connection.write.sadd(key("account_bots", bot.account_id), bot.id)

    @answered
    async def add_token(
        self, digest: str, caller: Caller, issued_ms: int, expires_ms: int | None
    ) -> None:
        """Let the token speak for the caller, until it expires if it does."""
        fields: dict[str, str | int] = {
            "kind": caller.kind.value,
            "account_id": caller.account_id,
            "issued_ms": issued_ms,
        }
        if caller.bot_id is not None:
            fields["bot_id"] = caller.bot_id
        if expires_ms is not None:
            fields["expires_ms"] = expires_ms
        await self._connection.write.hset(key("token", digest), items=flat(fields))

    @answered
    async def remove_token(self, digest: str) -> bool:
        """Make the token unknown; whether it was known."""
        return bool(await self._connection.write.delete(key("token", digest)))

    @answered
    async def caller(self, digest: str) -> tuple[Caller, bool] | None:
        """Whom the token speaks for and whether it has expired; None if it is unknown."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.hgetall(key("token", digest))
        pipe.time()
        fields, (seconds, _micros) = await pipe.execute()
        if not fields:
            return None
        caller = Caller(
            kind=TokenKind(fields["kind"]),
            account_id=fields["account_id"],
            bot_id=fields.get("bot_id"),
        )
        expires_ms = int(fields.get("expires_ms", 0))
        return caller, 0 < expires_ms <= int(seconds) * 1000

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
