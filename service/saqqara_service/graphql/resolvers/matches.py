"""Making, finding and reading matches, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.matches import lists, matches
from saqqara_service.application.matches.lists import Wanted
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import told
from saqqara_service.graphql.fields import mutation, query, query_of
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import asked
from saqqara_service.models import Id, JsonObject, Match, MatchStatus, Model, SeatView


@asked
class CreateMatchInput(inputs.CreateMatch):
    """Make a match. A seat is a bot's id, or null for a seat that any bot may take.

    With `openTo` only these bots, and those of these accounts, may take a free seat. With `start`
    the match starts by itself as soon as every seat is taken, but not before `startAtMs`. Who has
    no seat in it (and is neither its maker nor an admin) is told of it `publicDelayMs` later than
    it happens.

    `timeOdds` are handicaps: for each seat the factor by which its base, bank, move time or days
    are multiplied. When a seat's time is gone, what follows is `onFlag`: `forfeit` needs two seats.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """


@asked
class JoinMatchInput(inputs.JoinMatch):
    """Take a seat; without one, the first free seat."""

    match_id: Id
    """The match, by its id."""


@asked
class StartMatchInput(Model):
    """Start a match whose seats are all taken."""

    match_id: Id
    """The match, by its id."""


@told
class MatchConnection(Connection[Match]):
    """Some matches, newest first."""

    cursor_of = staticmethod(lists.cursor)


@strawberry.type
class MatchQuery:
    """Matches and what may be known of them."""

    @query
    async def match(self, info: Info, id: strawberry.ID) -> Match:
        """A match as the token, or else anybody, may see it."""
        caller = await info.context.caller_if_any()
        return await matches.get(info.context.svc, id, caller)

    @query_of(inputs.MatchFilter)
    async def matches(
        self,
        info: Info,
        status: MatchStatus | None = None,
        bot_id: strawberry.ID | None = None,
        game: str | None = None,
        players: int | None = None,
        *,
        joinable: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> MatchConnection:
        """Matches as anybody may see them, newest first; `joinable`: open ones with a free seat."""
        asked_for = {"status": status, "bot_id": bot_id, "game": game, "players": players}
        page = {"joinable": joinable, "first": first, "after": after}
        some = inputs.read(inputs.MatchFilter, {**asked_for, **page})
        wanted = Wanted(some.status, some.bot_id, some.game, some.players, some.joinable)
        nodes, cursor = await lists.page(info.context.svc, wanted, some.first, some.after)
        return MatchConnection.until(nodes, cursor)

    @query
    async def view(self, info: Info, match_id: strawberry.ID) -> SeatView:
        """What the bot of the token may know of the match now; else the public view."""
        caller = await info.context.caller_if_any()
        return await matches.view(info.context.svc, caller, match_id)

    @query
    async def record(self, info: Info, match_id: strawberry.ID) -> JsonObject:
        """The record of a match that is over: seed, every chance outcome, every action, the scores.

        While the match is being played it is the public part: no seed, and nothing that is hidden.
        """
        caller = await info.context.caller_if_any()
        return await matches.record(info.context.svc, match_id, caller)


@strawberry.type
class MatchMutation:
    """Making, joining and starting matches."""

    @mutation(Match)
    async def create_match(self, info: Info, input: CreateMatchInput) -> Match:
        """Make a match."""
        return await matches.create(
            info.context.svc,
            await info.context.caller(),
            input.terms,
            seats=input.seats,
            open_to=input.open_to,
            key=input.key,
            start=input.start,
            start_at_ms=input.start_at_ms,
        )

    @mutation(Match)
    async def join_match(self, info: Info, input: JoinMatchInput) -> Match:
        """Take a seat with the bot that the token speaks for."""
        caller = await info.context.caller()
        return await matches.join(info.context.svc, caller, input.match_id, input.seat)

    @mutation(Match)
    async def start_match(self, info: Info, input: StartMatchInput) -> Match:
        """Start a match whose seats are all taken."""
        return await matches.start(info.context.svc, await info.context.caller(), input.match_id)
