"""The account that the token speaks for.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given,
    reading,
)
from saqqara_sdk.wire.models import (
    Account,
    Invitation,
    Issued,
)


class Accounts(Group):
    """The account that the token speaks for.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    def register(self, name: str, invitation: str | None = None) -> Issued:
        """Open an account; its token is in the answer and is never shown again.

        Args:
            name: The account's name.
            invitation: The invitation code, if the host requires one.
        """
        return self._send(_register(name, invitation))

    def me(self) -> Account:
        """The account of the token, with its usage and its limits."""
        return self._send(_me())

    def invite(self, *, expires_in_ms: int = 604_800_000) -> Invitation:
        """Make a code that opens one account; administrators only.

        The token needs the scope `admin`.

        Args:
            expires_in_ms: How long the code works. In milliseconds, from 1,000 to 3.1536e+11.
        """
        return self._send(_invite(expires_in_ms=expires_in_ms))


class AsyncAccounts(AsyncGroup):
    """The account that the token speaks for.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    async def register(self, name: str, invitation: str | None = None) -> Issued:
        """Open an account; its token is in the answer and is never shown again.

        Args:
            name: The account's name.
            invitation: The invitation code, if the host requires one.
        """
        return await self._send(_register(name, invitation))

    async def me(self) -> Account:
        """The account of the token, with its usage and its limits."""
        return await self._send(_me())

    async def invite(self, *, expires_in_ms: int = 604_800_000) -> Invitation:
        """Make a code that opens one account; administrators only.

        The token needs the scope `admin`.

        Args:
            expires_in_ms: How long the code works. In milliseconds, from 1,000 to 3.1536e+11.
        """
        return await self._send(_invite(expires_in_ms=expires_in_ms))


def _register(name: str, invitation: str | None) -> Call[Issued]:
    return Call.post(
        "/accounts",
        reading(Issued),
        given({"name": name, "invitation": invitation}),
        is_repeatable=False,
    )


def _me() -> Call[Account]:
    return Call.get("/me", reading(Account))


def _invite(*, expires_in_ms: int) -> Call[Invitation]:
    return Call.post(
        "/invitations",
        reading(Invitation),
        given({"expiresInMs": expires_in_ms}),
        is_repeatable=False,
    )
