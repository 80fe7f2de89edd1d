"""Ladders: what is played in them, who takes part, their standings and their schedules."""

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


class EntryRule(StrEnum):
    """Which bots may be enrolled by their owners: all (`open`), or those that are `invited`."""

    OPEN = "open"
    """Any bot."""
    INVITED = "invited"
    """Only bots that are listed, and the bots of accounts that are listed."""


class Entrants(StrEnum):
    """Which bots a ladder is for: those that the host plays, those of their owners, or both."""

    ANY = "any"
    """Both kinds."""
    HOSTED = "hosted"
    """Only bots whose programs were handed in: the host plays them."""
    CONNECTED = "connected"
    """Only bots that their owners keep online."""


class Owners(StrEnum):
    """Whose bots a ladder is for."""

    ANYBODY = "anybody"
    """Those of any account."""
    VERIFIED = "verified"
    """Only those of accounts whose owner an operator made sure of, and house bots."""


class SameOwner(StrEnum):
    """Whether two bots of one account may meet, and whether that counts."""

    FORBIDDEN = "forbidden"
    """They never meet."""
    UNRATED = "unrated"
    """They meet, but a match with both of them changes no rating and no counter.

    Of a round robin or a gauntlet it gives them no points either.
    """
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
    """The total number of rounds of a round robin, gauntlet or Swiss; null in other formats."""
    groups: Groups | None = None
    """Into how many groups a round robin is divided, whose bots meet only each other; null: none.

    The seed of the ladder draws them; a later stage deals them by the places of the one before."""
    start_at_ms: Instant | None = None
    """When it starts by itself, if there are enough bots; null: its owner starts it."""
    end_at_ms: Instant | None = None
    """No match begins after this instant; an extension may move it. Null: no end."""
    every: Annotated[str, Field(max_length=80)] | None = None
    """When seasons of it start by themselves, one after the other; null: it is played once.

    Such as `hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; without a zone,
    UTC. The next season is made when one is finished, with the bots that are active in it."""
    entry: EntryRule = EntryRule.OPEN
    """Which bots may be enrolled."""
    entrants: Entrants = Entrants.ANY
    """Whether bots may be enrolled that the host plays, that their owners keep online, or both."""
    owners: Owners = Owners.ANYBODY
    """Whose bots may be enrolled: those of any account, or of verified ones."""
    bots_per_account: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] | None = None
    """How many bots of one account may take part at once; null: any number."""
    new_versions: Annotated[int, Field(ge=0, le=MOST_AT_ONCE)] | None = 3
    """How many new versions of a bot get matches in a continuous ladder; null: any number.

    A bot at a further one is not paired until one of the others plays for it again."""
    late_entry: bool = False
    """Whether bots can be enrolled while it runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """Whether two bots of one account may meet."""
    team_bots: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)] | None = None
    """How many bots of a team count, its best ones, in a ladder with teams; null in others."""
    max_replays: Annotated[int, Field(ge=0, le=MOST_REPLAYS)] = 3
    """How often a void match is played again before it is given up."""


class LadderTerms(LadderSettings):
    """What is agreed when a ladder is made; an extension may change what its fields say of it."""

    blocks: int | None = None
    """The total number of blocks; null where `rounds` sets it, and where it is not known before."""
    options: JsonObject
    """The options of the game that were asked for; one that is left out has its default."""
    time_control: TimeControl
    """How its matches are timed."""
    challenger: Id | None = None
    """The bot that meets all others in a gauntlet; null in other formats."""
    sequential_test: SequentialTest | None = None
    """The test of whether the challenger is stronger, which ends a gauntlet; null: none."""
    invited: list[Id] = Field(default_factory=list)
    """The bots and accounts that may enter under `invited`; an extension may add some."""
    stages: list[LadderStage] = Field(default_factory=list)
    """The stages that are still to follow, each one a ladder of its own."""
    teams: list[LadderTeam] = Field(default_factory=list)
    """The teams whose bots play; none: bots play for themselves."""


class Ladder(LadderTerms):
    """A rated ladder: what is played in it, and its progress.

    `matches_planned` matches will count in all. A block has one match for each seat of a match.
    """

    id: Id
    """The ladder's id."""
    season: int | None = None
    """Which season it is, from 1, of a ladder that repeats; null: of one that does not."""
    previous_season_id: Id | None = None
    """The ladder that was the season before; null: there was none."""
    next_season_id: Id | None = None
    """The ladder that is the season after this one; null: there is none yet."""
    stage: int | None = None
    """Which stage it is, from 1, of an event of several; null: of one that has no stages."""
    previous_stage_id: Id | None = None
    """The ladder that was the stage before; null: there was none."""
    next_stage_id: Id | None = None
    """The ladder that is the stage after this one; null: there is none yet."""
    playoff: bool = False
    """Whether it is a playoff of those who had equal points in the stage before."""
    qualified: list[Id] = Field(default_factory=list)
    """The bots that go on without this playoff, best first; none in other stages."""
    account_id: Id
    """The account that made it."""
    players: int
    """How many seats each of its matches has."""
    status: LadderStatus
    """Where it stands."""
    pause_reason: str | None = None
    """Why the service has paused it; null: it is not paused, or its owner did that."""
    created_ms: Instant
    """When it was made."""
    commitment: str
    """The hash of seed and ladder id; it is published from the beginning."""
    seed: str | None
    """What decides who meets whom by chance, in hexadecimal; null until the ladder is over."""
    draw: list[Id] | None = None
    """The bots in the order in which the seed drew them before the first round of an elimination or
    of groups; of a later stage by the places of the one before. Null until it is over, and in other
    formats."""
    matches_planned: int
    """How many matches will count in all.

    In a Swiss and in eliminations, an estimate for the bots that take part; in an arena, how many
    there are so far.
    """
    matches_started: int
    """How many matches have begun so far."""
    matches_settled: int
    """How many matches have a result so far; those that were annulled are among them."""
    matches_annulled: int
    """How many of those were annulled, and count in no table."""
    matches_fitted: int = 0
    """Of how many results the published table is; it follows some seconds later."""
    matches_given_up: int
    """How many matches will never count, with no other played instead."""
    matches_dropped: int
    """How many matches were dropped with their blocks, for which others are planned."""
    started_ms: Instant | None = None
    """When it started; null: it has not."""
    forecast_end_ms: Instant | None = None
    """When it will be over if it goes on as fast as up to its latest result; null: nobody knows."""
    test_budget: SequentialTestBudget | None = None
    """How long the sequential test takes on average, known before it begins; null: it has none."""
    test_standing: SequentialTestStanding | None = None
    """What the sequential test says, some seconds old; null: none, or no whole block yet."""


