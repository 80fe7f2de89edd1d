"""The service itself, and what is played there.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    reading,
)
from saqqara_sdk.wire.models import (
    GameInfo,
    Page,
    ServerInfo,
)


class Service(Group):
    """The service itself, and what is played there.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    def about(self) -> ServerInfo:
        """The version of the service, and the time by which match clocks run."""
        return self._send(_about())

    def games(self) -> Page[GameInfo]:
        """The games of this service."""
        return self._send(_games())


class AsyncService(AsyncGroup):
    """The service itself, and what is played there.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    async def about(self) -> ServerInfo:
        """The version of the service, and the time by which match clocks run."""
        return await self._send(_about())

    async def games(self) -> Page[GameInfo]:
        """The games of this service."""
        return await self._send(_games())


def _about() -> Call[ServerInfo]:
    return Call.get("/server", reading(ServerInfo))


def _games() -> Call[Page[GameInfo]]:
    return Call.get("/games", reading(Page[GameInfo]))
