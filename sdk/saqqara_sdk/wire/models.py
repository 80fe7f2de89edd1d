"""The service's responses as typed values, parsed leniently from JSON.

Names are those of the API in Python's spelling (`matchId` is `match_id`). Unknown fields are
ignored, unknown enumeration values are kept, and nullable fields and lists may be missing.
Seats are numbered from 0. Times are integer milliseconds; instants count from the Unix epoch by
the service's clock.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue, Tag

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.enums import (
    AcceptFrom,
    Accepting,
    AcceptMode,
    Answer,
    ChallengeStatus,
    Chance,
    DeclineReason,
    EndReason,
    Entrants,
    EntryRule,
    EntryStatus,
    EventKind,
    FailureKind,
    Fault,
    FitAspect,
    FlagRule,
    LadderFormat,
    LadderLength,
    LadderMatchStatus,
    LadderStatus,
    MatchStatus,
    NamedKind,
    OperatorActKind,
    Owners,
    PairingKind,
    QuotaName,
    Registration,
    Rule,
    RulingKind,
    SameOwner,
    Scope,
    SequentialVerdict,
    SubmissionState,
    TieBreak,
    TimeControlKind,
    TokenKind,
    Work,
)
from saqqara_sdk.wire.values import Model, Open, UnknownMember, open_union

T = TypeVar("T")


class Page(Model, Generic[T]):
    """One page of a list; `cursor` reads the next page and is None at the end."""

    items: tuple[T, ...]
    """The items of this page."""
    cursor: str | None = None
    """The value of `after` that reads the next page; None at the end."""


class AcceptPolicy(Model):
    """A bot's accept policy: its limits, and the response to a challenge within them.

    If `accept_from` is `listed`, only the bots and accounts in `allowed` may challenge the bot.
    The bot never plays against the bots and accounts in `blocked`. A list that is None sets no
    limit. `max_matches` is the maximum number of matches that the bot plays or has accepted at
    once; the service may allow fewer. With `needs_presence`, a challenge is declined while the
    bot neither follows its feed nor polls its turns.
    """

    mode: Open[AcceptMode] = AcceptMode.ASK
    """The response to a challenge within all limits."""
    accept_from: Open[AcceptFrom] = AcceptFrom.ANYONE
    """The accounts and bots that may challenge the bot."""
    allowed: tuple[str, ...] = ()
    """The bots and accounts that may challenge the bot under `listed`."""
    blocked: tuple[str, ...] = ()
    """The bots and accounts that the bot never plays against."""
    games: tuple[GameLimit, ...] | None = None
    """The accepted games; None: all."""
    players: tuple[int, ...] | None = None
    """The accepted numbers of seats; None: all."""
    time_controls: tuple[TimeLimit, ...] | None = None
    """The accepted time controls; None: all."""
    flag_rules: tuple[Open[FlagRule], ...] | None = None
    """The accepted rules for a seat that runs out of time; None: all."""
    handicaps: bool = False
    """Whether the bot accepts matches with unequal times."""
    max_matches: int = 4
    """The maximum number of running or accepted matches at once, ladder matches included."""
    needs_presence: bool = False
    """Whether challenges are declined while the bot neither follows its feed nor polls turns."""


class Account(Model):
    """A person or team that owns bots and plays in matches; a guest only plays, for a day."""

    id: str
    """The account's id."""
    name: str
    """The account's name, chosen by its owner."""
    created_ms: int
    """When the account was created. In milliseconds since the Unix epoch."""
    is_guest: bool = False
    """Whether this is a guest account, which ends with its token and is deleted some days later."""
    quotas: tuple[Quota, ...] = ()
    """The account's usage and limits; only set in the response of `me`."""
    profile: Profile | None = None
    """The owner's public profile; None until it is set."""
    deleted_ms: int | None = None
    """When the account was deleted; the name is then derived from the id. None: never. In
    milliseconds since the Unix epoch.
    """
    deletes_ms: int | None = None
    """When the account will be deleted unless its owner cancels the deletion; None: never. Only
    set in the response of `me`. In milliseconds since the Unix epoch.
    """
    verified_ms: int | None = None
    """When an operator verified the account's owner; None: not verified. In milliseconds since
    the Unix epoch.
    """


class Acted(Model):
    """The action was applied, either now or earlier with the same action id (`repeated`)."""

    match_id: str
    """The match's id."""
    version: int
    """The match's version after the action; later versions may exist already."""
    repeated: bool
    """Whether an earlier request with this action id applied the action."""
    charged_ms: int
    """The time charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time spent in the network and the service, which is not charged. In milliseconds."""
    left_ms: int | None = None
    """The seat's remaining time afterwards; None if untimed. In milliseconds."""
    status: MatchStatus
    """The match's status afterwards."""


class Assignment(Model):
    """A submission that a runner works on until a response no longer lists it."""

    bot_id: str
    """The bot that the runner plays for."""
    submission_id: str
    """The submission to work on."""
    archive_hash: str
    """The SHA-256 of the archive, used to download it."""
    manifest: Manifest
    """The program's manifest, which says how to start it."""
    work: Work
    """The runner's task for this submission."""
    token: str | None = Field(repr=False)
    """A new token for this bot only; None if none is needed or the runner already has it."""
    token_id: str | None = None
    """The id of the token that is valid now; None for a check."""
    token_expires_ms: int | None = None
    """When that token expires, unless a later response extends it; None for a check. In
    milliseconds since the Unix epoch.
    """


class BoatLayout(Model):
    """A boat at the harbour of the Duel, and the line of cells from which it is unloaded."""

    boat: str
    """The boat's name in the notation."""
    title: str
    """The display name."""
    cells: tuple[str, ...] = ()
    """The cells of the boat's line, nearest first."""
    spaces: int
    """The number of tokens that the boat carries; space 1 is next to the harbour."""


class RegisteredBot(Model):
    """A program that plays matches; it belongs to an account. `version` is its current version."""

    id: str
    """The bot's id."""
    name: str
    """The bot's name in matches and standings."""
    account_id: str
    """The account that owns it."""
    created_ms: int
    """When the bot was created. In milliseconds since the Unix epoch."""
    version: int = 1
    """The number of the current version."""
    is_house: bool = False
    """Whether this is a house bot, which accepts every challenge within its policy's limits."""
    deleted_ms: int | None = None
    """When the bot's account was deleted; the name is then derived from the id. None: never. In
    milliseconds since the Unix epoch.
    """


class BotVersion(Model):
    """One version of a bot's program; it never changes after its registration."""

    bot_id: str
    """The bot's id."""
    number: int
    """The number of the version, counted from 1."""
    name: str
    """The version's name, chosen by the bot's owner."""
    note: str
    """The owner's note."""
    commit: str | None = None
    """The commit that the program is built from, in hexadecimal; None if not given."""
    archive_hash: str | None = None
    """The SHA-256 of the submitted archive; None if the owner runs the program."""
    created_ms: int
    """When the version was registered. In milliseconds since the Unix epoch."""


class Challenge(Model):
    """The offer of a match; the match is created once every challenged player has accepted.

    The challenger, a bot or a person, also plays. If `player_id` is None, an organiser pairs
    other players.

    `seats` lists the players by seat. If the seats are drawn, it is None until all have
    accepted. Then each player gets a hash: the SHA-256 of `draw` (32 bytes, here in hex)
    followed by the player's id. The players sit in the order of these hashes. `draw_commitment`
    is the SHA-256 of `draw` followed by the challenge's id, and is published from the beginning.
    """

    id: str
    """The challenge's id."""
    version: int
    """The version of the challenge, which grows with every change."""
    status: ChallengeStatus
    """The current status."""
    account_id: str
    """The account that created the challenge."""
    player_id: str | None = None
    """The bot or account that challenges and plays; None if an organiser pairs other players."""
    player_name: str | None = None
    """The name of that bot or person; None if `player_id` is None."""
    challenged: tuple[Challenged, ...] = ()
    """The challenged players and their answers."""
    terms: MatchTerms
    """The terms of the match."""
    seats: tuple[str, ...] | None = None
    """The ids of the bots and accounts by seat; None until the seats are drawn."""
    draw_commitment: str | None = None
    """The hash that commits the service to the seat draw, in hex; None if no seats are drawn."""
    draw: str | None = None
    """The secret that determines the seats, in hex; None until all have accepted."""
    start_at_ms: int | None = None
    """When the match starts; None: as soon as it is created. In milliseconds since the Unix
    epoch.
    """
    created_ms: int
    """When the challenge was created. In milliseconds since the Unix epoch."""
    expires_ms: int
    """When the challenge expires. In milliseconds since the Unix epoch."""
    match_id: str | None = None
    """The id of the resulting match; None until it is created."""


class Challenged(Model):
    """A challenged bot or person, with its answer.

    A person is an account, so `player_id` and `account_id` are then the same.
    """

    player_id: str
    """The id of the bot, or of the person's account."""
    player_name: str
    """The name of the bot or person."""
    account_id: str
    """The bot's account, or the person's own account."""
    answer: Answer = Answer.PENDING
    """The answer so far."""
    reason: DeclineReason | None = None
    """The reason for declining; None unless declined."""
    advice: str | None = None
    """A suggestion for the challenger, in a sentence; None unless declined."""
    by_policy: bool = False
    """Whether the bot's accept policy gave the answer."""


