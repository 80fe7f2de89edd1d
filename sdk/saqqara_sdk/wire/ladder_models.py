"""What the service tells of ladders."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_sdk.wire.time_controls import TimeControl
from saqqara_sdk.wire.values import Model, OpenEnum


class LadderFormat(OpenEnum):
    """Who meets whom."""

    CONTINUOUS = "continuous"
    ROUND_ROBIN = "round_robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


class LadderStatus(OpenEnum):
    """Where a ladder stands."""

    OPEN = "open"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class EntryRule(OpenEnum):
    """Which bots may be enrolled."""

    OPEN = "open"
    INVITED = "invited"


class EntryStatus(OpenEnum):
    """Whether a bot of a ladder gets matches."""

    ACTIVE = "active"
    BENCHED = "benched"
    WITHDRAWN = "withdrawn"


class SameOwner(OpenEnum):
    """Whether bots of one account meet."""

    FORBIDDEN = "forbidden"
    UNRATED = "unrated"
    ALLOWED = "allowed"


class LadderMatchStatus(OpenEnum):
    """Where a match of a schedule stands."""

    PLANNED = "planned"
    STARTED = "started"
    SETTLED = "settled"
    VOID = "void"
    GIVEN_UP = "given_up"


class PairingKind(OpenEnum):
    """By what the bots of a block were chosen."""

    RATING = "rating"
    ROUND_ROBIN = "round_robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


class TieBreak(OpenEnum):
    """What decides between equal points."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn_berger"
    MARGIN = "margin"


class Ladder(Model):
    """A rated ladder: what is played in it and how far it is."""

    name: str
    game: str
    options: dict[str, JsonValue]
    time_control: TimeControl
    concurrency: int
    format: LadderFormat
    blocks: int | None
    rounds: int | None
    challenger: str | None
    start_at_ms: int | None
    end_at_ms: int | None
    entry: EntryRule
    invited: tuple[str, ...]
    bots_per_account: int | None
    late_entry: bool
    same_owner: SameOwner
    max_replays: int
    id: str
    account_id: str
    players: int
    status: LadderStatus
    created_ms: int
    matches_planned: int
    matches_started: int
    matches_settled: int
    matches_fitted: int
    matches_given_up: int


class LadderEntry(Model):
    """One bot's part in a ladder; a `benched` one gets no matches until it is readmitted."""

    bot_id: str
    bot_name: str
    account_id: str
    version: int
    enrolled_ms: int
    status: EntryStatus
    faults: int
    waits_for: str | None


class LadderNotice(Model):
    """What a bot's feed tells of its part in a ladder: it was `benched`, or is `active` again."""

    ladder_id: str
    ladder_name: str
    version: int
    status: EntryStatus
    faults: int


class Standing(Model):
    """One row of a ladder's table, best first by `ordinal` (mu - 3 sigma)."""

    place: int
    bot_id: str
    bot_name: str
    version: int
    retired: bool
    mu: float
    sigma: float
    ordinal: float
    matches: int
    wins: float
    mean_place: float
    flags: int


class TieBreakValue(Model):
    """What a bot has of one tie-break; the higher the better."""

    name: TieBreak
    value: float


class LadderScore(Model):
    """One row of a ladder's table by points: a meeting or a bye is worth one."""

    place: int
    bot_id: str
    bot_name: str
    points: float
    meetings: int
    byes: int
    tie_breaks: tuple[TieBreakValue, ...]


class PairedBot(Model):
    """One bot of a pairing; its `distance` in strength is that from the first bot of the list."""

    bot_id: str
    games: int | None = None
    distance: float | None = None
    met: int | None = None
    points: float | None = None


class PairingReason(Model):
    """Why the bots of a block meet; by `rating` the first is the one that it was built around."""

    kind: PairingKind
    bots: tuple[PairedBot, ...]
    round: int | None = None
    repeats: int | None = None
    table: int | None = None
    tables: int | None = None
    challenger: str | None = None


class LadderMatch(Model):
    """One match of a ladder's schedule; `reason` says as a sentence what `pairing` says."""

    id: str
    block: int
    rotation: int
    reason: str
    pairing: PairingReason
    bots: tuple[str, ...]
    status: LadderMatchStatus
    result_number: int | None = None
    rated: bool
    places: tuple[int, ...] | None = None


class RatingChange(Model):
    """What one result made of the rating of a seat's bot: compare its place with the expected."""

    seat: int
    bot_id: str
    version: int
    total: int
    kept_time: bool
    place: int
    expected_place: float
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


class LadderResult(Model):
    """One match that counts, with all that it changed; the standings are made of these alone."""

    number: int
    match_id: str
    block: int
    rotation: int
    rated: bool
    seats: tuple[RatingChange, ...]


class PairScore(Model):
    """How one version of a bot did against another; a tie is half a win."""

    bot_id: str
    version: int
    other_id: str
    other_version: int
    matches: int
    wins: float


class TableRow(Model):
    """One row of the published table: strength by all rated results, in Elo, with its interval."""

    place: int
    bot_id: str
    bot_name: str
    version: int
    elo: float
    low: float
    high: float
    matches: int
    provisional: bool


class SeatLuck(Model):
    """What a seat is worth: how much better than the mean it does, first being 1 and last 0."""

    seat: int
    advantage: float
    low: float | None
    high: float | None


class LadderLuck(Model):
    """How much of a ladder's results was skill, seat and chance, by its whole rated blocks."""

    blocks: int
    skill: float | None
    seat: float | None
    chance: float | None
    seats: tuple[SeatLuck, ...]
    block_error: float | None
    games_error: float | None
