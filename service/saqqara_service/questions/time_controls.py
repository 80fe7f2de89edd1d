"""How a match is to be timed, as both transports ask: flat, as GraphQL inputs have no unions.

A body of REST and a variable of GraphQL are so the same JSON. The fields are those of all kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import Field, TypeAdapter, ValidationError, create_model, model_validator
from pydantic.alias_generators import to_camel

from saqqara_service.models import Model, TimeControl, TimeControlKind
from saqqara_service.models.time_controls import COMMON, TIMES, times

_CONTROL: TypeAdapter[TimeControl] = TypeAdapter(TimeControl)


class AskedControl(Model):
    """A kind of time control, whose times follow."""

    kind: TimeControlKind
    """The kind of time control."""

    @property
    def control(self) -> TimeControl:
        """The same as one of the kinds."""
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


def _text() -> str:
    """What a kind of time control has besides what all have."""
    own = (
        f"{kind.value}: {', '.join(to_camel(one) for one in names if one not in COMMON)}."
        for kind, names in TIMES.items()
        if names
    )
    common = ", ".join(to_camel(name) for name in sorted(COMMON))
    return (
        "A time control: its kind, and the times of this kind.\n\n"
        f"{' '.join(own)} untimed: none. All kinds except untimed: {common}."
    )


if TYPE_CHECKING:

    class TimeControlTerms(AskedControl):
        """How a match is timed."""

        def __init__(self, *, kind: TimeControlKind, **times: int | None) -> None: ...

else:
    _fields: dict[str, Any] = {
        name: (kind | None, Field(default=None, description=text)) for name, kind, text in times()
    }
    TimeControlTerms = create_model(
        "TimeControlTerms", __base__=AskedControl, __doc__=_text(), __module__=__name__, **_fields
    )
