"""What the service tells of itself, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service.application.operations import server
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import query
from saqqara_service.models import ServerInfo


@strawberry.type
class ServerQuery:
    """What the service tells of itself."""

    @query
    async def server(self, info: Info) -> ServerInfo:
        """Which version answers, and what time it is for the clocks of matches."""
        return await server.about(info.context.svc)
