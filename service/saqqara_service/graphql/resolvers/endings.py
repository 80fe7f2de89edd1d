"""Ending a match before its game does, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.play import endings
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation
from saqqara_service.graphql.types import asked
from saqqara_service.models import Id, Match, Model


@asked
class ResignMatchInput(Model):
    """Give up the seat of the token's bot."""

    match_id: Id
    """The match, by its id."""


@asked
class AbortMatchInput(Model):
    """Agree to call a match off before anybody has acted."""

    match_id: Id
    """The match, by its id."""


@asked
class VoidMatchInput(inputs.VoidMatch):
    """End a match that is not over without places, with a note that says why to everybody."""

    match_id: Id
    """The match, by its id."""


@strawberry.type
class EndingMutation:
    """Ending matches."""

    @mutation(Match)
    async def resign_match(self, info: Info, input: ResignMatchInput) -> Match:
        """Give up the seat: with one seat left the match is over, else autoplay plays it on."""
        caller = await info.context.caller()
        return await endings.resign(info.context.svc, caller, input.match_id)

    @mutation(Match)
    async def abort_match(self, info: Info, input: AbortMatchInput) -> Match:
        """Agree to call the match off before anybody has acted; it is when every seat agrees."""
        caller = await info.context.caller()
        return await endings.abort(info.context.svc, caller, input.match_id)

    @mutation(Match)
    async def void_match(self, info: Info, input: VoidMatchInput) -> Match:
        """End a match that is not over without places; only an operator may."""
        svc, caller = info.context.svc, await info.context.caller()
        return await endings.void(svc, caller, input.match_id, input.note, input.reason)
