"""Ladders: what is played in them, who takes part, their standings and their schedules."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from saqqara_contest.scores import TieBreak
from saqqara_service.models.ladder_pairings import PairingReason
from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.time_controls import TimeControl
from saqqara_service.models.values import Game, Id, Instant, JsonObject, Model, Name

MOST_BLOCKS: Final = 10_000
MOST_ROUNDS: Final = 100
MOST_AT_ONCE: Final = 256
MOST_REPLAYS: Final = 10

Blocks = Annotated[int, Field(ge=1, le=MOST_BLOCKS)]
Rounds = Annotated[int, Field(ge=1, le=MOST_ROUNDS)]


class LadderStatus(StrEnum):
    """The status of a ladder: first `open`, then `running` or `paused`, at the end `finished`."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """Its matches are being played."""
    PAUSED = "paused"
    """No new match begins until it is resumed; running matches continue and count."""
    FINISHED = "finished"
    """All its matches count; the standings are final."""
    CANCELLED = "cancelled"
    """It was cancelled; its results until then stay in the standings."""

    @property
    def is_over(self) -> bool:
        """Whether no match will begin any more."""
        return self in {LadderStatus.FINISHED, LadderStatus.CANCELLED}


class LadderFormat(StrEnum):
    """Who meets whom in a ladder."""

    CONTINUOUS = "continuous"
    """Block after block; bots with the fewest matches meet others of similar strength."""
    ROUND_ROBIN = "round_robin"
    """Each bot meets each other bot in each round."""
    GAUNTLET = "gauntlet"
    """One bot, the challenger, meets each other bot in each round."""
    SWISS = "swiss"
    """In each round, bots with equal points meet, if they have not met before."""


class EntryRule(StrEnum):
    """Which bots may be enrolled by their owners: all (`open`), or those that are `invited`."""

    OPEN = "open"
    """Any bot."""
    INVITED = "invited"
    """Only bots that are listed, and the bots of accounts that are listed."""


class SameOwner(StrEnum):
    """Whether two bots of one account may meet, and whether that counts."""

    FORBIDDEN = "forbidden"
    """They never meet."""
    UNRATED = "unrated"
    """They meet, but a match with both of them changes no rating and no counter."""
    ALLOWED = "allowed"
    """They meet like any other bots."""


class LadderSettings(Model):
    """What is said of a ladder in the same words by those who ask for it and by the service."""

    name: Name
    """Its name, given by its creator."""
    game: Game
    """The game that is played in it, by its word."""
    concurrency: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]
    """The maximum number of matches that are played at once."""
    format: LadderFormat = LadderFormat.CONTINUOUS
    """Who meets whom."""
    rounds: Rounds | None = None
    """The total number of rounds; null in a continuous ladder, which has no rounds."""
    start_at_ms: Instant | None = None
    """When it starts by itself, if there are enough bots; null: its owner starts it."""
    end_at_ms: Instant | None = None
    """No match begins after this instant; an extension may move it. Null: no end."""
    entry: EntryRule = EntryRule.OPEN
    """Which bots may be enrolled."""
    bots_per_account: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] | None = None
    """How many bots of one account may take part at once; null: any number."""
    late_entry: bool = False
    """Whether bots can be enrolled while it runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """Whether two bots of one account may meet."""
    max_replays: Annotated[int, Field(ge=0, le=MOST_REPLAYS)] = 3
    """How often a void match is played again before it is given up."""


