"""What the service tells, as typed values: the wire's JSON, read leniently.

Names are those of the wire in Python's spelling (`matchId` is `match_id`). Fields that this version
does not know are ignored, unknown words are kept, and what may be null or a list can be left out.
Seats are numbered from 0. Times are integer
milliseconds; instants count from the Unix epoch by the service's clock.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, JsonValue, Tag

from saqqara_sdk.wire import mixins
from saqqara_sdk.wire.enums import (
    AcceptFrom,
    AcceptMode,
    Answer,
    ChallengeStatus,
    Chance,
    DeclineReason,
    EndReason,
    EntryRule,
    EntryStatus,
    EventKind,
    Fault,
    FlagRule,
    LadderFormat,
    LadderMatchStatus,
    LadderStatus,
    MatchStatus,
    NewsKind,
    PairingKind,
    QuotaName,
    Rule,
    SameOwner,
    Scope,
    TieBreak,
    TimeControlKind,
    TokenKind,
)
from saqqara_sdk.wire.values import Model, Open, UnknownMember, open_union

T = TypeVar("T")


class Page(Model, Generic[T]):
    """Some items of a list; `cursor` asks for the next ones and is None at the end."""

    items: tuple[T, ...]
    """The items of this page."""
    cursor: str | None = None
    """Asks for the next page as `after`; None at the end."""


class AcceptPolicy(Model):
    """Which challenges a bot takes, and what becomes of those that keep these limits.

    `allowed` are the bots and accounts of which `accept_from: listed` speaks; with anybody in
    `blocked` the bot does not play. Where a list is None there is no limit. `max_matches` bounds
    the matches that the bot plays or has agreed to play at once; the service may allow fewer.
    With `needs_presence` a challenge is declined while the bot neither follows its feed nor asks
    for its turns.
    """

    mode: Open[AcceptMode] = AcceptMode.ASK
    """What becomes of a challenge that keeps all limits."""
    accept_from: Open[AcceptFrom] = AcceptFrom.ANYONE
    """Whose challenges are taken."""
    allowed: tuple[str, ...] = ()
    """The bots and accounts of which `listed` speaks."""
    blocked: tuple[str, ...] = ()
    """The bots and accounts with which the bot does not play at all."""
    games: tuple[GameLimit, ...] | None = None
    """The games that are taken; None: all."""
    players: tuple[int, ...] | None = None
    """The numbers of seats that are taken; None: all."""
    time_controls: tuple[TimeLimit, ...] | None = None
    """The clocks that are taken; None: all."""
    flag_rules: tuple[Open[FlagRule], ...] | None = None
    """What may follow when a seat's time is gone; None: anything."""
    handicaps: bool = False
    """Whether matches with unequal times are taken."""
    max_matches: int = 4
    """How many matches the bot plays or has agreed to play at once, at most; in ladders too."""
    needs_presence: bool = False
    """Whether challenges are declined while no feed of the bot is connected."""


class Account(Model):
    """A person or team that owns bots."""

    id: str
    """What the service knows the account by."""
    name: str
    """What its owner calls it."""
    created_ms: int
    """When it was opened. In milliseconds since the Unix epoch."""
    quotas: tuple[Quota, ...] = ()
    """What it keeps and may keep, as `me` tells; elsewhere empty."""


class Acted(Model):
    """An action was applied, now or earlier under the same action id (`repeated`)."""

    match_id: str
    """The match, by its id."""
    version: int
    """The version that the action made; later ones may have followed."""
    repeated: bool
    """Whether it had been applied before, under the same action id."""
    charged_ms: int
    """The time that was taken from the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that was not charged, since it went by on the way. In milliseconds."""
    left_ms: int | None = None
    """The time left to the seat then; None where untimed. In milliseconds."""
    status: MatchStatus
    """Where the match stood after it."""


class RegisteredBot(Model):
    """A program that plays; it belongs to an account. `version` is the one that plays now."""

    id: str
    """What the service knows the bot by."""
    name: str
    """What people see in matches and standings."""
    account_id: str
    """The account that owns it."""
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    version: int = 1
    """The number of the version that plays now."""


class BotVersion(Model):
    """One state of a bot's program, which never changes once it is told; numbered from 1."""

    bot_id: str
    """The bot, by its id."""
    number: int
    """Counts the bot's versions, from 1."""
    name: str
    """What its owner calls it."""
    note: str
    """What its owner says of it."""
    commit: str | None = None
    """The commit that its program is built from, in hexadecimal; None if untold."""
    created_ms: int
    """When it was told of. In milliseconds since the Unix epoch."""


