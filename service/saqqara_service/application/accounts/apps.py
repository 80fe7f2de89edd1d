"""Apps of third parties: registered, let in by people, and given tokens of minutes.

What a person agreed to ends at one instant, however often the app refreshes. A code or a refresh
token that comes twice has been stolen from somebody: then the app has nothing of the account left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from saqqara_service.application.accounts import redirect_uris, tokens
from saqqara_service.application.accounts.account_names import demand_unreserved
from saqqara_service.application.accounts.accounts import checked_name
from saqqara_service.application.accounts.credentials import CODE_MS, DEVICE_MS, end_app
from saqqara_service.application.accounts.grants import Grant, earlier, granted
from saqqara_service.application.accounts.issuance import (
    APPS_LET_IN,
    OF_APP,
    enter,
    is_over,
    of_app,
)
from saqqara_service.application.service import Service
from saqqara_service.errors import Busy, Forbidden, Malformed, TooMany
from saqqara_service.models import Caller, Scope, TokenInfo, TokenKind
from saqqara_service.models.apps import COMMAND_LINE, App, Consent, DeviceRequest
from saqqara_service.storage.accounts.tokens import Found, digest, id_of

APPS: Final = 20
ACCESS_MS: Final = 15 * 60_000
CONSENT_MS: Final = 90 * 86_400_000
PEOPLE: Final = frozenset({TokenKind.USER, TokenKind.GUEST})
POLL_MS: Final = 4_000
"""A device asks every five seconds; the network may bring two questions closer together."""
_ID: Final = re.compile(r"p[0-9A-Za-z]{16}")


@dataclass(frozen=True, slots=True)
class AppGrant:
    """What one verified code or refresh token lets one app do with one account.

    Nothing else lets an app have tokens.
    """

    digest: str
    """Of the code or refresh token; it is good once."""
    app: App
    account_id: str
    kind: TokenKind
    """Whom the app's tokens speak for: a person or a guest."""
    grant: Grant
    refresh: TokenInfo | None = None
    """The refresh token that was verified."""
    consent: Consent | None = None
    """What stands behind the code that was verified."""

    @property
    def source(self) -> tuple[str, ...]:
        """The token without which it is worth nothing: the app's own, or the person's."""
        return (self.refresh.id,) if self.refresh else self.grant.makers[-1:]


@dataclass(frozen=True, slots=True)
class Device:
    """A program without a browser that asks, by the digest of the code that it keeps."""

    digest: str
    asked: DeviceRequest
    app: App
    grant: AppGrant | None = None


async def register(svc: Service, caller: Caller, name: str, uris: list[str]) -> App:
    """A new app of the caller's account, which sends browsers only to these addresses."""
    is_person = caller.kind is TokenKind.USER and caller.app_id is None
    if not is_person or not caller.may(Scope.ACCOUNT_MANAGE):
        raise Forbidden("Registering an app needs the token of an account.")
    if not 1 <= len(uris) <= APPS or None in map(redirect_uris.parse, uris):
        raise Malformed(
            "An app needs 1 to 20 redirect addresses. Use https with a host name or http"
            " with the local machine, without a user or a fragment."
        )
    demand_unreserved(checked_name(name))
    app = App(
        id="p" + tokens.random_word(16),
        name=name,
        redirect_uris=uris,
        account_id=caller.account_id,
        created_ms=await svc.connection.now_ms(),
    )
    if not await svc.apps.reserve(app, APPS):
        raise TooMany(f"The account has already registered {APPS} apps, the maximum.", limit=APPS)
    await svc.apps.add(app)
    return app


async def find(svc: Service, app_id: str | None) -> App | None:
    """The app of that id, if there is one."""
    if app_id is None or _ID.fullmatch(app_id) is None:
        return None
    return COMMAND_LINE if app_id == COMMAND_LINE.id else await svc.apps.find(app_id)


