"""The accept policies of bots, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.challenges import policies
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation, query
from saqqara_service.graphql.types import asked
from saqqara_service.models import AcceptPolicy, Id


@asked
class SetPolicyInput(inputs.SetPolicy):
    """Say which challenges a bot takes, in place of all that was said before.

    What is left out is as it is for a new bot: it is asked about all challenges of anyone that
    have no handicap, and plays at most four matches at once.
    """

    bot_id: Id
    """The bot, by its id."""


@strawberry.type
class PolicyQuery:
    """Which challenges bots take."""

    @query
    async def policy(self, info: Info, bot_id: strawberry.ID) -> AcceptPolicy:
        """Which challenges a bot of the caller takes."""
        return await policies.of_bot(info.context.svc, await info.context.caller(), bot_id)


@strawberry.type
class PolicyMutation:
    """Saying which challenges bots take."""

    @mutation(AcceptPolicy)
    async def set_policy(self, info: Info, input: SetPolicyInput) -> AcceptPolicy:
        """Say which challenges a bot of the caller takes."""
        caller = await info.context.caller()
        return await policies.put(info.context.svc, caller, input.bot_id, input.policy)
