"""Signing a device in: the device flow of OAuth (RFC 8628), and tokens that are refreshed."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final, TypeVar

import httpx
from pydantic import BaseModel, ValidationError

from saqqara_sdk.client.access import Access
from saqqara_sdk.client.http import DIRECT
from saqqara_sdk.client.versions import user_agent
from saqqara_sdk.wire.errors import ConnectionFailed, UnreadableAnswer

CLIENT: Final = "pSaqqaraCommands0"
"""The id of the SDK's commands, which every server knows."""
SCOPES: Final = "match_play match_read ladder_join account_manage"
GRANT: Final = "urn:ietf:params:oauth:grant-type:device_code"
TIMEOUT_S: Final = 30.0

M = TypeVar("M", bound=BaseModel)


class DeviceCodes(BaseModel):
    """The code that the device keeps, and the one that a person types at an address."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class TokenPair(BaseModel):
    """A token, the seconds for which it is good, and the one that gets the next pair, once."""

    access_token: str
    refresh_token: str
    expires_in: int


class SignInRefused(Exception):
    """The server gives no tokens; `error` is the code of OAuth, such as `slow_down`."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description or error)
        self.error = error


class _Refusal(BaseModel):
    error: str
    error_description: str = ""


def ask(server: str) -> DeviceCodes:
    """Return the codes of a new device; raises `SignInRefused` or a `SaqqaraError`."""
    form = {"client_id": CLIENT, "scope": SCOPES}
    return _posted(server, "/oauth/device_authorization", form, DeviceCodes)


def poll(server: str, codes: DeviceCodes) -> TokenPair:
    """Return the tokens of a device that was let in; raises as `ask`."""
    form = {"grant_type": GRANT, "device_code": codes.device_code, "client_id": CLIENT}
    return _posted(server, "/oauth/token", form, TokenPair)


def refresh(server: str, token: str) -> TokenPair:
    """Return the next pair of tokens; raises as `ask`."""
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": CLIENT}
    return _posted(server, "/oauth/token", form, TokenPair)


def _posted(server: str, path: str, form: dict[str, str], kind: type[M]) -> M:
    mounts = DIRECT if Access(server, None).is_local else None
    try:
        with httpx.Client(timeout=TIMEOUT_S, mounts=mounts) as http:
            headers = {"User-Agent": user_agent()}
            answer = http.post(server + path, data=form, headers=headers)
    except httpx.TransportError as error:
        raise ConnectionFailed(str(error)) from error
    if answer.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        raise SignInRefused("slow_down", "The server is asked too often.")
    try:
        if answer.is_success:
            return kind.model_validate_json(answer.content)
        refusal = _Refusal.model_validate_json(answer.content)
    except ValidationError:
        raise UnreadableAnswer(
            f"{server}{path} answered {answer.status_code} without tokens or an error of OAuth."
        ) from None
    raise SignInRefused(refusal.error, refusal.error_description)
