"""Who asks: accounts, bots and their versions, tokens, invitations."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from saqqara_service.models.profiles import Profile
from saqqara_service.models.values import Id, Instant, Model


class TokenKind(StrEnum):
    """Who a token speaks for."""

    USER = "user"
    """A person or team: it owns bots and makes matches."""
    BOT = "bot"
    """One bot: it takes seats and plays."""
    ADMIN = "admin"
    """The operator of the service."""
    GUEST = "guest"
    """A person who plays without an account to come back to: it sits in matches, for a day."""
    APP = "app"
    """An app that a person let in: it only gets tokens of minutes, at `/oauth/token`."""
    RUNNER = "runner"
    """A process of the host that plays for bots whose programs were handed in."""


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
    RUNNER = "runner"
    """What only the host's runners may do: fetch archives, and play for the bots they are given."""


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
    """Who the token speaks for."""
    account_id: Id
    """The account of the token, or of its bot."""
    bot_id: Id | None = None
    """The bot that the token speaks for; null for an account."""
    token_id: Id | None = None
    """The token, by its id."""
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
    """The things of which an account may have a limited number."""

    BOTS = "bots"
    """Bots of the account."""
    BOT_VERSIONS = "bot_versions"
    """Versions of one bot; `used` is the number of the bot that has the most."""
    MATCHES = "matches"
    """Matches that it made and that are not over, forks included."""
    LADDERS = "ladders"
    """Ladders that it made and that run; those that are open, paused or over do not count."""
    LADDER_SEATS = "ladder_seats"
    """Seats that these ladders may play at once: `concurrency` times the seats of a match."""
    CONNECTIONS = "connections"
    """Sockets and event streams that the token of this call holds open."""
    ARCHIVE_BYTES = "archive_bytes"
    """Bytes of all archives that are kept for its bots."""
    SUBMISSIONS = "submissions"
    """Archives that it has handed in within a day; the budget fills evenly."""
    PROCESSOR_S = "processor_s"
    """Seconds of processor time that its programs have used on the host's machines within a day.

    The budget fills evenly; while it is spent they begin no match. Told where there is a limit."""


class Quota(Model):
    """How much of something there is, and how much there may be."""

    name: QuotaName
    """What is counted."""
    used: int
    """How much there is now."""
    limit: int
    """How much there may be; more is refused as `too_many`."""


class Account(Model):
    """A person or team that owns bots and sits in matches; a guest only sits there, for a day."""

    id: Id
    """The account's id."""
    name: str
    """Its name, given by its owner."""
    created_ms: Instant
    """When it was opened."""
    is_guest: bool = False
    """Whether it is a guest's: it ends with its token and is forgotten some days later."""
    quotas: list[Quota] = Field(default=[])
    """Its usage and limits; filled only in the answer of `me`."""
    profile: Profile | None = None
    """What its owner tells of itself; null until that is set."""
    deleted_ms: Instant | None = None
    """When it was deleted; since then its name is made from its id. Null: it is there."""
    deletes_ms: Instant | None = None
    """When it will be deleted, unless its owner takes that back; filled only in the answer of
    `me`. Null: it stays."""
    verified_ms: Instant | None = None
    """When an operator made sure who owns it; null: no operator says so."""

    @property
    def shown_name(self) -> str:
        """What others call it: the display name of its profile, or else its own."""
        return (self.profile and self.profile.display_name) or self.name


class Deletion(Model):
    """How far the deletion of an account is; what is left is done without being asked again."""

    account_id: Id
    """The account, by its id."""
    name: str
    """Its name, or the pseudonym that has taken its place."""
    deleted_ms: Instant
    """When it is deleted: from then on no token of it works. Its owner may take it back before."""
    finished_ms: Instant | None
    """Since when nothing that is kept has its old names; null: it waits, or is being erased."""


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
    is_house: bool = False
    """Whether it is the host's own, which accepts everybody within the limits of its policy."""
    deleted_ms: Instant | None = None
    """When its account was deleted; since then its name is made from its id. Null: it is there."""


class Player(Model):
    """Who sits in a match: a bot at one of its versions, or a person, who is an account."""

    id: Id
    """The bot's id, or the account's."""
    name: str
    """What it is called."""
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
    """What a name may be the name of."""

    ACCOUNT = "account"
    """A person or team."""
    BOT = "bot"
    """A program that plays."""
    LADDER = "ladder"
    """A series of rated matches."""


class Named(Model):
    """Something that was found by how its name begins."""

    kind: NamedKind
    """What it is."""
    id: Id
    """The id by which it is asked for."""
    name: str
    """Its whole name."""


class Viewer(Model):
    """Whoever asks: the account that the token of the request belongs to, or a bot of it."""

    kind: TokenKind
    """Who the token speaks for."""
    account_id: Id
    """The account that it belongs to."""
    bot_id: Id | None
    """The bot that it speaks for; null for an account's token."""


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
    archive_hash: str | None = None
    """The SHA-256 of the archive that was handed in for it; null if its owner runs it."""
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
    app_id: Id | None = None
    """The app of a third party that has it; null: whoever it was shown to. To revoke one revokes
    all that the app has of the account."""


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
