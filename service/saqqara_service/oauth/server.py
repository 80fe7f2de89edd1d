"""Authlib's authorization server over the apps of the service: its grants, checks and answers.

Authlib is synchronous: it runs in a thread (`Server.run`), and its storage hooks call the service
in the event loop. Each hook reads the one credential that Authlib hands it.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from anyio import from_thread, to_thread
from authlib.oauth2.rfc6749 import (
    AccessDeniedError,
    AuthorizationServer,
    ClientMixin,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Request,
    grants,
)
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge, create_s256_code_challenge
from authlib.oauth2.rfc8628 import (
    AuthorizationPendingError,
    DeviceAuthorizationEndpoint,
    DeviceCodeGrant,
    ExpiredTokenError,
    SlowDownError,
)

from saqqara_service.application.accounts import apps, redirect_uris, tokens
from saqqara_service.application.accounts.apps import ACCESS_MS, AppGrant
from saqqara_service.application.accounts.credentials import DEVICE_MS, end_app
from saqqara_service.application.service import Service
from saqqara_service.models import Caller, Scope, TokenInfo, TokenKind
from saqqara_service.models.apps import App

T = TypeVar("T")

SCOPES: Final = tuple(scope.value for scope in Scope if scope is not Scope.ADMIN)
USUAL: Final = f"{Scope.MATCH_PLAY.value} {Scope.MATCH_READ.value}"
"""What an app may do that does not say what it wants."""
S256: Final = "S256"
DEVICE: Final = "/oauth/device"
PUBLIC: Final = ["none"]
_ANYWHERE: Final = "https://localhost/oauth"
"""Whether the way here is safe is the proxy's affair; Authlib asks for it by the address."""
DEVICE_CODE: Final = DeviceCodeGrant.GRANT_TYPE
CREDENTIALS: Final = {
    "authorization_code": frozenset({"code", "code_verifier"}),
    "refresh_token": frozenset({"refresh_token"}),
    DEVICE_CODE: frozenset({"device_code"}),
}
"""The credentials that each grant of the token endpoint reads."""
FOREIGN: Final = frozenset({"token"}).union(*CREDENTIALS.values())


@dataclass(frozen=True, slots=True)
class OAuthAnswer:
    """What Authlib answers, in no framework's form."""

    status: int
    body: object
    headers: Sequence[tuple[str, str]]


class OAuthRequest(OAuth2Request):
    """A request whose words have been read."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__("POST", _ANYWHERE)
        self.payload = BasicOAuth2Payload(words)

    @property
    def form(self) -> dict[str, str]:
        """The same words, wherever they stood."""
        words: dict[str, str] = self.payload.data
        return words


class OAuthClient(ClientMixin):
    """An app as Authlib asks about it: it keeps no secret, and may get codes and refresh."""

    def __init__(self, app: App) -> None:
        self.app = app

    def get_client_id(self) -> str:
        """The app's id."""
        return self.app.id

    def get_default_redirect_uri(self) -> str | None:
        """Its only address, if it has one alone."""
        (first, *others) = self.app.redirect_uris
        return None if others or redirect_uris.parse(first) is None else first

    def get_allowed_scope(self, scope: str | None) -> str:
        """What it wants, or the usual."""
        return scope or USUAL

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        """Whether it is one of the app's; on this very machine at any port."""
        uri = redirect_uris.parse(redirect_uri)
        own = filter(None, map(redirect_uris.parse, self.app.redirect_uris))
        return uri is not None and any(map(uri.matches, own))

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
        return grant_type in CREDENTIALS


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
            raise InvalidRequestError("A 'code_challenge' with the method S256 is required.")
        super().validate_code_challenge(grant, redirect_uri)

    def get_authorization_code_challenge(self, authorization_code: Credential) -> str:
        """The challenge that the person's browser brought."""
        consent = authorization_code.grant.consent
        return consent.challenge if consent else ""

    def get_authorization_code_challenge_method(self, authorization_code: Credential) -> str:  # noqa: ARG002 - Authlib's signature
        """The only one."""
        return S256


@dataclass(frozen=True, slots=True)
class Credential:
    """A code or refresh token that was verified, as Authlib asks about it."""

    grant: AppGrant

    def get_redirect_uri(self) -> str:
        """Where the code was sent."""
        return self.grant.consent.redirect_uri if self.grant.consent else ""

    def get_scope(self) -> str:
        """What was agreed to."""
        return " ".join(sorted(self.grant.grant.scopes))

    def check_client(self, client: OAuthClient) -> bool:
        """Whether it was given to that app."""
        return self.grant.app.id == client.app.id


