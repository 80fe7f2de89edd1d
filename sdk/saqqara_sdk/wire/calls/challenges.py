"""Challenging other players, and answering challenges.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

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
    ChallengeStatus,
    DeclineReason,
    FlagRule,
)
from saqqara_sdk.wire.models import (
    Challenge,
    Page,
    TimeControl,
)


class Challenges(Group):
    """Challenging other players, and answering challenges.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def page(
        self,
        *,
        bot_id: str | None = None,
        status: ChallengeStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Challenge]:
        """The challenges of a bot, or of the token's bot or account, newest first.

        The token needs the scope `match_read`.

        Args:
            bot_id: Only challenges of this bot; None: those of the token's bot or account.
            status: Only challenges with this status; None: all. One of `pending`, `accepted`,
                `declined`, `cancelled`, `expired`.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_page(bot_id=bot_id, status=status, first=first, after=after))

    def create(
        self,
        challenged: Sequence[str],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        bot_id: str | None = None,
        seats: Sequence[str] | None = None,
        start_at_ms: int | None = None,
        expires_in_ms: int = 60_000,
        key: str | None = None,
    ) -> Challenge:
        """Challenge one to three bots or people to a match.

        The token needs the scope `match_play`.

        The challenger plays too: the bot in `bot_id`, else the token's bot, else the person
        whose account the token belongs to. `seats` assigns the seats; without it, they are drawn
        verifiably when all have accepted. The challenge expires if a player does not answer
        within `expires_in_ms`. When all have accepted, the match is created and starts, at the
        earliest at `start_at_ms`.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            challenged: The ids of the bots and accounts that are challenged.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            bot_id: The caller's bot that challenges; None: the token's bot or the account itself.
            seats: The players by seat; None: the seats are drawn.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.
            expires_in_ms: The time in which the challenge can be answered. In milliseconds, from
                1,000 to 86,400,000.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(
            _create(
                challenged,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                bot_id=bot_id,
                seats=seats,
                start_at_ms=start_at_ms,
                expires_in_ms=expires_in_ms,
                key=key,
            )
        )

    def get(self, challenge_id: str) -> Challenge:
        """A challenge that the caller or one of its bots has sent or received.

        The token needs the scope `match_read`.

        Args:
            challenge_id: The challenge's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_get(challenge_id))

    def accept(self, challenge_id: str, bot_id: str | None = None) -> Challenge:
        """Accept a challenge; the match is created when the last player has accepted.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.
            bot_id: The bot that answers; None: the token's bot, the account, or its only challenged
                bot.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_accept(challenge_id, bot_id))

    def decline(
        self, challenge_id: str, reason: DeclineReason | str = "declined", bot_id: str | None = None
    ) -> Challenge:
        """Decline a challenge with a reason; this ends the challenge for all.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.
            reason: The reason, which the challenge's creator sees. One of `declined`, `later`,
                `refuses`, `not_allowed`, `game`, `options`, `players`, `time_control`, `too_fast`,
                `too_slow`, `flag_rule`, `handicap`, `absent`, `busy`, `versions`, `spent`, `asks`.
            bot_id: The bot that answers; None: the token's bot, the account, or its only challenged
                bot.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_decline(challenge_id, reason, bot_id))

    def cancel(self, challenge_id: str) -> Challenge:
        """Cancel a challenge that not all players have accepted yet.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_cancel(challenge_id))