class Correspondence(Model):
    """A number of days for every decision; the clock is reset after each one."""

    kind: Literal["correspondence"] = "correspondence"
    """Always `correspondence`."""
    days: int
    """The number of days for each decision."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: limited only by the clock.
    In milliseconds.
    """
    wall_factor: int | None = None
    """Clocks count processor time, or wall-clock time divided by this; None: wall-clock time."""


class Delay(Model):
    """Base time per seat, which runs only after a delay at every decision."""

    kind: Literal["delay"] = "delay"
    """Always `delay`."""
    base_ms: int
    """The time on each clock at the start. In milliseconds."""
    delay_ms: int
    """The delay before the clock runs at each decision. In milliseconds."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: limited only by the clock.
    In milliseconds.
    """
    wall_factor: int | None = None
    """Clocks count processor time, or wall-clock time divided by this; None: wall-clock time."""


class Deletion(Model):
    """The progress of an account's deletion, which continues without further requests."""

    account_id: str
    """The account's id."""
    name: str
    """The account's name, or the pseudonym that replaces it."""
    deleted_ms: int
    """When the account is deleted and its tokens stop working; its owner may cancel it before.
    In milliseconds since the Unix epoch.
    """
    finished_ms: int | None = None
    """When its old names were fully erased; None: the deletion waits or is in progress. In
    milliseconds since the Unix epoch.
    """


class EventNews(mixins.LastEvent, Model):
    """One event with the follower's view and turn after it."""

    kind: Literal["event"] = "event"
    """Always `event`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    event: MatchEvent
    """The kind of event."""
    view: SeatView | None = None
    """The view of the follower's seat or of the public after the event; None unless requested."""
    turn: WireTurn | None = None
    """The turn of the follower's own seat; None if it does not have to act after the event."""


class Explanation(Model):
    """Whether an action is legal for the caller's seat now, and if not, the rule that it breaks.

    `place` is the number of the first word of the notation that fits no legal action, counted
    from 1. `allowed_words` are the words that would fit there.
    """

    match_id: str
    """The match's id."""
    version: int
    """The match's version that the explanation applies to."""
    seat: int
    """The seat of the caller."""
    action: str
    """The explained action, in the notation."""
    legal: bool
    """Whether the action is legal now."""
    broken: Rule | None = None
    """The rule that the action breaks; None if it is legal."""
    reason: str
    """The reason, in a sentence."""
    place: int | None = None
    """The number of the first word that fits no legal action, from 1; None if none."""
    allowed_words: tuple[str, ...] = ()
    """The words that would fit there."""


class Fischer(Model):
    """Base time per seat, plus an increment after every decision made in time."""

    kind: Literal["fischer"] = "fischer"
    """Always `fischer`."""
    base_ms: int
    """The time on each clock at the start. In milliseconds."""
    increment_ms: int = 0
    """The time added after each decision made in time. In milliseconds."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: limited only by the clock.
    In milliseconds.
    """
    wall_factor: int | None = None
    """Clocks count processor time, or wall-clock time divided by this; None: wall-clock time."""


class FitCheck(Model):
    """One aspect in which results can deviate from the table's model, and whether they fit."""

    aspect: FitAspect
    """The aspect in which results can deviate."""
    size: float | None = None
    """The size of the deviation; None while there are too few results to estimate it."""
    low: float | None = None
    """The lower bound of the 95 % confidence interval."""
    high: float | None = None
    """The upper bound of that interval."""
    fits: bool
    """Whether the table is valid in spite of the deviation; if not, this check is a warning."""
    text: str
    """The finding in a sentence."""


class GameInfo(Model):
    """A game of this service, with its numbers of seats, rules version and options."""

    name: str
    """The game's name in requests."""
    title: str
    """The display name."""
    rules_version: str
    """The version of the game's rules that the service plays."""
    players: tuple[int, ...] = ()
    """The possible numbers of seats."""
    options: tuple[OptionInfo, ...] = ()
    """The options that can be set for a match."""
    presets: tuple[Preset, ...] = ()
    """Named sets of options."""


class GameLimit(Model):
    """A game that the bot accepts, within the given presets and option limits."""

    game: str
    """The name of the game."""
    presets: tuple[str, ...] | None = None
    """The accepted presets; None: any preset, or none."""
    options: tuple[OptionLimit, ...] = ()
    """The accepted values of single options."""


class Heartbeat(Model):
    """A heartbeat with the service's time and the running clocks."""

    now_ms: int
    """The service's time when this was sent. In milliseconds since the Unix epoch."""
    clocks: tuple[MatchClocks, ...] = ()
    """The running clocks of the matches in this stream."""


class HeartbeatNews(mixins.NeverLast, Model):
    """Nothing has happened for a while; the stream is still connected."""

    kind: Literal["heartbeat"] = "heartbeat"
    """Always `heartbeat`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    heartbeat: Heartbeat
    """The time and the clocks."""


class HeldSubmission(Model):
    """A submission that a runner works on, as reported by the runner."""

    submission_id: str
    """The submission's id."""
    ready: str | None = None
    """The name of a fresh process that has sent its greeting and waits for a match; None: none.
    The runner chooses a unique name for each process; one name begins one match.
    """
    token_id: str | None = None
    """The id of the token that the runner holds for the bot; None: none."""
    meter: Meter | None = None
    """The processor time that the program uses, which counts towards its account's quota."""
    plays: tuple[PlayedMatch, ...] = ()
    """The program's matches, with the load figures that decide whether a match is void."""


class Hint(Model):
    """The actions that a house bot prefers for the caller's decision, the best first.

    The bot looks one action ahead, in worlds that fit the seat's view, never in the true one.
    """

    match_id: str
    """The match's id."""
    version: int
    """The match's version that the hint applies to."""
    seat: int
    """The seat of the caller."""
    bot: str
    """The level of the house bot."""
    actions: tuple[HintAction, ...] = ()
    """The best actions, at most three."""


class HintAction(Model):
    """A legal action with its gain."""

    action: str
    """The action, in the notation."""
    code: int
    """The action's code under the match's options."""
    gain: float
    """The average change of the seat's projected points minus the largest of an opponent."""


class HouseRule(Model):
    """An option value that uses figures not found in any printed source."""

    value: JsonValue
    """The value of the option."""
    figures: tuple[HouseValue, ...] = ()
    """The figures that the value uses."""


class HouseValue(Model):
    """A figure not found in any printed source, which this project defines itself."""

    number: str
    """The figure's number in the register, such as `H-10`; records use it."""
    text: str
    """A description of the figure."""


class Invitation(Model):
    """A code for creating one account while it is valid."""

    code: str = Field(repr=False)
    """The secret to register with."""
    expires_ms: int
    """When the code expires. In milliseconds since the Unix epoch."""


class Issued(Model):
    """A token in plain text, which is returned once and stored only as a hash."""

    token: str = Field(repr=False)
    """The secret, sent as `Authorization: Bearer …`. Store it safely."""
    kind: TokenKind
    """The kind of token."""
    account: Account
    """The account that the token belongs to."""
    bot: RegisteredBot | None = None
    """The bot that the token acts for; None for an account's token."""
    info: TokenInfo
    """The token's metadata, which can also be read later."""


