"""Ladders: what is played in them, who takes part, and their schedules."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

from saqqara_service.models.ladder_formats import (
    Groups,
    LadderFormat,
    LadderStage,
    LadderTeam,
    Rounds,
)
from saqqara_service.models.ladder_pairings import PairingReason
from saqqara_service.models.policies import DeclineReason
from saqqara_service.models.sequential_tests import (
    SequentialTest,
    SequentialTestBudget,
    SequentialTestStanding,
)
from saqqara_service.models.time_controls import TimeControl
from saqqara_service.models.values import Game, Id, Instant, JsonObject, Model, Name

MOST_AT_ONCE: Final = 256
MOST_REPLAYS: Final = 10


class LadderStatus(StrEnum):
    """The status of a ladder: `open`, then `running` or `paused`, finally `finished`."""

    OPEN = "open"
    """Bots can be enrolled."""
    RUNNING = "running"
    """The ladder's matches are being played."""
    PAUSED = "paused"
    """No new match begins until the ladder is resumed; running matches continue and count."""
    FINISHED = "finished"
    """The ladder is over, and its standings are final."""
    CANCELLED = "cancelled"
    """The ladder was cancelled; its results stay in the standings."""

    @property
    def is_over(self) -> bool:
        """Whether no match will begin any more."""
        return self in {LadderStatus.FINISHED, LadderStatus.CANCELLED}


class EntryRule(StrEnum):
    """The bots that their owners may enrol: all (`open`), or only `invited` ones."""

    OPEN = "open"
    """Any bot."""
    INVITED = "invited"
    """Only the listed bots and the bots of the listed accounts."""


class Entrants(StrEnum):
    """The bots that a ladder admits: hosted bots, bots that their owners run, or both."""

    ANY = "any"
    """Both kinds of bots."""
    HOSTED = "hosted"
    """Only hosted bots, whose submitted programs the host runs."""
    CONNECTED = "connected"
    """Only bots that their owners run."""


class Owners(StrEnum):
    """The accounts whose bots a ladder admits."""

    ANYBODY = "anybody"
    """The bots of any account."""
    VERIFIED = "verified"
    """Only the bots of accounts whose owner an operator has verified, and house bots."""


class SameOwner(StrEnum):
    """The rule for matches between two bots of one account."""

    FORBIDDEN = "forbidden"
    """Two bots of one account never meet."""
    UNRATED = "unrated"
    """Two bots of one account meet, but the match changes no rating and no counter.

    In a round robin or a gauntlet it gives them no points either.
    """
    ALLOWED = "allowed"
    """Two bots of one account meet like any other bots."""


