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
    """Open an account; where the host asks for one, with an invitation."""

    name: Name
    """What to call the account."""
    invitation: Key | None = None
    """The code that opens an account, where the host asks for one."""


class CreateBot(Model):
    """Make a bot of the caller's account; note and commit tell of its first version."""

    name: Name
    """What to call the bot in matches and standings."""
    note: Note = ""
    """What to say of its first version."""
    commit: Commit | None = None
    """The commit that its program is built from, in hexadecimal."""


class CreateBotVersion(Model):
    """Tell of a new version of a bot: it plays from the next match on, with a rating of its own."""

    name: Name
    """What to call the version."""
    note: Note = ""
    """What to say of it."""
    commit: Commit | None = None
    """The commit that its program is built from, in hexadecimal."""


class ChooseBotVersion(Model):
    """Let a version of a bot play, an older one too, until another is chosen."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """Which version is to play."""


class CreateToken(Model):
    """Make a token for a bot, or without one for the account; by default with all its scopes.

    `expiresInMs` is its lifetime; without one it lives until it is revoked. It ends with the
    token that makes it at the latest, and may nothing that this one may not.
    """

    name: Name
    """What to call the token."""
    bot_id: Key | None = None
    """The bot that it is to speak for; null: the account."""
    scopes: Annotated[list[Scope], Field(min_length=1)] | None = None
    """What it may be used for; null: all that its kind may."""
    expires_in_ms: Lifetime | None = None
    """How long it works; null: until it is revoked."""


class RotateToken(Model):
    """Make a new token like an old one, which works on for `overlapMs`; its end stays the same."""

    overlap_ms: Annotated[int, Field(ge=0, le=30 * DAY_MS)] = DAY_MS
    """How long the old token works on."""


class Invite(Model):
    """Make a code that opens one account for as long as `expiresInMs`."""

    expires_in_ms: Lifetime = 7 * DAY_MS
    """How long the code works."""
