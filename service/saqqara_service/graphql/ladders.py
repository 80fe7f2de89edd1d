"""Ladders, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application import ladders
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import computed, told
from saqqara_service.graphql.fields import mutation, query, query_of
from saqqara_service.graphql.pages import PageInfo
from saqqara_service.graphql.types import asked
from saqqara_service.models import Id, Ladder, LadderMatch, Model, Standing


@asked
class CreateLadderInput(inputs.CreateLadder):
    """Make a ladder of `blocks` blocks, of which at most `concurrency` matches are played at once.

    A block is one match for every rotation of its bots over the seats.
    """


@asked
class EnrolInput(inputs.Enrol):
    """Enter a bot in a ladder that has not started."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class StartLadderInput(Model):
    """Close enrolment and let the matches begin."""

    ladder_id: Id
    """The ladder, by its id."""


@told
class LadderEdge:
    """A ladder and the cursor that asks for those after it."""

    cursor: str
    """Asks for the ladders after this one."""
    node: Ladder
    """The ladder itself."""


@told
class LadderConnection:
    """Some ladders, newest first."""

    nodes: list[Ladder]
    """The ladders of this page."""
    page_info: PageInfo
    """Where the page ends."""

    @computed
    def edges(self) -> list[LadderEdge]:
        """The same ladders, each with its cursor."""
        return [LadderEdge(cursor=ladders.cursor(node), node=node) for node in self.nodes]


@strawberry.type
class LadderQuery:
    """Ladders, their schedules and their standings."""

    @query
    async def ladder(self, info: Info, id: strawberry.ID) -> Ladder:
        """A ladder and how far it is."""
        return await ladders.get(info.context.svc, id)

    @query_of(inputs.LadderFilter)
    async def ladders(
        self, info: Info, first: int = 20, after: str | None = None
    ) -> LadderConnection:
        """Ladders, newest first."""
        some = inputs.read(inputs.LadderFilter, {"first": first, "after": after})
        nodes, cursor = await ladders.page(info.context.svc, some.first, some.after)
        return LadderConnection(nodes=nodes, page_info=PageInfo.until(cursor))

    @query
    async def standings(self, info: Info, ladder_id: strawberry.ID) -> list[Standing]:
        """The bots of a ladder from best to worst."""
        return await ladders.standings(info.context.svc, ladder_id)

    @query
    async def ladder_matches(self, info: Info, ladder_id: strawberry.ID) -> list[LadderMatch]:
        """Every match of a ladder that was planned so far, in the order of the plan."""
        return await ladders.schedule(info.context.svc, ladder_id)


@strawberry.type
class LadderMutation:
    """Making ladders, entering bots, letting them run."""

    @mutation(Ladder)
    async def create_ladder(self, info: Info, input: CreateLadderInput) -> Ladder:
        """Make a ladder; bots can be enrolled until it is started."""
        return await ladders.create(
            info.context.svc,
            await info.context.caller(),
            input.name,
            input.game,
            input.options or {},
            time_control=input.time_control.control,
            blocks=input.blocks,
            concurrency=input.concurrency,
        )

    @mutation(Ladder)
    async def enrol(self, info: Info, input: EnrolInput) -> Ladder:
        """Enter a bot of the caller; entering it twice is entering it once."""
        caller = await info.context.caller()
        return await ladders.enrol(info.context.svc, caller, input.ladder_id, input.bot_id)

    @mutation(Ladder)
    async def start_ladder(self, info: Info, input: StartLadderInput) -> Ladder:
        """Close enrolment and let the matches begin."""
        caller = await info.context.caller()
        return await ladders.start(info.context.svc, caller, input.ladder_id)
