"""What is asked of forks."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import GivenId, Version
from saqqara_service.models import Chance, FlagRule, JsonObject, Model, TimeControl, Untimed
from saqqara_service.models.values import Autoplay


class ForkMatch(Model):
    """Begin an analysis match from any point of a finished match; it is never rated.

    The finished match is either one of this service (`matchId`) or a whole record (`record`). The
    fork goes on after its `version`; a record's start counts as version 1, and every ply adds 1.
    Hidden cards stay as they were. With `resampled`, the cards that the seat `seenBy` (null: the
    public) could not see are drawn again.

    A seat is one of three: a bot's id; the id of the caller's account, which then plays with the
    account's own token; or null for a free seat. Without a time control it is
    untimed.
    """

    match_id: GivenId | None = None
    """The match of this service to begin in; null with a record."""
    record: JsonObject | None = None
    """The record to begin in; null with a match."""
    version: Version
    """The version at which to begin."""
    chance: Chance = Chance.KEPT
    """What becomes of hidden cards."""
    seen_by: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat whose unseen cards are drawn again; null: the public."""
    seats: Annotated[list[GivenId | None], Field(min_length=1, max_length=16)]
    """Who sits where: a bot's id, the caller's account id, or null for a free seat."""
    time_control: TimeControlTerms | None = None
    """How it is timed; null: not at all."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat whose time has run out."""
    autoplay: Autoplay = "uniform"
    """The policy that plays for a seat whose time has run out."""
    start: bool = True
    """Whether it starts by itself as soon as every seat is taken."""

    @property
    def control(self) -> TimeControl:
        """How it is timed."""
        return self.time_control.control if self.time_control else Untimed()

    @model_validator(mode="after")
    def _has_one_origin(self) -> Self:
        if (self.match_id is None) == (self.record is None):
            raise ValueError("give either `matchId` or `record`")
        return self
