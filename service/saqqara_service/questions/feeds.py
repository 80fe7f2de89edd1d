"""What is asked of a match's events."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from saqqara_service.models import Model
from saqqara_service.models.values import Game
from saqqara_service.questions.matches import MatchQuestion
from saqqara_service.questions.values import REST_ONLY, Cursor, Language, PageSize


class TurnDetail(Model):
    """How much to tell of turns."""

    legal_actions: Annotated[bool, REST_ONLY] = False
    """Whether each turn includes its legal actions as objects, not only in the notation."""
    language: Language | None = None
    """The language tag of labels, such as `de`.

    Null: English labels for legal actions, and no labels for events."""


class LobbyFilter(Model):
    """Which matches the lobby tells of."""

    game: Game | None = None
    """Only matches of this game; null: all."""
    players: Annotated[int | None, Field(ge=1, le=16)] = None
    """Only matches with this number of seats; null: all."""


class FollowEvents(TurnDetail, MatchQuestion):
    """Which events of a match to tell, and what with each: those after a cursor, else all."""

    after: Cursor | None = None
    """Only events after this cursor; null: all."""
    views: bool = False
    """Whether each event of a stream includes a view."""


class EventFilter(FollowEvents):
    """Which events of a match to tell: those after a cursor (else all), so many a page.

    A stream tells with `views` what the follower may know after each event.
    """

    views: Annotated[bool, REST_ONLY] = False
    """Whether each event of a stream includes a view."""
    first: PageSize = 100
    """The maximum number of events per page."""
