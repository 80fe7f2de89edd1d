"""The six tools, over the client: each call stands alone and may be repeated from any process.

Only the caller's own token speaks, so an answer holds what its seat may know and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import asdict
from typing import Final

from pydantic import JsonValue

from saqqara_contest.time_controls import parse_time_control
from saqqara_engine.errors import EngineError
from saqqara_engine.games import find_game
from saqqara_sdk.bots.turn import Turn, read_view
from saqqara_sdk.client.client import AsyncClient
from saqqara_sdk.client.pages import each_async
from saqqara_sdk.mcp import words
from saqqara_sdk.models.chapters import chapter, chapters
from saqqara_sdk.wire import models
from saqqara_sdk.wire.enums import EventKind, MatchStatus
from saqqara_sdk.wire.errors import Malformed, NotFound, SaqqaraError
from saqqara_sdk.wire.models import Match, MatchEvent, TimeControl

CLOCK: Final = "per_move:600+3600"
"""Ten minutes a decision and an hour more for the match: the slowest that house bots accept."""
LONGEST_WAIT_S: Final = 25.0
"""MCP clients give a call up after 60 seconds or less; the shortest known ones after 30."""
ACTED_WAIT_S: Final = 2.0
"""House bots answer within this time, so an action usually brings the next turn."""
POLL_S: Final = 2.5
LISTED: Final = 10
FREE: Final = "free"


class UnusableArgument(Exception):
    """An argument that no server is asked about; the message names the usable ones."""


class Tools:
    """The tools of one token."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client
        self._player_id: str | None = None

    async def list_matches(self) -> str:
        """Return the caller's running matches, those with a free seat, and bots to play against."""
        me = await self._me()
        page, present = self._client.matches.page, self._client.bots.present
        own = (await page(status=MatchStatus.RUNNING, player_id=me, first=LISTED)).items
        free = (await page(joinable=True, first=LISTED)).items
        bots = (await present(first=2 * LISTED)).items
        return "\n".join(
            (
                "your running matches:",
                *(_line(one, me) for one in own),
                "matches with a free seat:",
                *(_line(one, me) for one in free),
                "bots that are here: " + ", ".join(words.quoted(one.name) for one in bots),
                "next: wait for your turn, or play with a match to join, or with opponents",
            )
        )

    async def make(
        self,
        game: str,
        opponents: Sequence[str],
        *,
        seat: int,
        options: Mapping[str, JsonValue],
        clock: str,
    ) -> str:
        """Make a match of the caller and some opponents, who are named, or may come."""
        if seat > len(opponents):
            raise UnusableArgument(f"seat: choose one from 0 to {len(opponents)}.")
        control = _control(clock)
        seats = [None if one == FREE else await self._player(one) for one in opponents]
        seats.insert(seat, await self._me())
        made = await self._client.matches.create(seats, control, game=game, options=options)
        try:
            return await self.wait(made.id, "", ACTED_WAIT_S)
        except SaqqaraError as error:  # it is made: who called again would have two
            return f"match {made.id} is made, and cannot be read now: {error}\nnext: wait"

    async def join(self, match: str) -> str:
        """Take a free seat of a match, or look at it if the caller has one."""
        seen = await self._client.matches.get(match)
        if await self._seat(seen) is None:
            await self._client.matches.join(match)
        return await self.wait(match, "", ACTED_WAIT_S)

    async def wait(self, match: str, cursor: str, seconds: float) -> str:
        """Return at the caller's turn or the end of the match, or that neither came in time."""
        seconds = min(LONGEST_WAIT_S, max(0.0, seconds))
        try:
            async with asyncio.timeout(seconds or None):
                if not match:
                    match = await self._awaiting(is_patient=seconds > 0)
                else:
                    await self._decided(match, is_patient=seconds > 0)
        except TimeoutError:
            pass
        if not match:
            return "still waiting: none of your matches waits for you\nnext: call wait again"
        return await self.look(match, cursor)

    async def act(self, match: str, action: str, version: int, cursor: str) -> str:
        """Take an action; the same action at the same version again changes nothing."""
        acted = await self._client.matches.act(match, action.strip(), version, f"mcp-{version}")
        done = "was taken before" if acted.repeated else "taken"
        return f"action {done}\n{await self.wait(match, cursor, ACTED_WAIT_S)}"

    async def look(self, match: str, cursor: str) -> str:
        """Return the match, what happened, and the position with the legal actions if it is due."""
        turn = await self._turn(match)
        seen = await self._client.matches.get(match)
        events, after = await self._events(match, cursor)
        rules = find_game(seen.game)
        seat = await self._seat(seen)
        if not cursor:
            events = _since_own(events, seat)
        parts = [words.head(seen, rules, seat), f"happened since:\n{words.happened(events)}"]
        if after:
            parts[0] += f"\ncursor {after}"
        if turn is not None:
            parts.append(words.position(turn))
        elif seen.status in words.OVER:
            parts.append(f"next: record with match {match} shows all actions")
        elif seen.status is MatchStatus.OPEN:
            parts.append("next: wait; the match starts when every seat is taken")
        else:
            view = await self._client.matches.view(match)
            parts.append(f"position:\n{rules.draw(read_view(rules, view.view))}\n\nnext: wait")
        return "\n\n".join(parts)

    async def rules(self, name: str, match: str, game: str) -> str:
        """Return a chapter of the rules, or the names of all; `table` has a match's own figures."""
        given: dict[str, JsonValue] = {}
        if match:
            seen = await self._client.matches.get(match)
            game, given = seen.game, seen.options
        try:
            rules = find_game(game)
            options = rules.parse_options(given)
        except EngineError as error:
            raise UnusableArgument(str(error)) from error
        known = chapters(rules)
        if not name:
            return f"{rules.title}: chapters {', '.join(known)}\nnext: rules with a chapter"
        if name not in known:
            raise UnusableArgument(f"There is no such chapter. The chapters: {', '.join(known)}.")
        return chapter(rules, options, name)

    async def record(self, match: str) -> str:
        """Return a match from its first action on, and where its whole record is."""
        seen = await self._client.matches.get(match)
        events, _ = await self._events(match, "")
        actions = [event for event in events if event.action]
        lines = [f"{one.seat} {one.action}{' (auto)' if one.auto else ''}" for one in actions]
        return (
            f"{words.head(seen, find_game(seen.game), await self._seat(seen))}\n\n"
            f"actions, each after its seat:\n{'; '.join(lines) or 'none'}\n\n"
            f"whole record: {self._client.server}/api/v1/matches/{match}/record"
        )

    async def _me(self) -> str:
        """Return the id of the player that the token speaks for."""
        if self._player_id is None:
            info = await self._client.tokens.about()
            self._player_id = info.bot_id or info.account_id
        return self._player_id

    async def _seat(self, match: Match) -> int | None:
        """Return the caller's seat in a match."""
        me = await self._me()
        return next((one.seat for one in match.seats if me in {one.bot_id, one.account_id}), None)

    async def _player(self, name: str) -> str:
        """Return the id of a bot by its name, or of the id itself."""
        found = {
            one.id
            async for one in each_async(self._client.bots.present)
            if name in {one.name, one.id}
        }
        if len(found) > 1:
            raise UnusableArgument(f"Several bots have this name. Use one of: {sorted(found)}.")
        if found:
            return found.pop()
        with suppress(Malformed, NotFound):
            return (await self._client.bots.get(name)).id
        raise UnusableArgument(
            f"opponents: no bot {words.quoted(name[:80])} is here. Call play without arguments for"
            f' the bots that are, or leave the seat "{FREE}".'
        )

    async def _turn(self, match: str) -> Turn | None:
        """Return the caller's turn in a match."""
        turns = (await self._client.matches.turns()).items
        return next((Turn.from_wire(one) for one in turns if one.match_id == match), None)

    async def _awaiting(self, *, is_patient: bool) -> str:
        """Return a match that waits for the caller. Asking shows a bot as present to ladders."""
        while True:
            turns = (await self._client.matches.turns()).items
            if turns or not is_patient:
                return turns[0].match_id if turns else ""
            await asyncio.sleep(POLL_S)

    async def _decided(self, match: str, *, is_patient: bool) -> None:
        """Wait until the caller has to act in a match, or it is over."""
        seen = await self._client.matches.get(match)
        seat = await self._seat(seen)
        if _needs(seen, seat) or not is_patient:
            return
        async with aclosing(self._client.matches.events(match)) as news:
            async for one in news:
                now = _state(one)
                if now is not None and now.version > seen.version and _needs(now, seat):
                    return

    async def _events(self, match: str, cursor: str) -> tuple[list[MatchEvent], str]:
        """Return the events after a cursor, and the cursor of the last one."""
        found: list[MatchEvent] = []
        after = cursor or None
        while True:
            page = await self._client.matches.events_page(match, language="en", after=after)
            found += page.items
            if page.cursor is None:
                return found, found[-1].cursor if found else cursor
            after = page.cursor


