"""What a new token may be used for, and until when: never more or longer than what made it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Unauthenticated
from saqqara_service.models import SCOPES, Caller, Instant, Scope, TokenKind


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token may be used for, and the instant at which it ends (None: never)."""

    scopes: frozenset[Scope]
    expires_ms: Instant | None = None


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
        raise Forbidden(f"such a token cannot have the scope {beyond[0]}", scope=beyond[0])
    return Grant(asked, earlier(expires_ms, await end_of(svc, maker)))


async def end_of(svc: Service, maker: Caller) -> Instant | None:
    """When the maker's own token ends; the host's command line has none."""
    if maker.token_id is None:
        return None
    found = await svc.tokens.find(maker.token_id)
    if found is None or found.is_expired:
        raise Unauthenticated("the token has expired or was revoked; make a new one")
    return found.info.expires_ms


def earlier(one: Instant | None, other: Instant | None) -> Instant | None:
    """The earlier of two ends; None is never."""
    return min((end for end in (one, other) if end is not None), default=None)
