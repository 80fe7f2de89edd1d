"""How a match is timed: one of five kinds of time control, told apart by `kind`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, get_type_hints

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
    """In what way a match is timed."""

    FISCHER = "fischer"
    """Base time and an increment for every decision in time."""
    DELAY = "delay"
    """Base time that runs only after a delay at every decision."""
    PER_MOVE = "per_move"
    """Time for every decision, and a bank of extra time."""
    CORRESPONDENCE = "correspondence"
    """Days for every decision."""
    UNTIMED = "untimed"
    """No clock at all."""


class FlagRule(StrEnum):
    """The rule for a seat whose time has run out.

    `autoplay`: a policy plays on for the seat, which ranks below all seats that kept their time.
    `forfeit`, with two seats only: the match is over and the other seat has won.
    """

    AUTOPLAY = "autoplay"
    """The declared policy plays on for it; it ranks below all that kept their time."""
    FORFEIT = "forfeit"
    """The match is over and the other seat has won; with two seats only."""


class Timed(Model):
    """A kind of time control; answers tell each of its fields."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Fischer(Timed):
    """Base time per seat, and an increment for every decision in time."""

    kind: Literal[TimeControlKind.FISCHER] = TimeControlKind.FISCHER
    """Always `fischer`."""
    base_ms: BaseMs
    """What each clock has at the start."""
    increment_ms: AddedMs = 0
    """What is added after each decision in time."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: only its clock limits it."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or the time on the wall divided by this; null: on the wall."""


class Delay(Timed):
    """Base time per seat, which begins to run only after a delay at every decision."""

    kind: Literal[TimeControlKind.DELAY] = TimeControlKind.DELAY
    """Always `delay`."""
    base_ms: BaseMs
    """What each clock has at the start."""
    delay_ms: AddedMs
    """How long the clock stands still at each decision."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: only its clock limits it."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or the time on the wall divided by this; null: on the wall."""


class PerMove(Timed):
    """Time for every decision; extra time comes out of a bank for the whole match."""

    kind: Literal[TimeControlKind.PER_MOVE] = TimeControlKind.PER_MOVE
    """Always `per_move`."""
    move_ms: BaseMs
    """The time for each decision."""
    bank_ms: BankMs = 0
    """The extra time for the whole match, used when a decision takes longer."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: only its clock limits it."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or the time on the wall divided by this; null: on the wall."""


class Correspondence(Timed):
    """A number of days for every decision; the clock is full again after each one."""

    kind: Literal[TimeControlKind.CORRESPONDENCE] = TimeControlKind.CORRESPONDENCE
    """Always `correspondence`."""
    days: Days
    """How many days each decision may take."""
    first_move_ms: AddedMs = 0
    """Extra free time for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The time limit of a decision outside the seat's own turn; null: only its clock limits it."""
    wall_factor: WallFactor | None = None
    """Clocks count processor time, or the time on the wall divided by this; null: on the wall."""


class Untimed(Timed):
    """No clock: no seat ever loses on time."""

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
            description="How a match is timed. `firstMoveMs` is extra free time for each seat's"
            " first decision. `responseMs` is the time limit of a decision outside the seat's own"
            " turn: after it the declared policy decides, and the seat plays on (null: only its"
            " clock limits it). With `wallFactor` clocks count the processor time of programs, as"
            " runners measure it, or the time on the wall divided by the factor where that is more;"
            " for ladders of hosted bots alone (null: the time on the wall). `untimed` has none of"
            " these.",
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


def times() -> Iterator[tuple[str, Any, str]]:
    """Every time that some kind has: its name, its type with its bounds, its meaning."""
    found: dict[str, tuple[Any, str]] = {}
    for each in CONTROLS:
        hints = get_type_hints(each, include_extras=True)
        for name in TIMES[each.model_fields["kind"].default]:
            found.setdefault(name, (hints[name], each.model_fields[name].description or ""))
    for name, (kind, text) in found.items():
        yield name, kind, text
