"""Accounts that are being deleted, and what Redis forgets of each of them and its bots."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from pydantic_core import to_json

from saqqara_service.models import BotVersion
from saqqara_service.storage.accounts.scripts import FORGET_PROFILE, PSEUDONYM, Pseudonym
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import KEYS, key
from saqqara_service.storage.redis.scripts import Nothing

CLAIM_MS: Final = 20_000
"""So long other processes leave an account to the one that deletes it; done twice is no worse."""
AT_ONCE: Final = 16
_OF_ACCOUNT: Final = ("account_names", "account_apps", "account_open", "account_ladders")
_OF_PLAYER: Final = ("player_policy", "player_asked", "challenges", "bot_entries")


@dataclass(frozen=True, slots=True)
class Looked:
    """Accounts to go on with, those that were erased since somebody looked, and the instant."""

    due: list[str]
    erased: list[str]
    now_ms: int


class DeletionStore:
    """The accounts that are being deleted, by when to go on with them."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def begin(self, account_id: str, at_ms: int) -> int:
        """Delete the account at an instant, or earlier if that was said; that instant."""
        await self._connection.write.zadd(KEYS["deleting"], {account_id: at_ms}, lt=True)
        return await self._due_ms(account_id) or at_ms

    @answered
    async def due_ms(self, account_id: str) -> int | None:
        """When the account is to be deleted, or that is to be gone on with."""
        return await self._due_ms(account_id)

    @answered
    async def take_back(self, account_id: str, now_ms: int) -> bool:
        """Delete it no more, if it is not due; the caller claims it, and it is untouched."""
        due_ms = await self._due_ms(account_id)
        if due_ms is None or due_ms <= now_ms:
            return False
        return bool(await self._connection.write.zrem(KEYS["deleting"], account_id))

    async def _due_ms(self, account_id: str) -> int | None:
        found = await self._connection.read.zscore(KEYS["deleting"], account_id)
        return None if found is None else int(found)

    @answered
    async def put_off(self, account_id: str, until_ms: int) -> None:
        """Go on with it then."""
        await self._connection.write.zadd(KEYS["deleting"], {account_id: until_ms}, xx=True)

    @answered
    async def finish(self, account_id: str, at_ms: int) -> None:
        """Nothing is left to erase; every process hears of it."""
        await self._connection.write.zadd(KEYS["deleted"], {account_id: at_ms})
        await self._connection.write.zrem(KEYS["deleting"], account_id)
        await self._connection.write.delete(key("deleting_claim", account_id))

    @answered
    async def finished_ms(self, account_id: str) -> int | None:
        """When nothing was left to erase of it, if that is so."""
        found = await self._connection.read.zscore(KEYS["deleted"], account_id)
        return None if found is None else int(found)

    @answered
    async def look(self, since_ms: int) -> Looked:
        """What is to do, and what was done since an instant."""
        found, erased, (seconds, micros) = await self._connection.calls.read(
            [
                ("ZRANGE", KEYS["deleting"], 0, AT_ONCE - 1, "WITHSCORES"),
                ("ZRANGE", KEYS["deleted"], since_ms, "+inf", "BYSCORE"),
                ("TIME",),
            ]
        )
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        whens = zip(found[::2], found[1::2], strict=True)
        due = [one for one, at_ms in whens if int(at_ms) <= now_ms]
        return Looked(due, list(erased), now_ms)

    @answered
    async def claim(self, account_id: str) -> bool:
        """Whether this process is to go on with it now."""
        one = key("deleting_claim", account_id)
        return bool(await self._connection.write.set(one, "", nx=True, px=CLAIM_MS))

    @answered
    async def release(self, account_id: str) -> None:
        """Leave it to others."""
        await self._connection.write.delete(key("deleting_claim", account_id))

    async def rename_account(self, account_id: str, pseudonym: Pseudonym) -> None:
        """Let the account be called so, and forget its profile."""
        await self._connection.run(FORGET_PROFILE, account_id, Nothing())
        await self._connection.run_on(PSEUDONYM, [key("account", account_id)], pseudonym)

    async def rename_bot(self, bot_id: str, pseudonym: Pseudonym) -> None:
        """Let the bot be called so."""
        await self._connection.run_on(PSEUDONYM, [key("bot", bot_id)], pseudonym)

    @answered
    async def rewrite_versions(self, bot_id: str, versions: Iterable[BotVersion]) -> None:
        """Let versions of a bot tell other things; they keep their numbers."""
        for one in versions:
            text = to_json(one.model_dump(mode="json", by_alias=False, exclude={"number"}))
            await self._connection.write.lset(
                key("bot_versions", bot_id), one.number - 1, text.decode()
            )

    @answered
    async def apps_of(self, account_id: str) -> list[str]:
        """The ids of the apps that the account registered."""
        return sorted(
            map(str, await self._connection.read.smembers(key("account_apps", account_id)))
        )

    @answered
    async def forget_app(self, app_id: str) -> None:
        """There is no such app from now on."""
        await self._connection.write.delete(key("app", app_id))

    @answered
    async def forget_policies(self, player_ids: Iterable[str]) -> None:
        """Nobody accepts anything by a policy from now on, nor is there."""
        for one in player_ids:
            await self._connection.write.delete(key("player_policy", one))
            await self._connection.write.zrem(KEYS["present"], one)

    @answered
    async def forget_lists(self, account_id: str, player_ids: Iterable[str]) -> None:
        """Forget the lists that only the account and its bots looked at."""
        await self._connection.write.srem(KEYS["accounts"], account_id)
        names = [key(name, account_id) for name in _OF_ACCOUNT]
        names += [key(name, one) for one in player_ids for name in _OF_PLAYER]
        for name in names:
            await self._connection.write.delete(name)
