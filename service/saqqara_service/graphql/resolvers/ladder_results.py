"""What came of ladders, by GraphQL."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from operator import attrgetter

import strawberry

from saqqara_service import inputs
from saqqara_service.application.feeds import ladder_progress as ladder_news
from saqqara_service.application.ladders import ladders, results
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import told
from saqqara_service.graphql.fields import query, query_of, subscription
from saqqara_service.graphql.pages import Connection
from saqqara_service.models import (
    Ladder,
    LadderLuck,
    LadderMatch,
    LadderResult,
    PairScore,
    TableRow,
)


@told
class LadderResultConnection(Connection[LadderResult]):
    """Some results of a ladder, in their order."""

    cursor_of = staticmethod(results.cursor)


@told
class LadderMatchConnection(Connection[LadderMatch]):
    """Some matches of a ladder, in the order of the plan."""

    cursor_of = attrgetter("id")


@strawberry.type
class LadderResultQuery:
    """Matches and results of ladders, and the tables that follow from them."""

    @query_of(inputs.LadderMatchFilter)
    async def ladder_matches(
        self, info: Info, ladder_id: strawberry.ID, first: int = 20, after: str | None = None
    ) -> LadderMatchConnection:
        """The matches of a ladder that were planned so far, in the order of the plan."""
        some = inputs.read(inputs.LadderMatchFilter, {"first": first, "after": after})
        svc = info.context.svc
        nodes, cursor = await ladders.match_page(svc, ladder_id, some.first, some.after)
        return LadderMatchConnection.until(nodes, cursor)

    @query_of(inputs.LadderResultFilter)
    async def ladder_results(
        self,
        info: Info,
        ladder_id: strawberry.ID,
        bot_id: strawberry.ID | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> LadderResultConnection:
        """The results of a ladder in their order, each with the ratings before and after it."""
        asked = {"bot_id": bot_id, "first": first, "after": after}
        some = inputs.read(inputs.LadderResultFilter, asked)
        nodes, cursor = await results.page(
            info.context.svc, ladder_id, some.first, some.after, some.bot_id
        )
        return LadderResultConnection.until(nodes, cursor)

    @query
    async def ladder_pairs(self, info: Info, ladder_id: strawberry.ID) -> list[PairScore]:
        """How every version of a bot did against every other that it met in a ladder."""
        return await results.pairs(info.context.svc, ladder_id)

    @query
    async def ladder_table(self, info: Info, ladder_id: strawberry.ID) -> list[TableRow]:
        """The published table of a ladder: strength by all rated results at once."""
        return await results.table(info.context.svc, ladder_id)

    @query
    async def ladder_luck(self, info: Info, ladder_id: strawberry.ID) -> LadderLuck:
        """How much of a ladder's results was skill, seat and chance."""
        return await results.luck_of(info.context.svc, ladder_id)


@strawberry.type
class LadderSubscription:
    """How ladders go on."""

    @subscription
    async def ladder_progress(
        self, info: Info, ladder_id: strawberry.ID
    ) -> AsyncGenerator[Ladder, None]:
        """A ladder as it is, then again whenever it changes, until it is over."""
        return ladder_news.changes(info.context.svc, ladder_id)