@dataclass(frozen=True, slots=True)
class Revocable:
    """An app's token that is to be revoked."""

    info: TokenInfo

    @property
    def app_id(self) -> str:
        """The app that has it."""
        return self.info.app_id or ""

    def check_client(self, client: OAuthClient) -> bool:
        """Whether it was given to that app."""
        return self.app_id == client.app.id


class CodeGrant(grants.AuthorizationCodeGrant):
    """A code for a person's consent, and tokens for the code."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    server: OAuthServer

    def save_authorization_code(self, code: str, request: OAuthRequest) -> None:
        """Let the code stand for what the person agreed to."""
        from_thread.run(self.server.consent, code, request, self.redirect_uri)

    def query_authorization_code(self, code: str, client: OAuthClient) -> Credential | None:
        """What the code stands for, if it was given to this app."""
        grant = from_thread.run(apps.grant_of_code, self.server.svc, code, client.app)
        return Credential(grant) if grant else None

    def delete_authorization_code(self, authorization_code: Credential) -> None:
        """Nothing: it was used up as the tokens were saved."""

    def authenticate_user(self, authorization_code: Credential) -> AppGrant:
        """Return the account that the tokens speak for."""
        return authorization_code.grant


class RefreshGrant(grants.RefreshTokenGrant):
    """New tokens for a token that refreshes, which is good once."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    INCLUDE_NEW_REFRESH_TOKEN = True
    server: OAuthServer

    def authenticate_refresh_token(self, refresh_token: str) -> Credential | None:
        """The token, if it is one that refreshes, and this app's."""
        client = self.request.client
        grant = from_thread.run(apps.grant_of_refresh, self.server.svc, refresh_token, client.app)
        return Credential(grant) if grant else None

    def authenticate_user(self, refresh_token: Credential) -> AppGrant:
        """Return the account that the tokens speak for."""
        return refresh_token.grant

    def revoke_old_credential(self, refresh_token: Credential) -> None:
        """Nothing: it was used up as the tokens were saved."""


class DeviceAuthorization(DeviceAuthorizationEndpoint):
    """A device asks, and shows a short code that a person types elsewhere (RFC 8628)."""

    CLIENT_AUTH_METHODS = PUBLIC
    EXPIRES_IN = DEVICE_MS // 1000
    server: OAuthServer

    def get_verification_uri(self) -> str:
        """Where a person types it."""
        return self.server.issuer + DEVICE

    def save_device_credential(self, client_id: str, scope: str | None, data: Any) -> None:  # noqa: ANN401 - Authlib has no types
        """Let both codes stand for what is asked."""
        scopes = [Scope(word) for word in (scope or USUAL).split()]
        codes = (data["device_code"], data["user_code"])
        from_thread.run(apps.ask, self.server.svc, client_id, scopes, codes)


@dataclass(frozen=True, slots=True)
class AskingDevice:
    """A device that asks, as Authlib asks about it."""

    device: apps.Device

    @property
    def grant(self) -> AppGrant:
        """What it was granted."""
        assert self.device.grant is not None  # noqa: S101 - the grant has looked
        return self.device.grant

    def get_client_id(self) -> str:
        """The app that it is."""
        return self.device.app.id

    def get_scope(self) -> str:
        """What was agreed to."""
        return Credential(self.grant).get_scope()


class DeviceGrant(DeviceCodeGrant):
    """Tokens for a device that a person has let in, who typed the code that it shows."""

    TOKEN_ENDPOINT_AUTH_METHODS = PUBLIC
    server: OAuthServer

    def query_device_credential(self, device_code: str) -> AskingDevice:
        """What the device asked for, and what a person said to it."""
        found = from_thread.run(apps.polled_device, self.server.svc, device_code)
        if found is None:
            raise ExpiredTokenError("The device code has expired, or there is none like it.")
        return AskingDevice(found)

    def validate_device_credential(self, credential: AskingDevice) -> AppGrant:
        """Return what was granted; raises what the device hears until then."""
        device = credential.device
        if device.asked.is_denied:
            raise AccessDeniedError
        if device.grant is not None:
            return device.grant
        if from_thread.run(apps.may_poll, self.server.svc, device):
            raise AuthorizationPendingError
        raise SlowDownError


