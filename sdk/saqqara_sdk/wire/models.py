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
    """Some items of a list; `cursor` reads the next ones and is None at the end."""

    items: tuple[T, ...]
    """The items of this page."""
    cursor: str | None = None
    """The value of `after` that reads the next page; None at the end."""


class AcceptPolicy(Model):
    """A bot's accept policy: its limits, and what happens with a challenge that keeps within them.

    With `accept_from: listed`, only the bots and accounts in `allowed` may challenge the bot.
    The bot never plays with anybody in `blocked`. A list that is None sets no limit.
    `max_matches` is the maximum number of matches that the bot plays or has accepted at once;
    the service may allow fewer. With `needs_presence` a challenge is declined while the bot
    neither follows its feed nor polls its turns.
    """

    mode: Open[AcceptMode] = AcceptMode.ASK
    """What happens with a challenge that keeps within all limits."""
    accept_from: Open[AcceptFrom] = AcceptFrom.ANYONE
    """Who may challenge the bot."""
    allowed: tuple[str, ...] = ()
    """The bots and accounts that may challenge the bot under `listed`."""
    blocked: tuple[str, ...] = ()
    """The bots and accounts with which the bot never plays."""
    games: tuple[GameLimit, ...] | None = None
    """The games that are taken; None: all."""
    players: tuple[int, ...] | None = None
    """The numbers of seats that are taken; None: all."""
    time_controls: tuple[TimeLimit, ...] | None = None
    """The clocks that are taken; None: all."""
    flag_rules: tuple[Open[FlagRule], ...] | None = None
    """The accepted rules for a seat whose time has run out; None: all."""
    handicaps: bool = False
    """Whether matches with unequal times are taken."""
    max_matches: int = 4
    """How many matches the bot may have at once: running or accepted, ladders included."""
    needs_presence: bool = False
    """Whether challenges are declined while no feed of the bot is connected."""


class Account(Model):
    """A person or team that owns bots."""

    id: str
    """The account's id."""
    name: str
    """Its name, given by its owner."""
    created_ms: int
    """When it was opened. In milliseconds since the Unix epoch."""
    quotas: tuple[Quota, ...] = ()
    """Its usage and limits; filled only in the answer of `me`."""


class Acted(Model):
    """An action was applied: now, or earlier with the same action id (`repeated`)."""

    match_id: str
    """The match, by its id."""
    version: int
    """The match's version after the action; later versions may exist already."""
    repeated: bool
    """Whether this action id had been applied before."""
    charged_ms: int
    """The time that was charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that the network and the service took, which is not charged. In milliseconds."""
    left_ms: int | None = None
    """The time left to the seat then; None where untimed. In milliseconds."""
    status: MatchStatus
    """The match's status after it."""


class RegisteredBot(Model):
    """A program that plays; it belongs to an account. `version` is the one that plays now."""

    id: str
    """The bot's id."""
    name: str
    """Its name in matches and standings."""
    account_id: str
    """The account that owns it."""
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    version: int = 1
    """The number of the version that plays now."""


class BotVersion(Model):
    """One version of a bot's program; it never changes after its registration."""

    bot_id: str
    """The bot, by its id."""
    number: int
    """Counts the bot's versions, from 1."""
    name: str
    """Its name, given by its owner."""
    note: str
    """A note by its owner."""
    commit: str | None = None
    """The commit that its program is built from, in hexadecimal; None if not given."""
    created_ms: int
    """When it was registered. In milliseconds since the Unix epoch."""