async def ask(svc: Service, app_id: str, scopes: list[Scope], codes: tuple[str, str]) -> None:
    """Let a device ask with its two codes: the one that it keeps, and the one that it shows."""
    device_code, user_code = codes
    asked = DeviceRequest(app_id=app_id, scopes=scopes, user_code=plain(user_code))
    if not await svc.apps.add_device(digest(device_code), asked, DEVICE_MS):
        raise Busy("The short code is in use. Ask again.")


def plain(user_code: str) -> str:
    """A short code as it is kept, however a person types it."""
    return "".join(filter(str.isalnum, user_code.upper()))


async def find_device(svc: Service, user_code: str) -> Device | None:
    """The device that shows a short code, until somebody has decided."""
    one = await svc.apps.device_of(plain(user_code))
    return await _device(svc, one) if one else None


async def polled_device(svc: Service, device_code: str) -> Device | None:
    """The device with a code, with what it was granted, if it was."""
    found = await _device(svc, digest(device_code))
    if found is None:
        return None
    return replace(found, grant=await grant_of_code(svc, device_code, found.app))


async def _device(svc: Service, one: str) -> Device | None:
    asked = await svc.apps.device(one)
    app = None if asked is None else await find(svc, asked.app_id)
    return Device(one, asked, app) if asked and app else None


async def may_poll(svc: Service, found: Device) -> bool:
    """Whether a device has waited long enough since it asked."""
    return await svc.apps.poll_device(found.digest, POLL_MS)


async def decide_device(svc: Service, found: Device, person: Caller | None) -> bool:
    """Let a device in that asks, or not without a person; False if that was decided before."""
    asked = found.asked
    if person is None:
        denied = asked.model_copy(update={"is_denied": True})
        return await svc.apps.decide_device(found.digest, denied)
    scopes = asked.scopes
    given = await consent(svc, person, found.app, redirect_uri="", scopes=scopes, challenge="")
    if not await svc.apps.decide_device(found.digest, asked):
        return False
    await svc.apps.add_consent(found.digest, given, DEVICE_MS)
    return True


async def consent(
    svc: Service,
    person: Caller,
    app: App,
    *,
    redirect_uri: str,
    scopes: list[Scope],
    challenge: str,
) -> Consent:
    """What a person lets an app do: never more or longer than the token that says so."""
    if person.kind not in PEOPLE or person.app_id is not None:
        raise Forbidden("Only a person can authorise an app. Use the token of your account.")
    now_ms = await svc.connection.now_ms()
    infos = await svc.tokens.listed(person.account_id, [])
    let_in = {info.app_id for info in infos if not is_over(info, now_ms)} - {None}
    if app.id not in let_in and len(let_in) >= APPS_LET_IN:
        raise TooMany(
            f"Your account has already authorised {APPS_LET_IN} apps, the maximum. Revoke"
            " one first.",
            limit=APPS_LET_IN,
        )
    ends_ms = now_ms + CONSENT_MS
    grant = await granted(svc, person, person.kind, scopes, ends_ms)
    return Consent(
        app_id=app.id,
        account_id=person.account_id,
        redirect_uri=redirect_uri,
        scopes=sorted(grant.scopes),
        makers=grant.makers,
        made_ms=now_ms,
        challenge=challenge,
        expires_ms=grant.expires_ms or ends_ms,
    )


async def keep(svc: Service, code: str, given: Consent) -> None:
    """Let a code stand for a consent, for a minute."""
    await svc.apps.add_consent(digest(code), given, CODE_MS)


async def grant_of_code(svc: Service, code: str, app: App) -> AppGrant | None:
    """What a code stands for, if the app was given it; a used one leaves the app nothing."""
    one = digest(code)
    if await _shut_out(svc, one):
        return None
    found = await svc.apps.consent(one)
    if found is None or found.app_id != app.id:
        return None
    kind = await _kind_of(svc, found.account_id)
    grant = Grant(frozenset(found.scopes), found.expires_ms, app.id, found.makers)
    return AppGrant(one, app, found.account_id, kind, grant, consent=found)


