"""Who asks: accounts, bots and their versions, tokens, invitations."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from saqqara_service.models.values import Id, Instant, Model


class TokenKind(StrEnum):
    """Who a token speaks for."""

    USER = "usr"
    """A person or team: it owns bots and makes matches."""
    BOT = "bot"
    """One bot: it takes seats and plays."""
    ADMIN = "adm"
    """The operator of the service."""


class Scope(StrEnum):
    """What a token may be used for."""

    MATCH_PLAY = "match_play"
    """Take seats, choose, resign, agree to an abort."""
    MATCH_READ = "match_read"
    """Read the views of the token's own seats, and its feed."""
    LADDER_JOIN = "ladder_join"
    """Enter bots in ladders."""
    ACCOUNT_MANAGE = "account_manage"
    """Make bots, versions, tokens, matches and ladders."""
    ADMIN = "admin"
    """What only the operator may do, such as voiding matches."""


SCOPES: Final[dict[TokenKind, frozenset[Scope]]] = {
    TokenKind.USER: frozenset(Scope) - {Scope.ADMIN},
    TokenKind.BOT: frozenset({Scope.MATCH_PLAY, Scope.MATCH_READ, Scope.LADDER_JOIN}),
    TokenKind.ADMIN: frozenset(Scope),
}
"""The most that a token of a kind may be used for, and what it may unless it was made narrower."""


class Caller(Model):
    """The one who asks, as told by a verified token."""

    kind: TokenKind
    """Who the token speaks for."""
    account_id: Id
    """The account of the token, or of its bot."""
    bot_id: Id | None = None
    """The bot that the token speaks for; null for an account."""
    token_id: Id | None = None
    """The token, by its id."""
    scopes: frozenset[Scope] | None = None
    """What the token may be used for; null: all that its kind may."""

    def may(self, scope: Scope) -> bool:
        """Whether the token has the scope."""
        return scope in (SCOPES[self.kind] if self.scopes is None else self.scopes)

    @property
    def player_id(self) -> str:
        """Who sits in matches by this token: its bot, or in forks the account itself."""
        return self.bot_id or self.account_id


class QuotaName(StrEnum):
    """The things of which an account may have a limited number."""

    BOTS = "bots"
    """Bots of the account."""
    BOT_VERSIONS = "bot_versions"
    """Versions of one bot; `used` is the number of the bot that has the most."""
    MATCHES = "matches"
    """Matches that it made and that are not over, forks included."""
    CONNECTIONS = "connections"
    """Sockets and event streams that the token of this call holds open."""


class Quota(Model):
    """How much of something there is, and how much there may be."""

    name: QuotaName
    """What is counted."""
    used: int
    """How much there is now."""
    limit: int
    """How much there may be; more is refused as `too_many`."""


class Account(Model):
    """A person or team that owns bots."""

    id: Id
    """The account's id."""
    name: str
    """Its name, given by its owner."""
    created_ms: Instant
    """When it was opened."""
    quotas: list[Quota] = Field(default=[])
    """Its usage and limits; filled only in the answer of `me`."""


class Bot(Model):
    """A program that plays; it belongs to an account. `version` is the one that plays now."""

    id: Id
    """The bot's id."""
    name: str
    """Its name in matches and standings."""
    account_id: Id
    """The account that owns it."""
    created_ms: Instant
    """When it was made."""
    version: int = 1
    """The number of the version that plays now."""


class BotVersion(Model):
    """One version of a bot's program; it never changes after its registration."""

    bot_id: Id
    """The bot, by its id."""
    number: int
    """Counts the bot's versions, from 1."""
    name: str
    """Its name, given by its owner."""
    note: str
    """A note by its owner."""
    commit: str | None
    """The commit that its program is built from, in hexadecimal; null if not given."""
    created_ms: Instant
    """When it was registered."""


class TokenInfo(Model):
    """What can be read about a token; never the token itself.

    `used_on` is the last day (UTC) on which it was used.
    """

    id: Id
    """The token's id; it is not secret."""
    kind: TokenKind
    """Who it speaks for."""
    name: str
    """Its name, given by its owner."""
    account_id: Id
    """The account that it belongs to."""
    bot_id: Id | None
    """The bot that it speaks for; null for an account's token."""
    scopes: list[Scope]
    """What it may be used for."""
    created_ms: Instant
    """When it was made."""
    expires_ms: Instant | None
    """When it stops working by itself; null: never."""
    used_on: str | None
    """The last day (UTC) on which it was used; null if it never was."""


class Issued(Model):
    """A token in clear, shown once and stored only as a hash."""

    token: str
    """The secret itself, to be sent as `Authorization: Bearer …`; keep it."""
    kind: TokenKind
    """Who the token speaks for."""
    account: Account
    """The account that it belongs to."""
    bot: Bot | None = None
    """The bot that it speaks for; null for an account's token."""
    info: TokenInfo
    """What can be read about the token later."""


class Invitation(Model):
    """A code that opens one account while it is valid."""

    code: str
    """The secret to register with."""
    expires_ms: Instant
    """When it stops working."""
