"""What can be played, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service.application.matches import games
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import query
from saqqara_service.models import GameInfo


@strawberry.type
class GameQuery:
    """What can be played."""

    @query
    async def games(self, info: Info) -> list[GameInfo]:  # noqa: ARG002 (every root field has it)
        """The games of this service."""
        return games.known()
