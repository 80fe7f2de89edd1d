"""What is asked of forks."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from saqqara_service.models import Chance, FlagRule, JsonObject, Model, TimeControl, Untimed
from saqqara_service.models.values import Autoplay
from saqqara_service.questions.time_controls import TimeControlTerms
from saqqara_service.questions.values import GivenId, Version


class ForkMatch(Model):
    """Create an analysis match from any point of a finished match; it is never rated.

    The finished match is either a match of this service (`matchId`) or a complete record
    (`record`). The fork continues after its `version`; a record's start counts as version 1,
    and every ply adds 1. Hidden cards stay as they were. With `resampled`, the cards that the
    seat `seenBy` could not see are drawn again.

    A person plays with the account's own token. Without a time control the match is untimed.
    """

    match_id: GivenId | None = None
    """The match to fork; null if `record` is given."""
    record: JsonObject | None = None
    """The record to fork; null if `matchId` is given."""
    version: Version
    """The version at which the fork begins."""
    chance: Chance = Chance.KEPT
    """The treatment of hidden cards."""
    seen_by: Annotated[int | None, Field(ge=0, le=15)] = None
    """The seat whose unseen cards are drawn again; null: the public."""
    seats: Annotated[list[GivenId | None], Field(min_length=1, max_length=16)]
    """For each seat a bot's id, the caller's account id, or null for a free seat."""
    time_control: TimeControlTerms | None = None
    """The time control; null: untimed."""
    on_flag: FlagRule = FlagRule.AUTOPLAY
    """The rule for a seat that runs out of time."""
    autoplay: Autoplay = "uniform"
    """The policy that plays for a seat that has run out of time."""
    start: bool = True
    """Whether the match starts automatically once every seat is taken."""

    @property
    def control(self) -> TimeControl:
        """The match's time control."""
        return self.time_control.control if self.time_control else Untimed()

    @model_validator(mode="after")
    def _has_one_origin(self) -> Self:
        if (self.match_id is None) == (self.record is None):
            raise ValueError("Give either `matchId` or `record`.")
        return self
