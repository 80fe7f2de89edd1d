"""Who asks: accounts, bots and tokens."""

from __future__ import annotations

from enum import StrEnum

from saqqara_service.models.values import Id, Instant, Model


class TokenKind(StrEnum):
    """Who a token speaks for."""

    USER = "usr"
    BOT = "bot"
    ADMIN = "adm"


class Caller(Model):
    """The one who asks, as told by a verified token."""

    kind: TokenKind
    account_id: Id
    bot_id: Id | None = None

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
    """A program that plays; it belongs to an account."""

    id: Id
    name: str
    account_id: Id
    created_ms: Instant


class Issued(Model):
    """A token in clear, shown once and stored only as a hash."""

    token: str
    kind: TokenKind
    account: Account
    bot: Bot | None = None
