"""Authlib's authorization server over what a `Desk` knows: its grants, its checks, its answers."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    ClientMixin,
    InvalidRequestError,
    OAuth2Request,
    grants,
)
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge, create_s256_code_challenge

from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.apps import ACCESS_MS, LOOPBACK
from saqqara_service.models import Scope, TokenKind
from saqqara_service.models.apps import App
from saqqara_service.oauth.desk import Desk

SCOPES: Final = tuple(scope.value for scope in Scope if scope is not Scope.ADMIN)
USUAL: Final = f"{Scope.MATCH_PLAY.value} {Scope.MATCH_READ.value}"
"""What an app may do that does not say what it wants."""
S256: Final = "S256"
PUBLIC: Final = ["none"]
_ANYWHERE: Final = "https://localhost/oauth"
"""Whether the way here is safe is the proxy's affair; Authlib asks for it by the address."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What Authlib answers, in no framework's form."""

    status: int
    body: object
    headers: Sequence[tuple[str, str]]


class Asked(OAuth2Request):
    """A request whose words have been read."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__("POST", _ANYWHERE)
        self.payload = BasicOAuth2Payload(words)

    @property
    def form(self) -> dict[str, str]:
        """The same words, wherever they stood."""
        words: dict[str, str] = self.payload.data
        return words


class Client(ClientMixin):
    """An app as Authlib asks about it: it keeps no secret, and may get codes and refresh."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        """The app's id."""
        return self.app.id

    def get_default_redirect_uri(self) -> str | None:
        """Its only address, if it has one alone."""
        return self.app.redirect_uris[0] if len(self.app.redirect_uris) == 1 else None

    def get_allowed_scope(self, scope: str | None) -> str:
        """What it wants, or the usual."""
        return scope or USUAL

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether it is one of the app's, letter by letter; on this very machine at any port."""
        return _portless(redirect_uri) in map(_portless, self.app.redirect_uris)

    def check_client_secret(self, client_secret: str) -> bool:  # noqa: ARG002 - Authlib's signature
        """No app has one."""
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:  # noqa: ARG002 - same
        """An app only says who it is; what it brings proves it."""
        return method in PUBLIC

    def check_response_type(self, response_type: str) -> bool:
        """Only codes are given."""
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        """A code, or a token that refreshes."""
        return grant_type in {"authorization_code", "refresh_token"}


def is_answer(verifier: str, challenge: str) -> bool:
    """Whether it answers the challenge, in a time that tells nothing of how nearly."""
    return hmac.compare_digest(create_s256_code_challenge(verifier).encode(), challenge.encode())


class S256Only(CodeChallenge):
    """PKCE that nobody can leave out or weaken."""

    SUPPORTED_CODE_CHALLENGE_METHOD = [S256]  # noqa: RUF012 - Authlib's own form
    CODE_CHALLENGE_METHODS = {S256: is_answer}  # noqa: RUF012 - the same

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:  # noqa: ANN401 - Authlib has no types
        """Refuse a request without a challenge."""
        words = grant.request.payload.data
        if not words.get("code_challenge") or words.get("code_challenge_method") != S256:
            raise InvalidRequestError("A 'code_challenge' by the method S256 is needed.")
        super().validate_code_challenge(grant, redirect_uri)

    def get_authorization_code_challenge(self, authorization_code: Code) -> str:
        """The challenge that the person's browser brought."""
        return authorization_code.desk.challenge

    def get_authorization_code_challenge_method(self, authorization_code: Code) -> str:  # noqa: ARG002 - Authlib's signature
        """The only one."""
        return S256


class Code:
    """A code that was brought, and what it stands for."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def get_redirect_uri(self) -> str:
        """Where it was sent."""
        return self.desk.consent.redirect_uri if self.desk.consent else ""

    def get_scope(self) -> str:
        """What was agreed to."""
        return " ".join(self.desk.consent.scopes) if self.desk.consent else ""


class Brought:
    """An app's token that was brought."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def check_client(self, client: Client) -> bool:
        """Whether it was given to that app."""
        return self.desk.token is not None and self.desk.token.app_id == client.app.id

    def get_scope(self) -> str:
        """What it may be used for."""
        return " ".join(self.desk.token.scopes) if self.desk.token else ""