class Challenge(Model):
    """The offer of a match; the match is made when all challenged bots have accepted.

    The bot that challenges also plays. If `bot_id` is None, an organiser pairs other bots.

    `seats` are the bots by seat. If they are drawn, they are None until all have accepted. Then
    each bot gets a hash: the SHA-256 of `draw` (32 bytes, here in hex) followed by the bot's id.
    The bots sit in the order of these hashes. The SHA-256 of `draw` followed by the challenge's
    id is the `draw_commitment`, which was published from the beginning.
    """

    id: str
    """The challenge's id."""
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
    """The bots that are challenged, and their answers."""
    terms: MatchTerms
    """The terms of the match."""
    seats: tuple[str, ...] | None = None
    """The bots by seat; None while they are not drawn."""
    draw_commitment: str | None = None
    """The hash that fixes the draw of seats in advance, in hex; None where nothing is drawn."""
    draw: str | None = None
    """The secret that decides the seats, in hex; None until all have accepted."""
    start_at_ms: int | None = None
    """When the match is to start; None: as soon as it is made. In milliseconds since the Unix
    epoch.
    """
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    expires_ms: int
    """When it expires. In milliseconds since the Unix epoch."""
    match_id: str | None = None
    """The id of the match that was made; None while there is none."""


class Challenged(Model):
    """A bot that is challenged, and its answer; `by_policy` if its accept policy gave it."""

    bot_id: str
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    account_id: str
    """The account that the bot belongs to."""
    answer: Answer = Answer.PENDING
    """Its answer so far."""
    reason: DeclineReason | None = None
    """Why it declines; None unless it does."""
    by_policy: bool = False
    """Whether its accept policy gave the answer instead of the bot."""


class Correspondence(Model):
    """A number of days for every decision; the clock is full again after each one."""

    kind: Literal["correspondence"] = "correspondence"
    """Always `correspondence`."""
    days: int
    """How many days each decision may take."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: only its clock limits it.
    In milliseconds.
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
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: only its clock limits it.
    In milliseconds.
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
    """The seat of the caller."""
    action: str
    """The action in question, in the notation."""
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
    """Base time per seat, and an increment for every decision in time."""

    kind: Literal["fischer"] = "fischer"
    """Always `fischer`."""
    base_ms: int
    """What each clock has at the start. In milliseconds."""
    increment_ms: int = 0
    """What is added after each decision in time. In milliseconds."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: only its clock limits it.
    In milliseconds.
    """


class GameInfo(Model):
    """A game of this service: its numbers of seats, its rules version and its options."""

    name: str
    """The game's word in requests."""
    title: str
    """What people call it."""
    rules_version: str
    """The version of its rules that is played here."""
    players: tuple[int, ...] = ()
    """The possible numbers of seats."""
    options: tuple[OptionInfo, ...] = ()
    """Everything that can be chosen for a match."""
    presets: tuple[Preset, ...] = ()
    """Sets of options that have a name."""


class GameLimit(Model):
    """A game that the bot takes.

    With one of the presets, if any are named, and within all limits.
    """

    game: str
    """Which game, by its word."""
    presets: tuple[str, ...] | None = None
    """The accepted presets; None: any, or none."""
    options: tuple[OptionLimit, ...] = ()
    """The accepted values of single options."""


class Heartbeat(Model):
    """A sign of life: the service's time and the running clocks."""

    now_ms: int
    """The service's time when this was sent. In milliseconds since the Unix epoch."""
    clocks: tuple[MatchClocks, ...] = ()
    """The running clocks of the matches in this stream."""


class HouseRule(Model):
    """A value of an option whose figures no printed source shows, with their register numbers."""

    value: JsonValue
    """The value of the option that uses these figures."""
    figures: tuple[str, ...] = ()
    """The register numbers of the figures, such as `H-10`."""


class Invitation(Model):
    """A code that opens one account while it is valid."""

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
    """What can be read about the token later."""


