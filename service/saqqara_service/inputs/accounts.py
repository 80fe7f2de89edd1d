"""What is asked of accounts, bots and tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.inputs.values import Cursor, GivenId, Key, Note, PageSize
from saqqara_service.models import MatchStatus, Model, Scope
from saqqara_service.models.values import Game, Name

Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{7,64}$")]
Lifetime = Annotated[int, Field(ge=1_000, le=10 * 365 * 86_400_000)]
DAY_MS = 86_400_000


class Register(Model):
    """Open an account, with an invitation if the host requires one."""

    name: Name
    """The account's name."""
    invitation: Key | None = None
    """The invitation code, if the host requires one."""


class RegisterGuest(Model):
    """Play at once as a guest, if the host allows it: for a day, with the scopes to play and read.

    A guest has no bots, makes no further tokens and cannot come back when the day is over.
    """

    name: Name | None = None
    """What others call the guest; null: a name is made up."""


class NameFilter(Model):
    """Accounts, bots and ladders by how their names begin; letters' case makes no difference."""

    prefix: Annotated[str, Field(min_length=1, max_length=40)]
    """How the name begins."""
    first: PageSize = 20
    """The maximum number on a page."""
    after: Cursor | None = None
    """Only those after this cursor; null: from the first name on."""


class BotMatchFilter(Model):
    """Which matches of a bot to list, newest first."""

    status: MatchStatus | None = None
    """Only matches with this status; null: all."""
    first: PageSize = 20
    """The maximum number of matches on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the newest on."""


class AccountMatchFilter(BotMatchFilter):
    """Which matches of an account and its bots to list, newest first."""

    game: Game | None = None
    """Only matches of this game; null: all."""
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    """Only matches with this number of seats; null: all."""


class BotLadderFilter(Model):
    """Which ladders of a bot to list, those first that it entered last."""

    first: PageSize = 20
    """The maximum number of ladders on a page."""
    after: Key | None = None
    """Only those after this cursor; null: from the last one entered on."""


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
    bot_id: GivenId | None = None
    """The bot that the token is for; null: the account."""
    scopes: Annotated[list[Scope], Field(min_length=1)] | None = None
    """Its scopes; null: all scopes of its kind."""
    expires_in_ms: Lifetime | None = None
    """How long it works; null: until it is revoked."""


class RotateToken(Model):
    """Replace a token by a new one with the same end; the old one still works for `overlapMs`."""

    overlap_ms: Annotated[int, Field(ge=0, le=30 * DAY_MS)] = DAY_MS
    """How long the old token still works."""


class DeleteAccount(Model):
    """Delete an account for good. Its owner repeats its name; an operator gives a reason."""

    name: Annotated[str, Field(max_length=40)] | None = None
    """The account's name, repeated by its owner."""
    reason: Note | None = None
    """Why an operator deletes it; kept in the log of the service."""


class VerifyAccount(Model):
    """Say that an operator has made sure who owns an account."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """How; kept in the log of the service."""


class UnverifyAccount(Model):
    """Take back that an operator has made sure who owns an account."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """Why; kept in the log of the service."""


class Invite(Model):
    """Make a code that opens one account and is valid for `expiresInMs`."""

    expires_in_ms: Lifetime = 7 * DAY_MS
    """How long the code works."""