class Challenge(Model):
    """The offer of a match, which is made and started when all who are challenged have accepted.

    The bot that challenges plays too; without one (`bot_id` is None) an organiser pairs others.

    `seats` are the bots by seat. Where they are drawn they are None until all have accepted:
    then they stand in the order of SHA-256 of `draw` (32 bytes, here in hex) followed by the
    bot's id, and the SHA-256 of `draw` followed by the challenge's id is the `draw_commitment`
    that was told from the beginning.
    """

    id: str
    """What the service knows the challenge by."""
    version: int
    """Grows with every change."""
    status: ChallengeStatus
    """Where it stands."""
    account_id: str
    """The account that made it."""
    bot_id: str | None = None
    """The bot that challenges and plays too; None if an organiser pairs others."""
    bot_name: str | None = None
    """What that bot is called; None without one."""
    challenged: tuple[Challenged, ...] = ()
    """Who is asked, and what they answered."""
    terms: MatchTerms
    """What the match is to be played by."""
    seats: tuple[str, ...] | None = None
    """The bots by seat; None while they are not drawn."""
    draw_commitment: str | None = None
    """Binds the draw of the seats, in hex; None where nothing is drawn."""
    draw: str | None = None
    """The secret from which the seats follow, in hex; None until all have accepted."""
    start_at_ms: int | None = None
    """When the match is to start; None: as soon as it is made. In milliseconds since the Unix
    epoch.
    """
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    expires_ms: int
    """Until when it can be answered. In milliseconds since the Unix epoch."""
    match_id: str | None = None
    """The match that came of it; None while there is none."""


class Challenged(Model):
    """A bot that is challenged, and its answer; `by_policy` if its accept policy gave it."""

    bot_id: str
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    account_id: str
    """The account that the bot belongs to."""
    answer: Answer = Answer.PENDING
    """What it has said so far."""
    reason: DeclineReason | None = None
    """Why it declines; None unless it does."""
    by_policy: bool = False
    """Whether its accept policy gave the answer, without the bot being asked."""


class Correspondence(Model):
    """Days for every decision: the clock is full again after each one."""

    kind: Literal["correspondence"] = "correspondence"
    """Always `correspondence`."""
    days: int
    """How many days each decision may take."""
    first_move_ms: int = 0
    """Free time besides for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The bound of a decision outside the seat's own turn; None: only its clock. In
    milliseconds.
    """


class Delay(Model):
    """Base time per seat, which begins to run only after a delay at every decision."""

    kind: Literal["delay"] = "delay"
    """Always `delay`."""
    base_ms: int
    """What each clock has at the start. In milliseconds."""
    delay_ms: int
    """How long the clock stands still at each decision. In milliseconds."""
    first_move_ms: int = 0
    """Free time besides for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The bound of a decision outside the seat's own turn; None: only its clock. In
    milliseconds.
    """


class Explanation(Model):
    """Whether an action is legal for the caller's seat now, and if not, which rule it breaks.

    `place` is the number of the first word of its notation that fits no legal action, counted
    from 1, and `allowed` are the words that would fit there.
    """

    match_id: str
    """The match, by its id."""
    version: int
    """The version of the match that was looked at."""
    seat: int
    """The seat of the caller, for which the question was answered."""
    action: str
    """The action that was asked about, in the notation."""
    legal: bool
    """Whether it may be taken now."""
    broken: Rule | None = None
    """Which rule it breaks; None if it is legal."""
    reason: str
    """A sentence that says why."""
    place: int | None = None
    """The number of the first word that fits no legal action, from 1; None if none."""
    allowed: tuple[str, ...] = ()
    """The words that would fit there."""


class Fischer(Model):
    """Base time per seat and an increment for every decision it makes in time."""

    kind: Literal["fischer"] = "fischer"
    """Always `fischer`."""
    base_ms: int
    """What each clock has at the start. In milliseconds."""
    increment_ms: int = 0
    """What is added after each decision in time. In milliseconds."""
    first_move_ms: int = 0
    """Free time besides for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The bound of a decision outside the seat's own turn; None: only its clock. In
    milliseconds.
    """


class GameInfo(Model):
    """A game that can be played here, by how many, by which version of its rules and options."""

    name: str
    """The word by which matches ask for it."""
    title: str
    """What people call it."""
    rules_version: str
    """The version of its rules that is played here."""
    players: tuple[int, ...] = ()
    """The numbers of seats that it can have."""
    options: tuple[OptionInfo, ...] = ()
    """All that can be chosen."""
    presets: tuple[Preset, ...] = ()
    """Choices that are known by a name."""


