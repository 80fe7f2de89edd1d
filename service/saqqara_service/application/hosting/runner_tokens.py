"""Tokens of minutes: a runner speaks for a bot by one for as long as it holds the lease."""

from __future__ import annotations

from typing import Final

from saqqara_service.application.accounts import tokens
from saqqara_service.application.service import Service
from saqqara_service.models import Instant, Scope, Submission, TokenInfo, TokenKind
from saqqara_service.storage.accounts.tokens import digest, id_of

LENT_FOR_MS: Final = 300_000
NAME: Final = "lent to a runner"
SCOPES: Final = (Scope.MATCH_PLAY, Scope.MATCH_READ)


async def lend(svc: Service, one: Submission, now_ms: Instant) -> tuple[str, str, Instant]:
    """A new token for the submission's bot, its id and its end; the one before is worthless."""
    token, ends_ms = tokens.make(TokenKind.BOT), now_ms + LENT_FOR_MS
    info = TokenInfo(
        id=id_of(token),
        kind=TokenKind.BOT,
        name=NAME,
        account_id=one.account_id,
        bot_id=one.bot_id,
        scopes=sorted(SCOPES),
        created_ms=now_ms,
        expires_ms=ends_ms,
        used_on=None,
    )
    await call_in(svc, one.id)
    await svc.tokens.lend(info, digest(token), ends_ms, one.version)
    before = await svc.hosting.lend(one.id, info.id)
    if before is not None:  # two lent at once: the later one holds
        await _end(svc, before)
    return token, info.id, ends_ms


async def prolonged(svc: Service, token_id: str, now_ms: Instant) -> Instant | None:
    """The end of a lent token, put off if it is near; None if it is worthless."""
    found = await svc.tokens.find(token_id)
    if found is None or found.is_expired or found.info.expires_ms is None:
        return None
    if found.info.expires_ms - now_ms > LENT_FOR_MS // 2:
        return found.info.expires_ms
    ends_ms = now_ms + LENT_FOR_MS
    return ends_ms if await svc.tokens.prolong(token_id, ends_ms) else None


async def call_in(svc: Service, submission_id: str) -> None:
    """Make the token that is lent for a submission worthless, if there is one."""
    before = await svc.hosting.lend(submission_id, None)
    if before is not None:
        await _end(svc, before)


async def _end(svc: Service, token_id: str) -> None:
    await svc.tokens.call_in(token_id)
    svc.known_tokens.forget(token_id)
    await svc.tokens.forget_ends(await svc.hosting.called_in(token_id))
