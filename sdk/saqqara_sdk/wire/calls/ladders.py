"""Rated ladders: making and running them, entering bots, reading the tables.

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
    EntryRule,
    LadderFormat,
    SameOwner,
)
from saqqara_sdk.wire.models import (
    Ladder,
    LadderEntry,
    LadderLuck,
    LadderMatch,
    LadderResult,
    LadderScore,
    Page,
    PairScore,
    Standing,
    TableRow,
    TimeControl,
)


class Ladders(Group):
    """Rated ladders: making and running them, entering bots, reading the tables.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    def create(
        self,
        name: str,
        options: Mapping[str, JsonValue],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        concurrency: int,
        format: LadderFormat | str = "continuous",
        rounds: int | None = None,
        start_at_ms: int | None = None,
        end_at_ms: int | None = None,
        entry: EntryRule | str = "open",
        bots_per_account: int | None = None,
        late_entry: bool = False,
        same_owner: SameOwner | str = "forbidden",
        max_replays: int = 3,
        blocks: int | None = None,
        challenger: str | None = None,
        invited: Sequence[str] = (),
        key: str | None = None,
    ) -> Ladder:
        """Make a ladder; bots can be enrolled until it is started.

        The token needs the scope `account_manage`.

        A block is one match for every rotation of its bots over the seats. With `start_at_ms`
        the ladder starts by itself. It is finished when all blocks are played, or after
        `end_at_ms` when no match is running.

        You choose `key`. The same call with the same `key` within 24 hours makes nothing a
        second time.

        Args:
            name: Its name, given by its creator.
            options: The options of the game; an option that is left out has its default. None: all
                defaults.
            time_control: How its matches are timed.
            game: The game that is played in it, by its word.
            concurrency: The maximum number of matches that are played at once. From 1 to 256.
            format: Who meets whom. One of `continuous`, `round_robin`, `gauntlet`, `swiss`.
            rounds: The total number of rounds; None in a continuous ladder, which has no rounds.
                From 1 to 100.
            start_at_ms: When it starts by itself, if there are enough bots; None: its owner starts
                it. In milliseconds since the Unix epoch.
            end_at_ms: No match begins after this instant; an extension may move it. None: no end.
                In milliseconds since the Unix epoch.
            entry: Which bots may be enrolled. One of `open`, `invited`.
            bots_per_account: How many bots of one account may take part at once; None: any number.
                From 1 to 256.
            late_entry: Whether bots can be enrolled while it runs.
            same_owner: Whether two bots of one account may meet. One of `forbidden`, `unrated`,
                `allowed`.
            max_replays: How often a void match is played again before it is given up. From 0 to 10.
            blocks: The total number of blocks of a continuous ladder; None in other formats. From 1
                to 10,000.
            challenger: The bot that meets all others in a gauntlet; None in other formats.
            invited: The bots and accounts that may enter under `invited`.
            key: An id of your making, under which it is made once however often it is sent; None: a
                new one.

        Raises:
            UnknownOption: A game, option or time control that does not exist; the message names the
                allowed ones.
            NotFound: There is no such thing, or it is not for this caller.
            ActionIdReused: This action id was already used for another payload; make a new id for
                each action.
        """
        return self._send(
            _create(
                name,
                options,
                time_control,
                game=game,
                concurrency=concurrency,
                format=format,
                rounds=rounds,
                start_at_ms=start_at_ms,
                end_at_ms=end_at_ms,
                entry=entry,
                bots_per_account=bots_per_account,
                late_entry=late_entry,
                same_owner=same_owner,
                max_replays=max_replays,
                blocks=blocks,
                challenger=challenger,
                invited=invited,
                key=key,
            )
        )

    def get(self, ladder_id: str) -> Ladder:
        """A ladder and its progress.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_get(ladder_id))

    def page(self, *, first: int = 20, after: str | None = None) -> Page[Ladder]:
        """Ladders, newest first.

        Args:
            first: The maximum number of ladders on a page. From 1 to 100.
            after: Only those after this cursor; None: from the newest on.

        Raises:
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return self._send(_page(first=first, after=after))

    def enrol(self, ladder_id: str, bot_id: str) -> Ladder:
        """Enter a bot of the caller in a ladder; to enter it twice has no further effect.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to enter; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_enrol(ladder_id, bot_id))

    def withdraw(self, ladder_id: str, bot_id: str) -> Ladder:
        """Withdraw a bot of the caller; its running matches continue, and its results stay.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to withdraw; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_withdraw(ladder_id, bot_id))

    def readmit(self, ladder_id: str, bot_id: str) -> Ladder:
        """Readmit a benched bot of the caller, so that it gets matches again.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to readmit; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_readmit(ladder_id, bot_id))

    def entries(self, ladder_id: str) -> Page[LadderEntry]:
        """The bots of a ladder in the order of enrolment, and whether each one gets matches.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_entries(ladder_id))

    def start(self, ladder_id: str) -> Ladder:
        """Start a ladder; to start it twice has no further effect.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_start(ladder_id))

    def pause(self, ladder_id: str) -> Ladder:
        """Pause a ladder: no new match begins; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_pause(ladder_id))

    def resume(self, ladder_id: str) -> Ladder:
        """Resume a paused ladder.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_resume(ladder_id))

    def extend(
        self,
        ladder_id: str,
        *,
        blocks: int | None = None,
        rounds: int | None = None,
        end_at_ms: int | None = None,
        invited: Sequence[str] = (),
    ) -> Ladder:
        """Give a ladder more blocks, a later end or more invited bots.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.
            blocks: The new total number of blocks, not less than before; None: no change. From 1 to
                10,000.
            rounds: The new total number of rounds, not less than before; None: no change. From 1 to
                100.
            end_at_ms: The instant after which no match begins, not earlier than before; None: no
                change. In milliseconds since the Unix epoch.
            invited: More bots and accounts to invite.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(
            _extend(ladder_id, blocks=blocks, rounds=rounds, end_at_ms=end_at_ms, invited=invited)
        )

    def cancel(self, ladder_id: str) -> Ladder:
        """Cancel a ladder for good; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return self._send(_cancel(ladder_id))

    def scores(self, ladder_id: str) -> Page[LadderScore]:
        """The bots by points and tie-breaks, best first; only finished blocks count.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_scores(ladder_id))

    def standings(self, ladder_id: str) -> Page[Standing]:
        """The bots from best to worst, by a cautious estimate of their strength.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_standings(ladder_id))

    def matches(
        self, ladder_id: str, *, first: int = 20, after: str | None = None
    ) -> Page[LadderMatch]:
        """The matches that are planned so far in a ladder, in the order of the plan.

        Args:
            ladder_id: The ladder, by its id.
            first: The maximum number of matches on a page. From 1 to 100.
            after: Only those after this cursor; None: from the first on.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return self._send(_matches(ladder_id, first=first, after=after))

    def results(
        self,
        ladder_id: str,
        *,
        bot_id: str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderResult]:
        """The results of a ladder in order, each with the ratings before and after it.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: Only those of a bot; None: all.
            first: The maximum number of results on a page. From 1 to 100.
            after: Only those after this cursor; None: from the first on.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return self._send(_results(ladder_id, bot_id=bot_id, first=first, after=after))

    def pairs(self, ladder_id: str) -> Page[PairScore]:
        """The results of each bot version against each other version that it met.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_pairs(ladder_id))

    def table(self, ladder_id: str) -> Page[TableRow]:
        """The published table: strengths from all rated results together, with intervals.

        In a running ladder it is some seconds old; `Ladder.matches_fitted` counts its results.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_table(ladder_id))

    def luck(self, ladder_id: str) -> LadderLuck:
        """How much of the results was skill, seat and chance.

        After few blocks this is very uncertain.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return self._send(_luck(ladder_id))


