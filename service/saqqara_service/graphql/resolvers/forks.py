"""Forks of matches and records, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.matches import forks
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation
from saqqara_service.graphql.types import asked
from saqqara_service.models import Match


@asked
class ForkMatchInput(inputs.ForkMatch):
    """Begin an analysis match in the middle of another that is over; it is never rated.

    The other is a match of this service (`matchId`) or a whole record (`record`), exactly one of
    them. The fork goes on after its `version`; a record's start counts as version 1, and every ply
    adds 1. Hidden cards lie as they lay there, or, `resampled`, those that the seat `seenBy` (null:
    the public) could not see are drawn anew.

    A seat is a bot's id, the id of the caller's account, which then plays it by the account's own
    token, or null for a seat that any bot may take. Without a time control it is untimed.
    """


@strawberry.type
class ForkMutation:
    """Analysing."""

    @mutation(Match)
    async def fork_match(self, info: Info, input: ForkMatchInput) -> Match:
        """Begin an analysis match in the middle of a match or record that is over."""
        svc, caller = info.context.svc, await info.context.caller()
        return await forks.fork(
            svc,
            caller,
            await forks.place(svc, caller, input.match_id, input.record, input.version),
            input.control,
            seats=input.seats,
            chance=input.chance,
            seen_by=input.seen_by,
            on_flag=input.on_flag,
            autoplay=input.autoplay,
            start=input.start,
        )
