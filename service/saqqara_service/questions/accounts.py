"""What is asked of accounts, bots and tokens."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.models import Id, MatchStatus, Model, Scope
from saqqara_service.models.values import Game, Name
from saqqara_service.questions.values import Cursor, GivenId, Key, Note, PageSize

Commit = Annotated[str, Field(pattern=r"^[0-9a-f]{7,64}$")]
Lifetime = Annotated[int, Field(ge=1_000, le=10 * 365 * 86_400_000)]
DAY_MS = 86_400_000


class AccountQuestion(Model):
    """What is asked of one account."""

    account_id: Id
    """The account's id."""


class BotQuestion(Model):
    """What is asked of one bot."""

    bot_id: Id
    """The bot's id."""


class TokenQuestion(Model):
    """What is asked of one token."""

    token_id: Id
    """The token's id."""


class Register(Model):
    """Create an account, with an invitation if the host requires one."""

    name: Name
    """The account's name."""
    invitation: Key | None = None
    """The invitation code, if the host requires one."""


class RegisterGuest(Model):
    """Create a guest account for a day, with the scopes to play and read, if the host allows it.

    A guest has no bots, creates no further tokens and cannot return when the day is over.
    """

    name: Name | None = None
    """The guest's display name; null: the service invents one."""


class NameFilter(Model):
    """Accounts, bots and ladders by how their names begin; letters' case makes no difference."""

    prefix: Annotated[str, Field(min_length=1, max_length=40)]
    """The beginning of the name."""
    first: PageSize = 20
    """The maximum number of results per page."""
    after: Cursor | None = None
    """Only items after this cursor; null: start at the first name."""


class OwnMatchFilter(Model):
    """Which of somebody's matches to list, newest first."""

    status: MatchStatus | None = None
    """Only matches with this status; null: all."""
    first: PageSize = 20
    """The maximum number of matches per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the newest."""


class BotMatchFilter(OwnMatchFilter, BotQuestion):
    """Which matches of a bot to list, newest first."""


class AccountMatchFilter(OwnMatchFilter, AccountQuestion):
    """Which matches of an account and its bots to list, newest first."""

    game: Game | None = None
    """Only matches of this game; null: all."""
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    """Only matches with this number of seats; null: all."""


class BotLadderFilter(BotQuestion):
    """Which ladders of a bot to list, those first that it entered last."""

    first: PageSize = 20
    """The maximum number of ladders per page."""
    after: Key | None = None
    """Only items after this cursor; null: start at the last one entered."""


class CreateBot(Model):
    """Create a bot in the caller's account; `note` and `commit` describe its first version."""

    name: Name
    """The bot's name in matches and standings."""
    note: Note = ""
    """A note on its first version."""
    commit: Commit | None = None
    """The commit that the program is built from, in hexadecimal."""


class CreateBotVersion(BotQuestion):
    """Register a new version of a bot, which plays from the next match on with its own rating."""

    name: Name
    """The name of the version."""
    note: Note = ""
    """A note on the version."""
    commit: Commit | None = None
    """The commit that the program is built from, in hexadecimal."""


class ChooseBotVersion(BotQuestion):
    """Choose the version that a bot plays from now on; it may be an older one."""

    number: Annotated[int, Field(ge=1, le=1_000_000)]
    """The number of the version to play."""


class CreateToken(Model):
    """Create a token for a bot or for the account; by default it has all scopes of its kind.

    `expiresInMs` is its lifetime; without it, the token is valid until it is revoked. It never
    outlives the token that creates it, and never has more scopes.
    """

    name: Name
    """The token's name."""
    bot_id: GivenId | None = None
    """The bot that the token is for; null: the account."""
    scopes: Annotated[list[Scope], Field(min_length=1)] | None = None
    """The token's scopes; null: all scopes of its kind."""
    expires_in_ms: Lifetime | None = None
    """The token's lifetime; null: until it is revoked."""


class RotateToken(TokenQuestion):
    """Replace a token with a new one of the same expiry; the old one works for `overlapMs`."""

    overlap_ms: Annotated[int, Field(ge=0, le=30 * DAY_MS)] = DAY_MS
    """The time for which the old token still works."""


class RevokeToken(TokenQuestion):
    """Which token to revoke."""


class DeleteAccount(AccountQuestion):
    """Delete an account permanently; the owner repeats its name, an operator gives a reason."""

    name: Annotated[str, Field(max_length=40)] | None = None
    """The account's name, as confirmation by its owner."""
    reason: Note | None = None
    """The operator's reason, stored in the service's log."""


class UndeleteAccount(AccountQuestion):
    """Which account to keep after all."""


class VerifyAccount(AccountQuestion):
    """Mark an account's owner as verified; operators only."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """The method of verification, stored in the service's log."""


class UnverifyAccount(AccountQuestion):
    """Revoke the verification of an account's owner; operators only."""

    reason: Annotated[str, Field(min_length=1, max_length=200)]
    """The reason, stored in the service's log."""


class Invite(Model):
    """Create a code for opening one account, valid for `expiresInMs`."""

    expires_in_ms: Lifetime = 7 * DAY_MS
    """The time for which the code is valid."""
