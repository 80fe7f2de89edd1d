"""Why Redis cannot be asked, in words for whoever runs it."""

from __future__ import annotations

from typing import Final

from redis.asyncio.sentinel import MasterNotFoundError
from redis.exceptions import AuthenticationError, InvalidResponse, NoPermissionError, ResponseError

SILENT: Final = "Redis does not answer"

_LOGIN: Final = ("uthentication", "username-password", "WRONGPASS")
"""What redis-py's plain errors say when Redis refuses a login."""


_UNKNOWN: Final = "unknown command"
"""What redis-py's plain errors say when Redis does not know a command."""


def is_refusal(error: BaseException | None) -> bool:
    """Whether Redis does not know a command, or not for this account."""
    is_unknown = isinstance(error, ResponseError) and _UNKNOWN in str(error).lower()
    return is_unknown or isinstance(error, NoPermissionError)


def why_away(error: BaseException | None) -> str:
    """What keeps a process from asking Redis, and what to do about it where that is known."""
    text = str(error)
    if isinstance(error, AuthenticationError) or any(word in text for word in _LOGIN):
        return "Redis refuses the login: check user and password in REDIS_URL"
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return (
            "the certificate of Redis is not trusted:"
            " name its CA in REDIS_URL (?ssl_ca_certs=/path/to/ca.pem)"
        )
    if isinstance(error, MasterNotFoundError):
        return "no Sentinel names a primary: check hosts and name in REDIS_URL"
    if isinstance(error, InvalidResponse):
        return "the server at REDIS_URL is not Redis: check the address"
    if is_refusal(error):
        return f"Redis refuses what the service needs: check the rights of its account ({text})"
    return SILENT
