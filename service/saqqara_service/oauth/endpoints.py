"""The authorization server's addresses: where people agree, and where apps get their tokens."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl

from authlib.common.urls import add_params_to_uri
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import InvalidRequestError
from pydantic import Field, ValidationError
from starlette.requests import Request as HTTPRequest
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from saqqara_service import languages, questions
from saqqara_service.api.operation import Operation
from saqqara_service.api.run import Request, run
from saqqara_service.application.accounts import (
    apps,
    authentication,
    guests,
    redirect_uris,
)
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Busy, Malformed, Unauthenticated
from saqqara_service.models import Caller, Model, Scope
from saqqara_service.models.apps import App
from saqqara_service.oauth import page
from saqqara_service.oauth.server import (
    CREDENTIALS,
    DEVICE,
    S256,
    SCOPES,
    CodeGrant,
    OAuthAnswer,
    OAuthServer,
)
from saqqara_service.rest.questions import bearer

AUTHORIZE: Final = "/oauth/authorize"
TOKEN: Final = "/oauth/token"  # noqa: S105 - an address
REVOKE: Final = "/oauth/revoke"
DEVICE_AUTHORIZATION: Final = "/oauth/device_authorization"
REGISTER: Final = "/oauth/register"
METADATA: Final = "/.well-known/oauth-authorization-server"
FORM: Final = "application/x-www-form-urlencoded"
MOST_WORDS: Final = 30
NO_STORE: Final = {"cache-control": "no-store"}
_PLAIN: Final = re.compile(r"[ !#-\[\]-~]*")
"""What RFC 6749 allows in a description, into which Authlib puts some of what was sent."""


class AppRegistration(Model):
    """An app to be registered, in the words of RFC 7591."""

    client_name: str
    redirect_uris: list[str] = Field(min_length=1)


async def _registered(svc: Service, caller: Caller, question: AppRegistration) -> App:
    """Register an app of the account."""
    return await apps.register(svc, caller, question.client_name, question.redirect_uris)


REGISTRATION: Final = Operation("oauth_register", f"POST {REGISTER}", _registered, "")
"""It is asked and answered in the words of RFC 7591, so it is no row of the table."""


def routes() -> list[Route]:
    """Every address, as `METADATA` publishes it."""
    return [
        Route(METADATA, _metadata),
        Route(REGISTER, _guarded(_register), methods=["POST"]),
        Route(AUTHORIZE, _guarded(_ask), methods=["GET"]),
        Route(AUTHORIZE, _guarded(_decide), methods=["POST"]),
        Route(TOKEN, _guarded(_token), methods=["POST"]),
        Route(REVOKE, _guarded(_revoke), methods=["POST"]),
        Route(DEVICE_AUTHORIZATION, _guarded(_ask_for_device), methods=["POST"]),
        Route(DEVICE, _guarded(_device), methods=["GET"]),
        Route(DEVICE, _guarded(_decide_device), methods=["POST"]),
        Route(page.STYLE, page.style),
    ]


def _guarded(answer: Callable[[HTTPRequest], Awaitable[Response]]) -> Callable[..., object]:
    """Refusals of OAuth in its own form, and ours as it would say them."""

    async def guarded(request: HTTPRequest) -> Response:
        try:
            return await answer(request)
        except OAuth2Error as error:
            status, body, _headers = error()
            return JSONResponse(dict(body), status, NO_STORE)
        except ApplicationError as error:
            problem = {"error": "invalid_request", "error_description": error.message}
            if isinstance(error, Busy):  # the app tries again, and loses nothing
                problem["error"] = "temporarily_unavailable"
                return JSONResponse(problem, HTTPStatus.SERVICE_UNAVAILABLE, NO_STORE)
            return JSONResponse(problem, HTTPStatus.BAD_REQUEST, NO_STORE)

    return guarded


async def _metadata(request: HTTPRequest) -> Response:
    issuer = _issuer(request)
    return JSONResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + AUTHORIZE,
            "token_endpoint": issuer + TOKEN,
            "revocation_endpoint": issuer + REVOKE,
            "registration_endpoint": issuer + REGISTER,
            "device_authorization_endpoint": issuer + DEVICE_AUTHORIZATION,
            "scopes_supported": SCOPES,
            "response_types_supported": ["code"],
            "grant_types_supported": list(CREDENTIALS),
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": [S256],
            "authorization_response_iss_parameter_supported": True,
        }
    )


async def _register(request: HTTPRequest) -> Response:
    """Register an app with the token of an account (RFC 7591)."""
    asked = Request(
        svc=request.app.state.service,
        transport="oauth",
        client=request.state.client,
        token=bearer(request),
        read=partial(_registration, request.state.body),
        carrier=request.headers,
    )
    app = await run(REGISTRATION, asked)
    registered = {
        "client_id": app.id,
        "client_id_issued_at": app.created_ms // 1000,
        "client_name": app.name,
        "redirect_uris": app.redirect_uris,
        "token_endpoint_auth_method": "none",
        "grant_types": list(CREDENTIALS),
        "response_types": ["code"],
    }
    return JSONResponse(registered, HTTPStatus.CREATED, NO_STORE)


def _registration(body: bytes, _: type[Model]) -> AppRegistration:
    try:
        return AppRegistration.model_validate_json(body, by_name=True)
    except ValidationError:
        raise Malformed("Send JSON with `client_name` and `redirect_uris`.") from None


async def _ask(request: HTTPRequest) -> Response:
    """The page on which a person decides."""
    words = _words(request.url.query)
    server = _server(request)
    try:
        grant = await server.run(server.get_consent_grant, words)
    except OAuth2Error as error:
        return _unasked(request, error)
    return _page(request, words, grant)


async def _decide(request: HTTPRequest) -> Response:
    """What the person has decided: a code for the app, or that it gets none."""
    words = _form(request)
    secret, decision = words.pop("account_token", None), words.pop("decision", "deny")
    server = _server(request)
    try:
        grant = await server.run(server.get_consent_grant, words)
    except OAuth2Error as error:
        return _unasked(request, error)
    try:
        person = None if decision == "deny" else await _person(request, decision, secret)
        answer = await server.run(server.authorization_response, grant, person)
    except ApplicationError as error:
        return _page(request, words, grant, error.message)
    return _sent(request, answer)


async def _person(request: HTTPRequest, decision: str, secret: str | None) -> Caller:
    """Who decides: whose account's token was typed, or a new guest."""
    svc: Service = request.app.state.service
    if decision == "guest":
        await svc.rate_limits.charge(request.state.client, None, Charge.REGISTRATION)
        guest = await guests.register(svc, None, questions.RegisterGuest())
        return await authentication.verify(svc, guest.token)
    if not secret:
        raise Unauthenticated("Enter the token of your account.")
    return await authentication.verify(svc, secret.strip())


