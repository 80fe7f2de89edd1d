"""Creating, finding, following and playing matches.

Generated from `openapi/openapi.yaml` by `make wire`: change the contract, not this file.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence

from pydantic import JsonValue

from saqqara_sdk.wire.call import (
    AsyncGroup,
    Call,
    Group,
    Stream,
    given,
    given_query,
    reading,
    segment,
)
from saqqara_sdk.wire.enums import (
    Chance,
    FlagRule,
    MatchStatus,
    VoidReason,
)
from saqqara_sdk.wire.models import (
    Acted,
    Explanation,
    Hint,
    LobbyNews,
    Match,
    MatchEvent,
    MatchNews,
    Page,
    Pairings,
    Preview,
    RecordViews,
    SeatView,
    TimeControl,
    WireTurn,
)


class Matches(Group):
    """Creating, finding, following and playing matches.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def page(
        self,
        *,
        status: MatchStatus | str | None = None,
        player_id: str | None = None,
        game: str | None = None,
        players: int | None = None,
        joinable: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Match]:
        """The matches in their public form, newest first; `joinable`: only those with a free seat.

        No token is needed.

        Args:
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            player_id: Only matches in which this bot or account has a seat; None: all.
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.
            joinable: Only open matches with a free seat.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return self._send(
            _page(
                status=status,
                player_id=player_id,
                game=game,
                players=players,
                joinable=joinable,
                first=first,
                after=after,
            )
        )

    def create(
        self,
        seats: Sequence[str | None],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        open_to: Sequence[str] | None = None,
        start: bool = True,
        start_at_ms: int | None = None,
        key: str | None = None,
    ) -> Match:
        """Create a match; by default it starts automatically when every seat is taken.

        The token needs the scope `match_play`.

        A person takes a seat with the account's id and plays with the account's own token. With
        `open_to`, only these bots, these accounts and their bots may take a free seat. With
        `start`, the match starts automatically once every seat is taken, at the earliest at
        `start_at_ms`. The public sees each event after a delay of `public_delay_ms`. Only the
        players, the match's creator and admins are not part of the public.

        `time_odds` are handicaps: the factors that multiply each seat's base, bank, move time or
        days. `on_flag` is the rule for a seat that runs out of time; `forfeit` needs two seats.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            seats: For each seat a bot of yours or of the house, your account's id, or None for a
                free seat.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            open_to: The bots and accounts that may take a free seat; None: any.
            start: Whether the match starts automatically once every seat is taken.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
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
                seats,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                open_to=open_to,
                start=start,
                start_at_ms=start_at_ms,
                key=key,
            )
        )

    def get(self, match_id: str) -> Match:
        """A match as the caller may see it.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_get(match_id))

    def join(self, match_id: str, seat: int | None = None) -> Match:
        """Take a seat for the token's bot, or, with an account's token, for the account's owner.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.
            seat: The seat to take; None: the first free seat. From 0 to 15.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            SeatTaken: Another bot has the seat.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_join(match_id, seat))

    def start(self, match_id: str) -> Match:
        """Start a match whose seats are all taken; for its creator and its players.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_start(match_id))

    def resign(self, match_id: str) -> Match:
        """Resign; the match ends if only one seat remains, else autoplay plays for the seat.

        A seat that resigned ranks below all remaining seats. Repeating the call has no further
        effect.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_resign(match_id))

    def abort(self, match_id: str) -> Match:
        """Agree to abort a match before its first action; the match is aborted once all seats
        agree.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_abort(match_id))

    def void(self, match_id: str, note: str, *, reason: VoidReason | str = "voided") -> Match:
        """Void an open or running match; operators only.

        The token needs the scope `admin`.

        Args:
            match_id: The match's id.
            note: The reason, which is public.
            reason: The kind of reason. One of `voided`, `outage`.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
        """
        return self._send(_void(match_id, note, reason=reason))

    def view(
        self, match_id: str, *, version: int | None = None, seat: int | None = None
    ) -> SeatView:
        """The view of the caller's seat, or the public view for clients without a seat.

        With `version`, the view at that version. When the match is over, `seat` may be any seat.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            version: The version of the match, from 1; None: the latest that the caller may see.
                From 0 to 1,000,000.
            seat: The seat whose view is returned; another player's seat only when the match is
                over. None: the caller's seat, or the public. From 0 to 15.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_view(match_id, version=version, seat=seat))

    def act(
        self,
        match_id: str,
        action: str | int,
        expected_version: int,
        action_id: str | None = None,
        *,
        note: Mapping[str, JsonValue] | None = None,
        cpu_ms: int | None = None,
    ) -> Acted:
        """Apply an action; repeating the call with the same action id returns the first result.

        The token needs the scope `match_play`.

        Sending the same id again returns the first result and does not apply the action twice,
        even with another `note`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.
            expected_version: The version of the match that this decision answers. From 0 to
                1,000,000.
            action_id: An id that you choose, so that repeating the call does not apply it twice;
                None: a new id.
            note: A note of the program about its action; None: none. It changes nothing in the
                match. `engine/RECORD.md` lists its fields, such as `evaluation` (a number), `line`
                (up to 16 expected actions, in the notation) and `words` (up to 2,000 characters).
                Together they take up to 4,096 bytes of JSON. Numbers are rounded to four decimals.
            cpu_ms: The processor time of the decision, for clocks with a `wall_factor`; only
                runners send it. In milliseconds, from 0 to 86,400,000.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            StaleVersion: The match has a newer version. Facts: `current_version`, `events`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(
            _act(match_id, action, expected_version, action_id, note=note, cpu_ms=cpu_ms)
        )

    def preview(self, match_id: str, action: str | int) -> Preview:
        """The change of all seats' points through an action of the caller's seat.

        The action is simulated in several worlds that fit the seat's view, so the preview
        reveals nothing hidden.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
        """
        return self._send(_preview(match_id, action))

    def hint(self, match_id: str) -> Hint:
        """The actions that a house bot prefers, the best first.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_hint(match_id))

    def explain(self, match_id: str, action: str | int) -> Explanation:
        """Whether an action is legal now for the caller's seat, and if not, why.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
        """
        return self._send(_explain(match_id, action))

    def events(
        self,
        match_id: str,
        *,
        language: str | None = None,
        after: str | None = None,
        views: bool = False,
    ) -> Iterator[MatchNews]:
        """Follow the events of a match until it is over, from its beginning or after a cursor; lost
        connections are replaced without a gap.

        With `views`, each event includes the view of the caller's seat, or the public view. The
        id of each event is its cursor, which resumes the stream.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.
            after: Only events after this cursor; None: all.
            views: Whether each event of a stream includes a view.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._follow(_events(match_id, language=language, after=after, views=views))

    def events_page(
        self,
        match_id: str,
        *,
        language: str | None = None,
        after: str | None = None,
        first: int = 100,
    ) -> Page[MatchEvent]:
        """A page of the events of a match, after a cursor.

        The id of each event is its cursor, which resumes the stream.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.
            after: Only events after this cursor; None: all.
            first: The maximum number of events per page. From 1 to 100.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_events_page(match_id, language=language, after=after, first=first))

    def record(self, match_id: str) -> dict[str, JsonValue]:
        """The record of a match that is over: its seed, chance outcomes, actions and scores.

        While the match is running, only the public part is returned: no seed and nothing hidden.
        The record of an archived match is fixed, and later changes of the rules do not affect
        it.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_record(match_id))

    def record_views(
        self,
        record: Mapping[str, JsonValue],
        *,
        seat: int | None = None,
        version: int = 1,
        first: int = 100,
    ) -> RecordViews:
        """Compute the views of a record that the caller sends; the service does not store it.

        No token is needed.

        A record's start counts as version 1, and every ply adds 1.

        Args:
            record: The complete record.
            seat: The seat whose views are returned; None: the public. From 0 to 15.
            version: The version of the first view. From 0 to 1,000,000.
            first: The maximum number of views. From 1 to 100.
        """
        return self._send(_record_views(record, seat=seat, version=version, first=first))

    def fork(
        self,
        of: str | Mapping[str, JsonValue],
        version: int,
        seats: Sequence[str | None],
        *,
        chance: Chance | str = "kept",
        seen_by: int | None = None,
        time_control: TimeControl | None = None,
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        start: bool = True,
    ) -> Match:
        """Create an analysis match from any point of a finished match or record.

        The token needs the scope `match_play`.

        The fork continues after its `version`; a record's start counts as version 1, and every
        ply adds 1. Hidden cards stay as they were. With `resampled`, the cards that the seat
        `seen_by` could not see are drawn again.

        A person plays with the account's own token. Without a time control the match is untimed.

        Args:
            of: The id of the match to fork, or a complete record.
            version: The version at which the fork begins. From 0 to 1,000,000.
            seats: For each seat a bot's id, the caller's account id, or None for a free seat.
            chance: The treatment of hidden cards. One of `kept`, `resampled`.
            seen_by: The seat whose unseen cards are drawn again; None: the public. From 0 to 15.
            time_control: The time control; None: untimed.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            start: Whether the match starts automatically once every seat is taken.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(
            _fork(
                of,
                version,
                seats,
                chance=chance,
                seen_by=seen_by,
                time_control=time_control,
                on_flag=on_flag,
                autoplay=autoplay,
                start=start,
            )
        )

    def pair(
        self,
        pairs: Mapping[str, Sequence[str]],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        start_at_ms: int | None = None,
    ) -> Pairings:
        """Create up to 100 matches at once; the response has one result for each pairing.

        The token needs the scope `match_play`.

        A bot of another account gets a seat only if its accept policy accepts the match at once;
        bots with mode `ask` get none. An operator may seat any bot. A person gets a seat only
        through the account's own token. Repeating the call with the same keys creates nothing
        twice.

        Args:
            pairs: The matches to create, at most 100: the bots of each by seat, under a key that
                you choose.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.

        Raises:
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(
            _pair(
                pairs,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                start_at_ms=start_at_ms,
            )
        )

    def turns(self, *, language: str | None = None) -> Page[WireTurn]:
        """The bot's current turns, each with everything that it needs to choose an action.

        A bot that polls at least every ten seconds counts as present, so ladders pair it.

        The token needs the scope `match_read`.

        Args:
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_turns(language=language))

    def lobby(self, *, game: str | None = None, players: int | None = None) -> Page[LobbyNews]:
        """The newest open and running matches, and the pending challenges of the token, if any.

        A token is optional, but shows more.

        Args:
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.

        Raises:
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_lobby(game=game, players=players))


class AsyncMatches(AsyncGroup):
    """Creating, finding, following and playing matches.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def page(
        self,
        *,
        status: MatchStatus | str | None = None,
        player_id: str | None = None,
        game: str | None = None,
        players: int | None = None,
        joinable: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> Page[Match]:
        """The matches in their public form, newest first; `joinable`: only those with a free seat.

        No token is needed.

        Args:
            status: Only matches with this status; None: all. One of `open`, `running`, `finished`,
                `void`.
            player_id: Only matches in which this bot or account has a seat; None: all.
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.
            joinable: Only open matches with a free seat.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return await self._send(
            _page(
                status=status,
                player_id=player_id,
                game=game,
                players=players,
                joinable=joinable,
                first=first,
                after=after,
            )
        )

    async def create(
        self,
        seats: Sequence[str | None],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        open_to: Sequence[str] | None = None,
        start: bool = True,
        start_at_ms: int | None = None,
        key: str | None = None,
    ) -> Match:
        """Create a match; by default it starts automatically when every seat is taken.

        The token needs the scope `match_play`.

        A person takes a seat with the account's id and plays with the account's own token. With
        `open_to`, only these bots, these accounts and their bots may take a free seat. With
        `start`, the match starts automatically once every seat is taken, at the earliest at
        `start_at_ms`. The public sees each event after a delay of `public_delay_ms`. Only the
        players, the match's creator and admins are not part of the public.

        `time_odds` are handicaps: the factors that multiply each seat's base, bank, move time or
        days. `on_flag` is the rule for a seat that runs out of time; `forfeit` needs two seats.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            seats: For each seat a bot of yours or of the house, your account's id, or None for a
                free seat.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            open_to: The bots and accounts that may take a free seat; None: any.
            start: Whether the match starts automatically once every seat is taken.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
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
                seats,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                open_to=open_to,
                start=start,
                start_at_ms=start_at_ms,
                key=key,
            )
        )

    async def get(self, match_id: str) -> Match:
        """A match as the caller may see it.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_get(match_id))

    async def join(self, match_id: str, seat: int | None = None) -> Match:
        """Take a seat for the token's bot, or, with an account's token, for the account's owner.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.
            seat: The seat to take; None: the first free seat. From 0 to 15.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            SeatTaken: Another bot has the seat.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_join(match_id, seat))

    async def start(self, match_id: str) -> Match:
        """Start a match whose seats are all taken; for its creator and its players.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_start(match_id))

    async def resign(self, match_id: str) -> Match:
        """Resign; the match ends if only one seat remains, else autoplay plays for the seat.

        A seat that resigned ranks below all remaining seats. Repeating the call has no further
        effect.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_resign(match_id))

    async def abort(self, match_id: str) -> Match:
        """Agree to abort a match before its first action; the match is aborted once all seats
        agree.

        The token needs the scope `match_play`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_abort(match_id))

    async def void(self, match_id: str, note: str, *, reason: VoidReason | str = "voided") -> Match:
        """Void an open or running match; operators only.

        The token needs the scope `admin`.

        Args:
            match_id: The match's id.
            note: The reason, which is public.
            reason: The kind of reason. One of `voided`, `outage`.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
        """
        return await self._send(_void(match_id, note, reason=reason))

    async def view(
        self, match_id: str, *, version: int | None = None, seat: int | None = None
    ) -> SeatView:
        """The view of the caller's seat, or the public view for clients without a seat.

        With `version`, the view at that version. When the match is over, `seat` may be any seat.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            version: The version of the match, from 1; None: the latest that the caller may see.
                From 0 to 1,000,000.
            seat: The seat whose view is returned; another player's seat only when the match is
                over. None: the caller's seat, or the public. From 0 to 15.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_view(match_id, version=version, seat=seat))

    async def act(
        self,
        match_id: str,
        action: str | int,
        expected_version: int,
        action_id: str | None = None,
        *,
        note: Mapping[str, JsonValue] | None = None,
        cpu_ms: int | None = None,
    ) -> Acted:
        """Apply an action; repeating the call with the same action id returns the first result.

        The token needs the scope `match_play`.

        Sending the same id again returns the first result and does not apply the action twice,
        even with another `note`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.
            expected_version: The version of the match that this decision answers. From 0 to
                1,000,000.
            action_id: An id that you choose, so that repeating the call does not apply it twice;
                None: a new id.
            note: A note of the program about its action; None: none. It changes nothing in the
                match. `engine/RECORD.md` lists its fields, such as `evaluation` (a number), `line`
                (up to 16 expected actions, in the notation) and `words` (up to 2,000 characters).
                Together they take up to 4,096 bytes of JSON. Numbers are rounded to four decimals.
            cpu_ms: The processor time of the decision, for clocks with a `wall_factor`; only
                runners send it. In milliseconds, from 0 to 86,400,000.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            StaleVersion: The match has a newer version. Facts: `current_version`, `events`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(
            _act(match_id, action, expected_version, action_id, note=note, cpu_ms=cpu_ms)
        )

    async def preview(self, match_id: str, action: str | int) -> Preview:
        """The change of all seats' points through an action of the caller's seat.

        The action is simulated in several worlds that fit the seat's view, so the preview
        reveals nothing hidden.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
        """
        return await self._send(_preview(match_id, action))

    async def hint(self, match_id: str) -> Hint:
        """The actions that a house bot prefers, the best first.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_hint(match_id))

    async def explain(self, match_id: str, action: str | int) -> Explanation:
        """Whether an action is legal now for the caller's seat, and if not, why.

        The token needs the scope `match_read`.

        Args:
            match_id: The match's id.
            action: The action: its notation, such as `sail 2 temple`, or its code.

        Raises:
            NotYourSeat: The caller has no seat in this match.
            NotFound: The object does not exist, or the caller may not see it.
            MatchOver: The match is finished or void. Facts: `current_version`.
            NotYourTurn: Another seat has to act. Facts: `seat`, `current_version`.
            SeatFlagged: The seat has run out of time and autoplay plays for it. Facts:
                `current_version`.
            SeatResigned: The seat has resigned and autoplay plays for it. Facts: `current_version`.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            IllegalAction: The action is not legal here; the message and the facts explain why.
                Facts: `action`, `current_version`, `count`, `broken`, `place`, `allowed_words`.
        """
        return await self._send(_explain(match_id, action))

    def events(
        self,
        match_id: str,
        *,
        language: str | None = None,
        after: str | None = None,
        views: bool = False,
    ) -> AsyncGenerator[MatchNews, None]:
        """Follow the events of a match until it is over, from its beginning or after a cursor; lost
        connections are replaced without a gap.

        With `views`, each event includes the view of the caller's seat, or the public view. The
        id of each event is its cursor, which resumes the stream.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.
            after: Only events after this cursor; None: all.
            views: Whether each event of a stream includes a view.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._follow(_events(match_id, language=language, after=after, views=views))

    async def events_page(
        self,
        match_id: str,
        *,
        language: str | None = None,
        after: str | None = None,
        first: int = 100,
    ) -> Page[MatchEvent]:
        """A page of the events of a match, after a cursor.

        The id of each event is its cursor, which resumes the stream.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.
            after: Only events after this cursor; None: all.
            first: The maximum number of events per page. From 1 to 100.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_events_page(match_id, language=language, after=after, first=first))

    async def record(self, match_id: str) -> dict[str, JsonValue]:
        """The record of a match that is over: its seed, chance outcomes, actions and scores.

        While the match is running, only the public part is returned: no seed and nothing hidden.
        The record of an archived match is fixed, and later changes of the rules do not affect
        it.

        A token is optional, but shows more.

        Args:
            match_id: The match's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_record(match_id))

    async def record_views(
        self,
        record: Mapping[str, JsonValue],
        *,
        seat: int | None = None,
        version: int = 1,
        first: int = 100,
    ) -> RecordViews:
        """Compute the views of a record that the caller sends; the service does not store it.

        No token is needed.

        A record's start counts as version 1, and every ply adds 1.

        Args:
            record: The complete record.
            seat: The seat whose views are returned; None: the public. From 0 to 15.
            version: The version of the first view. From 0 to 1,000,000.
            first: The maximum number of views. From 1 to 100.
        """
        return await self._send(_record_views(record, seat=seat, version=version, first=first))

    async def fork(
        self,
        of: str | Mapping[str, JsonValue],
        version: int,
        seats: Sequence[str | None],
        *,
        chance: Chance | str = "kept",
        seen_by: int | None = None,
        time_control: TimeControl | None = None,
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        start: bool = True,
    ) -> Match:
        """Create an analysis match from any point of a finished match or record.

        The token needs the scope `match_play`.

        The fork continues after its `version`; a record's start counts as version 1, and every
        ply adds 1. Hidden cards stay as they were. With `resampled`, the cards that the seat
        `seen_by` could not see are drawn again.

        A person plays with the account's own token. Without a time control the match is untimed.

        Args:
            of: The id of the match to fork, or a complete record.
            version: The version at which the fork begins. From 0 to 1,000,000.
            seats: For each seat a bot's id, the caller's account id, or None for a free seat.
            chance: The treatment of hidden cards. One of `kept`, `resampled`.
            seen_by: The seat whose unseen cards are drawn again; None: the public. From 0 to 15.
            time_control: The time control; None: untimed.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            start: Whether the match starts automatically once every seat is taken.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(
            _fork(
                of,
                version,
                seats,
                chance=chance,
                seen_by=seen_by,
                time_control=time_control,
                on_flag=on_flag,
                autoplay=autoplay,
                start=start,
            )
        )

    async def pair(
        self,
        pairs: Mapping[str, Sequence[str]],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        on_flag: FlagRule | str = "autoplay",
        autoplay: str = "uniform",
        time_odds: Sequence[float] | None = None,
        public_delay_ms: int = 0,
        options: Mapping[str, JsonValue] | None = None,
        start_at_ms: int | None = None,
    ) -> Pairings:
        """Create up to 100 matches at once; the response has one result for each pairing.

        The token needs the scope `match_play`.

        A bot of another account gets a seat only if its accept policy accepts the match at once;
        bots with mode `ask` get none. An operator may seat any bot. A person gets a seat only
        through the account's own token. Repeating the call with the same keys creates nothing
        twice.

        Args:
            pairs: The matches to create, at most 100: the bots of each by seat, under a key that
                you choose.
            time_control: The match's time control.
            game: The name of the game.
            on_flag: The rule for a seat that runs out of time. One of `autoplay`, `forfeit`.
            autoplay: The policy that plays for a seat that has run out of time.
            time_odds: The time factor of each seat, by seat; None if all are equal.
            public_delay_ms: The delay after which the public sees the events of the match. In
                milliseconds, from 0 to 600,000.
            options: The options of the game, such as `{"sides": {"market": "B"}}`. Omitted options
                have the game's defaults; the number of players follows from the seats.
            start_at_ms: The earliest start of the match; None: it starts at once. In milliseconds
                since the Unix epoch.

        Raises:
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(
            _pair(
                pairs,
                time_control,
                game=game,
                on_flag=on_flag,
                autoplay=autoplay,
                time_odds=time_odds,
                public_delay_ms=public_delay_ms,
                options=options,
                start_at_ms=start_at_ms,
            )
        )

    async def turns(self, *, language: str | None = None) -> Page[WireTurn]:
        """The bot's current turns, each with everything that it needs to choose an action.

        A bot that polls at least every ten seconds counts as present, so ladders pair it.

        The token needs the scope `match_read`.

        Args:
            language: The language tag of labels, such as `de`. None: English labels for legal
                actions, and no labels for events.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_turns(language=language))

    async def lobby(
        self, *, game: str | None = None, players: int | None = None
    ) -> Page[LobbyNews]:
        """The newest open and running matches, and the pending challenges of the token, if any.

        A token is optional, but shows more.

        Args:
            game: Only matches of this game; None: all.
            players: Only matches with this number of seats; None: all. From 1 to 16.

        Raises:
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_lobby(game=game, players=players))


def _page(
    *,
    status: MatchStatus | str | None,
    player_id: str | None,
    game: str | None,
    players: int | None,
    joinable: bool,
    first: int,
    after: str | None,
) -> Call[Page[Match]]:
    return Call.get(
        "/matches",
        reading(Page[Match]),
        given_query(
            {
                "status": status,
                "playerId": player_id,
                "game": game,
                "players": players,
                "joinable": joinable,
                "first": first,
                "after": after,
            }
        ),
    )


def _create(
    seats: Sequence[str | None],
    time_control: TimeControl,
    *,
    game: str,
    on_flag: FlagRule | str,
    autoplay: str,
    time_odds: Sequence[float] | None,
    public_delay_ms: int,
    options: Mapping[str, JsonValue] | None,
    open_to: Sequence[str] | None,
    start: bool,
    start_at_ms: int | None,
    key: str | None,
) -> Call[Match]:
    return Call.post(
        "/matches",
        reading(Match),
        given(
            {
                "game": game,
                "onFlag": on_flag,
                "autoplay": autoplay,
                "timeOdds": None if time_odds is None else list(time_odds),
                "publicDelayMs": public_delay_ms,
                "options": {"players": len(seats), **(options or {})},
                "timeControl": time_control.model_dump(mode="json", by_alias=True),
                "seats": list(seats),
                "openTo": None if open_to is None else list(open_to),
                "start": start,
                "startAtMs": start_at_ms,
                "key": key or uuid.uuid4().hex,
            }
        ),
        is_repeatable=True,
    )


def _get(match_id: str) -> Call[Match]:
    return Call.get(f"/matches/{segment(match_id)}", reading(Match))


def _join(match_id: str, seat: int | None) -> Call[Match]:
    return Call.post(
        f"/matches/{segment(match_id)}/join",
        reading(Match),
        given({"seat": seat}),
        is_repeatable=False,
    )


def _start(match_id: str) -> Call[Match]:
    return Call.post(f"/matches/{segment(match_id)}/start", reading(Match), {}, is_repeatable=False)


def _resign(match_id: str) -> Call[Match]:
    return Call.post(f"/matches/{segment(match_id)}/resign", reading(Match), {}, is_repeatable=True)


def _abort(match_id: str) -> Call[Match]:
    return Call.post(f"/matches/{segment(match_id)}/abort", reading(Match), {}, is_repeatable=True)


def _void(match_id: str, note: str, *, reason: VoidReason | str) -> Call[Match]:
    return Call.post(
        f"/matches/{segment(match_id)}/void",
        reading(Match),
        given({"note": note, "reason": reason}),
        is_repeatable=True,
    )


def _view(match_id: str, *, version: int | None, seat: int | None) -> Call[SeatView]:
    return Call.get(
        f"/matches/{segment(match_id)}/view",
        reading(SeatView),
        given_query({"version": version, "seat": seat}),
    )


def _act(
    match_id: str,
    action: str | int,
    expected_version: int,
    action_id: str | None,
    *,
    note: Mapping[str, JsonValue] | None,
    cpu_ms: int | None,
) -> Call[Acted]:
    return Call.post(
        f"/matches/{segment(match_id)}/actions",
        reading(Acted),
        given(
            {
                "action": action if isinstance(action, str) else None,
                "code": action if isinstance(action, int) else None,
                "expectedVersion": expected_version,
                "actionId": action_id or uuid.uuid4().hex,
                "note": None if note is None else dict(note),
                "cpuMs": cpu_ms,
            }
        ),
        is_repeatable=True,
    )


def _preview(match_id: str, action: str | int) -> Call[Preview]:
    return Call.get(
        f"/matches/{segment(match_id)}/preview",
        reading(Preview),
        given_query(
            {
                "action": action if isinstance(action, str) else None,
                "code": action if isinstance(action, int) else None,
            }
        ),
    )


def _hint(match_id: str) -> Call[Hint]:
    return Call.get(f"/matches/{segment(match_id)}/hint", reading(Hint))


def _explain(match_id: str, action: str | int) -> Call[Explanation]:
    return Call.get(
        f"/matches/{segment(match_id)}/explanation",
        reading(Explanation),
        given_query(
            {
                "action": action if isinstance(action, str) else None,
                "code": action if isinstance(action, int) else None,
            }
        ),
    )


def _events(
    match_id: str, *, language: str | None, after: str | None, views: bool
) -> Stream[MatchNews]:
    return Stream(
        f"/matches/{segment(match_id)}/events",
        reading(MatchNews),
        given_query({"language": language, "views": views}),
        after,
        lambda item: item.is_last,
    )


def _events_page(
    match_id: str, *, language: str | None, after: str | None, first: int
) -> Call[Page[MatchEvent]]:
    return Call.get(
        f"/matches/{segment(match_id)}/events",
        reading(Page[MatchEvent]),
        given_query({"language": language, "after": after, "first": first}),
    )


def _record(match_id: str) -> Call[dict[str, JsonValue]]:
    return Call.get(f"/matches/{segment(match_id)}/record", reading(dict[str, JsonValue]))


def _record_views(
    record: Mapping[str, JsonValue], *, seat: int | None, version: int, first: int
) -> Call[RecordViews]:
    return Call.post(
        "/records/views",
        reading(RecordViews),
        given({"record": dict(record), "seat": seat, "version": version, "first": first}),
        is_repeatable=True,
    )


def _fork(
    of: str | Mapping[str, JsonValue],
    version: int,
    seats: Sequence[str | None],
    *,
    chance: Chance | str,
    seen_by: int | None,
    time_control: TimeControl | None,
    on_flag: FlagRule | str,
    autoplay: str,
    start: bool,
) -> Call[Match]:
    return Call.post(
        "/forks",
        reading(Match),
        given(
            {
                "matchId": of if isinstance(of, str) else None,
                "record": None if isinstance(of, str) else dict(of),
                "version": version,
                "chance": chance,
                "seenBy": seen_by,
                "seats": list(seats),
                "timeControl": None
                if time_control is None
                else time_control.model_dump(mode="json", by_alias=True),
                "onFlag": on_flag,
                "autoplay": autoplay,
                "start": start,
            }
        ),
        is_repeatable=False,
    )


def _pair(
    pairs: Mapping[str, Sequence[str]],
    time_control: TimeControl,
    *,
    game: str,
    on_flag: FlagRule | str,
    autoplay: str,
    time_odds: Sequence[float] | None,
    public_delay_ms: int,
    options: Mapping[str, JsonValue] | None,
    start_at_ms: int | None,
) -> Call[Pairings]:
    return Call.post(
        "/pairings",
        reading(Pairings),
        given(
            {
                "game": game,
                "onFlag": on_flag,
                "autoplay": autoplay,
                "timeOdds": None if time_odds is None else list(time_odds),
                "publicDelayMs": public_delay_ms,
                "options": {"players": max(map(len, pairs.values()), default=2), **(options or {})},
                "timeControl": time_control.model_dump(mode="json", by_alias=True),
                "pairs": [{"key": key, "seats": list(seats)} for key, seats in pairs.items()],
                "startAtMs": start_at_ms,
            }
        ),
        is_repeatable=True,
    )


def _turns(*, language: str | None) -> Call[Page[WireTurn]]:
    return Call.get("/turns", reading(Page[WireTurn]), given_query({"language": language}))


def _lobby(*, game: str | None, players: int | None) -> Call[Page[LobbyNews]]:
    return Call.get(
        "/lobby", reading(Page[LobbyNews]), given_query({"game": game, "players": players})
    )
