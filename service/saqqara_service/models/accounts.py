"""Who asks: accounts, bots and their versions, tokens, invitations."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from saqqara_service.models.values import Id, Instant, Model


class TokenKind(StrEnum):
    """Who a token speaks for."""

    USER = "usr"
    BOT = "bot"
    ADMIN = "adm"


class Scope(StrEnum):
    """What a token may be used for."""

    MATCH_PLAY = "match_play"
    MATCH_READ = "match_read"
    LADDER_JOIN = "ladder_join"
    ACCOUNT_MANAGE = "account_manage"
    ADMIN = "admin"


SCOPES: Final[dict[TokenKind, frozenset[Scope]]] = {
    TokenKind.USER: frozenset(Scope) - {Scope.ADMIN},
    TokenKind.BOT: frozenset({Scope.MATCH_PLAY, Scope.MATCH_READ, Scope.LADDER_JOIN}),
    TokenKind.ADMIN: frozenset(Scope),
}
"""The most that a token of a kind may be used for, and what it may unless it was made narrower."""


class Caller(Model):
    """The one who asks, as told by a verified token."""

    kind: TokenKind
    account_id: Id
    bot_id: Id | None = None
    token_id: Id | None = None
    scopes: frozenset[Scope] | None = None

    def may(self, scope: Scope) -> bool:
        """Whether the token has the scope."""
        return scope in (SCOPES[self.kind] if self.scopes is None else self.scopes)

    @property
    def player_id(self) -> str:
        """Who sits in matches by this token: its bot, or in forks the account itself."""
        return self.bot_id or self.account_id


class Account(Model):
    """A person or team that owns bots."""

    id: Id
    name: str
    created_ms: Instant


class Bot(Model):
    """A program that plays; it belongs to an account. `version` is the one that plays now."""

    id: Id
    name: str
    account_id: Id
    created_ms: Instant
    version: int = 1


class BotVersion(Model):
    """One state of a bot's program, which never changes once it is told; numbered from 1."""

    bot_id: Id
    number: int
    name: str
    note: str
    commit: str | None
    created_ms: Instant


class TokenInfo(Model):
    """What may be told of a token, which is never the token itself.

    `used_on` is the last day (UTC) on which it was used.
    """

    id: Id
    kind: TokenKind
    name: str
    account_id: Id
    bot_id: Id | None
    scopes: list[Scope]
    created_ms: Instant
    expires_ms: Instant | None
    used_on: str | None


class Issued(Model):
    """A token in clear, shown once and stored only as a hash."""

    token: str
    kind: TokenKind
    account: Account
    bot: Bot | None = None
    info: TokenInfo


class Invitation(Model):
    """A code that opens one account, for as long as it is valid."""

    code: str
    expires_ms: Instant