class Ladder(Model):
    """A rated ladder: its settings and its progress.

    `matches_planned` matches will count in total. A block has one match for each seat of a
    match.
    """

    name: str
    """The ladder's name, chosen by its creator."""
    game: str
    """The name of the game."""
    concurrency: int
    """The maximum number of matches played at once."""
    format: LadderFormat = LadderFormat.CONTINUOUS
    """The format, which decides the pairings."""
    rounds: int | None = None
    """The total number of rounds of a round robin, gauntlet or Swiss; None in other formats."""
    groups: int | None = None
    """The number of groups of a round robin; bots only meet within their group. None: no groups.
    The ladder's seed draws the groups. A later stage assigns bots to groups by their places
    in the stage before.
    """
    start_at_ms: int | None = None
    """When the ladder starts automatically if it has enough bots; None: its owner starts it. In
    milliseconds since the Unix epoch.
    """
    end_at_ms: int | None = None
    """No match begins after this instant; an extension may move it. None: no end. In
    milliseconds since the Unix epoch.
    """
    every: str | None = None
    """When new seasons start automatically; None: the ladder is played once. Such as `hour 15`,
    `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; the default zone is UTC. When a
    season is finished, the next one is created with its active bots.
    """
    entry: EntryRule = EntryRule.OPEN
    """The bots that may be enrolled."""
    entrants: Entrants = Entrants.ANY
    """Whether hosted bots, bots that their owners run, or both may be enrolled."""
    owners: Owners = Owners.ANYBODY
    """The accounts whose bots may be enrolled: any account, or verified accounts only."""
    bots_per_account: int | None = None
    """The maximum number of bots per account at once; None: no limit."""
    new_versions: int | None = 3
    """The maximum number of new versions per bot in a continuous ladder; None: no limit. A bot
    beyond this limit is not paired until it plays one of its earlier versions again.
    """
    late_entry: bool = False
    """Whether bots can be enrolled while the ladder runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """Whether two bots of one account may meet."""
    team_bots: int | None = None
    """The number of best bots per team that count; None in ladders without teams."""
    max_replays: int = 3
    """The number of times that a void match is replayed before it is given up."""
    blocks: int | None = None
    """The total number of blocks; None if `rounds` sets it or it is not known in advance."""
    options: dict[str, JsonValue]
    """The requested options of the game; an omitted option has its default."""
    time_control: TimeControl
    """The time control of the ladder's matches."""
    challenger: str | None = None
    """The bot that meets all others in a gauntlet; None in other formats."""
    sequential_test: SequentialTest | None = None
    """The sequential test that ends a gauntlet; None: none."""
    invited: tuple[str, ...] = ()
    """The bots and accounts that may enter under `invited`; an extension may add some."""
    stages: tuple[LadderStage, ...] = ()
    """The stages still to come; each becomes a ladder of its own."""
    teams: tuple[LadderTeam, ...] = ()
    """The teams; none: the bots play for themselves."""
    id: str
    """The ladder's id."""
    season: int | None = None
    """The number of the season, from 1; None if the ladder does not repeat."""
    previous_season_id: str | None = None
    """The id of the previous season's ladder; None if there is none."""
    next_season_id: str | None = None
    """The id of the next season's ladder; None if there is none yet."""
    stage: int | None = None
    """The number of the stage, from 1; None if the event has no stages."""
    previous_stage_id: str | None = None
    """The id of the previous stage's ladder; None if there is none."""
    next_stage_id: str | None = None
    """The id of the next stage's ladder; None if there is none yet."""
    playoff: bool = False
    """Whether this is a playoff between bots with equal points in the previous stage."""
    qualified: tuple[str, ...] = ()
    """The bots that advance without this playoff, best first; empty in other stages."""
    account_id: str
    """The account that created the ladder."""
    players: int
    """The number of seats of each match."""
    status: LadderStatus
    """The current status."""
    pause_reason: str | None = None
    """The service's reason for pausing the ladder; None if not paused, or paused by its owner."""
    created_ms: int
    """When the ladder was created. In milliseconds since the Unix epoch."""
    commitment: str
    """The hash of seed and ladder id, published from the beginning."""
    seed: str | None = None
    """The secret that determines random pairings, in hexadecimal; None until the ladder is over."""
    draw: tuple[str, ...] | None = None
    """The order of the bots before the first round of an elimination or of groups. The seed
    draws it; in a later stage it follows from the places in the stage before. None until the
    ladder is over, and in other formats.
    """
    matches_planned: int
    """The total number of matches that will count. In a Swiss or an elimination this is an
    estimate for the current bots; in an arena, the number so far.
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
    started_ms: int | None = None
    """When the ladder started; None if it has not started. In milliseconds since the Unix epoch."""
    forecast_end_ms: int | None = None
    """The forecast end at the speed up to the latest result; None if unknown. In milliseconds
    since the Unix epoch.
    """
    test_budget: SequentialTestBudget | None = None
    """The expected length of the sequential test before it begins; None: no test."""
    test_standing: SequentialTestStanding | None = None
    """The state of the sequential test, some seconds old; None: no test, or no full block yet."""


class LadderEntry(Model):
    """A bot's entry in a ladder."""

    bot_id: str
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    account_id: str
    """The account that owns it."""
    is_house: bool = False
    """Whether this is a house bot, which belongs to the service; some anchor tables."""
    version: int
    """The version of the bot that is paired."""
    enrolled_ms: int
    """When the bot was first enrolled. In milliseconds since the Unix epoch."""
    status: EntryStatus = EntryStatus.ACTIVE
    """The status of the entry."""
    faults: int = 0
    """The number of latest consecutive matches that it missed, failed in, or lost on time."""
    missed: int = 0
    """The number of times in this season that it was absent while its opponents were present."""
    waits_for: DeclineReason | None = None
    """The reason why an active bot is not paired now, such as `absent` or `busy`; None: none."""


class LadderFit(Model):
    """The fit between a ladder's results and the model of its standings."""

    matches: int
    """The number of results on which the check is based."""
    fits: bool
    """Whether no check is a warning."""
    checks: tuple[FitCheck, ...] = ()
    """The result for each aspect; empty before the first fit."""


class LadderGuide(Model):
    """A guide to a ladder in its current state: what is played, the limits, and how to enter."""

    ladder_id: str
    """The ladder's id."""
    text: str
    """The guide in English, as Markdown."""
    calls: tuple[NextCall, ...] = ()
    """The calls that enter a bot, in their order; empty if no bot can enter now. GraphQL omits
    those that only REST has.
    """


class LadderLuck(Model):
    """The shares of skill, seat and chance in a ladder's results, from its full rated blocks.

    The shares are those of the variance of places, by an analysis of variance; they add up to 1.
    """

    blocks: int
    """The number of full blocks on which the analysis is based."""
    skill: float | None = None
    """The share of the bots' skill; None while there are fewer than two full blocks."""
    seat: float | None = None
    """The share of the seat order."""
    chance: float | None = None
    """The share of everything else: cards, the bots' own randomness, good and bad opponents."""
    seats: tuple[SeatLuck, ...] = ()
    """The value of each seat."""
    block_error: float | None = None
    """The standard error of a bot's mean after one block; None until the same bots met twice."""
    games_error: float | None = None
    """The standard error after the same number of single games with random seats."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: str
    """The match's id."""
    block: int
    """The number of the block, from 0."""
    rotation: int
    """The rotation of the bots over the seats, from 0."""
    reason: str
    """The reason for the pairing, in a sentence; available once the match begins."""
    pairing: PairingReason | None = None
    """The reason for the pairing, as structured data; None until the match begins."""
    bots: tuple[str, ...] = ()
    """The bots by seat; empty until the match begins, so that no bot can avoid an opponent."""
    status: LadderMatchStatus
    """The current status."""
    result_number: int | None = None
    """The number of the match's result in the ladder, from 1; None until it counts."""
    rated: bool
    """Whether it changes ratings and counters; matches between bots of one owner may be unrated."""
    places: tuple[int, ...] | None = None
    """The place of each seat, 1 for first; None until the match counts."""
    annulled_by: int | None = None
    """The number of the ruling that annulled the match; None: not annulled."""
    missed_by: tuple[str, ...] = ()
    """The absent bots that caused the match to be dropped; it counts as a miss for them."""
    forfeited_by: tuple[str, ...] = ()
    """The bots that forfeited the match; the others get the points. They had left, were benched,
    aborted every attempt, or had used up their processor time when the ladder ended.
    """


class LadderNotice(Model):
    """A notice to a bot that a ladder has `benched` it, or that it is `active` again."""

    ladder_id: str
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


class LadderResult(Model):
    """A match that counts, with all its effects on the ratings.

    Results are numbered in the order in which they were settled. The standings follow only from
    the results in this order, without annulled ones.
    """

    number: int
    """The number of the result in the ladder, from 1."""
    match_id: str
    """The id of the match and its record."""
    block: int
    """The number of the block, from 0."""
    rotation: int
    """The rotation of the block's bots over the seats, from 0."""
    ended_ms: int
    """When the match ended. In milliseconds since the Unix epoch."""
    rated: bool
    """Whether it changes ratings and counters."""
    annulled_by: int | None = None
    """The number of the ruling that annulled the result; None if it counts."""
    seats: tuple[RatingChange, ...] = ()
    """The rating change of each seat's bot."""


class LadderRules(Model):
    """The terms of a ladder that a format needs, and those that it allows."""

    format: LadderFormat
    """The format that the rules are of."""
    length: LadderLength | None = None
    """The measure of its length; None where that follows from its bots or from its end."""
    needs_challenger: bool = False
    """Whether `challenger` must be set; else it must be omitted."""
    needs_end: bool = False
    """Whether `end_at_ms` must be set, since nothing else ends a ladder."""
    groups: bool = False
    """Whether `groups` may be set."""
    keeps_apart: bool = True
    """Whether bots of one account or team never meet; if not, there are no teams."""
    late_entry: bool = False
    """Whether bots can be enrolled while a ladder runs."""
    later_stage: bool = True
    """Whether it can be the format of a later stage."""
    open_ended: bool = False
    """Whether bots come and go, block by block; only then `new_versions` has a meaning."""
    playoff: bool = False
    """Whether it can be the format of a playoff."""
    before_playoff: bool = False
    """Whether a playoff can follow it."""
    sequential_test: bool = False
    """Whether `sequential_test` may be set."""


