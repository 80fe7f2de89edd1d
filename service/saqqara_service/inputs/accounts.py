"""What is asked of accounts, bots and tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.values import Key, Text
from saqqara_service.models import Model, Scope

Note = Annotated[str, Field(max_length=2000)]
Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{7,64}$")]
Lifetime = Annotated[int, Field(ge=1_000, le=10 * 365 * 86_400_000)]
DAY_MS = 86_400_000


class Register(Model):
    """Open an account; where the host asks for one, with an invitation."""

    name: Text
    invitation: Key | None = None


class CreateBot(Model):
    """Make a bot of the caller's account; note and commit tell of its first version."""

    name: Text
    note: Note = ""
    commit: Commit | None = None


class CreateBotVersion(Model):
    """Tell of a new version of a bot: it plays from the next match on, with a rating of its own."""

    name: Text
    note: Note = ""
    commit: Commit | None = None


class ChooseBotVersion(Model):
    """Let a version of a bot play, an older one too, until another is chosen."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]


class CreateToken(Model):
    """Make a token for a bot, or without one for the account; by default with all its scopes.

    `expires_in_ms` is its lifetime; without one it lives until it is revoked.
    """

    name: Text
    bot_id: Key | None = None
    scopes: Annotated[list[Scope], Field(min_length=1)] | None = None
    expires_in_ms: Lifetime | None = None


class RotateToken(Model):
    """Make a new token like an old one, which works on for `overlap_ms`."""

    overlap_ms: Annotated[int, Field(ge=0, le=30 * DAY_MS)] = DAY_MS


class Invite(Model):
    """Make a code that opens one account for as long as `expires_in_ms`."""

    expires_in_ms: Lifetime = 7 * DAY_MS