class Ladder(Model):
    """A rated ladder: what is played in it, and its progress.

    `matches_planned` matches will count in all. A block has one match for each seat of a match.
    """

    name: str
    """Its name, given by its creator."""
    game: str
    """The game that is played in it, by its word."""
    concurrency: int
    """The maximum number of matches that are played at once."""
    format: LadderFormat = LadderFormat.CONTINUOUS
    """Who meets whom."""
    rounds: int | None = None
    """The total number of rounds; None in a continuous ladder, which has no rounds."""
    start_at_ms: int | None = None
    """When it starts by itself, if there are enough bots; None: its owner starts it. In
    milliseconds since the Unix epoch.
    """
    end_at_ms: int | None = None
    """No match begins after this instant; an extension may move it. None: no end. In
    milliseconds since the Unix epoch.
    """
    entry: EntryRule = EntryRule.OPEN
    """Which bots may be enrolled."""
    bots_per_account: int | None = None
    """How many bots of one account may take part at once; None: any number."""
    late_entry: bool = False
    """Whether bots can be enrolled while it runs."""
    same_owner: SameOwner = SameOwner.FORBIDDEN
    """Whether two bots of one account may meet."""
    max_replays: int = 3
    """How often a void match is played again before it is given up."""
    blocks: int | None = None
    """The total number of blocks; None where `rounds` sets it, and always in a Swiss."""
    options: dict[str, JsonValue]
    """The options of the game, all of them."""
    time_control: TimeControl
    """How its matches are timed."""
    challenger: str | None = None
    """The bot that meets all others in a gauntlet; None in other formats."""
    invited: tuple[str, ...] = ()
    """The bots and accounts that may enter under `invited`; an extension may add some."""
    id: str
    """The ladder's id."""
    account_id: str
    """The account that made it."""
    players: int
    """How many seats each of its matches has."""
    status: LadderStatus
    """Where it stands."""
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    matches_planned: int
    """How many matches will count in all. In a Swiss, an estimate for the bots that take part
    now.
    """
    matches_started: int
    """How many matches have begun so far."""
    matches_settled: int
    """How many matches count in the standings so far."""
    matches_fitted: int = 0
    """How many of those the published table includes; it follows some seconds later."""
    matches_given_up: int
    """How many matches will never count although their blocks had begun."""


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
    """How many of its latest matches in a row it failed: its time ran out, or it did not play."""
    waits_for: DeclineReason | None = None
    """Why an active bot is not paired now: absent, busy elsewhere, declined by policy; or None."""


class LadderLuck(Model):
    """How much of a ladder's results was skill, seat and chance, from its whole rated blocks.

    The shares are those of the variance of places, by an analysis of variance; they add up to 1.
    """

    blocks: int
    """How many whole blocks it is computed from."""
    skill: float | None = None
    """The share of the bots' skill; None while there are fewer than two whole blocks."""
    seat: float | None = None
    """The share of the seats."""
    chance: float | None = None
    """The share of everything else: cards, the bots' own randomness, good and bad opponents."""
    seats: tuple[SeatLuck, ...] = ()
    """What each seat is worth."""
    block_error: float | None = None
    """The standard error of a bot's mean after one block. None until the same bots have met
    twice.
    """
    games_error: float | None = None
    """The standard error after the same number of single games with random seats."""


class LadderMatch(Model):
    """One match of a ladder's schedule."""

    id: str
    """The match, by its id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the bots over the seats it is, from 0."""
    reason: str
    """Why these bots meet, in a sentence."""
    pairing: PairingReason
    """Why these bots meet, in fields."""
    bots: tuple[str, ...] = ()
    """The bots by seat."""
    status: LadderMatchStatus
    """Where it stands."""
    result_number: int | None = None
    """Its number among the results of the ladder, from 1; None until it counts."""
    rated: bool
    """Whether it changes ratings and counters; a match between bots of one owner may be unrated."""
    places: tuple[int, ...] | None = None
    """The place of each seat, 1 for first; None until it counts."""


class LadderNotice(Model):
    """A notice to a bot about its part in a ladder: it was `benched`, or is `active` again."""

    ladder_id: str
    """Which ladder it is."""
    ladder_name: str
    """Its name, given by its creator."""
    version: int
    """Grows with each change; after a reconnection the latest may come again."""
    status: EntryStatus
    """Whether it gets matches now."""
    faults: int
    """How many of its latest matches in a row it failed: its time ran out, or it did not play."""


class LadderResult(Model):
    """One match that counts, with all that it changed.

    Results are numbered in the order in which they were settled. The standings follow from the
    results in this order and from nothing else.
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
    """How it changed the rating of each seat's bot."""