async def _token(request: HTTPRequest) -> Response:
    """Tokens for a code, or for a token that refreshes."""
    server = _server(request)
    answer = await server.run(server.token_response, _form(request))
    return JSONResponse(answer.body, answer.status, NO_STORE)


async def _revoke(request: HTTPRequest) -> Response:
    """An app gives up what it has of an account (RFC 7009)."""
    server = _server(request)
    answer = await server.run(server.revocation_response, _form(request))
    return JSONResponse(answer.body, answer.status, NO_STORE)


async def _ask_for_device(request: HTTPRequest) -> Response:
    """Codes for a device that asks to be let in (RFC 8628)."""
    server = _server(request)
    answer = await server.run(server.device_response, _form(request))
    return JSONResponse(answer.body, answer.status, NO_STORE)


async def _device(request: HTTPRequest) -> Response:
    """The page on which a person types the code of a device, or decides about it."""
    words = _words(request.url.query)
    user_code = words.get("user_code", "")
    if not user_code:
        return page.device(_language(request))
    return await _device_page(request, user_code)


async def _decide_device(request: HTTPRequest) -> Response:
    """What the person has decided of a device."""
    words = _form(request)
    svc: Service = request.app.state.service
    user_code, decision = words.get("user_code", ""), words.get("decision", "deny")
    found = await apps.find_device(svc, user_code)
    if found is None:
        return page.device(_language(request), is_unknown=True)
    try:
        secret = words.get("account_token")
        person = None if decision == "deny" else await _person(request, decision, secret)
        is_decided = await apps.decide_device(svc, found, person)
    except ApplicationError as error:
        return await _device_page(request, user_code, error.message)
    if not is_decided:
        return page.device(_language(request), is_unknown=True)
    return page.decided(_language(request), is_let_in=person is not None)


