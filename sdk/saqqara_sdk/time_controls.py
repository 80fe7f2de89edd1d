"""How a match is timed: one of five kinds of clock."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from saqqara_sdk.values import Model


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


TimeControl: TypeAlias = Annotated[
    Fischer | Delay | PerMove | Correspondence | Untimed, Field(discriminator="kind")
]
