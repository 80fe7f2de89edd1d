"""Bots, their versions and their accept policies.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

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
    AcceptPolicy,
    BotVersion,
    Issued,
    Ladder,
    Match,
    Page,
    RegisteredBot,
)


class Bots(Group):
    """Bots, their versions and their accept policies.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def page(self) -> Page[RegisteredBot]:
        """The bots of the account, oldest first.

        Any token is enough.
        """
        return self._send(_page())

    def create(self, name: str, *, note: str = "", commit: str | None = None) -> Issued:
        """Create a bot and return its token, which is never shown again.

        The token needs the scope `account_manage`.

        Args:
            name: The bot's name in matches and standings.
            note: A note on its first version.
            commit: The commit that the program is built from, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_create(name, note=note, commit=commit))

    def get(self, bot_id: str) -> RegisteredBot:
        """A bot in its public form.

        No token is needed.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_get(bot_id))

    def matches(
        self,
        bot_id: str,
        *,
        status: MatchStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Match]:
        """The matches of a bot, in their public form, newest first.

        No token is needed.

        Args:
            bot_id: The bot's id.
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_matches(bot_id, status=status, first=first, after=after))

    def ladders(self, bot_id: str, *, first: int = 20, after: str | None = None) -> Page[Ladder]:
        """The ladders that a bot has entered, latest entry first, including finished ones.

        No token is needed.

        Args:
            bot_id: The bot's id.
            first: The maximum number of ladders per page. From 1 to 100.
            after: Only items after this cursor; None: start at the last one entered.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_ladders(bot_id, first=first, after=after))

    def versions(self, bot_id: str) -> Page[BotVersion]:
        """The versions of a bot, oldest first.

        No token is needed.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_versions(bot_id))

    def create_version(
        self, bot_id: str, name: str, *, note: str = "", commit: str | None = None
    ) -> BotVersion:
        """Register a new version of a bot, which plays from the next match on.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            name: The name of the version.
            note: A note on the version.
            commit: The commit that the program is built from, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_create_version(bot_id, name, note=note, commit=commit))

    def choose_version(self, bot_id: str, number: int) -> RegisteredBot:
        """Choose the version that a bot plays from now on; it may be an older one.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            number: The number of the version to play. From 1 to 1,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_choose_version(bot_id, number))

    def policy(self, bot_id: str) -> AcceptPolicy:
        """The accept policy of one of the caller's bots.

        The token needs the scope `match_read`.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_policy(bot_id))

    def set_policy(self, bot_id: str, policy: AcceptPolicy) -> AcceptPolicy:
        """Replace the accept policy of one of the caller's bots.

        The token needs the scope `match_play`.

        Omitted fields get the values of a new bot. A new bot is sent every challenge without a
        handicap, and plays at most four matches at once.

        Args:
            bot_id: The bot's id.
            policy: A bot's accept policy: its limits, and the response to a challenge within them.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
        """
        return self._send(_set_policy(bot_id, policy))

    def present(self, *, first: int = 20, after: str | None = None) -> Page[RegisteredBot]:
        """The bots that are present, because they follow their feed or poll their turns, by id.

        No token is needed.

        Args:
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_present(first=first, after=after))


class AsyncBots(AsyncGroup):
    """Bots, their versions and their accept policies.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def page(self) -> Page[RegisteredBot]:
        """The bots of the account, oldest first.

        Any token is enough.
        """
        return await self._send(_page())

    async def create(self, name: str, *, note: str = "", commit: str | None = None) -> Issued:
        """Create a bot and return its token, which is never shown again.

        The token needs the scope `account_manage`.

        Args:
            name: The bot's name in matches and standings.
            note: A note on its first version.
            commit: The commit that the program is built from, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            NameTaken: Another bot of the account has this name, or another account has a
                similar-looking one.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_create(name, note=note, commit=commit))

    async def get(self, bot_id: str) -> RegisteredBot:
        """A bot in its public form.

        No token is needed.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_get(bot_id))

    async def matches(
        self,
        bot_id: str,
        *,
        status: MatchStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Match]:
        """The matches of a bot, in their public form, newest first.

        No token is needed.

        Args:
            bot_id: The bot's id.
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_matches(bot_id, status=status, first=first, after=after))

    async def ladders(
        self, bot_id: str, *, first: int = 20, after: str | None = None
    ) -> Page[Ladder]:
        """The ladders that a bot has entered, latest entry first, including finished ones.

        No token is needed.

        Args:
            bot_id: The bot's id.
            first: The maximum number of ladders per page. From 1 to 100.
            after: Only items after this cursor; None: start at the last one entered.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_ladders(bot_id, first=first, after=after))

    async def versions(self, bot_id: str) -> Page[BotVersion]:
        """The versions of a bot, oldest first.

        No token is needed.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_versions(bot_id))

    async def create_version(
        self, bot_id: str, name: str, *, note: str = "", commit: str | None = None
    ) -> BotVersion:
        """Register a new version of a bot, which plays from the next match on.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            name: The name of the version.
            note: A note on the version.
            commit: The commit that the program is built from, in hexadecimal.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_create_version(bot_id, name, note=note, commit=commit))

    async def choose_version(self, bot_id: str, number: int) -> RegisteredBot:
        """Choose the version that a bot plays from now on; it may be an older one.

        The token needs the scope `account_manage`.

        Args:
            bot_id: The bot's id.
            number: The number of the version to play. From 1 to 1,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_choose_version(bot_id, number))

    async def policy(self, bot_id: str) -> AcceptPolicy:
        """The accept policy of one of the caller's bots.

        The token needs the scope `match_read`.

        Args:
            bot_id: The bot's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_policy(bot_id))

    async def set_policy(self, bot_id: str, policy: AcceptPolicy) -> AcceptPolicy:
        """Replace the accept policy of one of the caller's bots.

        The token needs the scope `match_play`.

        Omitted fields get the values of a new bot. A new bot is sent every challenge without a
        handicap, and plays at most four matches at once.

        Args:
            bot_id: The bot's id.
            policy: A bot's accept policy: its limits, and the response to a challenge within them.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
        """
        return await self._send(_set_policy(bot_id, policy))

    async def present(self, *, first: int = 20, after: str | None = None) -> Page[RegisteredBot]:
        """The bots that are present, because they follow their feed or poll their turns, by id.

        No token is needed.

        Args:
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_present(first=first, after=after))


def _page() -> Call[Page[RegisteredBot]]:
    return Call.get("/bots", reading(Page[RegisteredBot]))


def _create(name: str, *, note: str, commit: str | None) -> Call[Issued]:
    return Call.post(
        "/bots",
        reading(Issued),
        given({"name": name, "note": note, "commit": commit}),
        is_repeatable=False,
    )


def _get(bot_id: str) -> Call[RegisteredBot]:
    return Call.get(f"/bots/{segment(bot_id)}", reading(RegisteredBot))


def _matches(
    bot_id: str, *, status: MatchStatus | str | None, first: int, after: str | None
) -> Call[Page[Match]]:
    return Call.get(
        f"/bots/{segment(bot_id)}/matches",
        reading(Page[Match]),
        given_query({"status": status, "first": first, "after": after}),
    )


def _ladders(bot_id: str, *, first: int, after: str | None) -> Call[Page[Ladder]]:
    return Call.get(
        f"/bots/{segment(bot_id)}/ladders",
        reading(Page[Ladder]),
        given_query({"first": first, "after": after}),
    )


def _versions(bot_id: str) -> Call[Page[BotVersion]]:
    return Call.get(f"/bots/{segment(bot_id)}/versions", reading(Page[BotVersion]))


def _create_version(bot_id: str, name: str, *, note: str, commit: str | None) -> Call[BotVersion]:
    return Call.post(
        f"/bots/{segment(bot_id)}/versions",
        reading(BotVersion),
        given({"name": name, "note": note, "commit": commit}),
        is_repeatable=False,
    )


def _choose_version(bot_id: str, number: int) -> Call[RegisteredBot]:
    return Call.post(
        f"/bots/{segment(bot_id)}/version",
        reading(RegisteredBot),
        given({"number": number}),
        is_repeatable=False,
    )


def _policy(bot_id: str) -> Call[AcceptPolicy]:
    return Call.get(f"/bots/{segment(bot_id)}/policy", reading(AcceptPolicy))


def _set_policy(bot_id: str, policy: AcceptPolicy) -> Call[AcceptPolicy]:
    return Call.post(
        f"/bots/{segment(bot_id)}/policy",
        reading(AcceptPolicy),
        policy.model_dump(mode="json", by_alias=True),
        is_repeatable=True,
    )


def _present(*, first: int, after: str | None) -> Call[Page[RegisteredBot]]:
    return Call.get(
        "/presence", reading(Page[RegisteredBot]), given_query({"first": first, "after": after})
    )