class GameLimit(Model):
    """A game that is taken: under one of the presets if any are named, and within all limits."""

    game: str
    """Which game, by its word."""
    presets: tuple[str, ...] | None = None
    """The presets of which it must be one; None: any, or none."""
    options: tuple[OptionLimit, ...] = ()
    """What single options may be."""


class Heartbeat(Model):
    """A sign of life: the service's time, and the clocks of what is running."""

    now_ms: int
    """The service's time when this was sent. In milliseconds since the Unix epoch."""
    clocks: tuple[MatchClocks, ...] = ()
    """The clocks of the matches that the stream is about, as far as they run."""


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    """The value of the option with which the figures come into play."""
    figures: tuple[str, ...] = ()
    """The register numbers of the figures, such as `H-10`."""


class Invitation(Model):
    """A code that opens one account, for as long as it is valid."""

    code: str = Field(repr=False)
    """The secret to register with."""
    expires_ms: int
    """When it stops working. In milliseconds since the Unix epoch."""


class Issued(Model):
    """A token in clear, shown once and stored only as a hash."""

    token: str = Field(repr=False)
    """The secret itself, to be sent as `Authorization: Bearer …`; keep it."""
    kind: TokenKind
    """Who the token speaks for."""
    account: Account
    """The account that it belongs to."""
    bot: RegisteredBot | None = None
    """The bot that it speaks for; None for an account's token."""
    info: TokenInfo
    """What may be told of the token later."""


class Ladder(Model):
    """A rated ladder: what is played in it and how far it is.

    In all `matches_planned` matches will count: a block has as many as a match has seats.
    """

    name: str
    """What its maker calls it."""
    game: str
    """The game that is played in it, by its word."""
    concurrency: int
    """How many matches are played at once, at most."""
    format: LadderFormat = LadderFormat.CONTINUOUS
    """Who meets whom."""
    rounds: int | None = None
    """How many rounds are played in all; None in a continuous ladder, which has none."""
    start_at_ms: int | None = None
    """When it starts by itself, as soon as there are enough bots; None: when it is started. In
    milliseconds since the Unix epoch.
    """
    end_at_ms: int | None = None
    """After this instant no match begins; an extension may put it off. None: no such instant. In
    milliseconds since the Unix epoch.
    """
    entry: EntryRule = EntryRule.OPEN
    """Which bots may be enrolled."""
    bots_per_account: int | None = None
    """How many bots of one account may take part at once; None: any number."""
    late_entry: bool = False
    """Whether bots can be enrolled while it runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """What becomes of two bots of one account."""
    max_replays: int = 3
    """How often a match that nobody won is played again before it is given up."""
    blocks: int | None = None
    """How many blocks are played in all; None where rounds say it, in a Swiss always."""
    options: dict[str, JsonValue]
    """What is played, every option spelled out."""
    time_control: TimeControl
    """How its matches are timed."""
    challenger: str | None = None
    """The bot that meets all others in a gauntlet; None elsewhere."""
    invited: tuple[str, ...] = ()
    """The bots and accounts of which `invited` speaks; an extension may add some."""
    id: str
    """What the service knows the ladder by."""
    account_id: str
    """The account that made it."""
    players: int
    """How many seats each of its matches has."""
    status: LadderStatus
    """Where it stands."""
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    matches_planned: int
    """How many matches will count in all; in a Swiss as many bots as take part now would play."""
    matches_started: int
    """How many matches have begun so far."""
    matches_settled: int
    """How many matches count in the standings so far."""
    matches_fitted: int = 0
    """How many of those the published table says something of; grows some seconds later."""
    matches_given_up: int
    """How many matches of blocks that had begun will never count."""


class LadderEntry(Model):
    """One bot's part in a ladder."""

    bot_id: str
    """Which bot it is."""
    bot_name: str
    """What the bot is called."""
    account_id: str
    """The account that owns it."""
    version: int
    """Which of its versions is paired."""
    enrolled_ms: int
    """When it was enrolled first. In milliseconds since the Unix epoch."""
    status: EntryStatus = EntryStatus.ACTIVE
    """Whether it gets matches."""
    faults: int = 0
    """How many of its latest matches in a row count against it: time lost, or not played at all."""
    waits_for: DeclineReason | None = None
    """Why an active bot is not paired now: absent, busy elsewhere, declined by policy; or None."""


