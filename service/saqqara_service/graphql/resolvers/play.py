"""Acting in a match, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.play import explanations, throttle
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation, query_of
from saqqara_service.graphql.types import asked
from saqqara_service.models import Acted, Explanation, Id


@asked
class ActInput(inputs.Act):
    """One decision: the action, the version that it answers, and an id of your making.

    The action is named by its notation (`action`) or by its `code`, exactly one of them. Sending
    the same id again returns the first answer and applies nothing twice.
    """

    match_id: Id
    """The match, by its id."""


@strawberry.type
class PlayQuery:
    """What may be done."""

    @query_of(inputs.Explain)
    async def explain(
        self,
        info: Info,
        match_id: strawberry.ID,
        action: str | None = None,
        code: int | None = None,
    ) -> Explanation:
        """Whether an action is legal for the seat of the token's bot now, and if not, why."""
        asked_for = inputs.read(inputs.Explain, {"action": action, "code": code})
        caller = await info.context.caller()
        return await explanations.explain(info.context.svc, caller, match_id, asked_for.named)


@strawberry.type
class PlayMutation:
    """Acting."""

    @mutation(Acted, charge=Charge.ACTION)
    async def act(self, info: Info, input: ActInput) -> Acted:
        """Apply an action; the same action id again returns the first answer."""
        acted = await throttle.act(
            info.context.svc,
            info.context.asker,
            await info.context.acting(),
            input.match_id,
            input.named,
            input.expected_version,
            input.action_id,
            info.context.timing,
        )
        if not acted.repeated:
            info.context.refund()
        return acted