class CodeGrant(grants.AuthorizationCodeGrant):
    """A code for a person's consent, and tokens for the code."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC

    def save_authorization_code(self, code: str, request: Asked) -> None:  # noqa: ARG002 - Authlib's signature
        """Note the code; it is kept when all has been decided."""
        self.server.desk.code = code

    def query_authorization_code(self, code: str, client: Client) -> Code | None:  # noqa: ARG002 - same
        """What the code stands for, if it was given to this app."""
        desk: Desk = self.server.desk
        return Code(desk) if desk.consent and desk.consent.app_id == client.app.id else None

    def delete_authorization_code(self, authorization_code: Code) -> None:
        """Nothing: it is used in one step with what is written."""

    def authenticate_user(self, authorization_code: Code) -> str | None:
        """The person's account."""
        consent = authorization_code.desk.consent
        return consent.account_id if consent else None


class RefreshGrant(grants.RefreshTokenGrant):
    """New tokens for a token that refreshes, which is good once."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token: str) -> Brought | None:  # noqa: ARG002 - same
        """The token, if it is one that refreshes."""
        desk: Desk = self.server.desk
        return Brought(desk) if desk.token and desk.token.kind is TokenKind.APP else None

    def authenticate_user(self, refresh_token: Brought) -> str | None:
        """The person's account."""
        token = refresh_token.desk.token
        return token.account_id if token else None

    def revoke_old_credential(self, refresh_token: Brought) -> None:
        """Nothing: it is used in one step with what is written."""


class Revocation(RevocationEndpoint):
    """An app gives up what it has of an account."""

    CLIENT_AUTH_METHODS = PUBLIC

    def query_token(self, token_string: str, token_type_hint: str | None) -> Brought | None:  # noqa: ARG002 - same
        """Either of its tokens."""
        desk: Desk = self.server.desk
        return Brought(desk) if desk.token else None

    def revoke_token(self, token: Brought, request: Asked) -> None:  # noqa: ARG002 - Authlib's signature
        """Note it; it is done when all has been decided."""
        token.desk.is_revoked = True


class Server(AuthorizationServer):
    """The rules of OAuth 2.1, applied to one request."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(scopes_supported=SCOPES)
        self.desk = desk
        if desk.consent is not None:
            desk.challenge = desk.consent.challenge
        self.register_grant(CodeGrant, [S256Only(required=True)])
        self.register_grant(RefreshGrant)
        self.register_endpoint(Revocation)
        self.register_token_generator("default", self._pair)

    def query_client(self, client_id: str) -> Client | None:
        """The app that the request names."""
        app = self.desk.app
        return Client(app) if app is not None and app.id == client_id else None

    def create_oauth2_request(self, request: dict[str, str] | Asked) -> Asked:
        """The request's words, as Authlib reads them."""
        return request if isinstance(request, Asked) else Asked(request)

    def handle_response(
        self, status: int, body: object, headers: Sequence[tuple[str, str]]
    ) -> Answer:
        """The answer, for whoever speaks to the network."""
        return Answer(status, body, headers)

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        """Nobody listens."""

    def save_token(self, token: dict[str, str | int], request: Asked) -> None:  # noqa: ARG002 - same
        """Note the tokens; they work when all has been written."""
        self.desk.given = token

    def _pair(self, *, scope: str | None = None, **_more: object) -> dict[str, str | int]:
        """A token of minutes, and one that gets the next."""
        return {
            "token_type": "Bearer",
            "access_token": tokens.make(self.desk.speaks_for),
            "expires_in": ACCESS_MS // 1000,
            "scope": scope or "",
            "refresh_token": tokens.make(TokenKind.APP),
        }


def _portless(uri: str) -> str:
    """The address; on this very machine without its port, which programs choose anew (RFC 8252)."""
    parts = urlsplit(uri)
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        return uri
    return urlunsplit((parts.scheme, parts.hostname, parts.path, parts.query, parts.fragment))