class LadderLuck(Model):
    """How much of a ladder's results was skill, seat and chance, by its whole rated blocks.

    The shares are those of the variance of places, by an analysis of variance; they add up to 1.
    """

    blocks: int
    """How many whole blocks speak for it."""
    skill: float | None = None
    """The share of who played; None while there are fewer than two whole blocks."""
    seat: float | None = None
    """The share of who sat where."""
    chance: float | None = None
    """The share of all else: cards, the bots' own dice, who suits whom."""
    seats: tuple[SeatLuck, ...] = ()
    """What each seat is worth."""
    block_error: float | None = None
    """The standard error of a bot's mean after one block; None until a field has met again."""
    games_error: float | None = None
    """The same after as many single games with seats drawn by lot."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: str
    """The match, by its id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the bots over the seats it is, from 0."""
    reason: str
    """Why these bots meet, as a sentence."""
    pairing: PairingReason
    """The same in fields."""
    bots: tuple[str, ...] = ()
    """The bots by seat."""
    status: LadderMatchStatus
    """Where it stands."""
    result_number: int | None = None
    """Its number among the results of the ladder, from 1; None until it counts."""
    rated: bool
    """Whether it changes ratings and counters; bots of one owner may meet without that."""
    places: tuple[int, ...] | None = None
    """The place of each seat, 1 for first; None until it counts."""


class LadderNotice(Model):
    """What a bot is told of its part in a ladder: that it was `benched`, or is `active` again."""

    ladder_id: str
    """Which ladder it is."""
    ladder_name: str
    """What its maker calls it."""
    version: int
    """Grows with each change; who reconnects may be told the latest again."""
    status: EntryStatus
    """Whether it gets matches now."""
    faults: int
    """How many of its latest matches in a row count against it."""


class LadderResult(Model):
    """One match that counts, with all that it changed.

    Results have numbers in the order in which they were settled, and the standings are made of
    them in that order alone.
    """

    number: int
    """Its number among the results of the ladder, from 1."""
    match_id: str
    """The match, whose record is kept under this id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the block's bots over the seats it is, from 0."""
    rated: bool
    """Whether it changes ratings and counters."""
    seats: tuple[RatingChange, ...] = ()
    """What it made of each seat's bot."""


class LadderScore(Model):
    """One row of a ladder's table by points, as tournaments count.

    Each meeting, a block, is a point to share: of two bots the share of its matches that each
    won, ties half; of more the mean of that over the others. A bye is worth one point. Of equal
    points the first tie-break decides, then the next.
    """

    place: int
    """The rank, 1 for the best; equals in everything share it."""
    bot_id: str
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    points: float
    """What its meetings and byes gave it."""
    meetings: int
    """How many blocks it has met others in, of which all matches are over."""
    byes: int
    """How many rounds it sat out because nobody was left for it."""
    tie_breaks: tuple[TieBreakValue, ...] = ()
    """What decides between equal points, in this order."""


class Match(Model):
    """A match as anybody may see it.

    To everybody who has no seat in it the match is told `public_delay_ms` later than it happens.

    `autoplay` is the policy that decides when time is gone: for a flagged seat from then on, and
    for a seat that lets the bound of a decision outside its turn pass, that once. `time_odds`
    are the factors by which the seats' times were multiplied. A match with an `origin` is a
    fork: it began in the middle of another, and is never rated. While it is open, the bots and
    accounts in `open_to` (None: any) may take its free seats; it does not start before
    `start_at_ms`.
    """

    game: str
    """The game that is played, by its word."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """What follows when a seat's time is gone."""
    autoplay: str = "uniform"
    """The policy that decides when time is gone."""
    time_odds: tuple[float, ...] | None = None
    """The factors of the seats' times, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """How much later those without a seat are told what happens. In milliseconds."""
    options: dict[str, JsonValue]
    """What is played, every option spelled out."""
    time_control: TimeControl
    """How it is timed."""
    id: str
    """What the service knows the match by."""
    rules_version: str
    """The version of the game's rules by which it is played."""
    status: MatchStatus
    """Where it stands."""
    version: int
    """How many events its log has; each decision names the one that it answers."""
    seats: tuple[Seat, ...] = ()
    """The seats in the order of play."""
    open_to: tuple[str, ...] | None = None
    """The bots and accounts that may take a free seat; None: any."""
    start_at_ms: int | None = None
    """When it starts, if all seats are taken then; None: at once. In milliseconds since the Unix
    epoch.
    """
    to_act: int | None = None
    """The seat that is asked now; None if none is."""
    deadline_ms: int | None = None
    """When the time of the asked seat is gone; None where untimed. In milliseconds since the
    Unix epoch.
    """
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    ladder_id: str | None = None
    """The ladder that it counts for; None outside ladders."""
    origin: Origin | None = None
    """Where it began, if it is a fork."""
    commitment: str | None = None
    """The hash of seed and match id that was published before the first action."""
    seed: str | None = None
    """The secret that all chance follows from, in hexadecimal; None until the match is over."""
    result: Result | None = None
    """How it ended; None until then, and if it is void."""


