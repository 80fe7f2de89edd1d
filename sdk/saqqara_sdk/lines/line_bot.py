"""The arena's side of the line protocol: one JSON line out, one JSON line back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from time import perf_counter, perf_counter_ns
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from saqqara_engine.records.notes import Note
from saqqara_engine.wire import view_json
from saqqara_sdk.bots.bot import Event, MatchInfo
from saqqara_sdk.bots.notes import NoteReader
from saqqara_sdk.bots.turn import Action, Turn
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import CleanExit, FaultKind, Misstep
from saqqara_sdk.lines.process import HERE, NS_PER_MS, NS_PER_S, BotProcess, Surroundings
from saqqara_sdk.lines.protocol import (
    PROTOCOL,
    Announced,
    Ended,
    Happened,
    Hello,
    Question,
    RequestedView,
    Said,
    Started,
    line,
)
from saqqara_sdk.wire.errors import UnreadableAnswer
from saqqara_sdk.wire.models import Result

SHOWN = 80
PATIENCE_S = 5.0
"""The time after which a bot that is waited for is named."""


class Stated(NamedTuple):
    """A parameter of a bot: its value, its bounds, and whether it is a whole number."""

    value: float
    least: float
    most: float
    is_whole: bool


_GAMES: TypeAdapter[tuple[str, ...] | None] = TypeAdapter(tuple[str, ...] | None)
_PARAMETERS: TypeAdapter[Mapping[str, Stated]] = TypeAdapter(dict[str, Stated])


class Introduction(NamedTuple):
    """The introduction of a bot: its name, and whether it claims to repeat its decisions.

    `games` is None if it plays all games. Only Python bots have parameters.
    """

    name: str
    is_deterministic: bool
    games: tuple[str, ...] | None
    parameters: Mapping[str, Stated]

    def plays(self, game: str) -> bool:
        """Return whether the bot plays a game."""
        return self.games is None or game in self.games


class LineBot(BotProcess):
    """A bot in its own process, which plays many matches unless `is_fresh` is true."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits,
        surroundings: Surroundings = HERE,
        *,
        is_fresh: bool = False,
    ) -> None:
        super().__init__(command, limits, surroundings)
        self._is_fresh = is_fresh
        self._asks_views = False
        self.observes = False
        self.note: Note | None = None
        """The note with the last answer."""
        self._notes = NoteReader()
        self._turns: dict[int, Turn] = {}
        self._match_id = ""
        self._overdue: int | None = None
        self._named_in: str | None = None
        """The match in which it was last named for its slowness."""
        self._is_in_step = False

    def introduce(self, most_s: float = inf) -> Introduction:
        """Start a process and return its introduction; raises `Misstep`, at latest after
        `most_s`."""
        self.start()
        start_s = min(self._limits.start_s, most_s)
        deadline = _after(start_s)
        self.write(line(Hello(type="hello", protocol=PROTOCOL)), deadline)
        said = self._message(deadline)
        if said is None:
            raise self.hung(f"it did not send its hello within {start_s:g} s")
        if said.get("type") != "hello" or said.get("protocol") != PROTOCOL:
            raise self.garbage(f"it does not speak protocol {PROTOCOL}: {_shown(said)}")
        name = said.get("name")
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= SHOWN:
            raise self.garbage(f"its hello has no printable name: {_shown(said)}")
        self._asks_views = said.get("views") == "ask"
        self.observes = said.get("events") is True
        try:
            return Introduction(
                name,
                said.get("deterministic") is True,
                _GAMES.validate_python(said.get("games")),
                _PARAMETERS.validate_python(said.get("parameters", {})),
            )
        except ValidationError:
            raise self.garbage(f"its hello cannot be read: {_shown(said)}") from None

    def started(self, match: MatchInfo, terms: Announced, seed: bytes, most_s: float = inf) -> None:
        """Start a match, and wait up to `most_s` seconds until the bot is ready.

        A process that has ended cleanly after its last match is started again.
        """
        until = perf_counter() + most_s
        if self._log is not None:
            self._log.begin(match.match_id, match.seat)
        self._match_id, self._overdue = match.match_id, None
        self._turns.clear()
        message = Started(
            type="match_started",
            matchId=match.match_id,
            game=match.game,
            seat=match.seat,
            players=match.players,
            options=terms.options,
            timeControl=terms.time_control,
            seed=seed.hex(),
        )
        try:
            if self.pid is not None:
                with suppress(CleanExit):
                    self._send(message, most_s)
                    return
            self.introduce(until - perf_counter())
            self._send(message, until - perf_counter())
        except Misstep as misstep:
            misstep.is_gone = True
            raise

    def answer(
        self, turn: Turn, limit_ms: int | None, events: Sequence[Event]
    ) -> tuple[Action, int]:
        """Send the turn, and wait for the answer as long as the clock allows."""
        self.note = None
        actions = turn.legal_actions.actions
        offered = [str(action) for action in actions]
        question = _question(turn, offered)
        if self._asks_views:
            self._turns[turn.version] = turn
        else:
            question["view"] = view_json(turn.view)
        if self.observes:
            question["events"] = [_event(event) for event in events]
        text = line(question)
        began = perf_counter_ns()
        patience_ms = self._limits.answer_s * 1000 if limit_ms is None else limit_ms + 1
        deadline = began + round(patience_ms * NS_PER_MS)
        said = self._ask(text, "answer", turn.version, deadline)
        thought = perf_counter_ns() - began
        if said is None and limit_ms is None:
            raise self.hung(f"it did not answer within {self._limits.answer_s:g} s")
        if said is None:
            self._overdue = turn.version
            return actions[0], max(thought, deadline - began)
        self.note = self._notes.read(self._match_id, said.get("note"))
        chosen = said.get("action")
        if chosen not in offered:
            why = f"it chose {_shown(chosen)}, which is not one of the {len(offered)} legal actions"
            raise Misstep(FaultKind.ILLEGAL, why)
        return actions[offered.index(str(chosen))], thought

    def flagged(self) -> None:
        """Wait up to `overdue_s` for the overdue answer; a bot that gives none hangs."""
        overdue, limit_s = self._overdue, self._limits.overdue_s
        if overdue is not None and self._reply("answer", overdue, _after(limit_s)) is None:
            raise self.hung(f"it had not answered {limit_s:g} s after its time ran out")

    def ended(self, result: Callable[[], Result], events: Sequence[Event]) -> None:
        """Send the result to the bot, unless its process has ended; it may end now."""
        if self.pid is None:
            return
        document = result().model_dump(mode="json", by_alias=True)
        message = Ended(type="match_ended", matchId=self._match_id, result=document)
        if self.observes:
            message["events"] = [_event(event) for event in events]
        try:
            with suppress(CleanExit):
                self._send(message)
        finally:
            if self._is_fresh:
                self.close()

    def leave(self) -> None:
        """Kill the process unless it has answered everything, so it can receive the result."""
        if not self._is_in_step:
            self.kill()

    def _send(self, message: Started | Ended, most_s: float = inf) -> None:
        """Send a message, and wait until the bot is ready."""
        limit_s = min(self._limits.answer_s, max(0.0, most_s))
        if self._ask(line(message), "ready", None, _after(limit_s)) is None:
            raise self.hung(f"it was not ready for {message['type']} within {limit_s:g} s")

    def _ask(self, message: bytes, kind: str, version: int | None, deadline: int) -> Said | None:
        """Write a message and return the answer; None after the deadline."""
        self._is_in_step = False
        self.write(message, deadline)
        if self._surroundings.wait is not None and self._named_in != self._match_id:
            patience = _after(PATIENCE_S)
            said = self._reply(kind, version, min(patience, deadline))
            if said is not None or deadline <= patience:
                return said
            self._named_in = self._match_id
            self._surroundings.wait(self._match_id)
        return self._reply(kind, version, deadline)

    def _reply(self, kind: str, version: int | None, deadline: int) -> Said | None:
        """Return the answer, skipping late answers to earlier turns; None after the deadline."""
        while (said := self._message(deadline)) is not None:
            is_mine = said.get("version") == version
            match said.get("type"):
                case found if found == kind and is_mine:
                    self._is_in_step = True
                    return said
                case "error" if is_mine:
                    self._is_in_step = kind == "answer"
                    detail, why = str(said.get("detail") or ""), str(said.get("message"))
                    detail = f"{self.printed()}\n{detail}".strip()
                    if kind == "answer" and said.get("kind") == "illegal":
                        raise Misstep(FaultKind.ILLEGAL, why, detail=detail)
                    raise Misstep(FaultKind.ERROR, f"it raised {why}", detail=detail)
                case "view" if isinstance(asked := said.get("version"), int) and (
                    turn := self._turns.get(asked)
                ):
                    try:
                        view = view_json(turn.view)
                    except UnreadableAnswer as error:  # the process waits for it: it is lost
                        raise Misstep(FaultKind.HOST, str(error), is_gone=True) from error
                    seen = RequestedView(type="view", version=asked, view=view)
                    self.write(line(seen), deadline)
                case "error" | "answer":
                    continue
                case _:
                    raise self.garbage(
                        f"it had to answer with {kind!r} but wrote {_shown(said)}",
                    )
        return None

    def _message(self, deadline: int) -> Said | None:
        text = self.hear(deadline)
        if text is None:
            return None
        try:
            said = json.loads(text.decode())
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            shown = _shown(text.decode(errors="replace"))
            raise self.garbage(
                f"it wrote {shown}, which is not a message; write other output to standard error",
            )
        return said


def _question(turn: Turn, offered: Sequence[str]) -> Question:
    clock, last = turn.clock, turn.last
    return Question(
        type="turn",
        matchId=turn.match_id,
        version=turn.version,
        seat=turn.seat,
        actions=offered,
        leftMs=clock.left_ms,
        mineMs=clock.mine_ms,
        last=last.model_dump(by_alias=True, exclude={"credited_ms"}) if last else None,
    )


def _event(event: Event) -> Happened:
    return Happened(
        version=event.version,
        kind=event.kind,
        seat=event.seat,
        action=event.notation,
        auto=event.auto,
    )


def _after(seconds: float) -> int:
    return perf_counter_ns() + round(seconds * NS_PER_S)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else text[:SHOWN] + "…"
