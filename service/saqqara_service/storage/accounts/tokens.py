"""Tokens by the beginning of their hash, and the list of those that were revoked.

A token's id is the first 24 digits of its hash: it finds the token and gives nothing away. A token
is written last: until then nobody can reach what stands before it, so a process that dies in
between leaves nothing that matters.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from saqqara_service.models import SCOPES, Caller, Scope, TokenInfo, TokenKind
from saqqara_service.storage.accounts.scripts import (
    NOTE_USE,
    PROLONG,
    RESERVE,
    NoteUse,
    Prolong,
    ProlongReply,
    Reserve,
)
from saqqara_service.storage.redis.connection import RedisConnection, answered, flat
from saqqara_service.storage.redis.keys import KEYS, key
from saqqara_service.storage.redis.scripts import UnlessFull

ID_LENGTH = 24
_KEPT_MS = 400 * 86_400_000
"""How long an end is told after the latest one: longer than any process goes without looking."""
NOT_LENT: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Found:
    """A token as it is stored, and the instant by Redis."""

    info: TokenInfo
    now_ms: int
    caller: Caller
    """Whom it speaks for."""
    makers: tuple[str, ...] = ()
    """The ids of the tokens that it comes from, the first one first."""

    @property
    def is_expired(self) -> bool:
        """Whether its time is over."""
        return self.info.expires_ms is not None and self.info.expires_ms <= self.now_ms


def digest(token: str) -> str:
    """What is stored of a token: enough, since its secret has 178 bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def id_of(token: str) -> str:
    """The id of a token."""
    return digest(token)[:ID_LENGTH]