async def _device_page(
    request: HTTPRequest, user_code: str, problem: str | None = None
) -> Response:
    svc: Service = request.app.state.service
    found = await apps.find_device(svc, user_code)
    if found is None:
        return page.device(_language(request), is_unknown=True)
    asked = found.asked
    return page.consent(
        app_name=found.app.name,
        origin=None,
        user_code=asked.user_code,
        scopes=asked.scopes,
        asked={"user_code": asked.user_code},
        has_guests=svc.settings.guests > 0,
        problem=problem,
        language=_language(request),
    )


def _server(request: HTTPRequest) -> OAuthServer:
    return OAuthServer(request.app.state.service, _issuer(request))


def _form(request: HTTPRequest) -> dict[str, str]:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != FORM:
        raise InvalidRequestError(f"Send a form as {FORM}.")
    return _words(request.state.body.decode("latin-1"))


def _words(text: str) -> dict[str, str]:
    """Names and values, each name once."""
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_WORDS)
    except ValueError:
        raise InvalidRequestError("The request has too many parameters.") from None
    words = dict(pairs)
    if len(words) < len(pairs):
        raise InvalidRequestError("A parameter is given twice.")
    if not all(_PLAIN.fullmatch(value) for value in words.values()):
        raise InvalidRequestError("A parameter contains characters that OAuth does not allow.")
    return words


def _unasked(request: HTTPRequest, error: OAuth2Error) -> Response:
    """Nobody is asked: the app hears why, or the person if the app is not known."""
    if error.redirect_uri:
        return _sent(request, OAuthAnswer(*error()))
    return page.refused(str(error.description or error.error), _language(request))


def _sent(request: HTTPRequest, answer: OAuthAnswer) -> Response:
    """Back to the app, by GET; the issuer's name shows a mix-up of servers (RFC 9207)."""
    where = dict(answer.headers).get("Location")
    if where is None:
        return page.refused("this cannot be decided; begin again in the app", _language(request))
    where = add_params_to_uri(where, [("iss", _issuer(request))])
    return RedirectResponse(where, HTTPStatus.SEE_OTHER, NO_STORE)


def _page(
    request: HTTPRequest, words: dict[str, str], grant: CodeGrant, problem: str | None = None
) -> Response:
    where = redirect_uris.parse(grant.redirect_uri)
    assert where is not None  # noqa: S101 - the grant has checked it
    return page.consent(
        app_name=grant.client.app.name,
        origin=where.origin,
        user_code=None,
        scopes=[Scope(word) for word in grant.request.scope.split()],
        asked=words,
        has_guests=request.app.state.service.settings.guests > 0,
        problem=problem,
        language=_language(request),
    )


def _issuer(request: HTTPRequest) -> str:
    """Return the address by which the service was reached, which its metadata publish."""
    return str(request.base_url).rstrip("/")


def _language(request: HTTPRequest) -> str:
    """The one that the person's browser asks for."""
    return languages.preferred(request.headers.get("accept-language", ""))
