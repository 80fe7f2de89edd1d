"""Who asks: accounts, bots and their versions, tokens, invitations."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from saqqara_service.models.profiles import Profile
from saqqara_service.models.values import Id, Instant, Model


class TokenKind(StrEnum):
    """The kind of a token, which determines who it acts for."""

    USER = "user"
    """A person or team, which owns bots and creates matches."""
    BOT = "bot"
    """One bot, which takes seats and plays."""
    ADMIN = "admin"
    """The operator of the service."""
    GUEST = "guest"
    """A guest, who plays in matches for a day."""
    APP = "app"
    """An app that a person has authorised; it gets short-lived tokens at `/oauth/token`."""
    RUNNER = "runner"
    """A process of the host that plays for hosted bots."""


class Scope(StrEnum):
    """A permission of a token."""

    MATCH_PLAY = "match_play"
    """Take seats, act, resign, and agree to abort."""
    MATCH_READ = "match_read"
    """Read the views of the token's own seats, and its feed."""
    LADDER_JOIN = "ladder_join"
    """Enrol bots in ladders."""
    ACCOUNT_MANAGE = "account_manage"
    """Create bots, versions, tokens, matches and ladders."""
    ADMIN = "admin"
    """Perform the operator's tasks, such as voiding matches."""
    RUNNER = "runner"
    """Perform the tasks of the host's runners: download archives, and play for assigned bots."""


SCOPES: Final[dict[TokenKind, frozenset[Scope]]] = {
    TokenKind.USER: frozenset(Scope) - {Scope.ADMIN, Scope.RUNNER},
    TokenKind.BOT: frozenset({Scope.MATCH_PLAY, Scope.MATCH_READ, Scope.LADDER_JOIN}),
    TokenKind.ADMIN: frozenset(Scope),
    TokenKind.GUEST: frozenset({Scope.MATCH_PLAY, Scope.MATCH_READ}),
    TokenKind.RUNNER: frozenset({Scope.RUNNER}),
    TokenKind.APP: frozenset(Scope) - {Scope.ADMIN, Scope.RUNNER},
}
"""The most that a token of a kind may be used for, and what it may unless it was made narrower."""


class Caller(Model):
    """The one who asks, as told by a verified token."""

    kind: TokenKind
    """The kind of token."""
    account_id: Id
    """The account of the token, or of its bot."""
    bot_id: Id | None = None
    """The bot that the token speaks for; null for an account."""
    token_id: Id | None = None
    """The token's id."""
    scopes: frozenset[Scope] | None = None
    """What the token may be used for; null: all that its kind may."""
    is_lent: bool = False
    """Whether the token was lent to a runner of the host, for a bot that was handed in."""
    app_id: Id | None = None
    """The app of a third party that has the token; null: none."""
    lent_version: int | None = None
    """The version of the bot whose program the runner has; null: not told, or not lent."""

    def may(self, scope: Scope) -> bool:
        """Whether the token has the scope."""
        return scope in (SCOPES[self.kind] if self.scopes is None else self.scopes)

    @property
    def player_id(self) -> str:
        """Who sits in matches by this token: its bot, or the account itself."""
        return self.bot_id or self.account_id


class QuotaName(StrEnum):
    """The resources of an account that are limited."""

    BOTS = "bots"
    """The account's bots."""
    BOT_VERSIONS = "bot_versions"
    """Versions per bot; `used` is the highest number among the account's bots."""
    MATCHES = "matches"
    """Matches that the account created and that are not over, including forks."""
    LADDERS = "ladders"
    """Running ladders that the account created; open, paused and finished ones do not count."""
    LADDER_SEATS = "ladder_seats"
    """Seats that these ladders may fill at once: `concurrency` times the seats of a match."""
    CONNECTIONS = "connections"
    """Open websockets and event streams of the token used for this call."""
    ARCHIVE_BYTES = "archive_bytes"
    """The total size in bytes of the archives stored for the account's bots."""
    SUBMISSIONS = "submissions"
    """Submissions per day; the budget refills evenly."""
    PROCESSOR_S = "processor_s"
    """Processor time in seconds that its programs use per day on the host's machines.

    The budget refills evenly; while it is used up, the programs begin no match. Only present if
    there is a limit."""


class Quota(Model):
    """The usage and the limit of one resource."""

    name: QuotaName
    """The counted resource."""
    used: int
    """The current usage."""
    limit: int
    """The limit; requests beyond it are refused as `too_many`."""