class TokenStore:
    """Tokens by id, and the ids of each owner: a bot, an account, or the apps that it let in."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def reserve(self, info: TokenInfo, most: int) -> bool:
        """List a token with its owner, who may have so many; False if there is no room."""
        keys, arguments = [_owner_key(info)], Reserve(one=info.id, most=most)
        reply = await self._connection.run_on(RESERVE, keys, arguments)
        return reply is UnlessFull.DONE

    @answered
    async def add(
        self,
        info: TokenInfo,
        token_digest: str,
        lent: Mapping[str, int] = NOT_LENT,
        *,
        makers: Sequence[str] = (),
    ) -> None:
        """Let the token speak from now on."""
        fields: dict[str, str | int] = {
            "digest": token_digest,
            "kind": info.kind.value,
            "name": info.name,
            "account_id": info.account_id,
            "scopes": " ".join(info.scopes),
            "created_ms": info.created_ms,
            **lent,
        }
        if info.bot_id is not None:
            fields["bot_id"] = info.bot_id
        if info.app_id is not None:
            fields["app_id"] = info.app_id
        if makers:
            fields["makers"] = " ".join(makers)
        if info.expires_ms is not None:
            fields["expires_ms"] = info.expires_ms
            await self._end_at(info.id, info.expires_ms)
        await self._connection.write.hset(key("token", info.id), items=flat(fields))

    async def lend(
        self, info: TokenInfo, token_digest: str, at_ms: int, version: int | None
    ) -> None:
        """Let a token speak for a version until an instant, and forget it then.

        Its owner's list has it not.
        """
        ending = info.model_copy(update={"expires_ms": at_ms})
        played = {} if version is None else {"lent_version": version}
        await self.add(ending, token_digest, {"lent": 1, **played})
        await self.prolong(info.id, at_ms)

    async def prolong(self, token_id: str, at_ms: int) -> bool:
        """Let a token that was lent live until then; False if it is gone."""
        reply = await self._connection.run(PROLONG, token_id, Prolong(expires_ms=at_ms))
        if reply is ProlongReply.GONE:
            return False
        await self._ends_at(token_id, at_ms)
        return True

    @answered
    async def call_in(self, token_id: str) -> None:
        """Make a token that was lent worthless now, and tell every process."""
        await self._connection.write.delete(key("token", token_id))
        seconds, _micros = await self._connection.read.time()
        await self._end_at(token_id, int(seconds) * 1000)

    @answered
    async def forget_ends(self, token_ids: list[str]) -> None:
        """Tell no more of tokens that ended so long ago that every process has heard of it."""
        if token_ids:
            await self._connection.write.zrem(KEYS["ended_tokens"], *token_ids)

    @answered
    async def _ends_at(self, token_id: str, at_ms: int) -> None:
        await self._end_at(token_id, at_ms)

    @answered
    async def find(self, token_id: str, token_digest: str | None = None) -> Found | None:
        """The token of that id; with a digest only if it is the very same."""
        flat_row, (seconds, micros) = await self._connection.calls.read(
            [("HGETALL", key("token", token_id)), ("TIME",)]
        )
        row = dict(zip(flat_row[::2], flat_row[1::2], strict=True))
        is_same = token_digest is None or hmac.compare_digest(row.get("digest", ""), token_digest)
        if not row or not is_same:
            return None
        info = _info_of(token_id, row)
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        return Found(info, now_ms, _caller_of(info, row), _makers_of(row))

    @answered
    async def living(self, token_ids: Sequence[str]) -> list[str]:
        """Those of the tokens that were not revoked."""
        pipe = self._connection.read.pipeline(transaction=False)
        for token_id in token_ids:
            pipe.exists(key("token", token_id))
        return [
            one for one, is_there in zip(token_ids, await pipe.execute(), strict=True) if is_there
        ]

    async def listed(self, account_id: str, bot_ids: Iterable[str]) -> list[TokenInfo]:
        """The tokens of an account, of its bots and of the apps that it let in, oldest first."""
        rows = await self._rows(account_id, bot_ids)
        found = [_info_of(one, row) for one, row in rows.items()]
        return sorted(found, key=lambda info: (info.created_ms, info.id))

    async def made_by(
        self, makers: Collection[str], account_id: str, bot_ids: Iterable[str]
    ) -> list[TokenInfo]:
        """Of these tokens, those that come from one of the makers."""
        rows = await self._rows(account_id, bot_ids)
        return [
            _info_of(one, row)
            for one, row in rows.items()
            if not {*makers}.isdisjoint(_makers_of(row))
        ]

    @answered
    async def _rows(self, account_id: str, bot_ids: Iterable[str]) -> dict[str, dict[str, str]]:
        """The tokens of an account and of its bots by their ids, as they are stored."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.smembers(key("account_tokens", account_id))
        pipe.smembers(key("app_tokens", account_id))
        for bot_id in bot_ids:
            pipe.smembers(key("bot_tokens", bot_id))
        ids = {str(one): None for members in await pipe.execute() for one in members}
        pipe = self._connection.read.pipeline(transaction=False)
        for token_id in ids:
            pipe.hgetall(key("token", token_id))
        return {one: row for one, row in zip(ids, await pipe.execute(), strict=True) if row}

    @answered
    async def expire(self, info: TokenInfo, at_ms: int) -> None:
        """Let the token's time be over at an instant."""
        await self._connection.write.hset(key("token", info.id), "expires_ms", str(at_ms))
        await self._end_at(info.id, at_ms)

    @answered
    async def remove(self, info: TokenInfo) -> None:
        """Make the token worthless, and tell every process."""
        await self._drop(info)
        seconds, _micros = await self._connection.read.time()
        await self._end_at(info.id, int(seconds) * 1000)

    @answered
    async def erase(self, infos: Sequence[TokenInfo], now_ms: int) -> None:
        """Make the tokens worthless; told first, so that one who is interrupted has told it."""
        for info in infos:
            await self._end_at(info.id, now_ms)
            await self._drop(info)

    async def note_use(self, token_id: str, day: str) -> None:
        """Write down that the token was used on that day."""
        await self._connection.run(NOTE_USE, token_id, NoteUse(day=day))

    @answered
    async def ended_since(self, since_ms: int) -> tuple[list[str], int]:
        """The tokens that were revoked or expired from an instant on, and the instant by Redis."""
        pipe = self._connection.read.pipeline(transaction=False)
        pipe.zrange(KEYS["ended_tokens"], since_ms, "+inf", byscore=True, withscores=True)
        pipe.time()
        ended, (seconds, micros) = await pipe.execute()
        now_ms = int(seconds) * 1000 + int(micros) // 1000
        return [str(token_id) for token_id, at_ms in ended if at_ms <= now_ms], now_ms

    async def _drop(self, info: TokenInfo) -> None:
        await self._connection.write.delete(key("token", info.id))
        await self._connection.write.srem(_owner_key(info), info.id)

    async def _end_at(self, token_id: str, at_ms: int) -> None:
        """Tell every process that the token is worth nothing from an instant on."""
        await self._connection.write.zadd(KEYS["ended_tokens"], {token_id: at_ms})
        await self._connection.write.zremrangebyscore(KEYS["ended_tokens"], 0, at_ms - _KEPT_MS)


def _owner_key(info: TokenInfo) -> str:
    """The set whose room the token takes: an app takes none of the owner's."""
    if info.app_id is not None:
        return key("app_tokens", info.account_id)
    if info.bot_id is None:
        return key("account_tokens", info.account_id)
    return key("bot_tokens", info.bot_id)


def _caller_of(info: TokenInfo, row: Mapping[str, str]) -> Caller:
    scopes = frozenset(info.scopes)
    return Caller(
        kind=info.kind,
        account_id=info.account_id,
        bot_id=info.bot_id,
        token_id=info.id,
        scopes=None if scopes == SCOPES[info.kind] else scopes,
        app_id=info.app_id,
        is_lent="lent" in row,
        lent_version=int(row["lent_version"]) if "lent_version" in row else None,
    )


def _makers_of(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(row.get("makers", "").split())


def _info_of(token_id: str, row: dict[str, str]) -> TokenInfo:
    expires_ms = row.get("expires_ms")
    return TokenInfo(
        id=token_id,
        kind=TokenKind(row["kind"]),
        name=row["name"],
        account_id=row["account_id"],
        bot_id=row.get("bot_id"),
        scopes=[Scope(word) for word in row["scopes"].split()],
        created_ms=int(row["created_ms"]),
        expires_ms=None if expires_ms is None else int(expires_ms),
        used_on=row.get("used_on"),
        app_id=row.get("app_id"),
    )
