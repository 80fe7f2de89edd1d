"""Apps of third parties, and what a person has let one of them do."""

from __future__ import annotations

from typing import Final

from saqqara_service.models.accounts import Scope
from saqqara_service.models.values import Id, Instant, Model


class App(Model):
    """A program of somebody else's that people let act for them; it keeps no secret."""

    id: Id
    """The app's id, which OAuth calls the client id."""
    name: str
    """What people are told that it is called."""
    redirect_uris: list[str]
    """Where browsers may be sent with a code."""
    account_id: Id
    """The account that registered it."""
    created_ms: Instant
    """When the version was registered."""


COMMAND_LINE: Final = App(
    id="pSaqqaraCommands0",
    name="Saqqara on the command line",
    redirect_uris=["http://127.0.0.1/"],
    account_id="saqqara",
    created_ms=0,
)
"""The commands of the SDK, which every installation knows."""


class DeviceRequest(Model):
    """What a program without a browser asks for; a person types its short code in some browser."""

    app_id: Id
    """The app that asks."""
    scopes: list[Scope]
    """What it asks for."""
    user_code: str
    """The short code, in capitals without a hyphen."""
    is_denied: bool = False
    """Whether the person has said no."""


class Consent(Model):
    """What a person has agreed to: it stands behind a code, for a minute and for one use."""

    app_id: Id
    """Whom the person lets in."""
    account_id: Id
    """Who the person is."""
    redirect_uri: str
    """Where the code was sent."""
    scopes: list[Scope]
    """What the app may do."""
    makers: tuple[Id, ...] = ()
    """The tokens that the consent comes from: it is worth nothing without them."""
    made_ms: Instant = 0
    """When it was given: a revocation after that ends it."""
    challenge: str
    """The S256 challenge that whoever brings the code must be able to answer."""
    expires_ms: Instant
    """When all that comes of it ends."""
