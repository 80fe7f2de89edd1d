"""Ladders, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.ladders import entries, ladders, scores, seasons
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import told
from saqqara_service.graphql.fields import mutation, query, query_of
from saqqara_service.graphql.pages import Connection
from saqqara_service.graphql.types import asked
from saqqara_service.models import (
    Id,
    Ladder,
    LadderEntry,
    LadderScore,
    Model,
    Standing,
)


@asked
class CreateLadderInput(inputs.CreateLadder):
    """Make a ladder of `blocks` blocks, or of `rounds` of another format than `continuous`.

    A block is one match for every rotation of its bots over the seats. With `startAtMs` the ladder
    starts by itself. When all blocks are played, or from `endAtMs` on as soon as no match is under
    way, it is finished.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """


@asked
class EnrolInput(inputs.Enrol):
    """Enter a bot in a ladder that has not started, or that takes late entries."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class WithdrawInput(inputs.Withdraw):
    """Take a bot out of a ladder; its results stay."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class ReadmitInput(inputs.Readmit):
    """Let a benched bot of a ladder get matches again."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class StartLadderInput(Model):
    """Let the matches of a ladder begin."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class PauseLadderInput(Model):
    """Let no match of a ladder begin for a while."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class ResumeLadderInput(Model):
    """Let a paused ladder go on."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class ExtendLadderInput(inputs.ExtendLadder):
    """Let a ladder that is not over have more; what is not said stays as it is."""

    ladder_id: Id
    """The ladder, by its id."""


@asked
class CancelLadderInput(Model):
    """Call a ladder off for good."""

    ladder_id: Id
    """The ladder, by its id."""


@told
class LadderConnection(Connection[Ladder]):
    """Some ladders, newest first."""

    cursor_of = staticmethod(ladders.cursor)


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
        return LadderConnection.until(nodes, cursor)

    @query
    async def ladder_entries(self, info: Info, ladder_id: strawberry.ID) -> list[LadderEntry]:
        """Every bot of a ladder and whether it gets matches, in the order of enrolment."""
        return await entries.listed(info.context.svc, ladder_id)

    @query
    async def standings(self, info: Info, ladder_id: strawberry.ID) -> list[Standing]:
        """The bots of a ladder from best to worst."""
        return await ladders.standings(info.context.svc, ladder_id)

    @query
    async def ladder_scores(self, info: Info, ladder_id: strawberry.ID) -> list[LadderScore]:
        """The bots of a ladder by points and tie-breaks, best first, from blocks that are over."""
        return await scores.listed(info.context.svc, ladder_id)


@strawberry.type
class LadderMutation:
    """Making ladders, entering bots, letting them run and end."""

    @mutation(Ladder)
    async def create_ladder(self, info: Info, input: CreateLadderInput) -> Ladder:
        """Make a ladder; bots can be enrolled until it is started."""
        caller = await info.context.caller()
        return await ladders.create(info.context.svc, caller, input.terms, input.key)

    @mutation(Ladder)
    async def enrol(self, info: Info, input: EnrolInput) -> Ladder:
        """Enter a bot of the caller; entering it twice is entering it once."""
        caller = await info.context.caller()
        return await entries.enrol(info.context.svc, caller, input.ladder_id, input.bot_id)

    @mutation(Ladder)
    async def withdraw(self, info: Info, input: WithdrawInput) -> Ladder:
        """Take a bot of the caller out; matches under way are played on, and its results stay."""
        svc, caller = info.context.svc, await info.context.caller()
        return await entries.withdraw(svc, caller, input.ladder_id, input.bot_id)

    @mutation(Ladder)
    async def readmit(self, info: Info, input: ReadmitInput) -> Ladder:
        """Let a benched bot of the caller get matches again."""
        svc, caller = info.context.svc, await info.context.caller()
        return await entries.readmit(svc, caller, input.ladder_id, input.bot_id)

    @mutation(Ladder)
    async def start_ladder(self, info: Info, input: StartLadderInput) -> Ladder:
        """Let the matches begin."""
        caller = await info.context.caller()
        return await seasons.start(info.context.svc, caller, input.ladder_id)

    @mutation(Ladder)
    async def pause_ladder(self, info: Info, input: PauseLadderInput) -> Ladder:
        """Let no match begin until the ladder is resumed; those under way count."""
        caller = await info.context.caller()
        return await seasons.pause(info.context.svc, caller, input.ladder_id)

    @mutation(Ladder)
    async def resume_ladder(self, info: Info, input: ResumeLadderInput) -> Ladder:
        """Let a paused ladder go on."""
        caller = await info.context.caller()
        return await seasons.resume(info.context.svc, caller, input.ladder_id)

    @mutation(Ladder)
    async def extend_ladder(self, info: Info, input: ExtendLadderInput) -> Ladder:
        """Let a ladder have more blocks, a later end or more who are invited."""
        return await seasons.extend(
            info.context.svc,
            await info.context.caller(),
            input.ladder_id,
            blocks=input.blocks,
            rounds=input.rounds,
            end_at_ms=input.end_at_ms,
            invited=input.invited,
        )

    @mutation(Ladder)
    async def cancel_ladder(self, info: Info, input: CancelLadderInput) -> Ladder:
        """Call a ladder off for good; matches under way are played on and count."""
        caller = await info.context.caller()
        return await seasons.cancel(info.context.svc, caller, input.ladder_id)