class LadderRuling(Model):
    """One ruling of a ladder. Tables follow only from the results and the rulings.

    An annulled match changes no table, as if it had never been played. The annulment of a bot
    applies to all its matches, including future ones, and the bot gets no further matches. The
    annulment of a version applies to the matches that this version played.
    """

    number: int
    """The number of the ruling in the ladder, from 1."""
    kind: RulingKind
    """The effect of the ruling."""
    match_id: str | None = None
    """The annulled match; None if the ruling annuls a bot's matches or revokes a ruling."""
    bot_id: str | None = None
    """The bot with annulled matches; None if the ruling annuls a match or revokes a ruling."""
    version: int | None = None
    """The version of that bot with annulled matches; None: all versions."""
    restores: int | None = None
    """The number of the revoked ruling; None in an annulment."""
    reason: str
    """The reason, in the words of the ruling's author."""
    account_id: str
    """The account that made the ruling."""
    at_ms: int
    """When the ruling was made. In milliseconds since the Unix epoch."""
    restored_by: int | None = None
    """The number of the ruling that revoked this one; None while it applies."""


class LadderScore(Model):
    """One row of a ladder's table by points, as in tournaments.

    In a Swiss each meeting (a block) is worth one point. Between two bots, each gets the share
    of the matches that it won; a tie is half a win. With more bots, each gets the mean of this
    over the others. A bye is worth one point. In a round robin each opponent is worth one point
    per round, shared by the mean of all meetings with it. The number of matches therefore does
    not matter, and bots that cannot meet all others, or only unrated, can win as many points. In
    a gauntlet only meetings with the challenger give points, one per round. The challenger's own
    points are the mean over the others. The tie-breaks decide between equal points, in order. In
    eliminations, bots that went out later are ahead; bots that went out together share a place.
    In an arena a won meeting gives 2 points, a shared first place 1. After two wins in a row,
    points count double until a meeting is not won.
    """

    place: int
    """The rank in the group, if there are groups, 1 for the best; fully equal bots share it."""
    bot_id: str
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    points: float
    """The points from meetings and byes."""
    meetings: int
    """The number of finished blocks in which the bot played."""
    byes: tuple[int, ...] = ()
    """The rounds, from 1, in which the bot had a bye because there was no opponent."""
    tie_breaks: tuple[TieBreakValue, ...] = ()
    """The tie-breaks between equal points, in the order in which they apply."""
    group: int | None = None
    """The number of the bot's group, from 1; None if there are no groups."""
    losses: int | None = None
    """The number of lost meetings in an elimination; None in other formats."""
    streak: int | None = None
    """The current winning streak in an arena; None in other formats."""
    team: str | None = None
    """The bot's team; None in a ladder without teams."""


class LadderStage(Model):
    """A later stage of an event, in which the best bots of the previous stage play on.

    A playoff only decides between bots with equal points at the cut-off. It is skipped if there
    are none, or too few for a match.
    """

    take: int
    """The number of best bots that advance from the previous stage, equally many from each
    group. For a playoff: the number of best places that no tie-break alone may decide.
    """
    format: LadderFormat
    """The format of the stage; not a gauntlet or an arena. A playoff is a round robin."""
    playoff: bool = False
    """Whether the stage is a playoff after a Swiss or a round robin without groups."""
    rounds: int | None = None
    """The total number of rounds of a round robin or Swiss; None in other formats."""
    blocks: int | None = None
    """The total number of blocks if it is continuous; None in other formats."""
    groups: int | None = None
    """The number of groups of a round robin; None: no groups."""
    start_at_ms: int | None = None
    """The earliest start after the previous stage is over; None: as soon as it is over. In
    milliseconds since the Unix epoch.
    """


class LadderTeam(Model):
    """A team of a ladder: its bots never meet, and the points of its best bots are added up."""

    name: str
    """The team's name in this ladder."""
    members: tuple[str, ...] = ()
    """The ids of the team's bots, or of accounts whose bots all belong to it."""


class Layout(Model):
    """The static layout of a game under its options, sufficient to draw it."""

    game: str
    """The name of the game."""
    language: str
    """The language tag of the texts."""
    options: dict[str, JsonValue]
    """All options of the game."""
    title: str
    """The display name of the game."""
    seats: tuple[SeatColour, ...] = ()
    """The colour of each seat, in the order of play."""
    sites: tuple[SiteLayout, ...] = ()
    """The sites with their sides."""
    ships: tuple[ShipLayout, ...] = ()
    """The kinds of ship; empty in the Duel."""
    boats: tuple[BoatLayout, ...] = ()
    """The boats at the harbour; empty in Imhotep."""
    cards: tuple[PieceLayout, ...] = ()
    """The kinds of market card; empty in the Duel."""
    tokens: tuple[PieceLayout, ...] = ()
    """The tokens of the Duel; in Imhotep the favors and prophecies in play."""
    tables: tuple[ScoringTable, ...] = ()
    """The points that belong to no site."""
    tie_break: str
    """The rule between equal totals, in a sentence."""


class LayoutSpace(Model):
    """A space for one stone at a site; stones fill the spaces in numerical order."""

    number: int
    """The position in which it is filled within its group, from 1."""
    group: str
    """The part of the site, such as `left` of three pyramids; empty if there is only one."""
    level: int
    """The level of the space, from 1 at the ground."""
    column: int
    """The column on this level, from 1 at the left."""
    row: int
    """The row on this level, from 1 at the top."""
    points: int | None = None
    """The points that a stone here gives at once; None if none."""
    bonus: str | None = None
    """A description of the additional bonus; None if none."""


class LobbyChallenge(Model):
    """A current, new or changed challenge of the caller."""

    kind: Literal["challenge"] = "challenge"
    """Always `challenge`."""
    challenge: Challenge
    """The challenge, with its status and answers so far."""


class LobbyHeartbeat(Model):
    """Nothing has happened for a while; the stream is still connected."""

    kind: Literal["heartbeat"] = "heartbeat"
    """Always `heartbeat`."""
    now_ms: int
    """The service's time. In milliseconds since the Unix epoch."""


class LobbyMatch(Model):
    """A current match, or one that is new, has a new player, has begun or is over."""

    kind: Literal["match"] = "match"
    """Always `match`."""
    match: Match
    """The match as the public may see it."""


class MaintenanceNotice(Model):
    """Maintenance: nothing new begins for a while; running matches continue unless frozen."""

    reason: str
    """The host's reason."""
    is_frozen: bool
    """Whether play is frozen too: clocks are stopped, and actions are refused."""
    since_ms: int
    """When the maintenance was started or changed. In milliseconds since the Unix epoch."""


class Manifest(Model):
    """The start instructions in `bot.toml`: either a `command` or a `bot`."""

    command: tuple[str, ...] | None = None
    """The program's start command, run in the archive's folder; None if `bot` is given."""
    bot: str | None = None
    """A Python class that uses the SDK, such as `my_bot.py:MyBot`; None if `command` is given."""
    language: str | None = None
    """The program's language, as named by its author; None if not given."""
    stateless: bool = False
    """Whether one process may play several matches, one after the other."""
    accepts: Accepting = Accepting.NO
    """The program's answer to challenges that the bot's accept policy leaves open."""


class Match(Model):
    """A match in its public form. Clients without a seat see it with a delay of `public_delay_ms`.

    `autoplay` is the policy that plays for a seat that has run out of time, until the end of the
    match. If a seat exceeds the time limit of a decision outside its turn, the policy makes only
    this one decision. `time_odds` are the factors that multiply the seats' times. A match with
    an `origin` is a fork: it began inside another match and is never rated. While it is open,
    only the bots and accounts in `open_to` (None: any) may take its free seats. It does not
    start before `start_at_ms`.
    """

    game: str
    """The name of the game."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat that runs out of time."""
    autoplay: str = "uniform"
    """The policy that plays for a seat that has run out of time."""
    time_odds: tuple[float, ...] | None = None
    """The time factor of each seat, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """The delay after which the public sees the events of the match. In milliseconds."""
    options: dict[str, JsonValue]
    """All options of the game."""
    time_control: TimeControl
    """The match's time control."""
    id: str
    """The match's id."""
    rules_version: str
    """The version of the game's rules."""
    status: MatchStatus
    """The current status."""
    version: int
    """The number of events in the match's log; each decision names the version that it answers."""
    seats: tuple[Seat, ...] = ()
    """The seats in the order of play."""
    open_to: tuple[str, ...] | None = None
    """The bots and accounts that may take a free seat; None: any."""
    start_at_ms: int | None = None
    """When the match starts if all seats are taken by then; None: at once. In milliseconds since
    the Unix epoch.
    """
    to_act: int | None = None
    """The seat that has to act now; None if none."""
    deadline_ms: int | None = None
    """When that seat runs out of time; None if untimed. In milliseconds since the Unix epoch."""
    created_ms: int
    """When the match was created. In milliseconds since the Unix epoch."""
    ladder_id: str | None = None
    """The id of the ladder; None outside ladders."""
    origin: Origin | None = None
    """The origin of a fork; None otherwise."""
    commitment: str | None = None
    """The hash of seed and match id, published before the first action to identify this attempt."""
    seed: str | None = None
    """The secret that determines all chance, in hexadecimal; None until the match is over."""
    result: Result | None = None
    """The result; None until the match is over, and if it is void."""