class MatchClocks(Model):
    """The clocks of a running match: the time left to each seat, who is asked, and until when."""

    match_id: str
    """The match, by its id."""
    version: int
    """The version after which the clocks stand so."""
    to_act: int | None = None
    """The seat that is asked and whose clock runs; None between questions."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat when it was last asked; None where untimed. In milliseconds."""
    deadline_ms: int | None = None
    """When the time of the asked seat is gone; None where untimed. In milliseconds since the
    Unix epoch.
    """


class MatchEvent(Model):
    """One event of a match's log, as anybody may see it; `cursor` asks for those after it.

    It tells what it led to: the status, what time is left, who is asked now and until when.
    """

    match_id: str
    """The match, by its id."""
    version: int
    """Its place in the log, from 1: the match's version after it."""
    cursor: str
    """Asks for the events after this one."""
    kind: EventKind
    """What happened."""
    seat: int | None = None
    """The seat that it happened to; None if it concerns all."""
    action: str | None = None
    """What the seat chose, in the notation; None for other events."""
    auto: bool = False
    """Whether the declared policy chose in place of the seat."""
    at_ms: int
    """When it happened. In milliseconds since the Unix epoch."""
    charged_ms: int = 0
    """The time that was taken from the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that was not charged, since it went by on the way. In milliseconds."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat then; None where untimed. In milliseconds."""
    status: MatchStatus
    """Where the match stands after it."""
    to_act: int | None = None
    """The seat that is asked next; None if none is."""
    deadline_ms: int | None = None
    """When the time of that seat is gone; None where untimed. In milliseconds since the Unix
    epoch.
    """


class MatchNews(mixins.Last, Model):
    """One item of a match's stream; who resumes after its `cursor` misses nothing.

    An `event` comes with `view`, what the follower's seat (or the public) knows after it, if
    views were asked for, and with `turn` if it asks the follower's seat something now. A
    `resync` stands for all events up to its cursor, which were too many to be told one by one.
    """

    kind: NewsKind
    """Which of the members below is told."""
    cursor: str
    """Resumes the stream after this item."""
    event: MatchEvent | None = None
    """What happened, in an item of the kind `event`."""
    view: SeatView | None = None
    """What the follower knows after the event, if views were asked for."""
    turn: WireTurn | None = None
    """What the event asks the follower's own seat, if it does."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
    snapshot: Snapshot | None = None
    """The match as it stands, in an item of the kind `resync`."""


class MatchTerms(Model):
    """What a match is played by, whoever plays it.

    `autoplay` is the policy that decides when time is gone, `time_odds` are the factors by which
    the seats' times are multiplied. Who has no seat is told `public_delay_ms` later.
    """

    game: str
    """The game that is played, by its word."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """What follows when a seat's time is gone."""
    autoplay: str = "uniform"
    """The policy that decides when time is gone."""
    time_odds: tuple[float, ...] | None = None
    """The factors of the seats' times, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """How much later those without a seat are told what happens. In milliseconds."""
    options: dict[str, JsonValue]
    """What is played, every option spelled out."""
    time_control: TimeControl
    """How it is timed."""


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    """What the option is called in `options`."""
    values: tuple[JsonValue, ...] = ()
    """Everything that it can be."""
    default: JsonValue = None
    """What it is if nothing is said."""
    text: str
    """What it decides, in words."""
    house_rules: tuple[HouseRule, ...] = ()
    """Its values that are house rules."""


class OptionLimit(Model):
    """The values that an option of a game may have; the side of a site is named `sides.<site>`."""

    name: str
    """What the option is called in the game's table."""
    values: tuple[JsonValue, ...] = ()
    """All that it may be."""


class Origin(Model):
    """The match in whose middle a fork began: at which version, which is after `ply` actions.

    Where its chance was `resampled`, what the seat `seen_by` (None: the public) did not see was
    drawn anew.
    """

    match_id: str
    """The match that it began in, by its id."""
    version: int
    """The version of that match at which it began."""
    ply: int
    """How many actions had been taken there."""
    chance: Chance
    """What became of hidden cards."""
    seen_by: int | None = None
    """The seat whose unseen cards were drawn anew; None for the public, or if none were."""


