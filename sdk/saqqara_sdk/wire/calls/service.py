"""The service itself and its games.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given_query,
    reading,
)
from saqqara_sdk.wire.models import (
    GameInfo,
    Layout,
    Page,
    ServerInfo,
    Workload,
)


class Service(Group):
    """The service itself and its games.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def about(self) -> ServerInfo:
        """The service's version, clock, limits, and registration rules.

        No token is needed.
        """
        return self._send(_about())

    def workload(self) -> Workload:
        """The pending work, and the active workers and runners; administrators only.

        The token needs the scope `admin`.
        """
        return self._send(_workload())

    def games(self, *, language: str | None = None) -> Page[GameInfo]:
        """The games that can be played here, each with its options and presets.

        No token is needed.

        Args:
            language: The language tag of texts, such as `de`; None: English.
        """
        return self._send(_games(language=language))

    def layout(self, game: str, *, language: str | None = None, options: str = "{}") -> Layout:
        """The static layout of a game under its options, sufficient to draw it.

        No token is needed.

        Args:
            game: The name of the game.
            language: The language tag of texts, such as `de`; None: English.
            options: The options of the game as JSON text; an omitted option has its default.

        Raises:
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
        """
        return self._send(_layout(game, language=language, options=options))


class AsyncService(AsyncGroup):
    """The service itself and its games.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def about(self) -> ServerInfo:
        """The service's version, clock, limits, and registration rules.

        No token is needed.
        """
        return await self._send(_about())

    async def workload(self) -> Workload:
        """The pending work, and the active workers and runners; administrators only.

        The token needs the scope `admin`.
        """
        return await self._send(_workload())

    async def games(self, *, language: str | None = None) -> Page[GameInfo]:
        """The games that can be played here, each with its options and presets.

        No token is needed.

        Args:
            language: The language tag of texts, such as `de`; None: English.
        """
        return await self._send(_games(language=language))

    async def layout(
        self, game: str, *, language: str | None = None, options: str = "{}"
    ) -> Layout:
        """The static layout of a game under its options, sufficient to draw it.

        No token is needed.

        Args:
            game: The name of the game.
            language: The language tag of texts, such as `de`; None: English.
            options: The options of the game as JSON text; an omitted option has its default.

        Raises:
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
        """
        return await self._send(_layout(game, language=language, options=options))


def _about() -> Call[ServerInfo]:
    return Call.get("/server", reading(ServerInfo))


def _workload() -> Call[Workload]:
    return Call.get("/workload", reading(Workload))


def _games(*, language: str | None) -> Call[Page[GameInfo]]:
    return Call.get("/games", reading(Page[GameInfo]), given_query({"language": language}))


def _layout(game: str, *, language: str | None, options: str) -> Call[Layout]:
    return Call.get(
        "/layout",
        reading(Layout),
        given_query({"language": language, "game": game, "options": options}),
    )