class LadderTerms(LadderSettings):
    """What is agreed when a ladder is made; an extension may change what its fields say of it."""

    blocks: int | None = None
    """The total number of blocks; null where `rounds` sets it, and always in a Swiss."""
    options: JsonObject
    """The options of the game, all of them."""
    time_control: TimeControl
    """How its matches are timed."""
    challenger: Id | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    invited: list[Id] = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`; an extension may add some."""


class Ladder(LadderTerms):
    """A rated ladder: what is played in it, and its progress.

    `matches_planned` matches will count in all. A block has one match for each seat of a match.
    """

    id: Id
    """The ladder's id."""
    account_id: Id
    """The account that made it."""
    players: int
    """How many seats each of its matches has."""
    status: LadderStatus
    """Where it stands."""
    created_ms: Instant
    """When it was made."""
    matches_planned: int
    """How many matches will count in all.

    In a Swiss, an estimate for the bots that take part now.
    """
    matches_started: int
    """How many matches have begun so far."""
    matches_settled: int
    """How many matches count in the standings so far."""
    matches_fitted: int = 0
    """How many of those the published table includes; it follows some seconds later."""
    matches_given_up: int
    """How many matches will never count although their blocks had begun."""


class EntryStatus(StrEnum):
    """Whether a bot in a ladder gets matches."""

    ACTIVE = "active"
    """It does."""
    BENCHED = "benched"
    """It gets no matches until its owner readmits it: it failed in three matches in a row."""
    WITHDRAWN = "withdrawn"
    """It was withdrawn; its results stay."""


class LadderEntry(Model):
    """One bot's part in a ladder."""

    bot_id: Id
    """Which bot it is."""
    bot_name: str
    """What the bot is called."""
    account_id: Id
    """The account that owns it."""
    version: int
    """Which of its versions is paired."""
    enrolled_ms: Instant
    """When it was enrolled first."""
    status: EntryStatus = EntryStatus.ACTIVE
    """Whether it gets matches."""
    faults: int = 0
    """How many of its latest matches in a row it failed: its time ran out, or it did not play."""
    waits_for: DeclineReason | None = None
    """Why an active bot is not paired now: absent, busy elsewhere, declined by policy; or null."""


class LadderNotice(Model):
    """A notice to a bot about its part in a ladder: it was `benched`, or is `active` again."""

    ladder_id: Id
    """Which ladder it is."""
    ladder_name: str
    """Its name, given by its creator."""
    version: int
    """Grows with each change; after a reconnection the latest may come again."""
    status: EntryStatus
    """Whether it gets matches now."""
    faults: int
    """How many of its latest matches in a row it failed: its time ran out, or it did not play."""


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    """The rank, 1 for the best."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    version: int
    """Which version of the bot; each has a row and a rating of its own."""
    retired: bool
    """Whether another version of the bot is paired now."""
    mu: float
    """The estimate of its strength."""
    sigma: float
    """How uncertain that estimate is, as a standard deviation."""
    ordinal: float
    """The value that decides the rank: a strength that the bot very probably exceeds."""
    matches: int
    """How many of its matches count so far."""
    wins: float
    """How many it won; bots that share the first place share the win."""
    mean_place: float
    """The mean of its places, 1 being the best."""
    flags: int
    """In how many matches its time ran out."""


class TieBreakValue(Model):
    """A bot's value in one tie-break."""

    name: TieBreak
    """Which tie-break it is."""
    value: float
    """The higher the better."""


class LadderScore(Model):
    """One row of a ladder's table by points, as tournaments count.

    Each meeting (a block) gives one point to share. Between two bots, each gets the share of the
    matches that it won; a tie is half a win. With more bots, each gets the mean of this over the
    others. A bye is worth one point. Between equal points the first tie-break decides, then the
    next one.
    """

    place: int
    """The rank, 1 for the best; bots that are equal in everything share it."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    points: float
    """Its points from meetings and byes."""
    meetings: int
    """How many finished blocks it played in."""
    byes: int
    """How many rounds it had no opponent."""
    tie_breaks: list[TieBreakValue]
    """The tie-breaks between equal points, in this order."""


class LadderMatchStatus(StrEnum):
    """The status of one match of a ladder's schedule."""

    PLANNED = "planned"
    """It has not begun."""
    STARTED = "started"
    """It is being played."""
    SETTLED = "settled"
    """It counts in the standings."""
    VOID = "void"
    """It does not count; another match is played instead."""
    GIVEN_UP = "given_up"
    """It does not count, and no other match is played instead."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    """The match, by its id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the bots over the seats it is, from 0."""
    reason: str
    """Why these bots meet, in a sentence."""
    pairing: PairingReason
    """Why these bots meet, in fields."""
    bots: list[Id]
    """The bots by seat."""
    status: LadderMatchStatus
    """Where it stands."""
    result_number: int | None = None
    """Its number among the results of the ladder, from 1; null until it counts."""
    rated: bool
    """Whether it changes ratings and counters; a match between bots of one owner may be unrated."""
    places: list[int] | None = None
    """The place of each seat, 1 for first; null until it counts."""