class PairScore(Model):
    """How one version of a bot did against another, over all rated matches that both were in."""

    bot_id: str
    """The one, by its bot's id."""
    version: int
    """Which of its versions played; each counts by itself."""
    other_id: str
    """The other, by its bot's id."""
    other_version: int
    """Which of its versions played; each counts by itself."""
    matches: int
    """How many matches both were in."""
    wins: float
    """In how many the one came in before the other; a tie is half of one."""


class PairedBot(Model):
    """One bot of a pairing, with the numbers that led to it."""

    bot_id: str
    """The bot, by its id."""
    games: int | None = None
    """The matches of the plan that it was in before, in a pairing by `rating`; else None."""
    distance: float | None = None
    """How far it was from the first bot in strength as drawn for the block; None for that one."""
    met: int | None = None
    """How often it had met the table just before, which counts as distance; None for the first."""
    points: float | None = None
    """The points that it had, in a `swiss`; else None."""


class Pairing(Model):
    """What came of one pairing, known by its key: a match, or the reason why there is none."""

    key: str
    """The key under which it was asked for."""
    match_id: str | None = None
    """The match, by its id; None if there is none."""
    problem: PairingProblem | None = None
    """Why there is no match; None if there is one."""


class PairingProblem(Model):
    """Why a match was not made: the `code` of a problem, or `declined` by the policy of a bot."""

    code: str
    """The stable code of a problem, or `declined`."""
    message: str
    """A sentence to act on."""
    bot_id: str | None = None
    """The bot that declines; None if it is not about one."""
    reason: DeclineReason | None = None
    """Why the bot declines; None if none does."""


class PairingReason(Model):
    """Why the bots of a block meet."""

    kind: PairingKind
    """What the pairing follows from."""
    bots: tuple[PairedBot, ...] = ()
    """Who meets; by `rating` first the bot that it was built around, then as they joined."""
    round: int | None = None
    """Which round of a `swiss` it belongs to, from 1; else None."""
    repeats: int | None = None
    """How many pairs of that round had met before; None but in a `swiss`."""
    table: int | None = None
    """Which of the `tables` it is, from 1, in a format that is fixed at its start; else None."""
    tables: int | None = None
    """How many tables there are in all, in such a format; else None."""
    challenger: str | None = None
    """Whom everybody meets in a `gauntlet`; else None."""


class Pairings(Model):
    """What came of many pairings, in the order in which they were asked for."""

    items: tuple[Pairing, ...] = ()
    """One for each pairing."""


class PerMove(Model):
    """Time for every decision; what takes longer comes out of a bank for the whole match."""

    kind: Literal["per_move"] = "per_move"
    """Always `per_move`."""
    move_ms: int
    """The time for each decision. In milliseconds."""
    bank_ms: int = 0
    """What there is for the whole match beyond the times of decisions. In milliseconds."""
    first_move_ms: int = 0
    """Free time besides for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The bound of a decision outside the seat's own turn; None: only its clock. In
    milliseconds.
    """


class Points(Model):
    """Points from one source."""

    source: str
    """Where they come from: a site, a card or an expansion."""
    points: int
    """How many, which may be negative."""


class Preset(Model):
    """Options by a name; asking for `{"preset": name}` asks for them."""

    name: str
    """What `preset` in `options` is set to."""
    options: dict[str, JsonValue]
    """All that it asks for."""


class Quota(Model):
    """How much of something there is, and how much there may be."""

    name: QuotaName
    """What is counted."""
    used: int
    """How much there is now."""
    limit: int
    """How much there may be; more is refused as `too_many`."""


class RatingChange(Model):
    """What one result made of the rating of a seat's bot, and why.

    Compare `place` with `expected_place`: who came in before the expected place gains. An
    unrated result changes nothing.
    """

    seat: int
    """The seat that it had."""
    bot_id: str
    """The bot, by its id."""
    version: int
    """Which of its versions played; each has a rating of its own."""
    total: int
    """Its points in the game."""
    kept_time: bool
    """Whether it kept its time."""
    place: int
    """The place that it came in at, 1 for first; those who tie share the better one."""
    expected_place: float
    """The mean of the places that the ratings before the match foretold."""
    mu_before: float
    """The estimate of its strength before."""
    sigma_before: float
    """How uncertain that was, as a standard deviation."""
    mu: float
    """The estimate of its strength after."""
    sigma: float
    """How uncertain that is."""


