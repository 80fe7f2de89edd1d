"""Challenges and pairings, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.accounts import presence
from saqqara_service.application.challenges import challenges, pairings
from saqqara_service.application.challenges.offering import Offered
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.described import told
from saqqara_service.graphql.fields import mutation, query, query_of
from saqqara_service.graphql.pages import Page
from saqqara_service.graphql.types import asked
from saqqara_service.models import Bot, Challenge, ChallengeStatus, Id, Model, Pairings


@asked
class CreateChallengeInput(inputs.CreateChallenge):
    """Challenge one to three other bots to a match with a bot of the caller.

    `botId` is the caller's bot; a bot's token speaks for its own. `seats` are the bots by seat;
    without them seats are drawn once all have accepted, in a way that can be checked then. Who does
    not answer within `expiresInMs` lets the challenge expire. When all have accepted the match is
    made and starts, but not before `startAtMs`.

    Within 24 hours the same call with the same `key`, which is of your making, makes nothing twice.
    """


@asked
class AcceptChallengeInput(inputs.AcceptChallenge):
    """Accept, for the bot of the token or for one of the account."""

    challenge_id: Id
    """The challenge, by its id."""


@asked
class DeclineChallengeInput(inputs.DeclineChallenge):
    """Decline and say why, for the bot of the token or for one of the account."""

    challenge_id: Id
    """The challenge, by its id."""


@asked
class CancelChallengeInput(Model):
    """Take a challenge back that not all have accepted."""

    challenge_id: Id
    """The challenge, by its id."""


@asked
class PairMatchesInput(inputs.PairMatches):
    """Make up to 100 matches by the same terms, which start at once or at `startAtMs`.

    Bots of other accounts are seated if their accept policies accept it without asking them; an
    operator may seat all. The same call with the same keys makes nothing twice.
    """


@told
class ChallengeConnection(Page[Challenge]):
    """Some challenges, newest first."""


@told
class BotConnection(Page[Bot]):
    """Some bots that are there, in the order of their ids."""


@strawberry.type
class ChallengeQuery:
    """Challenges, and who could be challenged."""

    @query
    async def challenge(self, info: Info, id: strawberry.ID) -> Challenge:
        """A challenge that a bot of the caller has made or is asked."""
        return await challenges.get(info.context.svc, await info.context.caller(), id)

    @query_of(inputs.ChallengeFilter)
    async def challenges(
        self,
        info: Info,
        bot_id: strawberry.ID | None = None,
        status: ChallengeStatus | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> ChallengeConnection:
        """The challenges of a bot, or else of the token's bot or account, newest first."""
        asked_for = {"bot_id": bot_id, "status": status, "first": first, "after": after}
        some = inputs.read(inputs.ChallengeFilter, asked_for)
        caller = await info.context.caller()
        nodes, cursor = await challenges.page(
            info.context.svc, caller, some.bot_id, some.status, first=some.first, after=some.after
        )
        return ChallengeConnection.until(nodes, cursor)

    @query_of(inputs.PresenceFilter)
    async def present_bots(
        self, info: Info, first: int = 20, after: str | None = None
    ) -> BotConnection:
        """The bots that follow their feed or ask for their turns, in the order of their ids."""
        some = inputs.read(inputs.PresenceFilter, {"first": first, "after": after})
        nodes, cursor = await presence.page(info.context.svc, some.first, some.after)
        return BotConnection.until(nodes, cursor)


@strawberry.type
class ChallengeMutation:
    """Challenging, answering, pairing."""

    @mutation(Challenge)
    async def create_challenge(self, info: Info, input: CreateChallengeInput) -> Challenge:
        """Challenge one to three other bots to a match."""
        return await challenges.create(
            info.context.svc,
            await info.context.caller(),
            input.bot_id,
            input.challenged,
            Offered(input.terms, input.seats, input.start_at_ms),
            expires_in_ms=input.expires_in_ms,
            key=input.key,
        )

    @mutation(Challenge)
    async def accept_challenge(self, info: Info, input: AcceptChallengeInput) -> Challenge:
        """Accept; the last one who does makes the match."""
        svc, caller = info.context.svc, await info.context.caller()
        return await challenges.accept(svc, caller, input.challenge_id, input.bot_id)

    @mutation(Challenge)
    async def decline_challenge(self, info: Info, input: DeclineChallengeInput) -> Challenge:
        """Decline and say why, which ends the challenge for all."""
        return await challenges.decline(
            info.context.svc,
            await info.context.caller(),
            input.challenge_id,
            input.bot_id,
            input.reason,
        )

    @mutation(Challenge)
    async def cancel_challenge(self, info: Info, input: CancelChallengeInput) -> Challenge:
        """Take a challenge back that not all have accepted."""
        caller = await info.context.caller()
        return await challenges.cancel(info.context.svc, caller, input.challenge_id)

    @mutation(Pairings)
    async def pair_matches(self, info: Info, input: PairMatchesInput) -> Pairings:
        """Make up to 100 matches at once; each pairing tells what came of it."""
        return await pairings.pair(
            info.context.svc,
            await info.context.caller(),
            [pairings.Pair(one.key, one.seats) for one in input.pairs],
            input.terms,
            input.start_at_ms,
        )