class LadderSettings(Model):
    """What is said of a ladder in the same words by those who ask for it and by the service."""

    name: Name
    """The ladder's name, chosen by its creator."""
    game: Game
    """The name of the game."""
    concurrency: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]
    """The maximum number of matches played at once."""
    format: LadderFormat = LadderFormat.CONTINUOUS
    """The format, which decides the pairings."""
    rounds: Rounds | None = None
    """The total number of rounds of a round robin, gauntlet or Swiss; null in other formats."""
    groups: Groups | None = None
    """The number of groups of a round robin; bots only meet within their group. Null: no groups.

    The ladder's seed draws the groups. A later stage assigns bots to groups by their places in
    the stage before."""
    start_at_ms: Instant | None = None
    """When the ladder starts automatically if it has enough bots; null: its owner starts it."""
    end_at_ms: Instant | None = None
    """No match begins after this instant; an extension may move it. Null: no end."""
    every: Annotated[str, Field(max_length=80)] | None = None
    """When new seasons start automatically; null: the ladder is played once.

    Such as `hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; the default
    zone is UTC. When a season is finished, the next one is created with its active bots."""
    entry: EntryRule = EntryRule.OPEN
    """The bots that may be enrolled."""
    entrants: Entrants = Entrants.ANY
    """Whether hosted bots, bots that their owners run, or both may be enrolled."""
    owners: Owners = Owners.ANYBODY
    """The accounts whose bots may be enrolled: any account, or verified accounts only."""
    bots_per_account: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] | None = None
    """The maximum number of bots per account at once; null: no limit."""
    new_versions: Annotated[int, Field(ge=0, le=MOST_AT_ONCE)] | None = 3
    """The maximum number of new versions per bot in a continuous ladder; null: no limit.

    A bot beyond this limit is not paired until it plays one of its earlier versions again."""
    late_entry: bool = False
    """Whether bots can be enrolled while the ladder runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """Whether two bots of one account may meet."""
    team_bots: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] | None = None
    """The number of best bots per team that count; null in ladders without teams."""
    max_replays: Annotated[int, Field(ge=0, le=MOST_REPLAYS)] = 3
    """The number of times that a void match is replayed before it is given up."""


class LadderTerms(LadderSettings):
    """What is agreed when a ladder is made; an extension may change what its fields say of it."""

    blocks: int | None = None
    """The total number of blocks; null if `rounds` sets it or it is not known in advance."""
    options: JsonObject
    """The requested options of the game; an omitted option has its default."""
    time_control: TimeControl
    """The time control of the ladder's matches."""
    challenger: Id | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    sequential_test: SequentialTest | None = None
    """The sequential test that ends a gauntlet; null: none."""
    invited: list[Id] = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`; an extension may add some."""
    stages: list[LadderStage] = Field(default_factory=list)
    """The stages still to come; each becomes a ladder of its own."""
    teams: list[LadderTeam] = Field(default_factory=list)
    """The teams; none: the bots play for themselves."""


class Ladder(LadderTerms):
    """A rated ladder: its settings and its progress.

    `matchesPlanned` matches will count in total. A block has one match for each seat of a
    match.
    """

    id: Id
    """The ladder's id."""
    season: int | None = None
    """The number of the season, from 1; null if the ladder does not repeat."""
    previous_season_id: Id | None = None
    """The id of the previous season's ladder; null if there is none."""
    next_season_id: Id | None = None
    """The id of the next season's ladder; null if there is none yet."""
    stage: int | None = None
    """The number of the stage, from 1; null if the event has no stages."""
    previous_stage_id: Id | None = None
    """The id of the previous stage's ladder; null if there is none."""
    next_stage_id: Id | None = None
    """The id of the next stage's ladder; null if there is none yet."""
    playoff: bool = False
    """Whether this is a playoff between bots with equal points in the previous stage."""
    qualified: list[Id] = Field(default_factory=list)
    """The bots that advance without this playoff, best first; empty in other stages."""
    account_id: Id
    """The account that created the ladder."""
    players: int
    """The number of seats of each match."""
    status: LadderStatus
    """The current status."""
    pause_reason: str | None = None
    """The service's reason for pausing the ladder; null if not paused, or paused by its owner."""
    created_ms: Instant
    """When the ladder was created."""
    commitment: str
    """The hash of seed and ladder id, published from the beginning."""
    seed: str | None
    """The secret that determines random pairings, in hexadecimal; null until the ladder is over."""
    draw: list[Id] | None = None
    """The order of the bots before the first round of an elimination or of groups.

    The seed draws it; in a later stage it follows from the places in the stage before. Null
    until the ladder is over, and in other formats."""
    matches_planned: int
    """The total number of matches that will count.

    In a Swiss or an elimination this is an estimate for the current bots; in an arena, the
    number so far.
    """
    matches_started: int
    """The number of matches that have begun."""
    matches_settled: int
    """The number of matches with a result, including annulled ones."""
    matches_annulled: int
    """The number of annulled matches, which count in no table."""
    matches_fitted: int = 0
    """The number of results in the fit of the standings, which follows some seconds later."""
    matches_given_up: int
    """The number of matches that will never count and are not replaced."""
    matches_dropped: int
    """The number of matches dropped with their blocks; other matches are planned instead."""
    started_ms: Instant | None = None
    """When the ladder started; null if it has not started."""
    forecast_end_ms: Instant | None = None
    """The forecast end at the speed up to the latest result; null if unknown."""
    test_budget: SequentialTestBudget | None = None
    """The expected length of the sequential test before it begins; null: no test."""
    test_standing: SequentialTestStanding | None = None
    """The state of the sequential test, some seconds old; null: no test, or no full block yet."""


class EntryStatus(StrEnum):
    """The status of a bot in a ladder."""

    ACTIVE = "active"
    """The bot gets matches."""
    BENCHED = "benched"
    """The bot gets no matches until its owner readmits it.

    It failed in three matches in a row, or was absent three times and in more than one in ten
    of its matches."""
    WITHDRAWN = "withdrawn"
    """The bot was withdrawn; its results stay."""
    DISQUALIFIED = "disqualified"
    """A ruling annuls the matches of the bot or of its current version, so it gets no matches."""


class LadderEntry(Model):
    """A bot's entry in a ladder."""

    bot_id: Id
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    account_id: Id
    """The account that owns it."""
    is_house: bool = False
    """Whether this is a house bot, which belongs to the service; some anchor tables."""
    version: int
    """The version of the bot that is paired."""
    enrolled_ms: Instant
    """When the bot was first enrolled."""
    status: EntryStatus = EntryStatus.ACTIVE
    """The status of the entry."""
    faults: int = 0
    """The number of latest consecutive matches that it missed, failed in, or lost on time."""
    missed: int = 0
    """The number of times in this season that it was absent while its opponents were present."""
    waits_for: DeclineReason | None = None
    """The reason why an active bot is not paired now, such as `absent` or `busy`; null: none."""


class LadderNotice(Model):
    """A notice to a bot that a ladder has `benched` it, or that it is `active` again."""

    ladder_id: Id
    """The ladder's id."""
    ladder_name: str
    """The ladder's name, chosen by its creator."""
    version: int
    """The version of the notice, which grows with each change; a reconnection may repeat it."""
    status: EntryStatus
    """The status of the entry."""
    faults: int
    """The number of latest consecutive matches that it missed, failed in, or lost on time."""
    missed: int
    """The number of times in this season that it was absent while its opponents were present."""


class LadderMatchStatus(StrEnum):
    """The status of one match of a ladder's schedule."""

    PLANNED = "planned"
    """The match has not begun."""
    STARTED = "started"
    """The match is being played."""
    SETTLED = "settled"
    """The match counts in the standings."""
    ANNULLED = "annulled"
    """The match was played, but a ruling annulled its result; it is not replayed."""
    VOID = "void"
    """The match does not count; it is replayed."""
    GIVEN_UP = "given_up"
    """The match does not count and is not replayed; see `forfeitedBy`."""
    DROPPED = "dropped"
    """A bot was absent before any match of the block began; another block is planned instead."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    """The match's id."""
    block: int
    """The number of the block, from 0."""
    rotation: int
    """The rotation of the bots over the seats, from 0."""
    reason: str
    """The reason for the pairing, in a sentence; available once the match begins."""
    pairing: PairingReason | None
    """The reason for the pairing, as structured data; null until the match begins."""
    bots: list[Id]
    """The bots by seat; empty until the match begins, so that no bot can avoid an opponent."""
    status: LadderMatchStatus
    """The current status."""
    result_number: int | None = None
    """The number of the match's result in the ladder, from 1; null until it counts."""
    rated: bool
    """Whether it changes ratings and counters; matches between bots of one owner may be unrated."""
    places: list[int] | None = None
    """The place of each seat, 1 for first; null until the match counts."""
    annulled_by: int | None = None
    """The number of the ruling that annulled the match; null: not annulled."""
    missed_by: list[Id] = Field(default_factory=list)
    """The absent bots that caused the match to be dropped; it counts as a miss for them."""
    forfeited_by: list[Id] = Field(default_factory=list)
    """The bots that forfeited the match; the others get the points.

    They had left, were benched, aborted every attempt, or had used up their processor time when
    the ladder ended.
    """