class LadderScore(Model):
    """One row of a ladder's table by points, as tournaments count.

    Each meeting (a block) gives one point to share. Between two bots, each gets the share of the
    matches that it won; a tie is half a win. With more bots, each gets the mean of this over the
    others. A bye is worth one point. Between equal points the first tie-break decides, then the
    next one.
    """

    place: int
    """The rank, 1 for the best; bots that are equal in everything share it."""
    bot_id: str
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    points: float
    """Its points from meetings and byes."""
    meetings: int
    """How many finished blocks it played in."""
    byes: int
    """How many rounds it had no opponent."""
    tie_breaks: tuple[TieBreakValue, ...] = ()
    """The tie-breaks between equal points, in this order."""


class Match(Model):
    """A match in its public form.

    Everybody who has no seat in it sees it `public_delay_ms` late.

    `autoplay` is the policy that plays for a seat whose time has run out. It plays for a flagged
    seat until the end. If a seat exceeds the time limit of a decision outside its turn, the
    policy makes only this one decision. `time_odds` are the factors by which the seats' times
    were multiplied. A match with an `origin` is a fork: it began inside another match, and is
    never rated. While it is open, only the bots and accounts in `open_to` (None: any) may take
    its free seats. It does not start before `start_at_ms`.
    """

    game: str
    """The game that is played, by its word."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat whose time has run out."""
    autoplay: str = "uniform"
    """The policy that plays for a seat whose time has run out."""
    time_odds: tuple[float, ...] | None = None
    """The factors of the seats' times, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """How much later the public sees what happens in the match. In milliseconds."""
    options: dict[str, JsonValue]
    """The options of the game, all of them."""
    time_control: TimeControl
    """How it is timed."""
    id: str
    """The match's id."""
    rules_version: str
    """The version of the game's rules by which it is played."""
    status: MatchStatus
    """Where it stands."""
    version: int
    """The number of events in its log; each decision names the version that it answers."""
    seats: tuple[Seat, ...] = ()
    """The seats in the order of play."""
    open_to: tuple[str, ...] | None = None
    """The bots and accounts that may take a free seat; None: any."""
    start_at_ms: int | None = None
    """When it starts, if all seats are taken by then; None: at once. In milliseconds since the
    Unix epoch.
    """
    to_act: int | None = None
    """The seat that has to act now; None if none has."""
    deadline_ms: int | None = None
    """When the time of that seat runs out; None where untimed. In milliseconds since the Unix
    epoch.
    """
    created_ms: int
    """When it was made. In milliseconds since the Unix epoch."""
    ladder_id: str | None = None
    """The ladder that it belongs to; None outside ladders."""
    origin: Origin | None = None
    """Where it began, if it is a fork; None otherwise."""
    commitment: str | None = None
    """The hash of seed and match id; it is published before the first action."""
    seed: str | None = None
    """The secret that decides all chance, in hexadecimal; None until the match is over."""
    result: Result | None = None
    """How it ended; None until then, and if it is void."""


class MatchClocks(Model):
    """The clocks of a running match: the time left to each seat, who has to act, and until when."""

    match_id: str
    """The match, by its id."""
    version: int
    """The match's version for which these clocks are valid."""
    to_act: int | None = None
    """The seat that has to act and whose clock runs; None if none has."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat at the start of its latest decision; None where untimed. In
    milliseconds.
    """
    deadline_ms: int | None = None
    """When the time of that seat runs out; None where untimed. In milliseconds since the Unix
    epoch.
    """


