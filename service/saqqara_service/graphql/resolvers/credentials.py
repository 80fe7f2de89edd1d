"""Tokens and invitations, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.application.accounts import credentials
from saqqara_service.graphql.context import Info
from saqqara_service.graphql.fields import mutation, query
from saqqara_service.graphql.types import asked
from saqqara_service.models import Id, Invitation, Issued, Model, TokenInfo


@asked
class CreateTokenInput(inputs.CreateToken):
    """Make a token for a bot, or without one for the account; by default with all its scopes.

    `expiresInMs` is its lifetime; without one it lives until it is revoked. It ends with the
    token that makes it at the latest, and may nothing that this one may not.
    """


@asked
class RotateTokenInput(inputs.RotateToken):
    """Make a new token like an old one, which works on for `overlapMs`; its end stays the same."""

    token_id: Id
    """The token, by its id."""


@asked
class RevokeTokenInput(Model):
    """Make a token worthless."""

    token_id: Id
    """The token, by its id."""


@asked
class InviteInput(inputs.Invite):
    """Make a code that opens one account for as long as `expiresInMs`."""


@strawberry.type
class TokenQuery:
    """What may be told of tokens."""

    @query
    async def token(self, info: Info) -> TokenInfo:
        """What the token that is used for asking may do, whom it speaks for, and how long."""
        return await credentials.about(info.context.svc, await info.context.caller())

    @query
    async def tokens(self, info: Info) -> list[TokenInfo]:
        """The live tokens of the account and of its bots, oldest first."""
        return await credentials.listed(info.context.svc, await info.context.caller())


@strawberry.type
class TokenMutation:
    """Making, rotating and revoking tokens; inviting."""

    @mutation(Issued)
    async def create_token(self, info: Info, input: CreateTokenInput) -> Issued:
        """Make a token; it is in the answer and is never shown again. A bot has two at most."""
        caller = await info.context.caller()
        return await credentials.create(
            info.context.svc,
            caller,
            input.name,
            bot_id=input.bot_id,
            scopes=input.scopes,
            expires_in_ms=input.expires_in_ms,
        )

    @mutation(Issued)
    async def rotate_token(self, info: Info, input: RotateTokenInput) -> Issued:
        """Make a new token like an old one, which works on for a while and then no more."""
        caller = await info.context.caller()
        return await credentials.rotate(info.context.svc, caller, input.token_id, input.overlap_ms)

    @mutation(TokenInfo)
    async def revoke_token(self, info: Info, input: RevokeTokenInput) -> TokenInfo:
        """Make a token worthless; what it holds open is closed within seconds."""
        caller = await info.context.caller()
        return await credentials.revoke(info.context.svc, caller, input.token_id)

    @mutation(Invitation)
    async def invite(self, info: Info, input: InviteInput) -> Invitation:
        """Make a code that opens one account; administrators only."""
        caller = await info.context.caller()
        return await credentials.invite(info.context.svc, caller, input.expires_in_ms)