class AsyncChallenges(AsyncGroup):
    """Challenging other players, and answering challenges.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def page(
        self,
        *,
        bot_id: str | None = None,
        status: ChallengeStatus | str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Challenge]:
        """The challenges of a bot, or of the token's bot or account, newest first.

        The token needs the scope `match_read`.

        Args:
            bot_id: Only challenges of this bot; None: those of the token's bot or account.
            status: Only challenges with this status; None: all. One of `pending`, `accepted`,
                `declined`, `cancelled`, `expired`.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_page(bot_id=bot_id, status=status, first=first, after=after))

    async def create(
        self,
        challenged: Sequence[str],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        bot_id: str | None = None,
        seats: Sequence[str] | None = None,
        start_at_ms: int | None = None,
        expires_in_ms: int = 60_000,
        key: str | None = None,
    ) -> Challenge:
        """Challenge one to three bots or people to a match.

        The token needs the scope `match_play`.

        The challenger plays too: the bot in `bot_id`, else the token's bot, else the person
        whose account the token belongs to. `seats` assigns the seats; without it, they are drawn
        verifiably when all have accepted. The challenge expires if a player does not answer
        within `expires_in_ms`. When all have accepted, the match is created and starts, at the
        earliest at `start_at_ms`.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            challenged: The ids of the bots and accounts that are challenged.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            bot_id: The caller's bot that challenges; None: the token's bot or the account itself.
            seats: The players by seat; None: the seats are drawn.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.
            expires_in_ms: The time in which the challenge can be answered. In milliseconds, from
                1,000 to 86,400,000.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(
            _create(
                challenged,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                bot_id=bot_id,
                seats=seats,
                start_at_ms=start_at_ms,
                expires_in_ms=expires_in_ms,
                key=key,
            )
        )

    async def get(self, challenge_id: str) -> Challenge:
        """A challenge that the caller or one of its bots has sent or received.

        The token needs the scope `match_read`.

        Args:
            challenge_id: The challenge's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_get(challenge_id))

    async def accept(self, challenge_id: str, bot_id: str | None = None) -> Challenge:
        """Accept a challenge; the match is created when the last player has accepted.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.
            bot_id: The bot that answers; None: the token's bot, the account, or its only challenged
                bot.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_accept(challenge_id, bot_id))

    async def decline(
        self, challenge_id: str, reason: DeclineReason | str = "declined", bot_id: str | None = None
    ) -> Challenge:
        """Decline a challenge with a reason; this ends the challenge for all.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.
            reason: The reason, which the challenge's creator sees. One of `declined`, `later`,
                `refuses`, `not_allowed`, `game`, `options`, `players`, `time_control`, `too_fast`,
                `too_slow`, `flag_rule`, `handicap`, `absent`, `busy`, `versions`, `spent`, `asks`.
            bot_id: The bot that answers; None: the token's bot, the account, or its only challenged
                bot.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_decline(challenge_id, reason, bot_id))

    async def cancel(self, challenge_id: str) -> Challenge:
        """Cancel a challenge that not all players have accepted yet.

        The token needs the scope `match_play`.

        Args:
            challenge_id: The challenge's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_cancel(challenge_id))


def _page(
    *, bot_id: str | None, status: ChallengeStatus | str | None, first: int, after: str | None
) -> Call[Page[Challenge]]:
    return Call.get(
        "/challenges",
        reading(Page[Challenge]),
        given_query({"botId": bot_id, "status": status, "first": first, "after": after}),
    )


def _create(
    challenged: Sequence[str],
    time_control: TimeControl,
    *,
    game: str,
    on_flag: FlagRule | str,
    autoplay: str,
    time_odds: Sequence[float] | None,
    public_delay_ms: int,
    options: Mapping[str, JsonValue] | None,
    bot_id: str | None,
    seats: Sequence[str] | None,
    start_at_ms: int | None,
    expires_in_ms: int,
    key: str | None,
) -> Call[Challenge]:
    return Call.post(
        "/challenges",
        reading(Challenge),
        given(
            {
                "game": game,
                "onFlag": on_flag,
                "autoplay": autoplay,
                "timeOdds": None if time_odds is None else list(time_odds),
                "publicDelayMs": public_delay_ms,
                "options": {"players": 1 + len(challenged), **(options or {})},
                "timeControl": time_control.model_dump(mode="json", by_alias=True),
                "botId": bot_id,
                "challenged": list(challenged),
                "seats": None if seats is None else list(seats),
                "startAtMs": start_at_ms,
                "expiresInMs": expires_in_ms,
                "key": key or uuid.uuid4().hex,
            }
        ),
        is_repeatable=True,
    )


def _get(challenge_id: str) -> Call[Challenge]:
    return Call.get(f"/challenges/{segment(challenge_id)}", reading(Challenge))


def _accept(challenge_id: str, bot_id: str | None) -> Call[Challenge]:
    return Call.post(
        f"/challenges/{segment(challenge_id)}/accept",
        reading(Challenge),
        given({"botId": bot_id}),
        is_repeatable=True,
    )


def _decline(challenge_id: str, reason: DeclineReason | str, bot_id: str | None) -> Call[Challenge]:
    return Call.post(
        f"/challenges/{segment(challenge_id)}/decline",
        reading(Challenge),
        given({"botId": bot_id, "reason": reason}),
        is_repeatable=True,
    )


def _cancel(challenge_id: str) -> Call[Challenge]:
    return Call.post(
        f"/challenges/{segment(challenge_id)}/cancel", reading(Challenge), {}, is_repeatable=True
    )
