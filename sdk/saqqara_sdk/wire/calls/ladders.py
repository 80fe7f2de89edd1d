"""Rated ladders: creating and running them, enrolling bots, reading the tables.

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
    Entrants,
    EntryRule,
    LadderFormat,
    LadderMatchStatus,
    Owners,
    SameOwner,
)
from saqqara_sdk.wire.models import (
    Ladder,
    LadderEntry,
    LadderFit,
    LadderGuide,
    LadderLuck,
    LadderMatch,
    LadderResult,
    LadderRuling,
    LadderScore,
    LadderStage,
    LadderTeam,
    Page,
    Pairings,
    PairScore,
    SequentialTest,
    Standing,
    TeamScore,
    TimeControl,
)


class Ladders(Group):
    """Rated ladders: creating and running them, enrolling bots, reading the tables.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    def page(self, *, first: int = 20, after: str | None = None) -> Page[Ladder]:
        """Ladders, newest first.

        No token is needed.

        Args:
            first: The maximum number of ladders per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return self._send(_page(first=first, after=after))

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
        groups: int | None = None,
        start_at_ms: int | None = None,
        end_at_ms: int | None = None,
        every: str | None = None,
        entry: EntryRule | str = "open",
        entrants: Entrants | str = "any",
        owners: Owners | str = "anybody",
        bots_per_account: int | None = None,
        new_versions: int | None = 3,
        late_entry: bool = False,
        same_owner: SameOwner | str = "forbidden",
        team_bots: int | None = None,
        max_replays: int = 3,
        blocks: int | None = None,
        challenger: str | None = None,
        sequential_test: SequentialTest | None = None,
        invited: Sequence[str] = (),
        stages: Sequence[LadderStage] = (),
        teams: Sequence[LadderTeam] = (),
        key: str | None = None,
    ) -> Ladder:
        """Create a ladder; bots can be enrolled until it starts.

        The token needs the scope `account_manage`.

        A block is one match for every rotation of its bots over the seats. With `start_at_ms`
        the ladder starts automatically. It is finished when all blocks are played, or after
        `end_at_ms` when no match is running. An arena needs `end_at_ms`. The length of an
        elimination depends on the number of its bots.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            name: The ladder's name, chosen by its creator.
            options: The options of the game; an omitted option has its default. None: all defaults.
            time_control: The time control of the ladder's matches.
            game: The name of the game.
            concurrency: The maximum number of matches played at once. From 1 to 256.
            format: The format, which decides the pairings. One of `continuous`, `round_robin`,
                `gauntlet`, `swiss`, `single_elimination`, `double_elimination`, `arena`.
            rounds: The total number of rounds of a round robin, gauntlet or Swiss; None in other
                formats. From 1 to 10,000.
            groups: The number of groups of a round robin; bots only meet within their group. None:
                no groups. The ladder's seed draws the groups. A later stage assigns bots to groups
                by their places in the stage before. From 2 to 64.
            start_at_ms: When the ladder starts automatically if it has enough bots; None: its owner
                starts it. In milliseconds since the Unix epoch.
            end_at_ms: No match begins after this instant; an extension may move it. None: no end.
                In milliseconds since the Unix epoch.
            every: When new seasons start automatically; None: the ladder is played once. Such as
                `hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; the default
                zone is UTC. When a season is finished, the next one is created with its active
                bots.
            entry: The bots that may be enrolled. One of `open`, `invited`.
            entrants: Whether hosted bots, bots that their owners run, or both may be enrolled. One
                of `any`, `hosted`, `connected`.
            owners: The accounts whose bots may be enrolled: any account, or verified accounts only.
                One of `anybody`, `verified`.
            bots_per_account: The maximum number of bots per account at once; None: no limit. From 1
                to 256.
            new_versions: The maximum number of new versions per bot in a continuous ladder; None:
                no limit. A bot beyond this limit is not paired until it plays one of its earlier
                versions again. From 0 to 256.
            late_entry: Whether bots can be enrolled while the ladder runs.
            same_owner: Whether two bots of one account may meet. One of `forbidden`, `unrated`,
                `allowed`.
            team_bots: The number of best bots per team that count; None in ladders without teams.
                From 1 to 256.
            max_replays: The number of times that a void match is replayed before it is given up.
                From 0 to 10.
            blocks: The total number of blocks of a continuous ladder; None in other formats. From 1
                to 10,000.
            challenger: The bot that meets all others in a gauntlet; None in other formats.
            sequential_test: The sequential test that ends a gauntlet; None: none.
            invited: The bots and accounts that may enter under `invited`.
            stages: Later stages, each played by the best bots of the stage before; none: a single
                stage.
            teams: The teams; none: the bots play for themselves.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
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
                groups=groups,
                start_at_ms=start_at_ms,
                end_at_ms=end_at_ms,
                every=every,
                entry=entry,
                entrants=entrants,
                owners=owners,
                bots_per_account=bots_per_account,
                new_versions=new_versions,
                late_entry=late_entry,
                same_owner=same_owner,
                team_bots=team_bots,
                max_replays=max_replays,
                blocks=blocks,
                challenger=challenger,
                sequential_test=sequential_test,
                invited=invited,
                stages=stages,
                teams=teams,
                key=key,
            )
        )

    def get(self, ladder_id: str) -> Ladder:
        """A ladder and its progress.

        Ends when the ladder is over and its standings contain all results.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return self._send(_get(ladder_id))

    def guide(self, ladder_id: str) -> LadderGuide:
        """A guide to a ladder: the contest, its clock, its limits, and the calls that enter a bot.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_guide(ladder_id))

    def entries(self, ladder_id: str) -> Page[LadderEntry]:
        """The bots of a ladder in the order of enrolment, each with its status.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_entries(ladder_id))

    def enrol(self, ladder_id: str, bot_id: str) -> Ladder:
        """Enrol one of the caller's bots in a ladder; repeating the call has no further effect.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to enrol; it must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_enrol(ladder_id, bot_id))

    def play_trials(
        self,
        ladder_id: str,
        bot_id: str,
        *,
        opponents: Sequence[str] | None = None,
        matches: int = 1,
    ) -> Pairings:
        """Play unrated matches of a hosted bot against bots of a ladder, by the ladder's terms.

        Opponents of other accounts play if their accept policies accept at once, as house bots
        do.

        The token needs the scope `match_play`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The hosted bot that tries; it must belong to the caller.
            opponents: The bots of the ladder to play, drawn for each match; None: any that accept
                at once.
            matches: The number of matches. From 1 to 10.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_play_trials(ladder_id, bot_id, opponents=opponents, matches=matches))

    def withdraw(self, ladder_id: str, bot_id: str) -> Ladder:
        """Withdraw one of the caller's bots; its running matches continue, and its results stay.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to withdraw; it must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_withdraw(ladder_id, bot_id))

    def readmit(self, ladder_id: str, bot_id: str) -> Ladder:
        """Readmit a benched bot, so that it gets matches again.

        The bot's owner may do this three times per season, the ladder's owner any time.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to readmit; the bot or the ladder must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_readmit(ladder_id, bot_id))

    def start(self, ladder_id: str) -> Ladder:
        """Start a ladder; repeating the call has no further effect.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return self._send(_start(ladder_id))

    def pause(self, ladder_id: str) -> Ladder:
        """Pause a ladder: no new match begins; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_pause(ladder_id))

    def resume(self, ladder_id: str) -> Ladder:
        """Resume a paused ladder.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
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
        last_season: bool = False,
    ) -> Ladder:
        """Extend a ladder by blocks, time or invited bots, or make this its last season.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.
            blocks: The new total number of blocks, at least as many as before; None: no change.
                From 1 to 10,000.
            rounds: The new total number of rounds, at least as many as before; None: no change.
                From 1 to 10,000.
            end_at_ms: The new instant after which no match begins, no earlier than before; None: no
                change. In milliseconds since the Unix epoch.
            invited: Additional bots and accounts to invite.
            last_season: Whether this is the last season; false: no change.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(
            _extend(
                ladder_id,
                blocks=blocks,
                rounds=rounds,
                end_at_ms=end_at_ms,
                invited=invited,
                last_season=last_season,
            )
        )

    def cancel(self, ladder_id: str) -> Ladder:
        """Cancel a ladder permanently; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_cancel(ladder_id))

    def annul(
        self,
        ladder_id: str,
        reason: str,
        *,
        match_id: str | None = None,
        bot_id: str | None = None,
        version: int | None = None,
    ) -> LadderRuling:
        """Annul a match of a ladder, or all matches of a bot; for its owner and administrators.

        All tables are then recomputed as if these matches had never been played.

        The token needs the scope `account_manage`.

        No table counts an annulled match. A bot whose matches are annulled gets no further
        matches, unless `version` is a version that is no longer paired. Repeating the call does
        not create a second ruling.

        Args:
            ladder_id: The ladder's id.
            reason: The reason, which is public.
            match_id: The match to annul; None if `bot_id` is given.
            bot_id: The bot whose matches are annulled, including future ones; None if `match_id` is
                given.
            version: Annul only the matches of this version of the bot; None: all versions. From 1
                to 1,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(
            _annul(ladder_id, reason, match_id=match_id, bot_id=bot_id, version=version)
        )

    def restore(self, ladder_id: str, number: int, reason: str) -> LadderRuling:
        """Revoke an annulment in a ladder, so that the annulled matches count again.

        The token needs the scope `account_manage`.

        Repeating the call does not create a second ruling.

        Args:
            ladder_id: The ladder's id.
            number: The number of the annulment among the ladder's rulings. From 1 to 1,000,000.
            reason: The reason, which is public.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return self._send(_restore(ladder_id, number, reason))

    def rulings(
        self, ladder_id: str, *, first: int = 20, after: str | None = None
    ) -> Page[LadderRuling]:
        """The rulings of a ladder in order, each with its reason, time and author.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            first: The maximum number of rulings per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_rulings(ladder_id, first=first, after=after))

    def standings(self, ladder_id: str) -> Page[Standing]:
        """The bots by strength with intervals, best first, fitted to all rated results together.

        In a running ladder the fit is some seconds old; `Ladder.matches_fitted` counts its
        results. A version that it does not contain has an estimate, and no place.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_standings(ladder_id))

    def scores(self, ladder_id: str) -> Page[LadderScore]:
        """The bots by points and tie-breaks, best first; only finished blocks count.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_scores(ladder_id))

    def teams(self, ladder_id: str) -> Page[TeamScore]:
        """The teams by the points of their best bots, best first; none in a ladder without teams.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_teams(ladder_id))

    def matches(
        self,
        ladder_id: str,
        *,
        status: LadderMatchStatus | str | None = None,
        bot_id: str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderMatch]:
        """The matches planned so far in a ladder, in the order of the schedule.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            status: Only matches with this status; None: all. One of `planned`, `started`,
                `settled`, `annulled`, `void`, `given_up`, `dropped`.
            bot_id: Only matches of this bot; None: all.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(
            _matches(ladder_id, status=status, bot_id=bot_id, first=first, after=after)
        )

    def results(
        self,
        ladder_id: str,
        *,
        bot_id: str | None = None,
        since: int | None = None,
        newest_first: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderResult]:
        """The results of a ladder in order, each with the ratings before and after it.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            bot_id: Only results of this bot; None: all.
            since: Only results with this number or a greater one; None: all. From 1 to 999,999,999.
            newest_first: Whether the results are returned newest first instead of oldest first.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first in the requested order.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(
            _results(
                ladder_id,
                bot_id=bot_id,
                since=since,
                newest_first=newest_first,
                first=first,
                after=after,
            )
        )

    def pairs(self, ladder_id: str) -> Page[PairScore]:
        """The results of each bot version against every other version that it met.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_pairs(ladder_id))

    def fit(self, ladder_id: str) -> LadderFit:
        """Whether the standings' model fits the results, and how far they deviate from it.

        In a running ladder this check is some seconds old, as are the standings.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_fit(ladder_id))

    def luck(self, ladder_id: str) -> LadderLuck:
        """The shares of skill, seat and chance in the results.

        The shares are very uncertain after only a few blocks.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return self._send(_luck(ladder_id))


class AsyncLadders(AsyncGroup):
    """Rated ladders: creating and running them, enrolling bots, reading the tables.

    Any call may raise `Malformed`, `TooLarge`, `Unauthenticated`, `Forbidden`, `RateLimited`,
    `Busy`, `Internal`. It raises `ConnectionFailed` if there is no response, and
    `UnreadableAnswer` if the response cannot be read.
    """

    async def page(self, *, first: int = 20, after: str | None = None) -> Page[Ladder]:
        """Ladders, newest first.

        No token is needed.

        Args:
            first: The maximum number of ladders per page. From 1 to 100.
            after: Only items after this cursor; None: start at the newest.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
        """
        return await self._send(_page(first=first, after=after))

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
        groups: int | None = None,
        start_at_ms: int | None = None,
        end_at_ms: int | None = None,
        every: str | None = None,
        entry: EntryRule | str = "open",
        entrants: Entrants | str = "any",
        owners: Owners | str = "anybody",
        bots_per_account: int | None = None,
        new_versions: int | None = 3,
        late_entry: bool = False,
        same_owner: SameOwner | str = "forbidden",
        team_bots: int | None = None,
        max_replays: int = 3,
        blocks: int | None = None,
        challenger: str | None = None,
        sequential_test: SequentialTest | None = None,
        invited: Sequence[str] = (),
        stages: Sequence[LadderStage] = (),
        teams: Sequence[LadderTeam] = (),
        key: str | None = None,
    ) -> Ladder:
        """Create a ladder; bots can be enrolled until it starts.

        The token needs the scope `account_manage`.

        A block is one match for every rotation of its bots over the seats. With `start_at_ms`
        the ladder starts automatically. It is finished when all blocks are played, or after
        `end_at_ms` when no match is running. An arena needs `end_at_ms`. The length of an
        elimination depends on the number of its bots.

        You choose `key`. Repeating the call with the same `key` within 24 hours creates nothing
        new.

        Args:
            name: The ladder's name, chosen by its creator.
            options: The options of the game; an omitted option has its default. None: all defaults.
            time_control: The time control of the ladder's matches.
            game: The name of the game.
            concurrency: The maximum number of matches played at once. From 1 to 256.
            format: The format, which decides the pairings. One of `continuous`, `round_robin`,
                `gauntlet`, `swiss`, `single_elimination`, `double_elimination`, `arena`.
            rounds: The total number of rounds of a round robin, gauntlet or Swiss; None in other
                formats. From 1 to 10,000.
            groups: The number of groups of a round robin; bots only meet within their group. None:
                no groups. The ladder's seed draws the groups. A later stage assigns bots to groups
                by their places in the stage before. From 2 to 64.
            start_at_ms: When the ladder starts automatically if it has enough bots; None: its owner
                starts it. In milliseconds since the Unix epoch.
            end_at_ms: No match begins after this instant; an extension may move it. None: no end.
                In milliseconds since the Unix epoch.
            every: When new seasons start automatically; None: the ladder is played once. Such as
                `hour 15`, `day 02:00 Europe/Berlin` or `monday 20:00 Europe/Berlin`; the default
                zone is UTC. When a season is finished, the next one is created with its active
                bots.
            entry: The bots that may be enrolled. One of `open`, `invited`.
            entrants: Whether hosted bots, bots that their owners run, or both may be enrolled. One
                of `any`, `hosted`, `connected`.
            owners: The accounts whose bots may be enrolled: any account, or verified accounts only.
                One of `anybody`, `verified`.
            bots_per_account: The maximum number of bots per account at once; None: no limit. From 1
                to 256.
            new_versions: The maximum number of new versions per bot in a continuous ladder; None:
                no limit. A bot beyond this limit is not paired until it plays one of its earlier
                versions again. From 0 to 256.
            late_entry: Whether bots can be enrolled while the ladder runs.
            same_owner: Whether two bots of one account may meet. One of `forbidden`, `unrated`,
                `allowed`.
            team_bots: The number of best bots per team that count; None in ladders without teams.
                From 1 to 256.
            max_replays: The number of times that a void match is replayed before it is given up.
                From 0 to 10.
            blocks: The total number of blocks of a continuous ladder; None in other formats. From 1
                to 10,000.
            challenger: The bot that meets all others in a gauntlet; None in other formats.
            sequential_test: The sequential test that ends a gauntlet; None: none.
            invited: The bots and accounts that may enter under `invited`.
            stages: Later stages, each played by the best bots of the stage before; none: a single
                stage.
            teams: The teams; none: the bots play for themselves.
            key: An id that you choose, so that repeating the call creates nothing twice; None: a
                new id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            ActionIdReused: This action id was already used with another payload; use a new id for
                each action.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
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
                groups=groups,
                start_at_ms=start_at_ms,
                end_at_ms=end_at_ms,
                every=every,
                entry=entry,
                entrants=entrants,
                owners=owners,
                bots_per_account=bots_per_account,
                new_versions=new_versions,
                late_entry=late_entry,
                same_owner=same_owner,
                team_bots=team_bots,
                max_replays=max_replays,
                blocks=blocks,
                challenger=challenger,
                sequential_test=sequential_test,
                invited=invited,
                stages=stages,
                teams=teams,
                key=key,
            )
        )

    async def get(self, ladder_id: str) -> Ladder:
        """A ladder and its progress.

        Ends when the ladder is over and its standings contain all results.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
        """
        return await self._send(_get(ladder_id))

    async def guide(self, ladder_id: str) -> LadderGuide:
        """A guide to a ladder: the contest, its clock, its limits, and the calls that enter a bot.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_guide(ladder_id))

    async def entries(self, ladder_id: str) -> Page[LadderEntry]:
        """The bots of a ladder in the order of enrolment, each with its status.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_entries(ladder_id))

    async def enrol(self, ladder_id: str, bot_id: str) -> Ladder:
        """Enrol one of the caller's bots in a ladder; repeating the call has no further effect.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to enrol; it must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_enrol(ladder_id, bot_id))

    async def play_trials(
        self,
        ladder_id: str,
        bot_id: str,
        *,
        opponents: Sequence[str] | None = None,
        matches: int = 1,
    ) -> Pairings:
        """Play unrated matches of a hosted bot against bots of a ladder, by the ladder's terms.

        Opponents of other accounts play if their accept policies accept at once, as house bots
        do.

        The token needs the scope `match_play`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The hosted bot that tries; it must belong to the caller.
            opponents: The bots of the ladder to play, drawn for each match; None: any that accept
                at once.
            matches: The number of matches. From 1 to 10.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            UnknownOption: The game, option or time control does not exist; the message names the
                allowed ones.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(
            _play_trials(ladder_id, bot_id, opponents=opponents, matches=matches)
        )

    async def withdraw(self, ladder_id: str, bot_id: str) -> Ladder:
        """Withdraw one of the caller's bots; its running matches continue, and its results stay.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to withdraw; it must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_withdraw(ladder_id, bot_id))

    async def readmit(self, ladder_id: str, bot_id: str) -> Ladder:
        """Readmit a benched bot, so that it gets matches again.

        The bot's owner may do this three times per season, the ladder's owner any time.

        The token needs the scope `ladder_join`.

        Args:
            ladder_id: The ladder's id.
            bot_id: The bot to readmit; the bot or the ladder must belong to the caller.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_readmit(ladder_id, bot_id))

    async def start(self, ladder_id: str) -> Ladder:
        """Start a ladder; repeating the call has no further effect.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
            Maintenance: The service is in maintenance: nothing new begins, or play is stopped.
                Facts: `retry_after_ms`.
        """
        return await self._send(_start(ladder_id))

    async def pause(self, ladder_id: str) -> Ladder:
        """Pause a ladder: no new match begins; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_pause(ladder_id))

    async def resume(self, ladder_id: str) -> Ladder:
        """Resume a paused ladder.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
            TooMany: A limit on concurrent resources or their number is reached. Facts: `limit`.
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
        last_season: bool = False,
    ) -> Ladder:
        """Extend a ladder by blocks, time or invited bots, or make this its last season.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.
            blocks: The new total number of blocks, at least as many as before; None: no change.
                From 1 to 10,000.
            rounds: The new total number of rounds, at least as many as before; None: no change.
                From 1 to 10,000.
            end_at_ms: The new instant after which no match begins, no earlier than before; None: no
                change. In milliseconds since the Unix epoch.
            invited: Additional bots and accounts to invite.
            last_season: Whether this is the last season; false: no change.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(
            _extend(
                ladder_id,
                blocks=blocks,
                rounds=rounds,
                end_at_ms=end_at_ms,
                invited=invited,
                last_season=last_season,
            )
        )

    async def cancel(self, ladder_id: str) -> Ladder:
        """Cancel a ladder permanently; running matches continue and count.

        The token needs the scope `account_manage`.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_cancel(ladder_id))

    async def annul(
        self,
        ladder_id: str,
        reason: str,
        *,
        match_id: str | None = None,
        bot_id: str | None = None,
        version: int | None = None,
    ) -> LadderRuling:
        """Annul a match of a ladder, or all matches of a bot; for its owner and administrators.

        All tables are then recomputed as if these matches had never been played.

        The token needs the scope `account_manage`.

        No table counts an annulled match. A bot whose matches are annulled gets no further
        matches, unless `version` is a version that is no longer paired. Repeating the call does
        not create a second ruling.

        Args:
            ladder_id: The ladder's id.
            reason: The reason, which is public.
            match_id: The match to annul; None if `bot_id` is given.
            bot_id: The bot whose matches are annulled, including future ones; None if `match_id` is
                given.
            version: Annul only the matches of this version of the bot; None: all versions. From 1
                to 1,000,000.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(
            _annul(ladder_id, reason, match_id=match_id, bot_id=bot_id, version=version)
        )

    async def restore(self, ladder_id: str, number: int, reason: str) -> LadderRuling:
        """Revoke an annulment in a ladder, so that the annulled matches count again.

        The token needs the scope `account_manage`.

        Repeating the call does not create a second ruling.

        Args:
            ladder_id: The ladder's id.
            number: The number of the annulment among the ladder's rulings. From 1 to 1,000,000.
            reason: The reason, which is public.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
            WrongState: The request is not possible in the current state of the object. Facts:
                `enrolled`, `needed`.
        """
        return await self._send(_restore(ladder_id, number, reason))

    async def rulings(
        self, ladder_id: str, *, first: int = 20, after: str | None = None
    ) -> Page[LadderRuling]:
        """The rulings of a ladder in order, each with its reason, time and author.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            first: The maximum number of rulings per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_rulings(ladder_id, first=first, after=after))

    async def standings(self, ladder_id: str) -> Page[Standing]:
        """The bots by strength with intervals, best first, fitted to all rated results together.

        In a running ladder the fit is some seconds old; `Ladder.matches_fitted` counts its
        results. A version that it does not contain has an estimate, and no place.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_standings(ladder_id))

    async def scores(self, ladder_id: str) -> Page[LadderScore]:
        """The bots by points and tie-breaks, best first; only finished blocks count.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_scores(ladder_id))

    async def teams(self, ladder_id: str) -> Page[TeamScore]:
        """The teams by the points of their best bots, best first; none in a ladder without teams.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_teams(ladder_id))

    async def matches(
        self,
        ladder_id: str,
        *,
        status: LadderMatchStatus | str | None = None,
        bot_id: str | None = None,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderMatch]:
        """The matches planned so far in a ladder, in the order of the schedule.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            status: Only matches with this status; None: all. One of `planned`, `started`,
                `settled`, `annulled`, `void`, `given_up`, `dropped`.
            bot_id: Only matches of this bot; None: all.
            first: The maximum number of matches per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(
            _matches(ladder_id, status=status, bot_id=bot_id, first=first, after=after)
        )

    async def results(
        self,
        ladder_id: str,
        *,
        bot_id: str | None = None,
        since: int | None = None,
        newest_first: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> Page[LadderResult]:
        """The results of a ladder in order, each with the ratings before and after it.

        No token is needed.

        Args:
            ladder_id: The ladder's id.
            bot_id: Only results of this bot; None: all.
            since: Only results with this number or a greater one; None: all. From 1 to 999,999,999.
            newest_first: Whether the results are returned newest first instead of oldest first.
            first: The maximum number of results per page. From 1 to 100.
            after: Only items after this cursor; None: start at the first in the requested order.

        Raises:
            BadCursor: The cursor does not belong to this list; use one that the list returned, or
                omit it.
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(
            _results(
                ladder_id,
                bot_id=bot_id,
                since=since,
                newest_first=newest_first,
                first=first,
                after=after,
            )
        )

    async def pairs(self, ladder_id: str) -> Page[PairScore]:
        """The results of each bot version against every other version that it met.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_pairs(ladder_id))

    async def fit(self, ladder_id: str) -> LadderFit:
        """Whether the standings' model fits the results, and how far they deviate from it.

        In a running ladder this check is some seconds old, as are the standings.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_fit(ladder_id))

    async def luck(self, ladder_id: str) -> LadderLuck:
        """The shares of skill, seat and chance in the results.

        The shares are very uncertain after only a few blocks.

        No token is needed.

        Args:
            ladder_id: The ladder's id.

        Raises:
            NotFound: The object does not exist, or the caller may not see it.
        """
        return await self._send(_luck(ladder_id))


def _page(*, first: int, after: str | None) -> Call[Page[Ladder]]:
    return Call.get(
        "/ladders", reading(Page[Ladder]), given_query({"first": first, "after": after})
    )


def _create(
    name: str,
    options: Mapping[str, JsonValue],
    time_control: TimeControl,
    *,
    game: str,
    concurrency: int,
    format: LadderFormat | str,
    rounds: int | None,
    groups: int | None,
    start_at_ms: int | None,
    end_at_ms: int | None,
    every: str | None,
    entry: EntryRule | str,
    entrants: Entrants | str,
    owners: Owners | str,
    bots_per_account: int | None,
    new_versions: int | None,
    late_entry: bool,
    same_owner: SameOwner | str,
    team_bots: int | None,
    max_replays: int,
    blocks: int | None,
    challenger: str | None,
    sequential_test: SequentialTest | None,
    invited: Sequence[str],
    stages: Sequence[LadderStage],
    teams: Sequence[LadderTeam],
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
                "groups": groups,
                "startAtMs": start_at_ms,
                "endAtMs": end_at_ms,
                "every": every,
                "entry": entry,
                "entrants": entrants,
                "owners": owners,
                "botsPerAccount": bots_per_account,
                "newVersions": new_versions,
                "lateEntry": late_entry,
                "sameOwner": same_owner,
                "teamBots": team_bots,
                "maxReplays": max_replays,
                "options": None if options is None else dict(options),
                "timeControl": time_control.model_dump(mode="json", by_alias=True),
                "blocks": blocks,
                "challenger": challenger,
                "sequentialTest": None
                if sequential_test is None
                else sequential_test.model_dump(mode="json", by_alias=True),
                "invited": list(invited),
                "stages": [one.model_dump(mode="json", by_alias=True) for one in stages],
                "teams": [one.model_dump(mode="json", by_alias=True) for one in teams],
                "key": key or uuid.uuid4().hex,
            }
        ),
        is_repeatable=True,
    )


def _get(ladder_id: str) -> Call[Ladder]:
    return Call.get(f"/ladders/{segment(ladder_id)}", reading(Ladder))


def _guide(ladder_id: str) -> Call[LadderGuide]:
    return Call.get(f"/ladders/{segment(ladder_id)}/guide", reading(LadderGuide))


def _entries(ladder_id: str) -> Call[Page[LadderEntry]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/entries", reading(Page[LadderEntry]))


def _enrol(ladder_id: str, bot_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/entries",
        reading(Ladder),
        given({"botId": bot_id}),
        is_repeatable=True,
    )


def _play_trials(
    ladder_id: str, bot_id: str, *, opponents: Sequence[str] | None, matches: int
) -> Call[Pairings]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/trials",
        reading(Pairings),
        given(
            {
                "botId": bot_id,
                "opponents": None if opponents is None else list(opponents),
                "matches": matches,
            }
        ),
        is_repeatable=False,
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
    last_season: bool,
) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/extend",
        reading(Ladder),
        given(
            {
                "blocks": blocks,
                "rounds": rounds,
                "endAtMs": end_at_ms,
                "invited": list(invited),
                "lastSeason": last_season,
            }
        ),
        is_repeatable=True,
    )


def _cancel(ladder_id: str) -> Call[Ladder]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/cancel", reading(Ladder), {}, is_repeatable=True
    )


def _annul(
    ladder_id: str, reason: str, *, match_id: str | None, bot_id: str | None, version: int | None
) -> Call[LadderRuling]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/annul",
        reading(LadderRuling),
        given({"matchId": match_id, "botId": bot_id, "version": version, "reason": reason}),
        is_repeatable=True,
    )


def _restore(ladder_id: str, number: int, reason: str) -> Call[LadderRuling]:
    return Call.post(
        f"/ladders/{segment(ladder_id)}/restore",
        reading(LadderRuling),
        given({"number": number, "reason": reason}),
        is_repeatable=True,
    )


def _rulings(ladder_id: str, *, first: int, after: str | None) -> Call[Page[LadderRuling]]:
    return Call.get(
        f"/ladders/{segment(ladder_id)}/rulings",
        reading(Page[LadderRuling]),
        given_query({"first": first, "after": after}),
    )


def _standings(ladder_id: str) -> Call[Page[Standing]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/standings", reading(Page[Standing]))


def _scores(ladder_id: str) -> Call[Page[LadderScore]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/scores", reading(Page[LadderScore]))


def _teams(ladder_id: str) -> Call[Page[TeamScore]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/teams", reading(Page[TeamScore]))


def _matches(
    ladder_id: str,
    *,
    status: LadderMatchStatus | str | None,
    bot_id: str | None,
    first: int,
    after: str | None,
) -> Call[Page[LadderMatch]]:
    return Call.get(
        f"/ladders/{segment(ladder_id)}/matches",
        reading(Page[LadderMatch]),
        given_query({"status": status, "botId": bot_id, "first": first, "after": after}),
    )


def _results(
    ladder_id: str,
    *,
    bot_id: str | None,
    since: int | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Call[Page[LadderResult]]:
    return Call.get(
        f"/ladders/{segment(ladder_id)}/results",
        reading(Page[LadderResult]),
        given_query(
            {
                "botId": bot_id,
                "since": since,
                "newestFirst": newest_first,
                "first": first,
                "after": after,
            }
        ),
    )


def _pairs(ladder_id: str) -> Call[Page[PairScore]]:
    return Call.get(f"/ladders/{segment(ladder_id)}/pairs", reading(Page[PairScore]))


def _fit(ladder_id: str) -> Call[LadderFit]:
    return Call.get(f"/ladders/{segment(ladder_id)}/fit", reading(LadderFit))


def _luck(ladder_id: str) -> Call[LadderLuck]:
    return Call.get(f"/ladders/{segment(ladder_id)}/luck", reading(LadderLuck))
