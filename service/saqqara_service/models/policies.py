"""A bot's accept policy: which challenges it takes, kept here while the bot may be away."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field, JsonValue

from saqqara_service.models.time_controls import FlagRule, TimeControlKind
from saqqara_service.models.values import Id, Model

Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]
Days = Annotated[int, Field(ge=1, le=14)]
MATCHES: Final = 4


class AcceptMode(StrEnum):
    """What becomes of a challenge that keeps a bot's limits.

    `accept`: it is accepted at once. `ask`: the bot is asked on its feed. `refuse`: it is declined.
    """

    ACCEPT = "accept"
    ASK = "ask"
    REFUSE = "refuse"


class AcceptFrom(StrEnum):
    """Whose challenges are taken: of `anyone`, of the bot's own `account`, or of `listed` ones."""

    ANYONE = "anyone"
    ACCOUNT = "account"
    LISTED = "listed"


class OptionLimit(Model):
    """The values that an option of a game may have; the side of a site is named `sides.<site>`."""

    name: str
    values: Annotated[list[JsonValue], Field(min_length=1, max_length=50)]


class GameLimit(Model):
    """A game that is taken: under one of the presets if any are named, and within all limits."""

    game: str
    presets: Annotated[list[str], Field(max_length=50)] | None = None
    options: list[OptionLimit] = Field(default_factory=list, max_length=50)


class TimeLimit(Model):
    """A kind of clock that is taken, and within which times; null is no bound.

    The times are those that a clock of the kind has, with the handicap of the bot's seat.
    """

    kind: TimeControlKind
    min_base_ms: Milliseconds | None = None
    max_base_ms: Milliseconds | None = None
    min_increment_ms: Milliseconds | None = None
    max_increment_ms: Milliseconds | None = None
    min_delay_ms: Milliseconds | None = None
    max_delay_ms: Milliseconds | None = None
    min_move_ms: Milliseconds | None = None
    max_move_ms: Milliseconds | None = None
    min_bank_ms: Milliseconds | None = None
    max_bank_ms: Milliseconds | None = None
    min_days: Days | None = None
    max_days: Days | None = None

    @property
    def bounds(self) -> dict[str, tuple[int | None, int | None]]:
        """The least and the most of each time that has a bound, by its name."""
        names = (name.partition("_")[2] for name in TimeLimit.model_fields if "min_" in name)
        found = {one: (getattr(self, f"min_{one}"), getattr(self, f"max_{one}")) for one in names}
        return {name: bounds for name, bounds in found.items() if bounds != (None, None)}


class AcceptPolicy(Model):
    """Which challenges a bot takes, and what becomes of those that keep these limits.

    `allowed` are the bots and accounts of which `accept_from: listed` speaks; with anybody in
    `blocked` the bot does not play. Where a list is null there is no limit. `max_matches` bounds
    the matches that the bot plays or has agreed to play at once. With `needs_presence` a challenge
    is declined while no feed of the bot is connected.
    """

    mode: AcceptMode = AcceptMode.ASK
    accept_from: AcceptFrom = AcceptFrom.ANYONE
    allowed: list[Id] = Field(default_factory=list, max_length=100)
    blocked: list[Id] = Field(default_factory=list, max_length=100)
    games: Annotated[list[GameLimit], Field(max_length=20)] | None = None
    players: Annotated[list[int], Field(max_length=16)] | None = None
    time_controls: Annotated[list[TimeLimit], Field(max_length=20)] | None = None
    flag_rules: Annotated[list[FlagRule], Field(max_length=2)] | None = None
    handicaps: bool = False
    max_matches: Annotated[int, Field(ge=0, le=1_000)] = MATCHES
    needs_presence: bool = False


class DeclineReason(StrEnum):
    """Why a bot does not take a challenge; a policy says which of its limits is not kept."""

    DECLINED = "declined"
    LATER = "later"
    REFUSES = "refuses"
    NOT_ALLOWED = "not_allowed"
    GAME = "game"
    OPTIONS = "options"
    PLAYERS = "players"
    TIME_CONTROL = "time_control"
    TOO_FAST = "too_fast"
    TOO_SLOW = "too_slow"
    FLAG_RULE = "flag_rule"
    HANDICAP = "handicap"
    ABSENT = "absent"
    BUSY = "busy"
