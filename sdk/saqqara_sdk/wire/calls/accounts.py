"""Accounts, their profiles and what belongs to them.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    given,
    given_query,
    reading,
    segment,
)
from saqqara_sdk.wire.enums import (
    MatchStatus,
)
from saqqara_sdk.wire.models import (
    Account,
    Deletion,
    Invitation,
    Issued,
    Match,
    Named,
    Page,
    RegisteredBot,
)


class Accounts(Group):
    """Accounts, their profiles and what belongs to them.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def register(self, name: str, invitation: str | None = None) -> Issued:
        """Create an account and return its token, which is never shown again.

        No token is needed.

        Args:
            name: The account's name.
            invitation: The invitation code, if the host requires one.

        Raises:
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_register(name, invitation))

    def register_guest(self, name: str | None = None) -> Issued:
        """Create a guest account for a day and return its token, which is never shown again.

        No token is needed.

        A guest has no bots, creates no further tokens and cannot return when the day is over.

        Args:
            name: The guest's display name; None: the service invents one.

        Raises:
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_register_guest(name))

    def me(self) -> Account:
        """The account of the token, with its usage, limits and any pending deletion.

        Any token is enough.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_me())

    def set_profile(
        self,
        *,
        display_name: str | None = None,
        handle: str | None = None,
        about: str | None = None,
        links: Sequence[str] = (),
        avatar: str | None = None,
    ) -> Account:
        """Replace the profile of the caller's account; omitted fields become empty.

        The token needs the scope `account_manage`. A guest needs no scope, and can only set a
        display name and an avatar. A name that looks like another account's name is refused as
        `name_taken`.

        Any token is enough.

        A guest's display name is not reserved.

        Args:
            display_name: The person's display name: 1 to 40 visible characters in any script, one
                script per word. It may not look like another account's name.
            handle: A unique name of 3 to 24 ASCII letters, digits, `_` and `-`; a change frees the
                old one.
            about: Plain text about the person.
            links: Links to show; https only, without a user name or password.
            avatar: The name of a generated picture: a shape and a number from 1 to 12, such as
                `pyramid-7`.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
        """
        return self._send(
            _set_profile(
                display_name=display_name, handle=handle, about=about, links=links, avatar=avatar
            )
        )

    def get(self, account_id: str) -> Account:
        """An account in its public form.

        No token is needed.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_get(account_id))

    def export(self, account_id: str) -> bytes:
        """All data stored about an account, as a tar.gz of JSON lines; for its owner and operators.

        The file `export.json` comes last. An export without it is incomplete; request it again.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_export(account_id))

    def delete(
        self, account_id: str, *, name: str | None = None, reason: str | None = None
    ) -> Deletion:
        """Delete an account permanently; the owner repeats its name, an operator gives a reason.

        A deletion by the owner takes effect after a week, in which `undelete_account` cancels
        it. It needs a token with all scopes that does not belong to an app. A deletion by an
        operator takes effect at once. The account then resigns its matches and its tokens stop
        working. Names, profile, tokens, policies, challenges and programs are erased. Matches
        and results stay under a name derived from the id.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.
            name: The account's name, as confirmation by its owner.
            reason: The operator's reason, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_delete(account_id, name=name, reason=reason))

    def undelete(self, account_id: str) -> Account:
        """Cancel an account's pending deletion; for its owner and operators.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_undelete(account_id))

    def verify(self, account_id: str, reason: str) -> Account:
        """Mark an account's owner as verified until it is revoked; operators only.

        From then on, ladders whose `owners` are `verified` admit the account's bots.

        The token needs the scope `admin`.

        Args:
            account_id: The account's id.
            reason: The method of verification, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_verify(account_id, reason))

    def unverify(self, account_id: str, reason: str) -> Account:
        """Revoke the verification of an account's owner; operators only.

        The account's bots stay in their current ladders, but not in later seasons.

        The token needs the scope `admin`.

        Args:
            account_id: The account's id.
            reason: The reason, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_unverify(account_id, reason))

    def bots(self, account_id: str) -> Page[RegisteredBot]:
        """The bots of an account, oldest first.

        No token is needed.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_bots(account_id))

    def matches(
        self,
        account_id: str,
        *,
        status: MatchStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
        game: str | None = None,
        players: int | None = None,
    ) -> Page[Match]:
        """The matches of an account and its bots, in their public form, newest first.

        No token is needed.

        Args:
            account_id: The account's id.
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(
            _matches(
                account_id, status=status, first=first, after=after, game=game, players=players
            )
        )

    def named(self, prefix: str, *, first: int = 20, after: str | None = None) -> Page[Named]:
        """Accounts, bots and ladders whose names begin with a prefix, in the order of their names.

        No token is needed.

        Args:
            prefix: The beginning of the name.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first name.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return self._send(_named(prefix, first=first, after=after))

    def invite(self, *, expires_in_ms: int = 604_800_000) -> Invitation:
        """Create a code for opening one account; administrators only.

        The token needs the scope `admin`.

        Args:
            expires_in_ms: The time for which the code is valid. In milliseconds, from 1,000 to
                3.1536e+11.
        """
        return self._send(_invite(expires_in_ms=expires_in_ms))