class MatchEvent(Model):
    """One event of a match's log in its public form; `cursor` reads the events after it.

    It also gives the result: the status, the time left, and who has to act until when.
    """

    match_id: str
    """The match, by its id."""
    version: int
    """Its number in the log, from 1; it is also the match's version after the event."""
    cursor: str
    """The cursor for the events after this one."""
    kind: EventKind
    """What happened."""
    seat: int | None = None
    """The seat that it concerns; None if it concerns all."""
    action: str | None = None
    """The seat's action, in the notation; None for other events."""
    auto: bool = False
    """Whether the declared policy acted instead of the seat."""
    at_ms: int
    """When it happened. In milliseconds since the Unix epoch."""
    charged_ms: int = 0
    """The time that was charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that the network and the service took, which is not charged. In milliseconds."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat then; None where untimed. In milliseconds."""
    status: MatchStatus
    """Where the match stands after it."""
    to_act: int | None = None
    """The seat that has to act next; None if none has."""
    deadline_ms: int | None = None
    """When the time of that seat runs out; None where untimed. In milliseconds since the Unix
    epoch.
    """


class MatchNews(mixins.Last, Model):
    """One item of a match's stream; a stream that resumes after its `cursor` misses nothing.

    An `event` comes with `view`, the view of the follower's seat (or of the public) after it, if
    views were requested. It comes with `turn` if the follower's seat has to act now. A `resync`
    replaces all events up to its cursor, because they were too many to send one by one.
    """

    kind: NewsKind
    """The kind, which says which of the members below is filled."""
    cursor: str
    """Resumes the stream after this item."""
    event: MatchEvent | None = None
    """What happened, in an item of the kind `event`."""
    view: SeatView | None = None
    """The follower's view after the event, if views were requested."""
    turn: WireTurn | None = None
    """The turn of the follower's own seat, if it has to act after the event."""
    heartbeat: Heartbeat | None = None
    """The time and the clocks, in an item of the kind `heartbeat`."""
    snapshot: Snapshot | None = None
    """The match as it is now, in an item of the kind `resync`."""


class MatchTerms(Model):
    """The terms of a match: everything but its players.

    `autoplay` is the policy that plays for a seat whose time has run out. `time_odds` are the
    factors by which the seats' times are multiplied. Everybody who has no seat sees the match
    `public_delay_ms` late.
    """

    game: str
    """The game that is played, by its word."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat whose time has run out."""
    autoplay: str = "uniform"
    """The policy that plays for a seat whose time has run out."""
    time_odds: tuple[float, ...] | None = None
    """The factors of the seats' times, by seat; None if all are equal."""
    public_delay_ms: int = 0
    """How much later the public sees what happens in the match. In milliseconds."""
    options: dict[str, JsonValue]
    """The options of the game, all of them."""
    time_control: TimeControl
    """How it is timed."""


class OptionInfo(Model):
    """One option of a game: what it can be, what it is by default, and what it decides.

    The side of a site is named `sides.<site>` here and stands in the object `sides` of options.
    """

    name: str
    """The option's name in `options`."""
    values: tuple[JsonValue, ...] = ()
    """All its possible values."""
    default: JsonValue = None
    """Its default value."""
    text: str
    """What it decides, in words."""
    house_rules: tuple[HouseRule, ...] = ()
    """Those of its values that are house rules."""


class OptionLimit(Model):
    """The values that an option of a game may have; the side of a site is named `sides.<site>`."""

    name: str
    """The option's name in the game's table."""
    values: tuple[JsonValue, ...] = ()
    """The values that the bot takes."""


class Origin(Model):
    """The match from which a fork began, and the version, which is after `ply` actions.

    If its chance was `resampled`, the cards that the seat `seen_by` (None: the public) did not
    see were drawn again.
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
    """The seat whose unseen cards were drawn again; None for the public, or if no cards were."""


class PairScore(Model):
    """The results of one bot version against another, in all rated matches that both played in."""

    bot_id: str
    """The one, by its bot's id."""
    version: int
    """Which of its versions played; each counts by itself."""
    other_id: str
    """The other, by its bot's id."""
    other_version: int
    """Which of its versions played; each counts by itself."""
    matches: int
    """How many matches both played in."""
    wins: float
    """In how many of them the first bot was placed before the other; a tie counts as half."""


