"""What the service says of challenges, accept policies and pairings, as typed values."""

from __future__ import annotations

from pydantic import JsonValue

from saqqara_sdk.wire.time_controls import TimeControl
from saqqara_sdk.wire.values import Model, OpenEnum


class MatchTerms(Model):
    """What a match is played by, whoever plays it."""

    game: str
    options: dict[str, JsonValue]
    time_control: TimeControl
    on_flag: str = "autoplay"
    autoplay: str = "uniform"
    time_odds: tuple[float, ...] | None = None
    public_delay_ms: int = 0


class ChallengeStatus(OpenEnum):
    """Where a challenge stands."""

    PENDING = "pending"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class Challenged(Model):
    """A bot that is challenged, and its answer; `by_policy` if its accept policy gave it.

    The `answer` is `pending`, `accepted` or `declined`, and then there is a `reason`.
    """

    bot_id: str
    bot_name: str
    account_id: str
    answer: str = "pending"
    reason: str | None = None
    by_policy: bool = False


class Challenge(Model):
    """The offer of a match, which is made and started when all who are challenged have accepted.

    `seats` are the bots by seat, None while they are not drawn.
    """

    id: str
    version: int
    status: ChallengeStatus
    account_id: str
    bot_id: str | None
    bot_name: str | None
    challenged: tuple[Challenged, ...]
    terms: MatchTerms
    seats: tuple[str, ...] | None = None
    draw_commitment: str | None = None
    draw: str | None = None
    start_at_ms: int | None = None
    created_ms: int
    expires_ms: int
    match_id: str | None = None


class OptionLimit(Model):
    """The values that an option of a game may have; the side of a site is named `sides.<site>`."""

    name: str
    values: tuple[JsonValue, ...]


class GameLimit(Model):
    """A game that is taken: under one of the presets if any are named, and within all limits."""

    game: str
    presets: tuple[str, ...] | None = None
    options: tuple[OptionLimit, ...] = ()


class TimeLimit(Model):
    """A kind of clock that is taken, and within which times; None is no bound."""

    kind: str
    min_base_ms: int | None = None
    max_base_ms: int | None = None
    min_increment_ms: int | None = None
    max_increment_ms: int | None = None
    min_delay_ms: int | None = None
    max_delay_ms: int | None = None
    min_move_ms: int | None = None
    max_move_ms: int | None = None
    min_bank_ms: int | None = None
    max_bank_ms: int | None = None
    min_days: int | None = None
    max_days: int | None = None


class AcceptPolicy(Model):
    """Which challenges a bot takes, and what becomes of those that keep these limits.

    The `mode` is `accept` (at once, also while the bot is away), `ask` (the bot, by its method
    `accept`) or `refuse`. `accept_from` is `anyone`, `account` or `listed`, which are the bots and
    accounts in `allowed`. Where a list is None there is no limit.
    """

    mode: str = "ask"
    accept_from: str = "anyone"
    allowed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    games: tuple[GameLimit, ...] | None = None
    players: tuple[int, ...] | None = None
    time_controls: tuple[TimeLimit, ...] | None = None
    flag_rules: tuple[str, ...] | None = None
    handicaps: bool = False
    max_matches: int = 4
    needs_presence: bool = False


class PairingProblem(Model):
    """Why a match was not made: the `code` of a problem, or `declined` by the policy of a bot."""

    code: str
    message: str
    bot_id: str | None = None
    reason: str | None = None


class Pairing(Model):
    """What came of one pairing, known by its key: a match, or the reason why there is none."""

    key: str
    match_id: str | None = None
    problem: PairingProblem | None = None


class Pairings(Model):
    """What came of many pairings, in the order in which they were asked for."""

    items: tuple[Pairing, ...]