class MatchClocks(Model):
    """The clocks of a running match: all remaining times, the seat to act and its deadline."""

    match_id: str
    """The match's id."""
    version: int
    """The match's version to which the clocks apply."""
    to_act: int | None = None
    """The seat that has to act and whose clock runs; None if none."""
    left_ms: tuple[int | None, ...] = ()
    """Each seat's remaining time at the start of its latest decision; None if untimed. In
    milliseconds.
    """
    deadline_ms: int | None = None
    """When that seat runs out of time; None if untimed. In milliseconds since the Unix epoch."""


class MatchEvent(Model):
    """One event of a match's log in its public form; `cursor` reads the events after it.

    It includes the state after the event: the status, the remaining times, and the seat to act.
    """

    match_id: str
    """The match's id."""
    version: int
    """The event's number in the log, from 1, which is also the match's version after it."""
    cursor: str
    """The cursor for reading the events after this one."""
    kind: EventKind
    """The kind of event."""
    seat: int | None = None
    """The seat that the event concerns; None if it concerns all seats."""
    action: str | None = None
    """The seat's action, in the notation; None for other events."""
    auto: bool = False
    """Whether the autoplay policy acted for the seat."""
    at_ms: int
    """When the event happened. In milliseconds since the Unix epoch."""
    charged_ms: int = 0
    """The time charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time spent in the network and the service, which is not charged. In milliseconds."""
    left_ms: tuple[int | None, ...] = ()
    """Each seat's remaining time after the event; None if untimed. In milliseconds."""
    status: MatchStatus
    """The match's status after the event."""
    to_act: int | None = None
    """The seat that has to act next; None if none."""
    deadline_ms: int | None = None
    """When that seat runs out of time; None if untimed. In milliseconds since the Unix epoch."""
    lost_version: int | None = None
    """The last version that the database lost, in a `rolled_back` event. None in other events,
    and after a restored backup, which loses every later event.
    """
    result: Result | None = None
    """The match's result, in its last event; None in all others, and if it is void."""
    note: dict[str, JsonValue] | None = None
    """The note that the seat sent with its action; None if there is none, or for other callers.
    Until the match is over a note is for its seat. Spectators see it with the public delay of
    the match, and only if there is one.
    """
    label: str | None = None
    """A readable description of the event if a language was requested; None otherwise."""


class MatchTerms(Model):
    """The terms of a match: everything but its players.

    `autoplay` is the policy that plays for a seat that has run out of time. `time_odds` are the
    factors that multiply the seats' times. Clients without a seat see the match with a delay of
    `public_delay_ms`.
    """

    game: str
    """The name of the game."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat that runs out of time."""
    autoplay: str = "uniform"
    """The policy that plays for a seat that has run out of time."""
    time_odds: tuple[float, ...] | None = None
    """The time factor of each seat, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """The delay after which the public sees the events of the match. In milliseconds."""
    options: dict[str, JsonValue]
    """All options of the game."""
    time_control: TimeControl
    """The match's time control."""


class Meter(Model):
    """A meter of a program's processor time, started when a runner begins to work on it."""

    name: str
    """The meter's name, chosen by the runner; a new name counts from zero."""
    used_ms: int
    """The processor time that all processes of the program have used since then. In
    milliseconds.
    """


class Named(Model):
    """An account, bot or ladder found by the beginning of its name."""

    kind: NamedKind
    """The kind of the object."""
    id: str
    """The id of the object."""
    name: str
    """The full name."""


class NextCall(Model):
    """An operation that helps, with the arguments that are known.

    The caller adds the others: it knows them, or chooses them. If the operation is the refused
    one, they are those of its request, corrected as the message says.
    """

    operation: str
    """The name of the operation: the `operation_id` in OpenAPI, the field in GraphQL."""
    arguments: dict[str, JsonValue]
    """The known arguments by their names."""


class OperationLimits(Model):
    """The limits of a GraphQL operation, of a websocket, and of a token's connections."""

    tokens: int = 1_000
    """The maximum number of lexical tokens in an operation's text."""
    depth: int = 10
    """The maximum depth of nested selections."""
    aliases: int = 15
    """The maximum number of aliases in an operation."""
    fields: int = 500
    """The maximum number of selected fields, with fragments counted at each use."""
    repeats: int = 20
    """The maximum number of times that one selection may name the same field."""
    socket_operations: int = 256
    """The maximum number of concurrent operations on a websocket."""
    socket_subscriptions: int
    """The maximum number of concurrent subscriptions on a websocket."""
    token_connections: int
    """The maximum number of open websockets and event streams per token."""


class OperatorAct(Model):
    """An entry of the audit log."""

    kind: OperatorActKind
    """The action taken."""
    submission_id: str
    """The submission's id."""
    bot_id: str
    """The id of the submission's bot."""
    archive_hash: str
    """The SHA-256 of the submission's archive."""
    account_id: str
    """The operator's account."""
    reason: str
    """The operator's reason."""
    at_ms: int
    """When the operator acted. In milliseconds since the Unix epoch."""


class OptionInfo(Model):
    """One option of a game, with its possible values, default and description.

    The side of a site is named `sides.<site>` here; in options it belongs to the object `sides`.
    """

    name: str
    """The option's name in `options`."""
    values: tuple[JsonValue, ...] = ()
    """The possible values."""
    default: JsonValue = None
    """The default value."""
    text: str
    """A description of the option."""
    house_rules: tuple[HouseRule, ...] = ()
    """The values that are house rules."""


class OptionLimit(Model):
    """The accepted values of a game option; the side of a site is named `sides.<site>`."""

    name: str
    """The name of the option."""
    values: tuple[JsonValue, ...] = ()
    """The values that the bot accepts."""


class Origin(Model):
    """The match and version from which a fork began; the version is after `ply` actions.

    If `chance` is `resampled`, the cards that the seat `seen_by` (None: the public) did not see
    were drawn again.
    """

    match_id: str
    """The id of the original match."""
    version: int
    """The version of the original match at which the fork began."""
    ply: int
    """The number of actions taken before the fork."""
    chance: Chance
    """The treatment of hidden cards."""
    seen_by: int | None = None
    """The seat whose unseen cards were drawn again; None for the public, or if no cards were."""


class PairScore(Model):
    """The results of one bot version against another in all rated matches between them."""

    bot_id: str
    """The first bot's id."""
    version: int
    """The version of the first bot; each version counts separately."""
    other_id: str
    """The other bot's id."""
    other_version: int
    """The version of the first bot; each version counts separately."""
    matches: int
    """The number of matches between them."""
    wins: float
    """The number of matches in which the first bot placed ahead of the other; a tie counts half."""


class PairedBot(Model):
    """One bot of a pairing, with the figures used for pairing it."""

    bot_id: str
    """The bot's id."""
    games: int | None = None
    """The bot's number of planned matches before, in a pairing by `rating` or `lot`; else None."""
    distance: float | None = None
    """The distance in sampled strength from the block's first bot; None for that bot."""
    met: int | None = None
    """The number of recent meetings with these bots, which adds distance; None for the first."""
    points: float | None = None
    """The bot's points, in a `swiss` or `arena`; else None."""
    losses: int | None = None
    """The number of lost meetings, in an `elimination` or `playoff`; else None."""


class Pairing(Model):
    """The result of one requested pairing: a match, or the reason why there is none."""

    key: str
    """The key of the pairing in the request."""
    match_id: str | None = None
    """The id of the match; None if there is none."""
    problem: PairingProblem | None = None
    """The reason why there is no match; None if there is one."""


class PairingProblem(Model):
    """The reason why a match was not created: a problem's `code`, or `declined` by a policy."""

    code: str
    """The stable code of a problem, or `declined`."""
    message: str
    """A message for people: what is wrong, and what to do."""
    player_id: str | None = None
    """The bot or account that declines; None if the problem has another cause."""
    reason: DeclineReason | None = None
    """The reason for declining; None if no player declines."""


class PairingReason(Model):
    """The reason why the bots of a block meet."""

    kind: PairingKind
    """The rule that produced the pairing."""
    bots: tuple[PairedBot, ...] = ()
    """The bots that meet. By `rating` and `lot`, the bot with the fewest matches comes first,
    then the others in the order of their selection.
    """
    round: int | None = None
    """The round of a `swiss`, `elimination` or `playoff`, from 1; else None."""
    repeats: int | None = None
    """The number of pairs of that round that had met before, in a `swiss`; else None."""
    table: int | None = None
    """The number of this table, from 1 to `tables`, in a fixed schedule; else None."""
    tables: int | None = None
    """The total number of tables, in a fixed schedule; else None."""
    challenger: str | None = None
    """The challenger, in a `gauntlet`; else None."""


class Pairings(Model):
    """The results of the requested pairings."""

    items: tuple[Pairing, ...] = ()
    """One result for each pairing, in the order of the request."""