def _state(news: models.MatchNews) -> Match | MatchEvent | None:
    """Return what a match has come to, by the event or the snapshot in its news."""
    match news:
        case models.EventNews():
            return news.event
        case models.ResyncNews():
            return news.snapshot.match
        case _:
            return None


def _needs(now: Match | MatchEvent, seat: int | None) -> bool:
    """Whether the match is over or waits for the seat."""
    return now.status in words.OVER or (seat is not None and now.to_act == seat)


def _since_own(events: list[MatchEvent], seat: int | None) -> list[MatchEvent]:
    """Return the events from the seat's own last action on."""
    own = [n for n, one in enumerate(events) if one.seat == seat and one.kind is EventKind.ACTION]
    return events[own[-1] :] if own else events


def _control(text: str) -> TimeControl:
    try:
        said = parse_time_control(text)
    except ValueError as error:
        raise UnusableArgument(f"clock: {error}") from error
    kind: type[TimeControl] = getattr(models, type(said).__name__)
    return kind(**asdict(said))


def _line(match: Match, me: str) -> str:
    names = ", ".join(
        "free" if one.player_name is None else words.quoted(one.player_name) for one in match.seats
    )
    mine = any(
        one.seat == match.to_act and me in {one.bot_id, one.account_id} for one in match.seats
    )
    return f"{match.id}: {match.game}, {names}{', your turn' if mine else ''}"
