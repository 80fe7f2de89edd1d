"""What a new token may be used for, and until when: never more or longer than what made it.

A grant is made from one verified credential, and every token is issued from a grant.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Unauthenticated
from saqqara_service.models import SCOPES, Caller, Id, Instant, Scope, TokenInfo, TokenKind
from saqqara_service.models.apps import COMMAND_LINE


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token may be used for, when it ends (None: never), and which credentials it is from.

    The token is worthless as soon as one of its makers, or its app's access, is revoked.
    """

    scopes: frozenset[Scope]
    expires_ms: Instant | None = None
    app_id: Id | None = None
    makers: tuple[Id, ...] = ()
    """The ids of the tokens that it comes from, the first one first."""


def whole(kind: TokenKind) -> Grant:
    """All that a token of the kind may, without an end; for an account that is just opened."""
    return Grant(SCOPES[kind])


async def granted(
    svc: Service,
    maker: Caller,
    kind: TokenKind,
    scopes: Collection[Scope] | None = None,
    expires_ms: Instant | None = None,
) -> Grant:
    """What the maker may give to a token of the kind; without scopes, all that it can.

    Its end is read again: it may have been moved since the maker's token was verified.
    """
    most = frozenset(scope for scope in SCOPES[kind] if maker.may(scope))
    asked = (most or SCOPES[kind]) if scopes is None else frozenset(scopes)
    if beyond := sorted(asked - most):
        raise Forbidden(f"A token of this kind cannot have the scope {beyond[0]}.", scope=beyond[0])
    source = await _source(svc, maker)
    return Grant(
        asked, earlier(expires_ms, source.expires_ms), app_id=source.app_id, makers=source.makers
    )


async def end_of(svc: Service, maker: Caller) -> Instant | None:
    """When the maker's own token ends; the host's command line has none."""
    return (await _source(svc, maker)).expires_ms


async def _source(svc: Service, maker: Caller) -> Grant:
    """The maker's own token, as the source of another one."""
    if maker.token_id is None:  # the host's command line
        return Grant(frozenset())
    found = await svc.tokens.find(maker.token_id)
    if found is None or found.is_expired:
        raise Unauthenticated("The token has expired or was revoked. Create a new one.")
    info = found.info
    living = await svc.tokens.living(found.makers)  # else a chain of makers would grow for ever
    ends_ms = info.expires_ms
    if info.app_id == COMMAND_LINE.id:
        ends_ms = await _end_of_sign_in(svc, info)
    return Grant(frozenset(info.scopes), ends_ms, info.app_id, (*living, maker.token_id))


async def _end_of_sign_in(svc: Service, info: TokenInfo) -> Instant | None:
    """When a person's sign-in on the command line ends: bots that it makes play until then."""
    own = [one for one in await svc.tokens.listed(info.account_id, []) if one.app_id == info.app_id]
    return max((one.expires_ms for one in own if one.expires_ms), default=info.expires_ms)


def earlier(one: Instant | None, other: Instant | None) -> Instant | None:
    """The earlier of two ends; None is never."""
    return min((end for end in (one, other) if end is not None), default=None)