class PerMove(Model):
    """Time for every decision; extra time is taken from a bank for the whole match."""

    kind: Literal["per_move"] = "per_move"
    """Always `per_move`."""
    move_ms: int
    """The time for each decision. In milliseconds."""
    bank_ms: int = 0
    """The extra time for the whole match, used when a decision takes longer than `move_ms`. In
    milliseconds.
    """
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: limited only by the clock.
    In milliseconds.
    """
    wall_factor: int | None = None
    """Clocks count processor time, or wall-clock time divided by this; None: wall-clock time."""


class PieceLayout(Model):
    """A kind of card or token, a favor or a prophecy."""

    piece: str
    """The name in the notation."""
    title: str
    """The display name."""
    colour: str | None = None
    """The colour of a card, which determines when it takes effect; None for tokens."""
    count: int
    """The number of these pieces in the game."""
    effect: str
    """The effect, in a sentence."""
    site: str | None = None
    """The site that the piece refers to; None if none."""


class PlayedMatch(Model):
    """A match in which a runner plays for a bot, or played within the last minute."""

    match_id: str
    """The id of the match; matches of other bots are ignored."""
    thought_ms: int
    """The total time of the program's decisions on this runner, in milliseconds. In
    milliseconds.
    """
    starved_ms: int
    """The part of that time in which the program waited for a processor that others used. In
    milliseconds.
    """


class Points(Model):
    """Points from one source."""

    source: str
    """The source of the points: a site, a card or an expansion."""
    points: int
    """The number of points, which may be negative."""


class PointsChange(Model):
    """The smallest and the largest change of points in the simulated worlds."""

    least: int
    """The smallest change, which may be negative."""
    most: int
    """The largest change; equal to `least` if chance makes no difference."""


class Preset(Model):
    """A named set of options; request it with `{"preset": name}`."""

    name: str
    """The value of `preset` in `options`."""
    title: str
    """The display name."""
    text: str
    """A description of the preset, in a sentence."""
    options: dict[str, JsonValue]
    """The options that the preset sets."""


class Preview(Model):
    """The change of all seats' points through a legal action, as far as its seat can know.

    The action is simulated in several worlds that fit the seat's view, never in the true one.
    """

    match_id: str
    """The match's id."""
    version: int
    """The match's version that the preview applies to."""
    seat: int
    """The seat of the caller."""
    action: str
    """The action, in the notation."""
    worlds: int
    """The number of simulated worlds."""
    seats: tuple[SeatChange, ...] = ()
    """The changes of each seat, in the order of play."""


class Profile(Model):
    """The public profile of an account's owner."""

    display_name: str | None = None
    """The person's display name, in any script; matches show it in place of the account's name.
    No two accounts have names that look alike.
    """
    handle: str | None = None
    """A short, unique name of ASCII characters; case is ignored."""
    about: str | None = None
    """A few sentences in plain text; escape them before you show them on a page."""
    links: tuple[str, ...] = ()
    """Links to other pages; https only."""
    avatar: str | None = None
    """The name of a generated picture, served as SVG at `/api/v1/avatars/{avatar}.svg`."""


class Quota(Model):
    """The usage and the limit of one resource."""

    name: QuotaName
    """The counted resource."""
    used: int
    """The current usage."""
    limit: int
    """The limit; requests beyond it are refused as `too_many`."""


class RatingChange(Model):
    """The change of a bot's rating through one result, with its reasons.

    Compare `place` with `expected_place`: a bot with a better place than expected gains. An
    unrated result changes nothing.
    """

    seat: int
    """The seat of the bot."""
    bot_id: str
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    version: int
    """The version that played; each version has its own rating."""
    total: int
    """The bot's points in the game."""
    kept_time: bool
    """Whether the bot never ran out of time."""
    place: int
    """The bot's place, 1 for first; tied seats share the better place."""
    expected_place: float
    """The mean place that the ratings predicted before the match."""
    elo_before: float
    """The live rating in Elo before the match. A new bot has 1500."""
    elo: float
    """The live rating in Elo after the match."""
    mu_before: float
    """The rating before, on the scale of Weng and Lin's model. A new bot has 25."""
    sigma_before: float
    """The uncertainty of `mu_before`, as a standard deviation."""
    mu: float
    """The rating after, on the same scale."""
    sigma: float
    """The uncertainty of `mu`, as a standard deviation."""


class Receipt(Model):
    """The result of a seat's decision, and the time that it cost.

    If `late`, the time ran out before the answer arrived, and the autoplay policy took `action`
    instead (`auto`).
    """

    version: int
    """The match's version after the decision."""
    action: str
    """The action taken, in the notation."""
    auto: bool
    """Whether the autoplay policy chose the action."""
    late: bool
    """Whether the time ran out before the answer arrived."""
    charged_ms: int
    """The time charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time spent in the network and the service, which is not charged. In milliseconds."""
    left_ms: int | None = None
    """The seat's remaining time afterwards; None if untimed. In milliseconds."""


class RecordViews(Model):
    """The views of a record that the caller sent, one per version."""

    match_id: str
    """The match id in the record."""
    game: str
    """The name of the game."""
    version: int
    """The last version of the record: its start counts as 1, and every ply adds 1."""
    seats: tuple[str, ...] = ()
    """The names of the players, by seat."""
    items: tuple[SeatView, ...] = ()
    """The views, each with its version."""


class Result(Model):
    """The end of a match, the party at fault, and each seat's result; without seats nobody has won.

    `note` is the reason of the operator who ended the match.
    """

    reason: EndReason
    """The reason why the match ended."""
    fault: Fault = Fault.NONE
    """The party at fault for this end."""
    note: str | None = None
    """The reason of the operator who ended the match; None otherwise."""
    seats: tuple[SeatResult, ...] = ()
    """The result of each seat."""


class ResyncNews(mixins.LastSnapshot, Model):
    """The current state of the match, in place of all events up to the cursor.

    There were too many events, or the database lost events that had been sent.
    """

    kind: Literal["resync"] = "resync"
    """Always `resync`."""
    cursor: str
    """The cursor that resumes the stream after this item."""
    lost_version: int | None = None
    """The last version sent to this follower that the database has lost; None if nothing was
    lost. The same version may now stand for another event.
    """
    snapshot: Snapshot
    """The current state of the match."""
    turn: WireTurn | None = None
    """The turn of the follower's own seat; None if it does not have to act now."""


class Retention(Model):
    """The number of days for which data is kept after its end; None: forever.

    Deleted data is `not_found`. Ladder results are never deleted.
    """

    guest_match_days: int | None = None
    """Matches outside ladders that no registered account created or played in."""
    casual_match_days: int | None = None
    """All other matches outside ladders."""
    rated_match_days: int | None = None
    """Matches of ladders."""
    challenge_days: int
    """Challenges that were answered, cancelled or expired."""
    program_log_days: int | None = None
    """Reports of checks and failures of submitted programs."""


class Runner(Model):
    """A runner that has reported within the last minute."""

    id: str
    """The name that the runner chose for itself."""
    places: int
    """The maximum number of submissions that it works on at once."""
    held: int
    """The number of submissions that it holds now."""
    sandbox: str
    """The runner's description of its sandbox."""
    load: float
    """The load of its machine: the share of processors in use, from 0 to 1."""
    speed_index: float
    """The speed of one processor relative to the project's reference machine."""
    seen_ms: int
    """When it last reported. In milliseconds since the Unix epoch."""


class RunnerLease(Model):
    """The runner's current assignments; it stops all other work."""

    assignments: tuple[Assignment, ...] = ()
    """The submissions, each with its bot."""
    lease_ms: int
    """The runner stops all work if it makes no further call within this time. In milliseconds."""
    warnings: tuple[str, ...] = ()
    """Warnings for the operator, to be written to the runner's log."""


class ScoreCount(Model):
    """The number of blocks with a score; with two seats, scores are 0, 0.25, 0.5, 0.75 and 1."""

    score: float
    """The challenger's share of won meetings in a block; ties count half."""
    blocks: int
    """The number of blocks with this score."""


class ScoringTable(Model):
    """A table of points by count or by place."""

    title: str
    """The title of the table."""
    first: int
    """The number that the first entry of `points` is for, such as 1 for first place."""
    points: tuple[int, ...] = ()
    """The points for that number and each following number."""
    beyond: int
    """The additional points for each number beyond the end of `points`."""


class Seat(Model):
    """One seat of a match, with its player and remaining time (None: untimed).

    A person may take a seat and play with the account's token. Then `account_id` is set instead
    of `bot_id`. Autoplay decides for a seat that is `flagged` or has `resigned`. A seat with
    `wants_abort` agrees to abort the match.
    """

    seat: int
    """The number of the seat, from 0."""
    bot_id: str | None = None
    """The bot in this seat; None if there is none."""
    player_name: str | None = None
    """The name of the bot or person; None if the seat is free."""
    account_id: str | None = None
    """The account of the person in this seat; None for a bot."""
    bot_version: int | None = None
    """The version of the bot that plays; None for a person or a free seat."""
    left_ms: int | None = None
    """The remaining time at the start of the seat's latest decision; None if untimed. In
    milliseconds.
    """
    flagged: bool = False
    """Whether the seat has run out of time, so that autoplay plays for it."""
    resigned: bool = False
    """Whether the seat resigned, so that autoplay plays for it."""
    wants_abort: bool = False
    """Whether the seat agrees to abort the match."""
    runner: SeatRunner | None = None
    """The runner that plays for the seat; None if no runner does."""


