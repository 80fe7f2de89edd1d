"""What one request to the authorization server needs to know, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from saqqara_service.application.accounts import apps
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, TokenInfo, TokenKind
from saqqara_service.models.apps import App, Consent


@dataclass(slots=True)
class Desk:
    """The app, the code or token that it brings, and the code or tokens that it is given."""

    app: App | None
    consent: Consent | None = None
    token: TokenInfo | None = None
    speaks_for: TokenKind = TokenKind.USER
    code: str | None = field(default=None, repr=False)
    challenge: str = ""
    given: dict[str, str | int] = field(default_factory=dict, repr=False)
    is_revoked: bool = False


async def desk_of(svc: Service, asked: dict[str, str], person: Caller | None = None) -> Desk:
    """What is known of the things that a request names."""
    await svc.gate.demand_open()
    token = await apps.token_of(svc, asked.get("refresh_token") or asked.get("token"))
    consent = await apps.consent_of(svc, asked.get("code"))
    about = consent or token
    kind = person.kind if person else TokenKind.USER
    return Desk(
        app=await apps.find(svc, asked.get("client_id")),
        consent=consent,
        token=token,
        speaks_for=kind if about is None else await apps.kind_of(svc, about.account_id),
    )
