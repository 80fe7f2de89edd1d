"""A bot's accept policy: which challenges it takes, kept here while the bot may be away."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field, JsonValue, create_model
from pydantic.alias_generators import to_camel

from saqqara_service.models.time_controls import COMMON, FlagRule, TimeControlKind, times
from saqqara_service.models.values import Id, Model

Milliseconds = Annotated[int, Field(ge=0, le=86_400_000)]
MATCHES: Final = 4
BOUNDED: Final = {name: kind for name, kind, _ in times() if name not in COMMON}
"""The times that a policy may bound."""


class AcceptMode(StrEnum):
    """What happens with a challenge that keeps within a bot's limits.

    `accept`: it is accepted at once. `ask`: the bot is asked on its feed. `refuse`: it is declined.
    """

    ACCEPT = "accept"
    """It is taken at once."""
    ASK = "ask"
    """The bot is asked on its feed."""
    REFUSE = "refuse"
    """It is declined at once."""


class AcceptFrom(StrEnum):
    """Who may challenge the bot: `anyone`, only its own `account`, or only `listed` ones."""

    ANYONE = "anyone"
    """Everybody who is not blocked."""
    ACCOUNT = "account"
    """Only the bot's own account and its bots."""
    LISTED = "listed"
    """Only those in `allowed`."""


class OptionLimit(Model):
    """The values that an option of a game may have; the side of a site is named `sides.<site>`."""

    name: str
    """The option's name in the game's table."""
    values: Annotated[list[JsonValue], Field(min_length=1, max_length=50)]
    """The values that the bot takes."""


class GameLimit(Model):
    """A game that the bot takes.

    With one of the presets, if any are named, and within all limits.
    """

    game: str
    """Which game, by its word."""
    presets: Annotated[list[str], Field(max_length=50)] | None = None
    """The accepted presets; null: any, or none."""
    options: list[OptionLimit] = Field(default_factory=list, max_length=50)
    """The accepted values of single options."""


class BoundedKind(Model):
    """A kind of time control, whose least and greatest times follow."""

    kind: TimeControlKind
    """The way of timing matches that the bounds are for."""

    @property
    def bounds(self) -> dict[str, tuple[int | None, int | None]]:
        """The least and the most of each time that has a bound, by its name."""
        found = {one: (getattr(self, f"min_{one}"), getattr(self, f"max_{one}")) for one in BOUNDED}
        return {name: bounds for name, bounds in found.items() if bounds != (None, None)}


if TYPE_CHECKING:

    class TimeLimit(BoundedKind):
        """A kind of time control that the bot takes, and the limits of its times."""

else:
    _limits: dict[str, Any] = {
        f"{end}_{name}": (
            (kind if name == "days" else Milliseconds) | None,
            Field(
                default=None, description=f"The {word} `{to_camel(name)}` that is taken; null: any."
            ),
        )
        for name, kind in BOUNDED.items()
        for end, word in (("min", "least"), ("max", "greatest"))
    }
    TimeLimit = create_model(
        "TimeLimit",
        __base__=BoundedKind,
        __doc__=(
            "A kind of time control that the bot takes, and the limits of its times; null is no"
            " limit."
            "\n\nThe limits apply after the handicap of the bot's seat."
        ),
        __module__=__name__,
        **_limits,
    )