class SeatChange(Model):
    """The change of one seat's points."""

    seat: int
    """The number of the seat, from 0."""
    scored: PointsChange
    """The change of the points scored so far."""
    projected: PointsChange
    """The change of the points that the seat would have if the game ended now."""
    lines: tuple[SourceChange, ...] = ()
    """The sources of the projected points that change."""


class SeatColour(Model):
    """The colour in which a seat's pieces are drawn."""

    seat: int
    """The number of the seat, from 0."""
    title: str
    """The name of the colour."""
    colour: str
    """The colour as six hexadecimal digits after `#`."""


class SeatLuck(Model):
    """The value of a seat: its mean result above the average, if first is 1 and last is 0."""

    seat: int
    """The number of the seat, from 0."""
    advantage: float
    """The difference between the seat's mean result and the mean of all seats."""
    low: float | None = None
    """The lower bound of the 95 % confidence interval; None if there is too little data."""
    high: float | None = None
    """The upper bound of that interval."""


class SeatResult(Model):
    """The result of one seat: its place (1 is first, ties share it), its points and its end.

    A seat that lost on time or resigned ranks below all other seats.
    """

    seat: int
    """The number of the seat, from 0."""
    place: int
    """The rank, 1 for first; equal seats share it."""
    total: int
    """The seat's total points."""
    tie_break: int
    """The tie-break between equal totals; higher is better."""
    kept_time: bool
    """Whether the seat never ran out of time."""
    resigned: bool = False
    """Whether the seat resigned."""
    lines: tuple[Points, ...] = ()
    """The points by source."""


class SeatRunner(Model):
    """The runner that plays for a hosted bot, with figures as reported by the runner."""

    runner_id: str
    """The name of the runner; if there were several, of the latest one."""
    speed_index: float
    """The speed of one processor relative to the project's reference machine."""
    load: float
    """The highest load of its machine during the match: the share of its processors in use."""
    thought_ms: int
    """The total time of the program's decisions on that runner, in milliseconds. In
    milliseconds.
    """
    starved_ms: int
    """The part of that time in which the program waited for a processor that others used. In
    milliseconds.
    """


class SeatView(Model):
    """The view of a match at a version, by a seat or the public."""

    match_id: str
    """The match's id."""
    game: str
    """The name of the game, which determines the type of the view."""
    version: int
    """The match's version of this view."""
    seat: int | None = None
    """The seat that has this view; None for the public."""
    view: JsonValue
    """The view, as compact JSON with the fields of the game's view type."""


class SequentialTest(Model):
    """The two hypotheses of a sequential test, in Elo, and its accepted error rates.

    Wald's sequential probability ratio test on the scores of whole blocks.
    """

    elo0: float = 0.0
    """The advantage, in Elo, that the challenger exceeds if the verdict is `above_elo0`."""
    elo1: float = 10.0
    """The advantage, in Elo, below which it is if the verdict is `below_elo1`; above `elo0`."""
    alpha: float = 0.05
    """The maximum rate of wrong `above_elo0` verdicts."""
    beta: float = 0.05
    """The maximum rate of wrong `below_elo1` verdicts."""


class SequentialTestBudget(Model):
    """The expected number of blocks of a sequential test, before it begins."""

    if_stronger: int
    """The expected blocks if the challenger is stronger by `elo1`."""
    if_not: int
    """The expected blocks if the challenger is stronger by `elo0`."""
    between: int
    """The expected blocks halfway between, where the test takes longest."""


class SequentialTestStanding(Model):
    """The state of a sequential test after the blocks that count.

    Full blocks count in the order of the schedule, up to the deciding one.
    """

    verdict: SequentialVerdict
    """The verdict so far."""
    over: bool
    """Whether the test is over: it is decided, or one of the bots has another version."""
    blocks: int
    """The number of blocks that count."""
    expected_blocks: int
    """The expected number of blocks at the end if the challenger continues as before."""
    llr: float
    """The log-likelihood ratio of the two hypotheses."""
    lower: float
    """The ratio at or below which the verdict is `below_elo1`; not before the eighth block."""
    upper: float
    """The ratio at or above which the verdict is `above_elo0`; not before the eighth block."""
    score: float
    """The mean score of the blocks, which early stopping biases away from the true value."""
    elo: float
    """The median-unbiased estimate of the difference in Elo."""
    low: float
    """The lower bound of its 95 % confidence interval."""
    high: float
    """The upper bound of that interval."""
    counts: tuple[ScoreCount, ...] = ()
    """The scores of the blocks, lowest first."""
    flags: int
    """The number of matches of these blocks in which a seat ran out of time."""


class ServerInfo(Model):
    """The service's version, its clock and its rules."""

    version: str
    """The version of the software."""
    now_ms: int
    """The service's current time, which governs all clocks. In milliseconds since the Unix
    epoch.
    """
    languages: tuple[str, ...] = ()
    """The tags of the available languages, English first."""
    registration: Registration
    """The rule for creating accounts."""
    guests: bool
    """Whether anybody may play as a guest, without an account."""
    formats: tuple[LadderRules, ...] = ()
    """The formats of ladders, and what each needs and allows."""
    limits: OperationLimits
    """The limits of requests and connections."""
    retention: Retention
    """The retention periods of data."""
    maintenance: MaintenanceNotice | None = None
    """The current maintenance notice; None if there is none."""


class ShipLayout(Model):
    """Ships of one capacity."""

    capacity: int
    """The number of spaces for stones, from the bow backwards."""
    minimum: int
    """The number of stones that the ship needs to sail."""
    count: int
    """The largest number of these ships in one round."""


class SiteLayout(Model):
    """A site with its side in play."""

    site: str
    """The site's name in the notation."""
    title: str
    """The display name."""
    side: str
    """The letter of the side."""
    text: str
    """The scoring rule of the site, in a sentence."""
    spaces: tuple[LayoutSpace, ...] = ()
    """The spaces with a fixed position, in the order in which they are filled."""
    columns: int | None = None
    """The number of columns for stones, side by side; None if not applicable."""
    rows: int | None = None
    """The number of rows per column; None if not applicable."""
    tables: tuple[ScoringTable, ...] = ()
    """The site's scoring tables."""
    house_values: tuple[str, ...] = ()
    """The register numbers of its figures that are in no printed source, such as `H-10`."""


class Snapshot(Model):
    """The current state of a match, with the follower's view."""

    match: Match
    """The match in its current state."""
    view: SeatView | None = None
    """The follower's view; None before the match starts."""


class SourceChange(Model):
    """The change of the points from one source."""

    source: str
    """The source of the points: a site, a card or an expansion."""
    change: PointsChange
    """The change of the points if the game ended after the action."""


class Standing(Model):
    """One row of a ladder's standings: a strength fitted to all rated results, best first.

    All results are fitted together. The model accounts for ties, seats and deals; `Ladder.fit`
    shows whether the results fit it. A version that no fit contains yet has an estimate instead.
    """

    place: int | None = None
    """The rank in its group, 1 for the best. None for an estimate, for a version that has played
    too few matches, and for one that was replaced by a later one with results.
    """
    group: int | None = None
    """The number of its group, a set of bots connected by matches; 0 is the largest. Strengths
    of different groups are not comparable. None for an estimate.
    """
    bot_id: str
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    version: int
    """The version of the bot; each version has its own row."""
    retired: bool
    """Whether a later version replaced it, so that it has no place."""
    elo: float
    """The strength in this field in Elo; 400 points are odds of ten to one to finish ahead. It
    holds over the deals and rivals of the season. 1500 is the mean of the ranked bots of its
    group. An estimate is the live rating; a new bot has 1500.
    """
    low: float
    """The lower bound of the 95 % confidence interval."""
    high: float
    """The upper bound of that interval."""
    next_stronger: float | None = None
    """The probability that it is stronger than the next bot in its group. None for the last bot,
    and for an unranked one.
    """
    next_error: float | None = None
    """The 95 % confidence margin of the difference to the next bot, in Elo."""
    best: float | None = None
    """The chance that it is the strongest of its group, from 0 to 1; None if unranked."""
    place_low: int | None = None
    """The best place of the 95 % range of its places."""
    place_high: int | None = None
    """The worst place of that range."""
    band: int | None = None
    """The number of its band, 1 for the first. A band is a bot and all following ones that are
    not significantly weaker. Do not read the order within a band as a result.
    """
    change: float | None = None
    """The change of its strength in the season, in Elo, if significant; else None. If set, `elo`
    is the strength at the end.
    """
    anchored_elo: float | None = None
    """The strength on the scale of house bots, on which `mcts-1000` has 2000. It makes ladders
    with the same game, options and number of seats comparable across hosts. None if its group
    has no house bot of known strength.
    """
    anchored_low: float | None = None
    """The lower bound of its 95 % confidence interval."""
    anchored_high: float | None = None
    """The upper bound of that interval."""
    matches: int
    """The number of its rated matches that count."""
    wins: float
    """The number of wins; bots that share the first place share the win."""
    mean_place: float
    """The mean of its places; 1 is the best."""
    flags: int
    """The number of matches in which it ran out of time."""


