"""How a match is timed: one of five kinds of time control, told apart by `kind`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Final, Literal, get_type_hints

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from saqqara_service.models.values import Model

BaseMs = Annotated[int, Field(ge=100, le=86_400_000)]
AddedMs = Annotated[int, Field(ge=0, le=3_600_000)]
BankMs = Annotated[int, Field(ge=0, le=86_400_000)]
ResponseMs = Annotated[int, Field(ge=100, le=86_400_000)]
WallFactor = Annotated[int, Field(ge=2, le=100)]
Days = Annotated[int, Field(ge=1, le=14)]


class TimeControlKind(StrEnum):
    """The kind of a time control, which decides how clocks run."""

    FISCHER = "fischer"
    """Base time, plus an increment after every decision made in time."""
    DELAY = "delay"
    """Base time that runs only after a delay at every decision."""
    PER_MOVE = "per_move"
    """Time for every decision, and a bank of extra time."""
    CORRESPONDENCE = "correspondence"
    """Days for every decision."""
    UNTIMED = "untimed"
    """No clock at all."""


class FlagRule(StrEnum):
    """A rule for seats that run out of time."""

    AUTOPLAY = "autoplay"
    """Autoplay plays on for the seat, which ranks below all seats that kept their time."""
    FORFEIT = "forfeit"
    """The match is over and the other seat wins; only for matches with two seats."""


class Timed(Model):
    """A kind of time control; answers tell each of its fields."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Fischer(Timed):
    """Base time per seat, plus an increment after every decision made in time."""

    kind: Literal[TimeControlKind.FISCHER] = TimeControlKind.FISCHER
    """Always `fischer`."""
    base_ms: BaseMs
    """The time on each clock at the start."""
    increment_ms: AddedMs = 0
    """The time added after each decision made in time."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: limited only by the clock."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or wall-clock time divided by this; null: wall-clock time."""


class Delay(Timed):
    """Base time per seat, which runs only after a delay at every decision."""

    kind: Literal[TimeControlKind.DELAY] = TimeControlKind.DELAY
    """Always `delay`."""
    base_ms: BaseMs
    """The time on each clock at the start."""
    delay_ms: AddedMs
    """The delay before the clock runs at each decision."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: limited only by the clock."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or wall-clock time divided by this; null: wall-clock time."""


class PerMove(Timed):
    """Time for every decision; extra time is taken from a bank for the whole match."""

    kind: Literal[TimeControlKind.PER_MOVE] = TimeControlKind.PER_MOVE
    """Always `per_move`."""
    move_ms: BaseMs
    """The time for each decision."""
    bank_ms: BankMs = 0
    """The extra time for the whole match, used when a decision takes longer than `moveMs`."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: limited only by the clock."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or wall-clock time divided by this; null: wall-clock time."""


class Correspondence(Timed):
    """A number of days for every decision; the clock is reset after each one."""

    kind: Literal[TimeControlKind.CORRESPONDENCE] = TimeControlKind.CORRESPONDENCE
    """Always `correspondence`."""
    days: Days
    """The number of days for each decision."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: limited only by the clock."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or wall-clock time divided by this; null: wall-clock time."""


class Untimed(Timed):
    """No clock; no seat can lose on time."""

    kind: Literal[TimeControlKind.UNTIMED] = TimeControlKind.UNTIMED
    """Always `untimed`."""


CONTROLS: Final[tuple[type[Model], ...]] = (Fischer, Delay, PerMove, Correspondence, Untimed)
"""Every kind of time control."""

TimeControl = TypeAliasType(
    "TimeControl",
    Annotated[
        Fischer | Delay | PerMove | Correspondence | Untimed,
        Field(
            discriminator="kind",
            description="The time control of a match. `firstMoveMs` is extra free time for each"
            " seat's first decision. `responseMs` is the time limit of a decision outside the"
            " seat's own turn. After it the autoplay policy decides, and the seat plays on (null:"
            " limited only by the clock). With `wallFactor`, clocks count a program's processor"
            " time as measured by the runner, or the wall-clock time divided by the factor if that"
            " is larger. It is only for ladders of hosted bots (null: wall-clock time). `untimed`"
            " has none of these.",
        ),
    ],
)

COMMON: Final = frozenset({"first_move_ms", "response_ms", "wall_factor"})
"""The times that every kind has but `untimed`."""

TIMES: Final[Mapping[TimeControlKind, tuple[str, ...]]] = {
    each.model_fields["kind"].default: tuple(name for name in each.model_fields if name != "kind")
    for each in CONTROLS
}
"""The names of the times that a kind of time control has."""


def times() -> Iterator[tuple[str, object, str]]:
    """Every time that some kind has: its name, its type with its bounds, its meaning."""
    found: dict[str, tuple[object, str]] = {}
    for each in CONTROLS:
        hints = get_type_hints(each, include_extras=True)
        for name in TIMES[each.model_fields["kind"].default]:
            found.setdefault(name, (hints[name], each.model_fields[name].description or ""))
    for name, (kind, text) in found.items():
        yield name, kind, text