class PairedBot(Model):
    """One bot of a pairing, with the numbers that led to it."""

    bot_id: str
    """The bot, by its id."""
    games: int | None = None
    """How many planned matches it had before, in a pairing by `rating`; else None."""
    distance: float | None = None
    """Its distance in drawn strength from the first bot of the block; None for that bot."""
    met: int | None = None
    """How often it had met these bots recently, which counts as distance. None for the first
    bot.
    """
    points: float | None = None
    """The points that it had, in a `swiss`; else None."""


class Pairing(Model):
    """The result of one pairing, named by its key: a match, or the reason why there is none."""

    key: str
    """The key of the pairing in the request."""
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
    """The rule by which the pairing was made."""
    bots: tuple[PairedBot, ...] = ()
    """The bots that meet. By `rating`, first the one with the fewest matches, then as they
    joined.
    """
    round: int | None = None
    """Which round of a `swiss` it belongs to, from 1; else None."""
    repeats: int | None = None
    """How many pairs of that round had met before, in a `swiss`; else None."""
    table: int | None = None
    """Which of the `tables` it is, from 1, in a format that is fixed at its start; else None."""
    tables: int | None = None
    """How many tables there are in all, in such a format; else None."""
    challenger: str | None = None
    """The challenger, in a `gauntlet`; else None."""


class Pairings(Model):
    """The results of many pairings, in the order of the request."""

    items: tuple[Pairing, ...] = ()
    """One for each pairing."""


class PerMove(Model):
    """Time for every decision; extra time comes out of a bank for the whole match."""

    kind: Literal["per_move"] = "per_move"
    """Always `per_move`."""
    move_ms: int
    """The time for each decision. In milliseconds."""
    bank_ms: int = 0
    """The extra time for the whole match, used when a decision takes longer. In milliseconds."""
    first_move_ms: int = 0
    """Extra free time for each seat's first decision. In milliseconds."""
    response_ms: int | None = None
    """The time limit of a decision outside the seat's own turn; None: only its clock limits it.
    In milliseconds.
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
    """How one result changed the rating of a seat's bot, and why.

    Compare `place` with `expected_place`: a bot whose place is better than expected gains. An
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
    """Its place, 1 for first; seats that tie share the better place."""
    expected_place: float
    """The mean place that the ratings predicted before the match."""
    mu_before: float
    """The estimate of its strength before."""
    sigma_before: float
    """How uncertain that was, as a standard deviation."""
    mu: float
    """The estimate of its strength after."""
    sigma: float
    """How uncertain that is."""


class Receipt(Model):
    """The result of a seat's decision, and the time that it cost.

    If it is `late`, the time was over before an answer came: the declared policy took `action`
    instead (`auto`).
    """

    version: int
    """The version that the decision made."""
    action: str
    """What was played, in the notation."""
    auto: bool
    """Whether the declared policy chose it."""
    late: bool
    """Whether the time was over before an answer came."""
    charged_ms: int
    """The time that was charged to the seat's clock. In milliseconds."""
    credited_ms: int = 0
    """The time that the network and the service took, which is not charged. In milliseconds."""
    left_ms: int | None = None
    """The time left to the seat then; None where untimed. In milliseconds."""


class Result(Model):
    """How a match ended, by whose fault, and each seat's result; without seats nobody has won.

    `note` is the reason that an operator gave who ended it.
    """

    reason: EndReason
    """The reason why the match ended."""
    fault: Fault = Fault.NONE
    """Whose fault it was that the match ended so."""
    note: str | None = None
    """What the operator who ended it said; None otherwise."""
    seats: tuple[SeatResult, ...] = ()
    """How each seat ended, by seat."""


