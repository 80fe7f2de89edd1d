"""What is asked of accounts, bots and tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.values import Key, Note
from saqqara_service.models import Model, Scope
from saqqara_service.models.values import Name

Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{7,64}$")]
Lifetime = Annotated[int, Field(ge=1_000, le=10 * 365 * 86_400_000)]
DAY_MS = 86_400_000


class Register(Model):
    """Open an account, with an invitation if the host requires one."""

    name: Name
    """The account's name."""
    invitation: Key | None = None
    """The invitation code, if the host requires one."""


class CreateBot(Model):
    """Make a bot of the caller's account; note and commit describe its first version."""

    name: Name
    """The bot's name in matches and standings."""
    note: Note = ""
    """A note on its first version."""
    commit: Commit | None = None
    """The commit that its program is built from, in hexadecimal."""


class CreateBotVersion(Model):
    """Register a new version of a bot: it plays from the next match on, with its own rating."""

    name: Name
    """The name of the version."""
    note: Note = ""
    """A note on it."""
    commit: Commit | None = None
    """The commit that its program is built from, in hexadecimal."""


class ChooseBotVersion(Model):
    """Choose the version of a bot that plays from now on; it may be an older one."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """Which version is to play."""


class CreateToken(Model):
    """Make a token for a bot, or without one for the account; by default with all its scopes.

    `expiresInMs` is its lifetime; without one it lives until it is revoked. It never lives longer
    than the token that makes it, and never has more scopes.
    """

    name: Name
    """The token's name."""
    bot_id: Key | None = None
    """The bot that the token is for; null: the account."""
    scopes: Annotated[list[Scope], Field(min_length=1)] | None = None
    """Its scopes; null: all scopes of its kind."""
    expires_in_ms: Lifetime | None = None
    """How long it works; null: until it is revoked."""


class RotateToken(Model):
    """Replace a token by a new one with the same end; the old one still works for `overlapMs`."""

    overlap_ms: Annotated[int, Field(ge=0, le=30 * DAY_MS)] = DAY_MS
    """How long the old token still works."""


class Invite(Model):
    """Make a code that opens one account and is valid for `expiresInMs`."""

    expires_in_ms: Lifetime = 7 * DAY_MS
    """How long the code works."""