async def grant_of_refresh(svc: Service, token: str, app: App) -> AppGrant | None:
    """What a refresh token stands for, if it is the app's; a used one leaves the app nothing."""
    one, found = digest(token), await _app_token(svc, token)
    if found is None:
        await _shut_out(svc, one)
        return None
    info = found.info
    if info.kind is not TokenKind.APP or info.app_id != app.id:
        return None
    kind = await _kind_of(svc, info.account_id)
    grant = Grant(frozenset(info.scopes), info.expires_ms, app.id, found.makers)
    return AppGrant(one, app, info.account_id, kind, grant, refresh=info)


async def token_of(svc: Service, token: str) -> TokenInfo | None:
    """An app's token, of either kind, that is not over."""
    found = await _app_token(svc, token)
    return found.info if found else None


async def redeem(
    svc: Service, one: AppGrant, scopes: frozenset[Scope], pair: tuple[str, str]
) -> bool:
    """Let a pair of tokens work for a grant: one of minutes, and one that gets the next.

    The pair is written first and the code or refresh token used up after that: what fails before
    costs the app nothing, and nobody has heard of the pair yet. False if it was used or revoked.
    """
    access, refresh = pair
    ends_ms = one.grant.expires_ms
    soon_ms = earlier(await svc.connection.now_ms() + ACCESS_MS, ends_ms)
    made = []
    for token, kind, until_ms in ((access, one.kind, soon_ms), (refresh, TokenKind.APP, ends_ms)):
        owner = Caller(kind=kind, account_id=one.account_id)
        grant = replace(one.grant, scopes=scopes & one.grant.scopes, expires_ms=until_ms)
        made.append(await enter(svc, token, owner, one.app.name, grant))
    if await _is_revoked(svc, one, made):
        for info in made:
            await svc.tokens.remove(info)
        return False
    if one.consent is not None:
        await svc.submissions.let_app_in(one.account_id, one.app.id)
    if not await svc.apps.use(one.digest, one.account_id, one.app.id, CONSENT_MS):
        await _shut_out(svc, one.digest)
        return False
    with suppress(Busy):  # what is left counts for the app, and is the first to go the next time
        if one.refresh is not None:
            await svc.tokens.remove(one.refresh)
        await _trim(svc, one)
    return True


async def _is_revoked(svc: Service, one: AppGrant, made: Sequence[TokenInfo]) -> bool:
    """Whether the app's access was revoked while its pair was written, or half of that was."""
    ids = [*one.source, *(info.id for info in made)]
    if len(await svc.tokens.living(ids)) < len(ids):
        return True
    ended_ms = await svc.apps.codes_ended_ms(one.account_id, one.app.id) if one.consent else None
    return one.consent is not None and ended_ms is not None and one.consent.made_ms <= ended_ms


async def _app_token(svc: Service, token: str) -> Found | None:
    if not tokens.is_well_formed(token):
        return None
    found = await svc.tokens.find(id_of(token), digest(token))
    return found if found and found.info.app_id and not found.is_expired else None


async def _shut_out(svc: Service, used: str) -> bool:
    """Leave an app nothing of an account whose code or refresh token came again; if it did."""
    about = await svc.apps.used(used)
    if about is not None:
        await end_app(svc, *about)
    return about is not None


async def _trim(svc: Service, one: AppGrant) -> None:
    """End the app's oldest tokens of the account, those of minutes first, beyond its bound."""
    own = await of_app(svc, one.account_id, one.app.id)
    own.sort(key=lambda info: info.kind is TokenKind.APP)
    for info in own[: max(0, len(own) - OF_APP)]:
        await svc.tokens.remove(info)
        svc.known_tokens.forget(info.id)


async def _kind_of(svc: Service, account_id: str) -> TokenKind:
    """Whom the app's tokens of the account speak for."""
    account = await svc.accounts.account(account_id)
    return TokenKind.GUEST if account is not None and account.is_guest else TokenKind.USER
