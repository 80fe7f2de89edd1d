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
    """The response to a challenge within the bot's limits.

    `accept` accepts it at once. `ask` sends it to the bot's feed. `refuse` declines it.
    """

    ACCEPT = "accept"
    """Accept the challenge at once."""
    ASK = "ask"
    """Send the challenge to the bot's feed and wait for its answer."""
    REFUSE = "refuse"
    """Decline the challenge at once."""


class AcceptFrom(StrEnum):
    """The challengers that a bot permits: `anyone`, its own `account`, or `listed` ones."""

    ANYONE = "anyone"
    """Any account or bot that is not blocked."""
    ACCOUNT = "account"
    """Only the bot's own account and its bots."""
    LISTED = "listed"
    """Only the accounts and bots in `allowed`."""


class OptionLimit(Model):
    """The accepted values of a game option; the side of a site is named `sides.<site>`."""

    name: str
    """The name of the option."""
    values: Annotated[list[JsonValue], Field(min_length=1, max_length=50)]
    """The values that the bot accepts."""


class GameLimit(Model):
    """A game that the bot accepts, within the given presets and option limits."""

    game: str
    """The name of the game."""
    presets: Annotated[list[str], Field(max_length=50)] | None = None
    """The accepted presets; null: any preset, or none."""
    options: list[OptionLimit] = Field(default_factory=list, max_length=50)
    """The accepted values of single options."""


class BoundedKind(Model):
    """A kind of time control, whose least and greatest times follow."""

    kind: TimeControlKind
    """The kind of time control that the limits apply to."""

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
        for end, word in (("min", "minimum"), ("max", "maximum"))
    }
    TimeLimit = create_model(
        "TimeLimit",
        __base__=BoundedKind,
        __doc__=(
            "An accepted kind of time control, with limits for its times; null: no limit."
            "\n\nThe limits apply after the handicap of the bot's seat."
        ),
        __module__=__name__,
        **_limits,
    )


class AcceptPolicy(Model):
    """A bot's accept policy: its limits, and the response to a challenge within them.

    If `acceptFrom` is `listed`, only the bots and accounts in `allowed` may challenge the bot.
    The bot never plays against the bots and accounts in `blocked`. A list that is null sets no
    limit. `maxMatches` is the maximum number of matches that the bot plays or has accepted at
    once; the service may allow fewer. With `needsPresence`, a challenge is declined while the
    bot neither follows its feed nor polls its turns.
    """

    mode: AcceptMode = AcceptMode.ASK
    """The response to a challenge within all limits."""
    accept_from: AcceptFrom = AcceptFrom.ANYONE
    """The accounts and bots that may challenge the bot."""
    allowed: list[Id] = Field(default_factory=list, max_length=100)
    """The bots and accounts that may challenge the bot under `listed`."""
    blocked: list[Id] = Field(default_factory=list, max_length=100)
    """The bots and accounts that the bot never plays against."""
    games: Annotated[list[GameLimit], Field(max_length=20)] | None = None
    """The accepted games; null: all."""
    players: Annotated[list[int], Field(max_length=16)] | None = None
    """The accepted numbers of seats; null: all."""
    time_controls: Annotated[list[TimeLimit], Field(max_length=20)] | None = None
    """The accepted time controls; null: all."""
    flag_rules: Annotated[list[FlagRule], Field(max_length=2)] | None = None
    """The accepted rules for a seat that runs out of time; null: all."""
    handicaps: bool = False
    """Whether the bot accepts matches with unequal times."""
    max_matches: Annotated[int, Field(ge=0, le=1_000)] = MATCHES
    """The maximum number of running or accepted matches at once, ladder matches included."""
    needs_presence: bool = False
    """Whether challenges are declined while the bot neither follows its feed nor polls turns."""


class DeclineReason(StrEnum):
    """A bot's reason for declining a challenge; a policy names the limit that is exceeded."""

    DECLINED = "declined"
    """The bot gives no reason."""
    LATER = "later"
    """Not now; try again after a while."""
    REFUSES = "refuses"
    """The bot's policy refuses all challenges."""
    NOT_ALLOWED = "not_allowed"
    """The bot's policy excludes one of the other players."""
    GAME = "game"
    """The bot does not play this game."""
    OPTIONS = "options"
    """The bot plays the game, but not with these options."""
    PLAYERS = "players"
    """The bot does not play with this number of seats."""
    TIME_CONTROL = "time_control"
    """The bot does not play with this kind of time control."""
    TOO_FAST = "too_fast"
    """The bot's policy requires more time."""
    TOO_SLOW = "too_slow"
    """The bot's policy requires less time."""
    FLAG_RULE = "flag_rule"
    """The bot does not play with this rule for a seat that runs out of time."""
    HANDICAP = "handicap"
    """The bot only plays with equal times."""
    ABSENT = "absent"
    """The bot is not present: it neither follows its feed nor polls its turns."""
    BUSY = "busy"
    """The bot already has the maximum number of matches or challenges at once."""
    VERSIONS = "versions"
    """The bot has exceeded the ladder's limit of versions per season."""
    SPENT = "spent"
    """The bot is hosted, and its account's programs have used up their daily processor time."""
    ASKS = "asks"
    """The bot must answer for itself; challenge it instead of pairing it."""


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
