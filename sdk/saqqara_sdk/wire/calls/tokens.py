"""Tokens and their scopes.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given,
    reading,
    segment,
)
from saqqara_sdk.wire.enums import (
    Scope,
)
from saqqara_sdk.wire.models import (
    Issued,
    Page,
    TokenInfo,
)


class Tokens(Group):
    """Tokens and their scopes.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def about(self) -> TokenInfo:
        """The current token: its scopes, its owner and its expiry.

        Any token is enough.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_about())

    def page(self) -> Page[TokenInfo]:
        """The valid tokens of the account and of its bots, oldest first.

        The token needs the scope `account_manage`.
        """
        return self._send(_page())

    def create(
        self,
        name: str,
        *,
        bot_id: str | None = None,
        scopes: Sequence[Scope | str] | None = None,
        expires_in_ms: int | None = None,
    ) -> Issued:
        """Create and return a token, which is never shown again; a bot has at most two.

        The token needs the scope `account_manage`.

        `expires_in_ms` is its lifetime; without it, the token is valid until it is revoked. It
        never outlives the token that creates it, and never has more scopes.

        Args:
            name: The token's name.
            bot_id: The bot that the token is for; None: the account.
            scopes: The token's scopes; None: all scopes of its kind. One of `match_play`,
                `match_read`, `ladder_join`, `account_manage`, `admin`, `runner`.
            expires_in_ms: The token's lifetime; None: until it is revoked. In milliseconds, from
                1,000 to 3.1536e+11.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_create(name, bot_id=bot_id, scopes=scopes, expires_in_ms=expires_in_ms))

    def rotate(self, token_id: str, *, overlap_ms: int = 86_400_000) -> Issued:
        """Replace a token with a new one; the old one keeps working for a short time.

        Any token is enough.

        Args:
            token_id: The token's id.
            overlap_ms: The time for which the old token still works. In milliseconds, from 0 to
                2,592,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_rotate(token_id, overlap_ms=overlap_ms))

    def revoke(self, token_id: str) -> TokenInfo:
        """Revoke a token and the tokens created with it; open connections close within seconds.

        Revoking an app's token revokes all the app's tokens of the account, unless the app
        itself makes the call. An expired token is only deleted, so tokens created with a rotated
        token stay valid.

        Any token is enough.

        Args:
            token_id: The token's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_revoke(token_id))


class AsyncTokens(AsyncGroup):
    """Tokens and their scopes.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def about(self) -> TokenInfo:
        """The current token: its scopes, its owner and its expiry.

        Any token is enough.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_about())

    async def page(self) -> Page[TokenInfo]:
        """The valid tokens of the account and of its bots, oldest first.

        The token needs the scope `account_manage`.
        """
        return await self._send(_page())

    async def create(
        self,
        name: str,
        *,
        bot_id: str | None = None,
        scopes: Sequence[Scope | str] | None = None,
        expires_in_ms: int | None = None,
    ) -> Issued:
        """Create and return a token, which is never shown again; a bot has at most two.

        The token needs the scope `account_manage`.

        `expires_in_ms` is its lifetime; without it, the token is valid until it is revoked. It
        never outlives the token that creates it, and never has more scopes.

        Args:
            name: The token's name.
            bot_id: The bot that the token is for; None: the account.
            scopes: The token's scopes; None: all scopes of its kind. One of `match_play`,
                `match_read`, `ladder_join`, `account_manage`, `admin`, `runner`.
            expires_in_ms: The token's lifetime; None: until it is revoked. In milliseconds, from
                1,000 to 3.1536e+11.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(
            _create(name, bot_id=bot_id, scopes=scopes, expires_in_ms=expires_in_ms)
        )

    async def rotate(self, token_id: str, *, overlap_ms: int = 86_400_000) -> Issued:
        """Replace a token with a new one; the old one keeps working for a short time.

        Any token is enough.

        Args:
            token_id: The token's id.
            overlap_ms: The time for which the old token still works. In milliseconds, from 0 to
                2,592,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_rotate(token_id, overlap_ms=overlap_ms))

    async def revoke(self, token_id: str) -> TokenInfo:
        """Revoke a token and the tokens created with it; open connections close within seconds.

        Revoking an app's token revokes all the app's tokens of the account, unless the app
        itself makes the call. An expired token is only deleted, so tokens created with a rotated
        token stay valid.

        Any token is enough.

        Args:
            token_id: The token's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_revoke(token_id))


def _about() -> Call[TokenInfo]:
    return Call.get("/token", reading(TokenInfo))


def _page() -> Call[Page[TokenInfo]]:
    return Call.get("/tokens", reading(Page[TokenInfo]))


def _create(
    name: str,
    *,
    bot_id: str | None,
    scopes: Sequence[Scope | str] | None,
    expires_in_ms: int | None,
) -> Call[Issued]:
    return Call.post(
        "/tokens",
        reading(Issued),
        given(
            {
                "name": name,
                "botId": bot_id,
                "scopes": None if scopes is None else list(scopes),
                "expiresInMs": expires_in_ms,
            }
        ),
        is_repeatable=False,
    )


def _rotate(token_id: str, *, overlap_ms: int) -> Call[Issued]:
    return Call.post(
        f"/tokens/{segment(token_id)}/rotate",
        reading(Issued),
        given({"overlapMs": overlap_ms}),
        is_repeatable=False,
    )


def _revoke(token_id: str) -> Call[TokenInfo]:
    return Call.post(
        f"/tokens/{segment(token_id)}/revoke", reading(TokenInfo), {}, is_repeatable=False
    )