class AsyncLadders(AsyncGroup):
    """Rated ladders: making and running them, entering bots, reading the tables.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy` and `Internal`; without an answer `ConnectionFailed`, and `UnreadableAnswer` if it
    cannot be read.
    """

    async def create(
        self,
        name: str,
        options: Mapping[str, JsonValue],
        time_control: TimeControl,
        *,
        game: str = "imhotep",
        concurrency: int,
        format: LadderFormat | str = "continuous",
        rounds: int | None = None,
        start_at_ms: int | None = None,
        end_at_ms: int | None = None,
        entry: EntryRule | str = "open",
        bots_per_account: int | None = None,
        late_entry: bool = False,
        same_owner: SameOwner | str = "forbidden",
        max_replays: int = 3,
        blocks: int | None = None,
        challenger: str | None = None,
        invited: Sequence[str] = (),
        key: str | None = None,
    ) -> Ladder:
        """Make a ladder; bots can be enrolled until it is started.

        The token needs the scope `account_manage`.

        A block is one match for every rotation of its bots over the seats. With `start_at_ms`
        the ladder starts by itself. It is finished when all blocks are played, or after
        `end_at_ms` when no match is running.

        You choose `key`. The same call with the same `key` within 24 hours makes nothing a
        second time.

        Args:
            name: Its name, given by its creator.
            options: The options of the game; an option that is left out has its default. None: all
                defaults.
            time_control: How its matches are timed.
            game: The game that is played in it, by its word.
            concurrency: The maximum number of matches that are played at once. From 1 to 256.
            format: Who meets whom. One of `continuous`, `round_robin`, `gauntlet`, `swiss`.
            rounds: The total number of rounds; None in a continuous ladder, which has no rounds.
                From 1 to 100.
            start_at_ms: When it starts by itself, if there are enough bots; None: its owner starts
                it. In milliseconds since the Unix epoch.
            end_at_ms: No match begins after this instant; an extension may move it. None: no end.
                In milliseconds since the Unix epoch.
            entry: Which bots may be enrolled. One of `open`, `invited`.
            bots_per_account: How many bots of one account may take part at once; None: any number.
                From 1 to 256.
            late_entry: Whether bots can be enrolled while it runs.
            same_owner: Whether two bots of one account may meet. One of `forbidden`, `unrated`,
                `allowed`.
            max_replays: How often a void match is played again before it is given up. From 0 to 10.
            blocks: The total number of blocks of a continuous ladder; None in other formats. From 1
                to 10,000.
            challenger: The bot that meets all others in a gauntlet; None in other formats.
            invited: The bots and accounts that may enter under `invited`.
            key: An id of your making, under which it is made once however often it is sent; None: a
                new one.

        Raises:
            UnknownOption: A game, option or time control that does not exist; the message names the
                allowed ones.
            NotFound: There is no such thing, or it is not for this caller.
            ActionIdReused: This action id was already used for another payload; make a new id for
                each action.
        """
        return await self._send(
            _create(
                name,
                options,
                time_control,
                game=game,
                concurrency=concurrency,
                format=format,
                rounds=rounds,
                start_at_ms=start_at_ms,
                end_at_ms=end_at_ms,
                entry=entry,
                bots_per_account=bots_per_account,
                late_entry=late_entry,
                same_owner=same_owner,
                max_replays=max_replays,
                blocks=blocks,
                challenger=challenger,
                invited=invited,
                key=key,
            )
        )

    async def get(self, ladder_id: str) -> Ladder:
        """A ladder and its progress.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_get(ladder_id))

    async def page(self, *, first: int = 20, after: str | None = None) -> Page[Ladder]:
        """Ladders, newest first.

        Args:
            first: The maximum number of ladders on a page. From 1 to 100.
            after: Only those after this cursor; None: from the newest on.

        Raises:
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return await self._send(_page(first=first, after=after))

    async def enrol(self, ladder_id: str, bot_id: str) -> Ladder:
        """Enter a bot of the caller in a ladder; to enter it twice has no further effect.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to enter; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_enrol(ladder_id, bot_id))

    async def withdraw(self, ladder_id: str, bot_id: str) -> Ladder:
        """Withdraw a bot of the caller; its running matches continue, and its results stay.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to withdraw; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_withdraw(ladder_id, bot_id))

    async def readmit(self, ladder_id: str, bot_id: str) -> Ladder:
        """Readmit a benched bot of the caller, so that it gets matches again.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: The bot to readmit; it must belong to the caller.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_readmit(ladder_id, bot_id))

    async def entries(self, ladder_id: str) -> Page[LadderEntry]:
        """The bots of a ladder in the order of enrolment, and whether each one gets matches.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_entries(ladder_id))

    async def start(self, ladder_id: str) -> Ladder:
        """Start a ladder; to start it twice has no further effect.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_start(ladder_id))

    async def pause(self, ladder_id: str) -> Ladder:
        """Pause a ladder: no new match begins; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_pause(ladder_id))

    async def resume(self, ladder_id: str) -> Ladder:
        """Resume a paused ladder.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_resume(ladder_id))

    async def extend(
        self,
        ladder_id: str,
        *,
        blocks: int | None = None,
        rounds: int | None = None,
        end_at_ms: int | None = None,
        invited: Sequence[str] = (),
    ) -> Ladder:
        """Give a ladder more blocks, a later end or more invited bots.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.
            blocks: The new total number of blocks, not less than before; None: no change. From 1 to
                10,000.
            rounds: The new total number of rounds, not less than before; None: no change. From 1 to
                100.
            end_at_ms: The instant after which no match begins, not earlier than before; None: no
                change. In milliseconds since the Unix epoch.
            invited: More bots and accounts to invite.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(
            _extend(ladder_id, blocks=blocks, rounds=rounds, end_at_ms=end_at_ms, invited=invited)
        )

    async def cancel(self, ladder_id: str) -> Ladder:
        """Cancel a ladder for good; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            WrongState: The match or ladder is not in the state that this request needs.
        """
        return await self._send(_cancel(ladder_id))

    async def scores(self, ladder_id: str) -> Page[LadderScore]:
        """The bots by points and tie-breaks, best first; only finished blocks count.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_scores(ladder_id))

    async def standings(self, ladder_id: str) -> Page[Standing]:
        """The bots from best to worst, by a cautious estimate of their strength.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_standings(ladder_id))

    async def matches(
        self, ladder_id: str, *, first: int = 20, after: str | None = None
    ) -> Page[LadderMatch]:
        """The matches that are planned so far in a ladder, in the order of the plan.

        Args:
            ladder_id: The ladder, by its id.
            first: The maximum number of matches on a page. From 1 to 100.
            after: Only those after this cursor; None: from the first on.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return await self._send(_matches(ladder_id, first=first, after=after))

    async def results(
        self,
        ladder_id: str,
        *,
        bot_id: str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderResult]:
        """The results of a ladder in order, each with the ratings before and after it.

        Args:
            ladder_id: The ladder, by its id.
            bot_id: Only those of a bot; None: all.
            first: The maximum number of results on a page. From 1 to 100.
            after: Only those after this cursor; None: from the first on.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
            BadCursor: This is not a cursor of this list; take one from the list, or leave it out.
        """
        return await self._send(_results(ladder_id, bot_id=bot_id, first=first, after=after))

    async def pairs(self, ladder_id: str) -> Page[PairScore]:
        """The results of each bot version against each other version that it met.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_pairs(ladder_id))

    async def table(self, ladder_id: str) -> Page[TableRow]:
        """The published table: strengths from all rated results together, with intervals.

        In a running ladder it is some seconds old; `Ladder.matches_fitted` counts its results.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_table(ladder_id))

    async def luck(self, ladder_id: str) -> LadderLuck:
        """How much of the results was skill, seat and chance.

        After few blocks this is very uncertain.

        Args:
            ladder_id: The ladder, by its id.

        Raises:
            NotFound: There is no such thing, or it is not for this caller.
        """
        return await self._send(_luck(ladder_id))


def _create(
    name: str,
    options: Mapping[str, JsonValue],
    time_control: TimeControl,
    *,
    game: str,
    concurrency: int,
    format: LadderFormat | str,
    rounds: int | None,
    start_at_ms: int | None,
    end_at_ms: int | None,
    entry: EntryRule | str,
    bots_per_account: int | None,
    late_entry: bool,
    same_owner: SameOwner | str,
    max_replays: int,
    blocks: int | None,
    challenger: str | None,
    invited: Sequence[str],
    key: str | None,
) -> Call[Ladder]:
    return Call.post(
        "/ladders",
        reading(Ladder),
        given(
            {
                "name": name,
                "game": game,
                "concurrency": concurrency,
                "format": format,
                "rounds": rounds,
                "startAtMs": start_at_ms,
                "endAtMs": end_at_ms,
                "entry": entry,
                "botsPerAccount": bots_per_account,
                "lateEntry": late_entry,
                "sameOwner": same_owner,
                "maxReplays": max_replays,
                "options": None if options is None else dict(options),
                "timeControl": time_control.model_dump(mode="json", by_alias=True),
                "blocks": blocks,
                "challenger": challenger,
                "invited": list(invited),
                "key": key or uuid.uuid4().hex,
            }
        ),
        is_repeatable=True,
    )


def _get(ladder_id: str) -> Call[Ladder]:
    return Call.get(f"/ladders/{segment(ladder_id)}", reading(Ladder))


def _page(*, first: int, after: str | None) -> Call[Page[Ladder]]:
    return Call.get(
        "/ladders", reading(Page[Ladder]), given_query({"first": first, "after": after})
    )


def _enrol(ladder_id: str, bot_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/entries",
        reading(Ladder),
        given({"botId": bot_id}),
        is_repeatable=True,
    )


def _withdraw(ladder_id: str, bot_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/withdraw",
        reading(Ladder),
        given({"botId": bot_id}),
        is_repeatable=True,
    )


def _readmit(ladder_id: str, bot_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/readmit",
        reading(Ladder),
        given({"botId": bot_id}),
        is_repeatable=True,
    )


def _entries(ladder_id: str) -> Call[Page[LadderEntry]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/entries", reading(Page[LadderEntry]))


def _start(ladder_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/start", reading(Ladder), {}, is_repeatable=True
    )


def _pause(ladder_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/pause", reading(Ladder), {}, is_repeatable=True
    )


def _resume(ladder_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/resume", reading(Ladder), {}, is_repeatable=True
    )


def _extend(
    ladder_id: str,
    *,
    blocks: int | None,
    rounds: int | None,
    end_at_ms: int | None,
    invited: Sequence[str],
) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/extend",
        reading(Ladder),
        given({"blocks": blocks, "rounds": rounds, "endAtMs": end_at_ms, "invited": list(invited)}),
        is_repeatable=True,
    )


def _cancel(ladder_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/cancel", reading(Ladder), {}, is_repeatable=True
    )


def _scores(ladder_id: str) -> Call[Page[LadderScore]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/scores", reading(Page[LadderScore]))


def _standings(ladder_id: str) -> Call[Page[Standing]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/standings", reading(Page[Standing]))


def _matches(ladder_id: str, *, first: int, after: str | None) -> Call[Page[LadderMatch]]:
    return Call.get(
        f"/ladders/{segment(ladder_id)}/matches",
        reading(Page[LadderMatch]),
        given_query({"first": first, "after": after}),
    )


def _results(
    ladder_id: str, *, bot_id: str | None, first: int, after: str | None
) -> Call[Page[LadderResult]]:
    return Call.get(
        f"/ladders/{segment(ladder_id)}/results",
        reading(Page[LadderResult]),
        given_query({"botId": bot_id, "first": first, "after": after}),
    )


def _pairs(ladder_id: str) -> Call[Page[PairScore]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/pairs", reading(Page[PairScore]))


def _table(ladder_id: str) -> Call[Page[TableRow]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/table", reading(Page[TableRow]))


def _luck(ladder_id: str) -> Call[LadderLuck]:
    return Call.get(f"/ladders/{segment(ladder_id)}/luck", reading(LadderLuck))