class EntryStatus(StrEnum):
    """Whether a bot in a ladder gets matches."""

    ACTIVE = "active"
    """It does."""
    BENCHED = "benched"
    """It gets no matches until its owner readmits it.

    It failed in three matches in a row, or was away three times and for more than one in ten of its
    matches."""
    WITHDRAWN = "withdrawn"
    """It was withdrawn; its results stay."""
    DISQUALIFIED = "disqualified"
    """A ruling annuls its matches, or those of the version that would be paired: it gets none."""


class LadderEntry(Model):
    """One bot's part in a ladder."""

    bot_id: Id
    """Which bot it is."""
    bot_name: str
    """What the bot is called."""
    account_id: Id
    """The account that owns it."""
    is_house: bool = False
    """Whether it is a house bot, which belongs to the service; some anchor tables."""
    version: int
    """Which of its versions is paired."""
    enrolled_ms: Instant
    """When it was enrolled first."""
    status: EntryStatus = EntryStatus.ACTIVE
    """Whether it gets matches."""
    faults: int = 0
    """How many of its latest matches in a row it failed: it lost its time, was away, or broke."""
    missed: int = 0
    """How often in this season it was away when others were there for its match."""
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
    """How many of its latest matches in a row it failed: it lost its time, was away, or broke."""
    missed: int
    """How often in this season it was away when others were there for its match."""


class Standing(Model):
    """One row of a ladder's live table.

    Best first is who very probably exceeds the most: by three standard deviations below `mu`.
    """

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
    elo: float
    """Its strength in Elo. A new bot has 1500; 400 points are odds of ten to one."""
    low: float
    """Where the interval of 95 % confidence begins."""
    high: float
    """Where it ends."""
    provisional: bool
    """Whether too little is known about it to rank it."""
    mu: float
    """The same strength in the scale of Weng and Lin's model. A new bot has 25."""
    sigma: float
    """How uncertain `mu` is, as a standard deviation."""
    matches: int
    """How many of its matches count so far."""
    wins: float
    """How many it won; bots that share the first place share the win."""
    mean_place: float
    """The mean of its places, 1 being the best."""
    flags: int
    """In how many matches its time ran out."""


class LadderMatchStatus(StrEnum):
    """The status of one match of a ladder's schedule."""

    PLANNED = "planned"
    """It has not begun."""
    STARTED = "started"
    """It is being played."""
    SETTLED = "settled"
    """It counts in the standings."""
    ANNULLED = "annulled"
    """It was played, and a ruling annulled its result; no other match is played instead."""
    VOID = "void"
    """It does not count; another match is played instead."""
    GIVEN_UP = "given_up"
    """It does not count, and no other match is played instead; see `forfeitedBy`."""
    DROPPED = "dropped"
    """A bot was away before any match of its block began; another block is planned instead."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: Id
    """The match, by its id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the bots over the seats it is, from 0."""
    reason: str
    """Why these bots meet, in a sentence, from its beginning on."""
    pairing: PairingReason | None
    """Why these bots meet, in fields; null until it begins."""
    bots: list[Id]
    """The bots by seat; none until it begins, so that nobody can stay away from an opponent."""
    status: LadderMatchStatus
    """Where it stands."""
    result_number: int | None = None
    """Its number among the results of the ladder, from 1; null until it counts."""
    rated: bool
    """Whether it changes ratings and counters; a match between bots of one owner may be unrated."""
    places: list[int] | None = None
    """The place of each seat, 1 for first; null until it counts."""
    annulled_by: int | None = None
    """The number of the ruling that annulled it; null: none did."""
    missed_by: list[Id] = Field(default_factory=list)
    """The bots that were away, so that it was dropped; it counts as one of their misses."""
    forfeited_by: list[Id] = Field(default_factory=list)
    """The bots by which it was given up: by points the others won it.

    They had left or were benched, called it off each time, or had spent their processor time when
    the ladder ended.
    """
