"""Making tokens and finding out for whom they speak."""

from __future__ import annotations

import hmac
import time
from collections import OrderedDict
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from saqqara_service.application import tokens
from saqqara_service.application.granting import Grant
from saqqara_service.errors import Busy, TooMany, Unauthenticated
from saqqara_service.models import Caller, TokenInfo, TokenKind
from saqqara_service.storage.tokens import ID_LENGTH, Found, digest, id_of

if TYPE_CHECKING:
    from saqqara_service.application.service import Service

TRUSTED_S: Final = 5.0
"""So long a verified token is trusted without asking Redis, unless it is heard to have ended."""

MOST_KNOWN: Final = 4096
BOT_TOKENS: Final = 2
ACCOUNT_TOKENS: Final = 20


class KnownTokens:
    """The tokens that this process has verified lately."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[float, str, Caller | None]] = OrderedDict()

    def get(self, token_digest: str) -> Caller | None:
        """Whom the token speaks for, if it was verified a moment ago."""
        until, known_digest, caller = self._known.get(token_digest[:ID_LENGTH], (0.0, "", None))
        is_good = until > time.monotonic() and hmac.compare_digest(known_digest, token_digest)
        return caller if is_good else None

    def keep(self, token_digest: str, found: Found) -> None:
        """Trust the token for a moment."""
        token_id = found.info.id
        self._known[token_id] = (time.monotonic() + TRUSTED_S, token_digest, found.caller)
        self._known.move_to_end(token_id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)

    def forget(self, token_id: str) -> None:
        """Trust the token no more."""
        self._known.pop(token_id, None)


async def issue(svc: Service, owner: Caller, name: str, grant: Grant) -> tuple[str, TokenInfo]:
    """A new token for the owner's bot, or else for its account."""
    token = tokens.make(owner.kind)
    info = TokenInfo(
        id=id_of(token),
        kind=owner.kind,
        name=name,
        account_id=owner.account_id,
        bot_id=owner.bot_id,
        scopes=sorted(grant.scopes),
        created_ms=await svc.connection.now_ms(),
        expires_ms=grant.expires_ms,
        used_on=None,
    )
    most = ACCOUNT_TOKENS if owner.bot_id is None else BOT_TOKENS
    if not await svc.tokens.reserve(info, most):
        await _forget_dead(svc, owner)
        if not await svc.tokens.reserve(info, most):
            raise TooMany(
                f"there are {most} live tokens already, and no more are allowed; revoke one first",
                limit=most,
            )
    await svc.tokens.add(info, digest(token))
    return token, info


async def verify(svc: Service, token: str) -> Caller:
    """Whom the token speaks for; junk is refused by its checksum, without asking Redis."""
    if not tokens.is_well_formed(token):
        raise Unauthenticated("this is not a token of this service; check for missing characters")
    token_digest = digest(token)
    caller = svc.known_tokens.get(token_digest)
    if caller is None:
        found = await svc.tokens.find(id_of(token), token_digest)
        if found is None:
            raise Unauthenticated("the token is unknown or was revoked; make a new one")
        if found.is_expired:
            raise Unauthenticated("the token has expired; make a new one")
        svc.known_tokens.keep(token_digest, found)
        await _note_use(svc, found)
        return found.caller
    return caller


async def _note_use(svc: Service, found: Found) -> None:
    """Remember the day, once a day."""
    today = datetime.fromtimestamp(found.now_ms / 1000, UTC).date().isoformat()
    if found.info.used_on != today:
        with suppress(Busy):  # who asks has a good token; the day may be noted the next time
            await svc.tokens.note_use(found.info.id, today)


async def _forget_dead(svc: Service, owner: Caller) -> None:
    """Make room: tokens whose time is over count no more."""
    bots = [] if owner.bot_id is None else [owner.bot_id]
    now_ms = await svc.connection.now_ms()
    for info in await svc.tokens.listed(owner.account_id, bots):
        is_theirs = info.bot_id == owner.bot_id and info.kind is not TokenKind.ADMIN
        if is_theirs and info.expires_ms is not None and info.expires_ms <= now_ms:
            await svc.tokens.remove(info)