class TokenRevocation(RevocationEndpoint):
    """An app gives up what it has of an account."""

    CLIENT_AUTH_METHODS = PUBLIC
    server: OAuthServer

    def query_token(self, token_string: str, token_type_hint: str | None) -> Revocable | None:  # noqa: ARG002 - Authlib's signature
        """Either of its tokens."""
        info = from_thread.run(apps.token_of, self.server.svc, token_string)
        return Revocable(info) if info else None

    def revoke_token(self, token: Revocable, request: OAuthRequest) -> None:  # noqa: ARG002 - same
        """End all that the app has of the account."""
        from_thread.run(end_app, self.server.svc, token.info.account_id, token.app_id)


class OAuthServer(AuthorizationServer):
    """The rules of OAuth 2.1 over one service."""

    def __init__(self, svc: Service, issuer: str) -> None:
        super().__init__(scopes_supported=SCOPES)
        self.svc = svc
        self.issuer = issuer
        self.register_grant(CodeGrant, [S256Only(required=True)])
        self.register_grant(RefreshGrant)
        self.register_grant(DeviceGrant)
        self.register_endpoint(DeviceAuthorization)
        self.register_endpoint(TokenRevocation)
        self.register_token_generator("default", _pair)

    async def run(self, call: Callable[..., T], *arguments: object) -> T:
        """Run one of Authlib's calls where its hooks may wait for the service."""
        await self.svc.admission.demand_open()
        return await to_thread.run_sync(call, *arguments)

    def token_response(self, words: dict[str, str]) -> OAuthAnswer:
        """Tokens for the one credential that the grant type names; others beside it are refused."""
        own = CREDENTIALS.get(words.get("grant_type", ""))
        if own is not None and (beside := sorted(FOREIGN.intersection(words) - own)):
            raise InvalidRequestError(
                f"This grant type does not allow the parameter '{beside[0]}'."
            )
        answer: OAuthAnswer = self.create_token_response(words)
        return answer

    def device_response(self, words: dict[str, str]) -> OAuthAnswer:
        """The two codes of a device."""
        answer: OAuthAnswer = self.create_endpoint_response("device_authorization", words)
        return answer

    def revocation_response(self, words: dict[str, str]) -> OAuthAnswer:
        """What an app hears that gives up its access."""
        answer: OAuthAnswer = self.create_endpoint_response("revocation", words)
        return answer

    def authorization_response(self, grant: CodeGrant, person: Caller | None) -> OAuthAnswer:
        """Where the browser goes with the person's decision; raises what the service refuses."""
        answer: OAuthAnswer = self.create_authorization_response(
            grant.request, grant_user=person, grant=grant
        )
        return answer

    async def consent(self, code: str, request: OAuthRequest, redirect_uri: str) -> None:
        """Keep what the person of the request lets its app do."""
        given = await apps.consent(
            self.svc,
            request.user,
            request.client.app,
            redirect_uri=redirect_uri,
            scopes=[Scope(word) for word in request.scope.split()],
            challenge=request.form["code_challenge"],
        )
        await apps.keep(self.svc, code, given)

    def query_client(self, client_id: str) -> OAuthClient | None:
        """The app that the request names."""
        app = from_thread.run(apps.find, self.svc, client_id)
        return OAuthClient(app) if app else None

    def create_oauth2_request(self, request: dict[str, str] | OAuthRequest) -> OAuthRequest:
        """The request's words, as Authlib reads them."""
        return request if isinstance(request, OAuthRequest) else OAuthRequest(request)

    def handle_response(
        self, status: int, body: object, headers: Sequence[tuple[str, str]]
    ) -> OAuthAnswer:
        """The answer, for whoever speaks to the network."""
        return OAuthAnswer(status, body, headers)

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        """Nobody listens."""

    def save_token(self, token: dict[str, str | int], request: OAuthRequest) -> None:
        """Let the tokens work for the credential that was verified, and use that up."""
        credential: Credential | AskingDevice = (
            request.authorization_code or request.refresh_token or request.credential
        )
        scopes = frozenset(map(Scope, str(token["scope"]).split()))
        pair = (str(token["access_token"]), str(token["refresh_token"]))
        if not from_thread.run(apps.redeem, self.svc, credential.grant, scopes, pair):
            raise InvalidGrantError(
                "The code was already used. Ask the person to authorise the app again."
            )


def _pair(*, user: AppGrant, scope: str, **_more: object) -> dict[str, str | int]:
    """A token of minutes, and one that gets the next."""
    return {
        "token_type": "Bearer",
        "access_token": tokens.make(user.kind),
        "expires_in": ACCESS_MS // 1000,
        "scope": scope,
        "refresh_token": tokens.make(TokenKind.APP),
    }
