"""How a match is timed: one of five kinds of clock, or one that this version does not know."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AliasChoices, ConfigDict, Discriminator, Field, Tag

from saqqara_sdk.wire.values import Model


class Fischer(Model):
    """Base time per seat and an increment for every decision it makes in time.

    In every timed kind `first_move_ms` is free time besides for each seat's first decision, and
    `response_ms` bounds a decision outside the seat's own turn (None: only its clock does).
    """

    kind: Literal["fischer"] = "fischer"
    base_ms: int
    increment_ms: int = 0
    first_move_ms: int = 0
    response_ms: int | None = None


class Delay(Model):
    """Base time per seat, which begins to run only after a delay at every decision."""

    kind: Literal["delay"] = "delay"
    base_ms: int
    delay_ms: int
    first_move_ms: int = 0
    response_ms: int | None = None


class PerMove(Model):
    """Time for every decision; what takes longer comes out of a bank for the whole match."""

    kind: Literal["per_move"] = "per_move"
    move_ms: int
    bank_ms: int = 0
    first_move_ms: int = 0
    response_ms: int | None = None


class Correspondence(Model):
    """Days for every decision: the clock is full again after each one."""

    kind: Literal["correspondence"] = "correspondence"
    days: int
    first_move_ms: int = 0
    response_ms: int | None = None


class Untimed(Model):
    """No clock: nobody is ever charged or flagged."""

    kind: Literal["untimed"] = "untimed"


class UnknownTimeControl(Model):
    """A kind of clock that this version does not know; what was said of it is in `model_extra`.

    Where GraphQL was asked only for the known kinds, it is the name of the type that tells it.
    """

    model_config = ConfigDict(extra="allow")

    kind: str = Field(default="unknown", validation_alias=AliasChoices("kind", "__typename"))


_KINDS: Final = frozenset({"fischer", "delay", "per_move", "correspondence", "untimed"})


def _tag(clock: object) -> str:
    kind = clock.get("kind") if isinstance(clock, dict) else getattr(clock, "kind", None)
    return kind if isinstance(kind, str) and kind in _KINDS else "unknown"


TimeControl: TypeAlias = Annotated[
    Annotated[Fischer, Tag("fischer")]
    | Annotated[Delay, Tag("delay")]
    | Annotated[PerMove, Tag("per_move")]
    | Annotated[Correspondence, Tag("correspondence")]
    | Annotated[Untimed, Tag("untimed")]
    | Annotated[UnknownTimeControl, Tag("unknown")],
    Discriminator(_tag),
]