class AcceptPolicy(Model):
    """A bot's accept policy: its limits, and what happens with a challenge that keeps within them.

    With `accept_from: listed`, only the bots and accounts in `allowed` may challenge the bot. The
    bot never plays with anybody in `blocked`. A list that is null sets no limit. `max_matches` is
    the maximum number of matches that the bot plays or has accepted at once; the service may allow
    fewer. With `needs_presence` a challenge is declined while the bot neither follows its feed nor
    polls its turns.
    """

    mode: AcceptMode = AcceptMode.ASK
    """What happens with a challenge that keeps within all limits."""
    accept_from: AcceptFrom = AcceptFrom.ANYONE
    """Who may challenge the bot."""
    allowed: list[Id] = Field(default_factory=list, max_length=100)
    """The bots and accounts that may challenge the bot under `listed`."""
    blocked: list[Id] = Field(default_factory=list, max_length=100)
    """The bots and accounts with which the bot never plays."""
    games: Annotated[list[GameLimit], Field(max_length=20)] | None = None
    """The games that are taken; null: all."""
    players: Annotated[list[int], Field(max_length=16)] | None = None
    """The numbers of seats that are taken; null: all."""
    time_controls: Annotated[list[TimeLimit], Field(max_length=20)] | None = None
    """The time controls that are taken; null: all."""
    flag_rules: Annotated[list[FlagRule], Field(max_length=2)] | None = None
    """The accepted rules for a seat whose time has run out; null: all."""
    handicaps: bool = False
    """Whether matches with unequal times are taken."""
    max_matches: Annotated[int, Field(ge=0, le=1_000)] = MATCHES
    """How many matches the bot may have at once: running or accepted, ladders included."""
    needs_presence: bool = False
    """Whether challenges are declined while no feed of the bot is connected."""


class DeclineReason(StrEnum):
    """Why a bot declines a challenge; a policy names the limit that is not kept."""

    DECLINED = "declined"
    """It gives no reason."""
    LATER = "later"
    """Not now; try again after a while."""
    REFUSES = "refuses"
    """Its policy refuses all challenges."""
    NOT_ALLOWED = "not_allowed"
    """Its policy excludes one of the other players."""
    GAME = "game"
    """It does not play this one."""
    OPTIONS = "options"
    """It plays the game, but not with these options."""
    PLAYERS = "players"
    """It does not play with this number of seats."""
    TIME_CONTROL = "time_control"
    """It does not play with this kind of time control."""
    TOO_FAST = "too_fast"
    """Its policy wants more time."""
    TOO_SLOW = "too_slow"
    """Its policy wants less time."""
    FLAG_RULE = "flag_rule"
    """It does not play with this rule for a seat whose time has run out."""
    HANDICAP = "handicap"
    """It plays with equal times only."""
    ABSENT = "absent"
    """It is not present: it neither follows its feed nor polls its turns."""
    BUSY = "busy"
    """It already has the maximum number of matches or challenges at once."""
    VERSIONS = "versions"
    """It is at a version beyond those that a ladder lets a bot have in a season."""
    SPENT = "spent"
    """The host plays for it, and its account's programs have used their processor time of a day."""
    ASKS = "asks"
    """The bot must answer for itself: challenge it instead of pairing it."""


ADVICE: Final[Mapping[DeclineReason, str]] = {
    DeclineReason.DECLINED: "it gives no reason: ask its owner, or challenge another bot",
    DeclineReason.LATER: "challenge it again after some minutes",
    DeclineReason.REFUSES: "its owner has closed it to challenges: challenge another bot",
    DeclineReason.NOT_ALLOWED: "its policy excludes a player: leave that one out, or ask its owner",
    DeclineReason.GAME: "choose another game; its accept policy lists those that it plays",
    DeclineReason.OPTIONS: "choose other options; its accept policy lists those that it plays with",
    DeclineReason.PLAYERS: "choose another number of seats; its accept policy lists them",
    DeclineReason.TIME_CONTROL: "choose another kind of time control; its accept policy lists them",
    DeclineReason.TOO_FAST: "give more time; its accept policy tells the least that it wants",
    DeclineReason.TOO_SLOW: "give less time; its accept policy tells the most that it wants",
    DeclineReason.FLAG_RULE: "choose another rule for a seat whose time has run out",
    DeclineReason.HANDICAP: "give all seats the same time",
    DeclineReason.ABSENT: "wait until it is connected; its owner starts it by `saqqara bot run`",
    DeclineReason.BUSY: "challenge it again when one of its matches is over",
    DeclineReason.VERSIONS: "its owner can choose one of the versions that have played there",
    DeclineReason.SPENT: "challenge it again later, or another bot",
    DeclineReason.ASKS: "challenge it, so that it can answer for itself",
}
"""What whoever is declined can do about it."""
