"""What can be played, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service.application import games
from saqqara_service.graphql.fields import query
from saqqara_service.models import GameInfo


@strawberry.type
class GameQuery:
    """What can be played."""

    @query
    async def games(self) -> list[GameInfo]:
        """The games of this service."""
        return games.known()
