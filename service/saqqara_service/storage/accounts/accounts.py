"""Accounts, their bots and the bots' versions, and invitations, as Redis keeps them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from pydantic_core import from_json, to_json

from saqqara_service.models import Account, Bot, BotVersion, Profile
from saqqara_service.storage.accounts.scripts import (
    ADD_VERSION,
    CLAIM_LOOKS,
    ENLIST_GUEST,
    RELEASE_LOOKS,
    RESERVE,
    SET_PROFILE,
    AddVersion,
    ClaimLooks,
    EnlistGuest,
    ReleaseLooks,
    Reserve,
    SetProfile,
)
from saqqara_service.storage.redis.calls import Word, paired
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import KEYS, key
from saqqara_service.storage.redis.scripts import UnlessFull

ABANDONED_MS: Final = 60_000
"""After so long nobody is still about to make the bot that a name was claimed for."""

_WRITTEN_LATER: Final = {"quotas", "profile", "deleted_ms", "deletes_ms", "verified_ms"}


class AccountStore:
    """Accounts and bots by id."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def add_account(self, account: Account, forget_in_ms: int | None = None) -> None:
        """Write a new account, perhaps one to be forgotten."""
        fields = account.model_dump(mode="json", by_alias=False, exclude=_WRITTEN_LATER)
        name = key("account", account.id)
        await self._connection.write.hset(name, items=flat(fields))
        if forget_in_ms is not None:
            await self._connection.write.pexpire(name, forget_in_ms)

    async def enlist_account(self, account_id: str, most: int | None) -> bool:
        """List one more account, of which there may be so many (None: any); whether there may."""
        arguments = Reserve(one=account_id, most=sys.maxsize if most is None else most)
        reply = await self._connection.run_on(RESERVE, [KEYS["accounts"]], arguments)
        return reply is UnlessFull.DONE

    async def enlist_guest(self, account_id: str, most: int, for_ms: int) -> bool:
        """List one more guest for so long, of whom there may be so many; whether there may."""
        arguments = EnlistGuest(guest=account_id, most=most, for_ms=for_ms)
        reply = await self._connection.run_on(ENLIST_GUEST, [KEYS["guests"]], arguments)
        return reply is UnlessFull.DONE

    @answered
    async def add_bot(self, bot: Bot) -> None:
        """Write a new bot and list it with its account."""
        fields = bot.model_dump(mode="json", by_alias=False, exclude={"deleted_ms"})
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
        flat_row, profile = await self._connection.calls.read(
            [("HGETALL", key("account", account_id)), ("GET", key("profile", account_id))]
        )
        if not flat_row:
            return None
        described = {} if profile is None else {"profile": from_json(profile)}
        return Account.model_validate(paired(flat_row) | described)

    @answered
    async def verify(self, account_id: str, now_ms: int) -> bool:
        """Write when an operator made sure of the owner, unless that stands; whether it did not."""
        account = key("account", account_id)
        return bool(await self._connection.write.hsetnx(account, "verified_ms", str(now_ms)))

    @answered
    async def unverify(self, account_id: str) -> bool:
        """Forget that an operator made sure of the owner; whether one had."""
        return bool(await self._connection.write.hdel(key("account", account_id), "verified_ms"))

    async def set_profile(
        self, account_id: str, profile: Profile, looks: Sequence[str], forget_in_ms: int | None
    ) -> str | None:
        """Write a profile; what it looks like if that is another account's already.

        A profile that is to be forgotten holds no name.
        """
        text = profile.model_dump_json(by_alias=False)
        arguments = SetProfile(account_id, text, forget_in_ms, looks)
        return (await self._connection.run(SET_PROFILE, account_id, arguments)).look

    async def claim_looks(
        self, account_id: str, looks: Sequence[str], *, is_kept: bool
    ) -> str | None:
        """Note what an account's name looks like; the look that is another's, if one is."""
        arguments = ClaimLooks(account_id, is_kept, looks)
        return (await self._connection.run(CLAIM_LOOKS, account_id, arguments)).look

    async def release_looks(self, account_id: str, looks: Sequence[str]) -> None:
        """Let what an account's name looks like be free again."""
        await self._connection.run(RELEASE_LOOKS, account_id, ReleaseLooks(account_id, looks))

    @answered
    async def forgotten_in_ms(self, account_id: str) -> int | None:
        """After how long the account is forgotten; None if it is there for good."""
        (left_ms,) = await self._connection.calls.read([("PTTL", key("account", account_id))])
        return int(left_ms) if int(left_ms) > 0 else None

    @answered
    async def registered(self, account_ids: Sequence[str]) -> set[str]:
        """Those of the accounts that are there and are no guests'."""
        rows = await self._connection.calls.read(
            [("HMGET", key("account", one), "id", "is_guest") for one in account_ids]
        )
        return {str(found) for found, is_guest in rows if found and is_guest != str(True)}

    @answered
    async def bots(self, bot_ids: list[str]) -> list[Bot | None]:
        """The bots of those ids, in that order, None where there is none."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id in bot_ids:
            pipe.hgetall(key("bot", bot_id))
        rows = await pipe.execute()
        return [Bot.model_validate(fields) if fields else None for fields in rows]

    @answered
    async def some_versions(self, wanted: list[tuple[str, int]]) -> list[BotVersion | None]:
        """The versions of those bots and numbers, in that order, None where there is none."""
        pipe = self._connection.read.pipeline(transaction=False)
        for bot_id, number in wanted:
            pipe.lindex(key("bot_versions", bot_id), number - 1)
        rows = await pipe.execute()
        return [
            row and BotVersion.model_validate({**from_json(row), "number": number})
            for row, (_bot_id, number) in zip(rows, wanted, strict=True)
        ]

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
        arguments = AddVersion(text.decode(), most, version.archive_hash)
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