class Submission(Model):
    """An archive submitted for a bot; equal archives are the same submission."""

    id: str
    """The submission's id, which is derived from the bot and the archive."""
    bot_id: str
    """The id of the submission's bot."""
    account_id: str
    """The account that owns the bot."""
    archive_hash: str
    """The SHA-256 of the archive in its normal form, in hexadecimal."""
    name: str
    """The name of the version, chosen by its owner."""
    note: str
    """The owner's note."""
    manifest: Manifest
    """The program's manifest, which says how to start it."""
    files: int
    """The number of files in the archive."""
    packed_bytes: int
    """The size of the archive in its normal form, in bytes."""
    unpacked_bytes: int
    """The total size of its files, in bytes."""
    state: SubmissionState
    """The current status."""
    is_active: bool = False
    """Whether this submission is the one that plays for its bot."""
    version: int | None = None
    """The number of the bot version made from it; None until it is first activated."""
    created_ms: int
    """When it was submitted. In milliseconds since the Unix epoch."""
    checked_ms: int | None = None
    """When its check ended; None before that. In milliseconds since the Unix epoch."""


class SubmissionFailure(Model):
    """A program's failure in a match or at its start, as reported by its runner."""

    match_id: str | None = None
    """The match in which the program failed; None if it could not be started."""
    match_version: int | None = None
    """The match's version at that moment; None if unknown."""
    kind: FailureKind
    """The kind of failure."""
    detail: str
    """A description with the end of the program's standard error."""
    at_ms: int
    """When the failure was reported. In milliseconds since the Unix epoch."""


class SubmissionLog(Model):
    """The log of a submission, for its owner and the operator."""

    submission_id: str
    """The submission's id."""
    report: str | None = None
    """The report of its check; None before the check ends, and after the host has deleted it."""
    failures: tuple[SubmissionFailure, ...] = ()
    """The latest failures, newest first."""


class TeamScore(Model):
    """One row of a ladder's team table: the points of the team's best bots added up."""

    place: int
    """The rank, 1 for the best; teams with equal points share it."""
    team: str
    """The name of the team."""
    points: float
    """The total points of the bots that count."""
    counted: tuple[str, ...] = ()
    """The bots whose points count, best first; at most `team_bots`."""
    bots: int
    """The number of its bots in the ladder."""


class TieBreakValue(Model):
    """A bot's value in one tie-break."""

    name: TieBreak
    """The tie-break."""
    value: float
    """The value; higher is better."""


class TimeLimit(Model):
    """An accepted kind of time control, with limits for its times; None: no limit.

    The limits apply after the handicap of the bot's seat.
    """

    kind: Open[TimeControlKind]
    """The kind of time control that the limits apply to."""
    min_base_ms: int | None = None
    """The minimum `base_ms` that is taken; None: any. In milliseconds."""
    max_base_ms: int | None = None
    """The maximum `base_ms` that is taken; None: any. In milliseconds."""
    min_increment_ms: int | None = None
    """The minimum `increment_ms` that is taken; None: any. In milliseconds."""
    max_increment_ms: int | None = None
    """The maximum `increment_ms` that is taken; None: any. In milliseconds."""
    min_delay_ms: int | None = None
    """The minimum `delay_ms` that is taken; None: any. In milliseconds."""
    max_delay_ms: int | None = None
    """The maximum `delay_ms` that is taken; None: any. In milliseconds."""
    min_move_ms: int | None = None
    """The minimum `move_ms` that is taken; None: any. In milliseconds."""
    max_move_ms: int | None = None
    """The maximum `move_ms` that is taken; None: any. In milliseconds."""
    min_bank_ms: int | None = None
    """The minimum `bank_ms` that is taken; None: any. In milliseconds."""
    max_bank_ms: int | None = None
    """The maximum `bank_ms` that is taken; None: any. In milliseconds."""
    min_days: int | None = None
    """The minimum `days` that is taken; None: any."""
    max_days: int | None = None
    """The maximum `days` that is taken; None: any."""


class TokenInfo(Model):
    """The metadata of a token, without the token itself.

    `used_on` is the last day (UTC) on which it was used.
    """

    id: str
    """The token's id; it is not secret."""
    kind: TokenKind
    """The kind of token."""
    name: str
    """The token's name, chosen by its owner."""
    account_id: str
    """The account that the token belongs to."""
    bot_id: str | None = None
    """The bot that the token acts for; None for an account's token."""
    scopes: tuple[Scope, ...] = ()
    """The scopes of the token."""
    created_ms: int
    """When the token was created. In milliseconds since the Unix epoch."""
    expires_ms: int | None = None
    """When the token expires; None: never. In milliseconds since the Unix epoch."""
    used_on: str | None = None
    """The last day (UTC) on which it was used; None if it never was."""
    app_id: str | None = None
    """The third-party app that holds the token; None: no app. Revoking it revokes all the app's
    tokens of the account.
    """


class WireTurn(Model):
    """Everything a bot needs to choose an action: its view, the legal actions and its clock.

    `last` is the result of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: str
    """The match's id."""
    commitment: str
    """The match's `commitment`; if it changes, the match has been restarted under its id."""
    game: str
    """The name of the game, which determines the type of the view."""
    version: int
    """The match version that the answer must name."""
    seat: int
    """The seat that has to act."""
    view: JsonValue
    """The seat's view, as compact JSON with the fields of the game's view type."""
    actions: tuple[str, ...] = ()
    """The notation of every legal action."""
    left_ms: tuple[int | None, ...] = ()
    """Each seat's remaining time now; None if untimed. In milliseconds."""
    deadline_ms: int | None = None
    """When the seat runs out of time; None if untimed. In milliseconds since the Unix epoch."""
    now_ms: int
    """The service's time when this was sent. In milliseconds since the Unix epoch."""
    last: Receipt | None = None
    """The result of the seat's previous decision; None before its first."""


class Untimed(Model):
    """No clock; no seat can lose on time."""

    kind: Literal["untimed"] = "untimed"
    """Always `untimed`."""


class Workload(Model):
    """The pending work, and the active workers and runners."""

    workers: int
    """The number of workers that have reported within the last 90 seconds."""
    waiting_jobs: int
    """The number of ladder jobs that wait for a worker."""
    waits_since_ms: int | None = None
    """When the next waiting job was added; None if none waits. In milliseconds since the Unix
    epoch.
    """
    failed_jobs: int
    """The number of jobs that failed within the last ten minutes; they are retried."""
    pending_checks: int
    """The number of submissions that wait for their check."""
    programs_needed: int
    """The maximum number of programs that one match has waited for within the last minute."""
    runners: tuple[Runner, ...] = ()
    """The runners that have reported within the last minute."""


class UnknownLobbyNews(UnknownMember):
    """A lobby news that this version does not know; `model_extra` has what it says."""


# One item of the lobby: the current state of a match or challenge, which replaces all earlier
# items about it. A reconnection sends all items again. A match that is over is sent once.
LobbyNews: TypeAlias = Annotated[
    Annotated[LobbyMatch, Tag("match")]
    | Annotated[LobbyChallenge, Tag("challenge")]
    | Annotated[LobbyHeartbeat, Tag("heartbeat")]
    | Annotated[UnknownLobbyNews, Tag("unknown")],
    open_union("kind", {"match", "challenge", "heartbeat"}),
]


class UnknownMatchNews(mixins.NeverLast, UnknownMember):
    """A match news that this version does not know; `model_extra` has what it says."""


# One item of a match's stream. A stream that resumes after its `cursor` misses nothing.
MatchNews: TypeAlias = Annotated[
    Annotated[EventNews, Tag("event")]
    | Annotated[ResyncNews, Tag("resync")]
    | Annotated[HeartbeatNews, Tag("heartbeat")]
    | Annotated[UnknownMatchNews, Tag("unknown")],
    open_union("kind", {"event", "resync", "heartbeat"}),
]


class UnknownTimeControl(UnknownMember):
    """A time control that this version does not know; `model_extra` has what it says."""


# The time control of a match. `first_move_ms` is extra free time for each seat's first decision.
# `response_ms` is the time limit of a decision outside the seat's own turn. After it the
# autoplay policy decides, and the seat plays on (None: limited only by the clock). With
# `wall_factor`, clocks count a program's processor time as measured by the runner, or the
# wall-clock time divided by the factor if that is larger. It is only for ladders of hosted bots
# (None: wall-clock time). `untimed` has none of these.
TimeControl: TypeAlias = Annotated[
    Annotated[Fischer, Tag("fischer")]
    | Annotated[Delay, Tag("delay")]
    | Annotated[PerMove, Tag("per_move")]
    | Annotated[Correspondence, Tag("correspondence")]
    | Annotated[Untimed, Tag("untimed")]
    | Annotated[UnknownTimeControl, Tag("unknown")],
    open_union("kind", {"fischer", "delay", "per_move", "correspondence", "untimed"}),
]
