"""How a match is to be timed, as both transports ask: flat, as GraphQL inputs have no unions.

A body of REST and a variable of GraphQL are so the same JSON.
"""

from __future__ import annotations

from typing import Self

from pydantic import TypeAdapter, ValidationError, model_validator

from saqqara_service.models import Model, TimeControl, TimeControlKind
from saqqara_service.models.time_controls import AddedMs, BankMs, BaseMs, Days, ResponseMs

_CONTROL: TypeAdapter[TimeControl] = TypeAdapter(TimeControl)


class TimeControlTerms(Model):
    """How a match is timed: a kind of clock and the times that this kind has.

    fischer: baseMs, incrementMs. delay: baseMs, delayMs. per_move: moveMs, bankMs.
    correspondence: days. untimed: nothing. All but untimed: firstMoveMs, responseMs.
    """

    kind: TimeControlKind
    """How the clock counts."""
    base_ms: BaseMs | None = None
    """What each clock has at the start."""
    increment_ms: AddedMs | None = None
    """What is added after each decision in time."""
    delay_ms: AddedMs | None = None
    """How long the clock stands still at each decision."""
    move_ms: BaseMs | None = None
    """The time for each decision."""
    bank_ms: BankMs | None = None
    """What there is for the whole match beyond the times of decisions."""
    days: Days | None = None
    """How many days each decision may take."""
    first_move_ms: AddedMs | None = None
    """Free time besides for each seat's first decision."""
    response_ms: ResponseMs | None = None
    """The bound of a decision outside the seat's own turn; null: only its clock."""

    @property
    def control(self) -> TimeControl:
        """The same as one of the five kinds."""
        return _CONTROL.validate_python(self.model_dump(by_alias=True, exclude_none=True))

    @model_validator(mode="after")
    def _has_what_its_kind_has(self) -> Self:
        try:
            _ = self.control
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
            place = " ".join(map(str, fault["loc"]))
            raise ValueError(f"{place}: {fault['msg']}") from None
        return self
