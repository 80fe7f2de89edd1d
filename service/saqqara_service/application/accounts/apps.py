"""Apps of third parties: registered, let in by people, and given tokens of minutes.

What a person agreed to ends at one instant, however often the app refreshes. A code or a refresh
token that comes twice has been stolen from somebody: then the app has nothing of the account left.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.accounts import checked_name
from saqqara_service.application.accounts.credentials import end, of_app
from saqqara_service.application.accounts.grants import Grant, earlier, granted
from saqqara_service.application.accounts.issuing import enter
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, Malformed, TooMany
from saqqara_service.models import Caller, Scope, TokenInfo, TokenKind
from saqqara_service.models.apps import App, Consent
from saqqara_service.storage.accounts.tokens import digest, id_of

APPS: Final = 20
CODE_MS: Final = 60_000
ACCESS_MS: Final = 15 * 60_000
CONSENT_MS: Final = 90 * 86_400_000
LONGEST_URI: Final = 500
PEOPLE: Final = frozenset({TokenKind.USER, TokenKind.GUEST})
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
_ID: Final = re.compile(r"p[0-9A-Za-z]{16}")
_PRINTABLE: Final = re.compile(r"[!#-\[\]-~]+")


async def register(svc: Service, caller: Caller, name: str, redirect_uris: list[str]) -> App:
    """A new app of the caller's account, which sends browsers only to these addresses."""
    if caller.kind is not TokenKind.USER or not caller.may(Scope.ACCOUNT_MANAGE):
        raise Forbidden("an app is registered with the token of an account")
    if not 1 <= len(redirect_uris) <= APPS or not all(map(is_redirect_uri, redirect_uris)):
        raise Malformed(
            "an app has 1 to 20 redirect addresses: https, or http to this very machine,"
            " with a path and without a fragment"
        )
    app = App(
        id="p" + tokens.random_word(16),
        name=checked_name(name),
        redirect_uris=redirect_uris,
        account_id=caller.account_id,
        created_ms=await svc.connection.now_ms(),
    )
    if not await svc.apps.reserve(app, APPS):
        raise TooMany(f"an account registers {APPS} apps at most", limit=APPS)
    await svc.apps.add(app)
    return app


def is_redirect_uri(uri: str) -> bool:
    """Whether a browser may be sent there with a code: nobody on the way can read it."""
    if len(uri) > LONGEST_URI or _PRINTABLE.fullmatch(uri) is None:
        return False
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return False
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    is_plain = re.fullmatch(r"[A-Za-z0-9.:\[\]-]+", parts.netloc) is not None
    return is_safe and is_plain and "#" not in uri


async def find(svc: Service, app_id: str | None) -> App | None:
    """The app of that id, if there is one."""
    if app_id is None or _ID.fullmatch(app_id) is None:
        return None
    return await svc.apps.find(app_id)


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
    if person.kind not in PEOPLE:
        raise Forbidden("only a person lets an app in: use the token of your account")
    ends_ms = await svc.connection.now_ms() + CONSENT_MS
    grant = await granted(svc, person, person.kind, scopes, ends_ms)
    return Consent(
        app_id=app.id,
        account_id=person.account_id,
        redirect_uri=redirect_uri,
        scopes=sorted(grant.scopes),
        challenge=challenge,
        expires_ms=grant.expires_ms or ends_ms,
    )


async def keep(svc: Service, code: str, given: Consent) -> None:
    """Let a code stand for a consent, for a minute."""
    await svc.apps.add_consent(digest(code), given, CODE_MS)


async def consent_of(svc: Service, code: str | None) -> Consent | None:
    """What a code stands for."""
    return None if code is None else await svc.apps.consent(digest(code))


async def token_of(svc: Service, token: str | None) -> TokenInfo | None:
    """An app's token, of either kind, that is not over."""
    if token is None or not tokens.is_well_formed(token):
        return None
    found = await svc.tokens.find(id_of(token), digest(token))
    return found.info if found and found.info.app_id and not found.is_expired else None


async def use(svc: Service, secret: str, account_id: str, app_id: str) -> bool:
    """Use a code or refresh token; the second time the app loses what it has of the account."""
    if await svc.apps.use(digest(secret), account_id, app_id, CONSENT_MS):
        return True
    await shut_out(svc, secret)
    return False


async def shut_out(svc: Service, secret: str) -> None:
    """Of an account whose code or refresh token came again, leave the app nothing."""
    about = await svc.apps.used(digest(secret))
    for info in await of_app(svc, *about) if about is not None else ():
        await end(svc, info)


async def give(
    svc: Service,
    app: App,
    account_id: str,
    *,
    scopes: list[Scope],
    ends_ms: int,
    pair: tuple[str, str],
) -> None:
    """Let the app's new tokens work: one of minutes, and one that gets the next."""
    access, refresh = pair
    now_ms = await svc.connection.now_ms()
    kind = await kind_of(svc, account_id)
    for token, speaks, until_ms in (
        (access, kind, earlier(now_ms + ACCESS_MS, ends_ms)),
        (refresh, TokenKind.APP, ends_ms),
    ):
        owner = Caller(kind=speaks, account_id=account_id)
        await enter(svc, token, owner, app.name, Grant(frozenset(scopes), until_ms), app_id=app.id)


async def kind_of(svc: Service, account_id: str) -> TokenKind:
    """Whom the app's tokens of the account speak for."""
    account = await svc.accounts.account(account_id)
    return TokenKind.GUEST if account is not None and account.is_guest else TokenKind.USER
