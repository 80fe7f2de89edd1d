"""What is asked of accept policies."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from saqqara_service.models import AcceptPolicy, GameLimit, OptionLimit, TimeLimit
from saqqara_service.models.time_controls import TIMES
from saqqara_service.questions.accounts import BotQuestion


class OptionLimitTerms(OptionLimit):
    """The accepted values of a game option; the side of a site is named `sides.<site>`."""


class GameLimitTerms(GameLimit):
    """A game that the bot accepts, within the given presets and option limits."""

    options: list[OptionLimitTerms] = Field(default_factory=list, max_length=50)  # type: ignore[assignment]
    """The accepted values of single options."""


class TimeLimitTerms(TimeLimit):
    """An accepted kind of time control, with limits for its times; null: no limit.

    The limits apply after the handicap of the bot's seat.
    """

    @model_validator(mode="after")
    def _bounds_what_its_kind_has(self) -> Self:
        for name in self.bounds:
            if name not in TIMES[self.kind]:
                raise ValueError(f"A time control of the kind {self.kind} has no {name}.")
        return self


class SetPolicy(AcceptPolicy, BotQuestion):
    """Replace the accept policy of a bot.

    Omitted fields get the values of a new bot. A new bot is sent every challenge without a
    handicap, and plays at most four matches at once.
    """

    games: Annotated[list[GameLimitTerms], Field(max_length=20)] | None = None  # type: ignore[assignment]
    """The accepted games; null: all."""
    time_controls: Annotated[list[TimeLimitTerms], Field(max_length=20)] | None = None  # type: ignore[assignment]
    """The accepted time controls; null: all."""

    @property
    def policy(self) -> AcceptPolicy:
        """The same as what is kept."""
        return AcceptPolicy.model_validate(self.model_dump(include=set(AcceptPolicy.model_fields)))