class Seat(Model):
    """One seat of a match: who sits there and what time is left (None: untimed).

    In a fork a person may sit there and play with the account's token. Then `account_id` is
    filled instead of `bot_id`, and `bot_name` is the account's name.

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
    """The account of the person who sits there in a fork; None for a bot."""
    bot_version: int | None = None
    """The version of the bot that plays; None for a person or a free seat."""
    left_ms: int | None = None
    """The time left at the start of its latest decision; None where untimed. In milliseconds."""
    flagged: bool = False
    """Whether its time has run out for good, so that the policy plays for it."""
    resigned: bool = False
    """Whether it resigned, so that the policy plays for it."""
    wants_abort: bool = False
    """Whether it agrees to call the match off."""


class SeatLuck(Model):
    """The value of a seat: how far its result is above the mean, if first is 1 and last is 0."""

    seat: int
    """Which seat it is, counted from 0."""
    advantage: float
    """How much better its result is than the mean of all seats."""
    low: float | None = None
    """Where the interval of 95 % confidence begins; None while too little is known."""
    high: float | None = None
    """Where it ends."""


class SeatResult(Model):
    """The result of one seat: its place (1 is first, ties share it), its points and how it ended.

    A seat that lost on time or resigned ranks below all other seats.
    """

    seat: int
    """Which seat, from 0."""
    place: int
    """Its rank, 1 for first; equal seats share it."""
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
    """The match's version to which the view belongs."""
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
    """A match as it is now, and its view; the view is None while there is nothing to see."""

    match: Match
    """The match as it stands."""
    view: SeatView | None = None
    """The view of it that the follower may see; None while there is nothing to see."""


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
    """The value that decides the rank: a strength that the bot very probably exceeds."""
    matches: int
    """How many of its matches count so far."""
    wins: float
    """How many it won; bots that share the first place share the win."""
    mean_place: float
    """The mean of its places, 1 being the best."""
    flags: int
    """In how many matches its time ran out."""


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
    """How many rated matches it is computed from."""
    provisional: bool
    """Whether too little is known about it to rank it."""


class TieBreakValue(Model):
    """A bot's value in one tie-break."""

    name: TieBreak
    """Which tie-break it is."""
    value: float
    """The higher the better."""


class TimeLimit(Model):
    """A kind of clock that the bot takes, and the limits of its times; None is no limit.

    The limits apply after the handicap of the bot's seat.
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
    """What can be read about a token; never the token itself.

    `used_on` is the last day (UTC) on which it was used.
    """

    id: str
    """The token's id; it is not secret."""
    kind: TokenKind
    """Who it speaks for."""
    name: str
    """Its name, given by its owner."""
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

    `last` is the result of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: str
    """The match, by its id."""
    game: str
    """The game that is played, which tells what the view is."""
    version: int
    """The version that the answer must name."""
    seat: int
    """The seat that has to act."""
    view: JsonValue
    """What the seat knows, as compact JSON with the fields of the game's view type."""
    actions: tuple[str, ...] = ()
    """The notation of every legal action."""
    left_ms: tuple[int | None, ...] = ()
    """The time left to each seat now; None where untimed. In milliseconds."""
    deadline_ms: int | None = None
    """When the time of the seat runs out; None where untimed. In milliseconds since the Unix
    epoch.
    """
    now_ms: int
    """The service's time when this was sent. In milliseconds since the Unix epoch."""
    last: Receipt | None = None
    """The result of the seat's previous decision; None before its first."""


class Untimed(Model):
    """No clock: no seat ever loses on time."""

    kind: Literal["untimed"] = "untimed"
    """Always `untimed`."""


class UnknownTimeControl(UnknownMember):
    """A time control that this version does not know; `model_extra` has what it says."""


# How a match is timed. `first_move_ms` is extra free time for each seat's first decision.
# `response_ms` is the time limit of a decision outside the seat's own turn: after it the
# declared policy decides, and the seat plays on (None: only its clock limits it). `untimed` has
# neither.
TimeControl: TypeAlias = Annotated[
    Annotated[Fischer, Tag("fischer")]
    | Annotated[Delay, Tag("delay")]
    | Annotated[PerMove, Tag("per_move")]
    | Annotated[Correspondence, Tag("correspondence")]
    | Annotated[Untimed, Tag("untimed")]
    | Annotated[UnknownTimeControl, Tag("unknown")],
    open_union("kind", {"fischer", "delay", "per_move", "correspondence", "untimed"}),
]