class Receipt(Model):
    """What became of a seat's decision, and what it cost.

    If it is `late`, its time had passed before an answer came: the declared policy took `action`
    in its place (`auto`).
    """

    version: int
    """The version that the decision made."""
    action: str
    """What was played, in the notation."""
    auto: bool
    """Whether the declared policy chose it."""
    late: bool
    """Whether its time had passed before an answer came."""
    charged_ms: int
    """The time that was taken from the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that was not charged, since it went by on the way. In milliseconds."""
    left_ms: int | None = None
    """The time left to the seat then; None where untimed. In milliseconds."""


class Result(Model):
    """How a match ended and through whose fault, by seat; without seats nobody has won.

    `note` is what an operator who ended it said.
    """

    reason: EndReason
    """Why the match ended."""
    fault: Fault = Fault.NONE
    """Whose fault it was that the match ended so."""
    note: str | None = None
    """What the operator who ended it said; None otherwise."""
    seats: tuple[SeatResult, ...] = ()
    """How each seat ended, by seat."""


class Seat(Model):
    """One seat of a match: who sits there and what time is left (None: untimed).

    In a fork a person may sit there, who plays by the token of the account: then there is an
    `account_id` in place of the `bot_id`, and `bot_name` is the account's name.

    For a seat that is `flagged` or has `resigned` autoplay decides. One that `wants_abort`
    agrees to call the match off.
    """

    seat: int
    """Its number, from 0."""
    bot_id: str | None = None
    """The bot that sits there; None if none does."""
    bot_name: str | None = None
    """What the bot, or the person, is called; None if the seat is free."""
    account_id: str | None = None
    """The person who sits there in a fork; None for a bot."""
    bot_version: int | None = None
    """The version of the bot that plays; None for a person or a free seat."""
    left_ms: int | None = None
    """The time left when it was last asked; None where untimed. In milliseconds."""
    flagged: bool = False
    """Whether its time is gone for good, so that the policy plays on for it."""
    resigned: bool = False
    """Whether it gave up, so that the policy plays on for it."""
    wants_abort: bool = False
    """Whether it agrees to call the match off."""


class SeatLuck(Model):
    """What a seat is worth: how much better than the mean it does, first being 1 and last 0."""

    seat: int
    """Which seat it is, counted from 0."""
    advantage: float
    """How much better than the mean of all seats it did."""
    low: float | None = None
    """Where the interval of 95 % confidence begins; None while too little is known."""
    high: float | None = None
    """Where it ends."""


class SeatResult(Model):
    """How one seat ended: its place (1 is first, ties share), points, whether it stayed.

    One that did not keep its time, or resigned, ranks below all that did neither.
    """

    seat: int
    """Which seat, from 0."""
    place: int
    """Its rank, 1 for first; who is equal shares it."""
    total: int
    """All its points."""
    tie_break: int
    """What decides between equal totals, the higher the better."""
    kept_time: bool
    """Whether its clock never ran out for good."""
    resigned: bool = False
    """Whether it gave up."""
    lines: tuple[Points, ...] = ()
    """Where the points come from."""


class SeatView(Model):
    """What a seat (None: the public) may know of a match now."""

    match_id: str
    """The match, by its id."""
    game: str
    """The game that is played, which tells what the view is."""
    version: int
    """The version after which the table looks so."""
    seat: int | None = None
    """Whose view it is; None for the public."""
    view: JsonValue
    """The view as compact JSON; it has the fields of the game's view type."""


class ServerInfo(Model):
    """Which service this is, and the only clock that rules here."""

    version: str
    """The version of the software."""
    now_ms: int
    """The time by which clocks are ruled. In milliseconds since the Unix epoch."""


class Snapshot(Model):
    """A match as it stands and its view, which is None while there is nothing to see."""

    match: Match
    """The match as it stands."""
    view: SeatView | None = None
    """What the follower may know of it; None while there is nothing to see."""


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    """The rank, 1 for the best."""
    bot_id: str
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
    """What the ranks follow: a strength that it most likely exceeds."""
    matches: int
    """How many of its matches count so far."""
    wins: float
    """How many it won; those who share the first place share the win."""
    mean_place: float
    """The mean of its places, 1 being the best."""
    flags: int
    """In how many matches its time was gone."""


class TableRow(Model):
    """One row of the published table: strength by all rated results at once, best first.

    It is the maximum of the Plackett-Luce likelihood of the whole season, so neither the order
    of the results nor the live rating matters.
    """

    place: int
    """The rank, 1 for the best."""
    bot_id: str
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    version: int
    """Which version of the bot; each has a row of its own."""
    elo: float
    """Its strength in Elo around the field's mean: 400 points are odds of ten to one."""
    low: float
    """Where the interval of 95 % confidence begins."""
    high: float
    """Where it ends."""
    matches: int
    """How many rated matches speak for it."""
    provisional: bool
    """Whether too little is known of it to rank it beside the others."""