class AsyncAccounts(AsyncGroup):
    """Accounts, their profiles and what belongs to them.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def register(self, name: str, invitation: str | None = None) -> Issued:
        """Create an account and return its token, which is never shown again.

        No token is needed.

        Args:
            name: The account's name.
            invitation: The invitation code, if the host requires one.

        Raises:
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_register(name, invitation))

    async def register_guest(self, name: str | None = None) -> Issued:
        """Create a guest account for a day and return its token, which is never shown again.

        No token is needed.

        A guest has no bots, creates no further tokens and cannot return when the day is over.

        Args:
            name: The guest's display name; None: the service invents one.

        Raises:
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_register_guest(name))

    async def me(self) -> Account:
        """The account of the token, with its usage, limits and any pending deletion.

        Any token is enough.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_me())

    async def set_profile(
        self,
        *,
        display_name: str | None = None,
        handle: str | None = None,
        about: str | None = None,
        links: Sequence[str] = (),
        avatar: str | None = None,
    ) -> Account:
        """Replace the profile of the caller's account; omitted fields become empty.

        The token needs the scope `account_manage`. A guest needs no scope, and can only set a
        display name and an avatar. A name that looks like another account's name is refused as
        `name_taken`.

        Any token is enough.

        A guest's display name is not reserved.

        Args:
            display_name: The person's display name: 1 to 40 visible characters in any script, one
                script per word. It may not look like another account's name.
            handle: A unique name of 3 to 24 ASCII letters, digits, `_` and `-`; a change frees the
                old one.
            about: Plain text about the person.
            links: Links to show; https only, without a user name or password.
            avatar: The name of a generated picture: a shape and a number from 1 to 12, such as
                `pyramid-7`.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
        """
        return await self._send(
            _set_profile(
                display_name=display_name, handle=handle, about=about, links=links, avatar=avatar
            )
        )

    async def get(self, account_id: str) -> Account:
        """An account in its public form.

        No token is needed.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_get(account_id))

    async def export(self, account_id: str) -> bytes:
        """All data stored about an account, as a tar.gz of JSON lines; for its owner and operators.

        The file `export.json` comes last. An export without it is incomplete; request it again.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_export(account_id))

    async def delete(
        self, account_id: str, *, name: str | None = None, reason: str | None = None
    ) -> Deletion:
        """Delete an account permanently; the owner repeats its name, an operator gives a reason.

        A deletion by the owner takes effect after a week, in which `undelete_account` cancels
        it. It needs a token with all scopes that does not belong to an app. A deletion by an
        operator takes effect at once. The account then resigns its matches and its tokens stop
        working. Names, profile, tokens, policies, challenges and programs are erased. Matches
        and results stay under a name derived from the id.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.
            name: The account's name, as confirmation by its owner.
            reason: The operator's reason, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_delete(account_id, name=name, reason=reason))

    async def undelete(self, account_id: str) -> Account:
        """Cancel an account's pending deletion; for its owner and operators.

        The token needs the scope `account_manage`.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_undelete(account_id))

    async def verify(self, account_id: str, reason: str) -> Account:
        """Mark an account's owner as verified until it is revoked; operators only.

        From then on, ladders whose `owners` are `verified` admit the account's bots.

        The token needs the scope `admin`.

        Args:
            account_id: The account's id.
            reason: The method of verification, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_verify(account_id, reason))

    async def unverify(self, account_id: str, reason: str) -> Account:
        """Revoke the verification of an account's owner; operators only.

        The account's bots stay in their current ladders, but not in later seasons.

        The token needs the scope `admin`.

        Args:
            account_id: The account's id.
            reason: The reason, stored in the service's log.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_unverify(account_id, reason))

    async def bots(self, account_id: str) -> Page[RegisteredBot]:
        """The bots of an account, oldest first.

        No token is needed.

        Args:
            account_id: The account's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_bots(account_id))

    async def matches(
        self,
        account_id: str,
        *,
        status: MatchStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
        game: str | None = None,
        players: int | None = None,
    ) -> Page[Match]:
        """The matches of an account and its bots, in their public form, newest first.

        No token is needed.

        Args:
            account_id: The account's id.
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(
            _matches(
                account_id, status=status, first=first, after=after, game=game, players=players
            )
        )

    async def named(self, prefix: str, *, first: int = 20, after: str | None = None) -> Page[Named]:
        """Accounts, bots and ladders whose names begin with a prefix, in the order of their names.

        No token is needed.

        Args:
            prefix: The beginning of the name.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first name.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return await self._send(_named(prefix, first=first, after=after))

    async def invite(self, *, expires_in_ms: int = 604_800_000) -> Invitation:
        """Create a code for opening one account; administrators only.

        The token needs the scope `admin`.

        Args:
            expires_in_ms: The time for which the code is valid. In milliseconds, from 1,000 to
                3.1536e+11.
        """
        return await self._send(_invite(expires_in_ms=expires_in_ms))


def _register(name: str, invitation: str | None) -> Call[Issued]:
    return Call.post(
        "/accounts",
        reading(Issued),
        given({"name": name, "invitation": invitation}),
        is_repeatable=False,
    )


def _register_guest(name: str | None) -> Call[Issued]:
    return Call.post("/guests", reading(Issued), given({"name": name}), is_repeatable=False)


def _me() -> Call[Account]:
    return Call.get("/me", reading(Account))


def _set_profile(
    *,
    display_name: str | None,
    handle: str | None,
    about: str | None,
    links: Sequence[str],
    avatar: str | None,
) -> Call[Account]:
    return Call.post(
        "/me/profile",
        reading(Account),
        given(
            {
                "displayName": display_name,
                "handle": handle,
                "about": about,
                "links": list(links),
                "avatar": avatar,
            }
        ),
        is_repeatable=False,
    )


def _get(account_id: str) -> Call[Account]:
    return Call.get(f"/accounts/{segment(account_id)}", reading(Account))


def _export(account_id: str) -> Call[bytes]:
    return Call.download(f"/accounts/{segment(account_id)}/export", reading(bytes))


def _delete(account_id: str, *, name: str | None, reason: str | None) -> Call[Deletion]:
    return Call.post(
        f"/accounts/{segment(account_id)}/delete",
        reading(Deletion),
        given({"name": name, "reason": reason}),
        is_repeatable=True,
    )


def _undelete(account_id: str) -> Call[Account]:
    return Call.post(
        f"/accounts/{segment(account_id)}/undelete", reading(Account), {}, is_repeatable=True
    )


def _verify(account_id: str, reason: str) -> Call[Account]:
    return Call.post(
        f"/accounts/{segment(account_id)}/verify",
        reading(Account),
        given({"reason": reason}),
        is_repeatable=True,
    )


def _unverify(account_id: str, reason: str) -> Call[Account]:
    return Call.post(
        f"/accounts/{segment(account_id)}/unverify",
        reading(Account),
        given({"reason": reason}),
        is_repeatable=True,
    )


def _bots(account_id: str) -> Call[Page[RegisteredBot]]:
    return Call.get(f"/accounts/{segment(account_id)}/bots", reading(Page[RegisteredBot]))


def _matches(
    account_id: str,
    *,
    status: MatchStatus | str | None,
    first: int,
    after: str | None,
    game: str | None,
    players: int | None,
) -> Call[Page[Match]]:
    return Call.get(
        f"/accounts/{segment(account_id)}/matches",
        reading(Page[Match]),
        given_query(
            {"status": status, "first": first, "after": after, "game": game, "players": players}
        ),
    )


def _named(prefix: str, *, first: int, after: str | None) -> Call[Page[Named]]:
    return Call.get(
        "/names",
        reading(Page[Named]),
        given_query({"prefix": prefix, "first": first, "after": after}),
    )


def _invite(*, expires_in_ms: int) -> Call[Invitation]:
    return Call.post(
        "/invitations",
        reading(Invitation),
        given({"expiresInMs": expires_in_ms}),
        is_repeatable=False,
    )
