"""For whom a token speaks: it is verified here, and trusted for a moment."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from saqqara_service.application.accounts import tokens
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, Unauthenticated
from saqqara_service.models import Caller, TokenKind
from saqqara_service.observability.access import note_known
from saqqara_service.storage.accounts.tokens import Found, digest, id_of


async def authenticate(svc: Service, token: str | None) -> Caller:
    """Whom the token speaks for."""
    if token is None:
        raise Unauthenticated("A token is required. Send `Authorization: Bearer imh_…`.")
    caller = await verify(svc, token)
    note_known(caller.account_id)
    return caller


async def verify(svc: Service, token: str) -> Caller:
    """Whom the token speaks for; junk is refused by its checksum, without asking Redis."""
    token_digest = digest(token)
    caller = svc.known_tokens.get(token_digest)
    if caller is None:
        if not tokens.is_well_formed(token):
            raise Unauthenticated(
                "This is not a token of this service. Check it for missing characters."
            )
        found = await svc.tokens.find(id_of(token), token_digest)
        if found is None:
            await svc.admission.demand_open_now()  # a store that lost its data knows nobody
            raise Unauthenticated("The token is unknown or was revoked. Create a new one.")
        if found.is_expired:
            raise Unauthenticated("The token has expired. Create a new one.")
        if found.info.kind is TokenKind.APP:
            raise Unauthenticated("This is a refresh token. Send it to `/oauth/token` only.")
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