class Account(Model):
    """A person or team that owns bots and plays in matches; a guest only plays, for a day."""

    id: Id
    """The account's id."""
    name: str
    """The account's name, chosen by its owner."""
    created_ms: Instant
    """When the account was created."""
    is_guest: bool = False
    """Whether this is a guest account, which ends with its token and is deleted some days later."""
    quotas: list[Quota] = Field(default=[])
    """The account's usage and limits; only set in the response of `me`."""
    profile: Profile | None = None
    """The owner's public profile; null until it is set."""
    deleted_ms: Instant | None = None
    """When the account was deleted; the name is then derived from the id. Null: never."""
    deletes_ms: Instant | None = None
    """When the account will be deleted unless its owner cancels the deletion; null: never.

    Only set in the response of `me`."""
    verified_ms: Instant | None = None
    """When an operator verified the account's owner; null: not verified."""

    @property
    def shown_name(self) -> str:
        """What others call it: the display name of its profile, or else its own."""
        return (self.profile and self.profile.display_name) or self.name


class Deletion(Model):
    """The progress of an account's deletion, which continues without further requests."""

    account_id: Id
    """The account's id."""
    name: str
    """The account's name, or the pseudonym that replaces it."""
    deleted_ms: Instant
    """When the account is deleted and its tokens stop working; its owner may cancel it before."""
    finished_ms: Instant | None
    """When its old names were fully erased; null: the deletion waits or is in progress."""


class Bot(Model):
    """A program that plays matches; it belongs to an account. `version` is its current version."""

    id: Id
    """The bot's id."""
    name: str
    """The bot's name in matches and standings."""
    account_id: Id
    """The account that owns it."""
    created_ms: Instant
    """When the bot was created."""
    version: int = 1
    """The number of the current version."""
    is_house: bool = False
    """Whether this is a house bot, which accepts every challenge within its policy's limits."""
    deleted_ms: Instant | None = None
    """When the bot's account was deleted; the name is then derived from the id. Null: never."""


class Player(Model):
    """Who sits in a match: a bot at one of its versions, or a person, who is an account."""

    id: Id
    """The bot's id, or the account's."""
    name: str
    """The name of the team."""
    account_id: Id
    """The account that answers for it; a person's own."""
    version: int | None = None
    """The version of the bot that plays; null for a person."""

    @classmethod
    def of_bot(cls, bot: Bot) -> Player:
        """The bot, at the version that plays now."""
        return cls(id=bot.id, name=bot.name, account_id=bot.account_id, version=bot.version)

    @classmethod
    def of_account(cls, account: Account) -> Player:
        """The person whose account it is."""
        return cls(id=account.id, name=account.shown_name, account_id=account.id)

    @property
    def is_person(self) -> bool:
        """Whether it is an account rather than a bot."""
        return self.id == self.account_id


class NamedKind(StrEnum):
    """The kind of an object with a name."""

    ACCOUNT = "account"
    """A person or team."""
    BOT = "bot"
    """A program that plays."""
    LADDER = "ladder"
    """A series of rated matches."""


class Named(Model):
    """An account, bot or ladder found by the beginning of its name."""

    kind: NamedKind
    """The kind of the object."""
    id: Id
    """The id of the object."""
    name: str
    """The full name."""


class Viewer(Model):
    """The caller: the account of the request's token, or the token's bot."""

    kind: TokenKind
    """The kind of token."""
    account_id: Id
    """The account that the token belongs to."""
    bot_id: Id | None
    """The bot that the token acts for; null for an account's token."""


class BotVersion(Model):
    """One version of a bot's program; it never changes after its registration."""

    bot_id: Id
    """The bot's id."""
    number: int
    """The number of the version, counted from 1."""
    name: str
    """The version's name, chosen by the bot's owner."""
    note: str
    """The owner's note."""
    commit: str | None
    """The commit that the program is built from, in hexadecimal; null if not given."""
    archive_hash: str | None = None
    """The SHA-256 of the submitted archive; null if the owner runs the program."""
    created_ms: Instant
    """When the version was registered."""


class TokenInfo(Model):
    """The metadata of a token, without the token itself.

    `usedOn` is the last day (UTC) on which it was used.
    """

    id: Id
    """The token's id; it is not secret."""
    kind: TokenKind
    """The kind of token."""
    name: str
    """The token's name, chosen by its owner."""
    account_id: Id
    """The account that the token belongs to."""
    bot_id: Id | None
    """The bot that the token acts for; null for an account's token."""
    scopes: list[Scope]
    """The scopes of the token."""
    created_ms: Instant
    """When the token was created."""
    expires_ms: Instant | None
    """When the token expires; null: never."""
    used_on: str | None
    """The last day (UTC) on which it was used; null if it never was."""
    app_id: Id | None = None
    """The third-party app that holds the token; null: no app.

    Revoking it revokes all the app's tokens of the account."""


class Issued(Model):
    """A token in plain text, which is returned once and stored only as a hash."""

    token: str
    """The secret, sent as `Authorization: Bearer …`. Store it safely."""
    kind: TokenKind
    """The kind of token."""
    account: Account
    """The account that the token belongs to."""
    bot: Bot | None = None
    """The bot that the token acts for; null for an account's token."""
    info: TokenInfo
    """The token's metadata, which can also be read later."""


class Invitation(Model):
    """A code for creating one account while it is valid."""

    code: str
    """The secret to register with."""
    expires_ms: Instant
    """When the code expires."""