class TieBreakValue(Model):
    """What a bot has of one tie-break."""

    name: TieBreak
    """Which tie-break it is."""
    value: float
    """The higher the better."""


class TimeLimit(Model):
    """A kind of clock that is taken, and within which times; None is no bound.

    The times are those that a clock of the kind has, with the handicap of the bot's seat.
    """

    kind: Open[TimeControlKind]
    """Which kind of clock."""
    min_base_ms: int | None = None
    """The least `base_ms` that is taken; None: any. In milliseconds."""
    max_base_ms: int | None = None
    """The greatest `base_ms` that is taken; None: any. In milliseconds."""
    min_increment_ms: int | None = None
    """The least `increment_ms` that is taken; None: any. In milliseconds."""
    max_increment_ms: int | None = None
    """The greatest `increment_ms` that is taken; None: any. In milliseconds."""
    min_delay_ms: int | None = None
    """The least `delay_ms` that is taken; None: any. In milliseconds."""
    max_delay_ms: int | None = None
    """The greatest `delay_ms` that is taken; None: any. In milliseconds."""
    min_move_ms: int | None = None
    """The least `move_ms` that is taken; None: any. In milliseconds."""
    max_move_ms: int | None = None
    """The greatest `move_ms` that is taken; None: any. In milliseconds."""
    min_bank_ms: int | None = None
    """The least `bank_ms` that is taken; None: any. In milliseconds."""
    max_bank_ms: int | None = None
    """The greatest `bank_ms` that is taken; None: any. In milliseconds."""
    min_days: int | None = None
    """The least `days` that is taken; None: any."""
    max_days: int | None = None
    """The greatest `days` that is taken; None: any."""


class TokenInfo(Model):
    """What may be told of a token, which is never the token itself.

    `used_on` is the last day (UTC) on which it was used.
    """

    id: str
    """What the service knows the token by; no secret."""
    kind: TokenKind
    """Who it speaks for."""
    name: str
    """What its owner calls it."""
    account_id: str
    """The account that it belongs to."""
    bot_id: str | None = None
    """The bot that it speaks for; None for an account's token."""
    scopes: tuple[Scope, ...] = ()
    """What it may be used for."""
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    expires_ms: int | None = None
    """When it stops working by itself; None: never. In milliseconds since the Unix epoch."""
    used_on: str | None = None
    """The last day (UTC) on which it was used; None if it never was."""


class WireTurn(Model):
    """Everything a bot needs to choose: the view of its seat, what is legal, and its clock.

    `last` tells of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: str
    """The match, by its id."""
    game: str
    """The game that is played, which tells what the view is."""
    version: int
    """The version that the answer must name."""
    seat: int
    """The seat that is asked."""
    view: JsonValue
    """What the seat knows, as compact JSON with the fields of the game's view type."""
    actions: tuple[str, ...] = ()
    """The notation of every legal action."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat now; None where untimed. In milliseconds."""
    deadline_ms: int | None = None
    """When the time of the seat is gone; None where untimed. In milliseconds since the Unix
    epoch.
    """
    now_ms: int
    """The service's time when this was told. In milliseconds since the Unix epoch."""
    last: Receipt | None = None
    """What became of the seat's previous decision; None before its first."""


class Untimed(Model):
    """No clock: nobody is ever charged or flagged."""

    kind: Literal["untimed"] = "untimed"
    """Always `untimed`."""


class UnknownTimeControl(UnknownMember):
    """A time control that this version does not know; `model_extra` has what it says."""


# How a match is timed. In every kind but `untimed`, `first_move_ms` is free time besides for
# each seat's first decision, and `response_ms` bounds a decision that is asked outside the
# seat's own turn: after it the declared policy decides, and the seat plays on (None: only its
# clock bounds it).
TimeControl: TypeAlias = Annotated[
    Annotated[Fischer, Tag("fischer")]
    | Annotated[Delay, Tag("delay")]
    | Annotated[PerMove, Tag("per_move")]
    | Annotated[Correspondence, Tag("correspondence")]
    | Annotated[Untimed, Tag("untimed")]
    | Annotated[UnknownTimeControl, Tag("unknown")],
    open_union("kind", {"fischer", "delay", "per_move", "correspondence", "untimed"}),
]
