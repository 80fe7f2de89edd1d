"""Acting in a match, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application import play
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation
from saqqara_service.graphql.types import asked
from saqqara_service.models import Acted, Id


@asked
class ActInput(inputs.Act):
    """One decision: the action in its notation, the version it answers, and an id of your making.

    Sending the same id again returns the first answer and applies nothing twice.
    """

    match_id: Id


@strawberry.type
class PlayMutation:
    """Acting."""

    @mutation(Acted)
    async def act(self, info: Info, input: ActInput) -> Acted:
        """Apply an action; the same action id again returns the first answer."""
        return await play.act(
            info.context.svc,
            await info.context.caller(),
            input.match_id,
            input.action,
            input.expected_version,
            input.action_id,
        )
