"""The host of a Python bot in its own process: `python -m saqqara_sdk.lines.host BOT`.

Implements the bot's side of the line protocol. The bot's output goes to standard error, so it
cannot disturb the protocol. Options before BOT: `--fresh` forks a process for each match,
`--forgetful` creates a new instance at each decision, `--list` lists the bots that a file defines.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from threading import Thread
from typing import TypeAlias

from pydantic_core import from_json

from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.records.notes import Note
from saqqara_sdk.bots.answers import IllegalChoice, awaited, chosen_action
from saqqara_sdk.bots.bot import AnyBot, Event, MatchInfo, begin, observes, take_note
from saqqara_sdk.bots.forgetful import forgetful
from saqqara_sdk.bots.loader import BotNotFound, bots_in, load_bot
from saqqara_sdk.bots.notes import NoteReader
from saqqara_sdk.bots.offers import LazyContext
from saqqara_sdk.bots.parameters import parameters_of
from saqqara_sdk.bots.turn import Clock, LegalAction, Rules, Turn, View, parse_action, read_view
from saqqara_sdk.lines.protocol import (
    PROTOCOL,
    ArenaMessage,
    Ended,
    Question,
    RequestedView,
    Started,
    line,
)
from saqqara_sdk.wire.models import Receipt, Result

BAD_INPUT = 2
ORPHANED = 3
PLAYED = 4
"""The exit code of a fork that has answered all messages of its match."""
WATCH_S = 1.0
CALLERS = ("__main__", "saqqara_sdk.", "asyncio.")
"""The modules between this process and a bot's code."""

Look: TypeAlias = Callable[[int], Json]
"""Requests the view of a version from the arena."""


def main(text: str, manner: str | None = None) -> int:
    """Answer the arena's messages until the input ends."""
    replies = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # else what it prints comes at its end
    if manner != "--fresh":  # which forks, so it must have no threads
        end_with(os.getppid())
    try:
        if manner == "--list":
            replies.write(json.dumps(bots_in(Path(text))).encode() + b"\n")
            return 0
        bot = load_bot(text)
    except BotNotFound as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    host = _Host(forgetful(bot) if manner == "--forgetful" else bot, replies)
    for received in sys.stdin.buffer:
        message: ArenaMessage = from_json(received)
        if manner == "--fresh" and message["type"] == "match_started":
            in_a_fork(partial(host.play, message))
        else:
            replies.write(host.reply(message))
    return 0


def end_with(arena: int) -> None:
    """End this process when the arena is gone, even if the bot hangs."""

    def watch() -> None:
        while True:
            time.sleep(WATCH_S)
            try:
                os.kill(arena, 0)
            except ProcessLookupError:
                os._exit(ORPHANED)

    Thread(target=watch, name="saqqara-arena", daemon=True).start()


def in_a_fork(play: Callable[[], None]) -> None:
    """Play in a fork of this process, without traces of other matches; a bot that ends it ends
    this process too."""
    arena, child = os.getppid(), os.fork()
    if child == 0:
        end_with(arena)
        play()
        os._exit(PLAYED)
    _, status = os.waitpid(child, 0)
    if (code := os.waitstatus_to_exitcode(status)) != PLAYED:
        sys.exit(code)


class _Host:
    """Answers each line with one line; may request views in between."""

    def __init__(self, bot: type[AnyBot], replies: io.RawIOBase) -> None:
        self._bot = bot
        self._seat: _Seat
        self._runner = asyncio.Runner()
        self._replies = replies

    def play(self, message: ArenaMessage) -> None:
        """Answer the message and the following ones up to the end of the match."""
        self._replies.write(self.reply(message))
        while message["type"] != "match_ended" and (text := sys.stdin.buffer.readline()):
            message = from_json(text)
            self._replies.write(self.reply(message))

    def reply(self, message: ArenaMessage) -> bytes:
        """Return the line that answers a message."""
        try:
            return line(self._reply(message))
        except Exception as error:  # noqa: BLE001 - the arena reports whatever a bot raises
            fault: dict[str, object] = {"type": "error", "version": message.get("version")}
            if isinstance(error, IllegalChoice):
                return line(fault | {"kind": "illegal", "message": str(error)})
            detail = _own_traceback(error)
            return line(fault | {"message": f"{type(error).__name__}: {error}", "detail": detail})

    def _reply(self, message: ArenaMessage) -> dict[str, object]:
        if message["type"] == "hello":
            return {
                "type": "hello",
                "protocol": PROTOCOL,
                "name": self._bot.name,
                "views": "ask",
                "deterministic": self._bot.is_deterministic,
                "events": observes(self._bot),
                "games": self._bot.games,
                "parameters": {
                    name: (one.value, one.least, one.most, one.is_whole)
                    for name, one in parameters_of(self._bot).items()
                },
            }
        if message["type"] == "turn":
            answer = {"type": "answer", "version": message["version"]}
            answer["action"] = self._seat.choose(message, self._runner)
            if (note := self._seat.note()) is not None:
                answer["note"] = note.to_json()
            return answer
        if message["type"] == "match_started":
            self._seat = _Seat(self._bot, message, self._look)
        else:
            self._seat.observe(message, self._runner)
            self._seat.bot.match_ended(Result.model_validate(message["result"]))
        return {"type": "ready"}

    def _look(self, version: int) -> Json:
        self._replies.write(line({"type": "view", "version": version}))
        seen: RequestedView = from_json(sys.stdin.buffer.readline())
        return seen["view"]


def _own_traceback(error: Exception) -> str:
    """Return the traceback from the bot's first line of code on."""
    trace = error.__traceback__
    while trace is not None and str(trace.tb_frame.f_globals.get("__name__")).startswith(CALLERS):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace or error.__traceback__))


class _Seat:
    """One match of the bot."""

    def __init__(self, bot: type[AnyBot], message: Started, look: Look) -> None:
        self._look = look
        self._rules: Rules = find_game(message["game"])
        self._random = Random(bytes.fromhex(message["seed"]))
        self._match_id = message["matchId"]
        self.bot = bot()
        self._notes = NoteReader()
        info = MatchInfo(message["matchId"], message["game"], message["seat"], message["players"])
        begin(self.bot, info)

    def observe(self, message: Question | Ended, runner: asyncio.Runner) -> None:
        """Pass the events of a message to the bot."""
        for one in message.get("events", ()):
            text = one["action"]
            action = None if text is None else parse_action(self._rules.name, text)
            place = (one["version"], one["kind"], one["seat"])
            heard = self.bot.observe(Event(self._match_id, *place, action, one["auto"]))
            if heard is not None:
                runner.run(awaited(heard))

    def choose(self, message: Question, runner: asyncio.Runner) -> str:
        """Return the bot's choice, in notation."""
        take_note(self.bot)  # of a decision that failed
        self.observe(message, runner)
        clock, last = Clock(tuple(message["leftMs"]), message["mineMs"]), message["last"]
        receipt = None if last is None else Receipt.model_validate(last)

        def look() -> View:
            return read_view(self._rules, self._look(message["version"]))

        turn = Turn(
            message["matchId"],
            self._rules,
            message["seat"],
            message["version"],
            [parse_action(self._rules.name, text) for text in message["actions"]],
            context=LazyContext(look, clock, receipt),
            chance=self._random,
        )
        chosen = self.bot.choose(turn)
        if not isinstance(chosen, LegalAction) and isinstance(chosen, Awaitable):
            chosen = runner.run(awaited(chosen))
        return str(chosen_action(chosen, turn.legal_actions))

    def note(self) -> Note | None:
        """Return the note of the last decision."""
        return self._notes.take(self._match_id, take_note(self.bot))


if __name__ == "__main__":
    sys.exit(main(sys.argv[-1], *sys.argv[1:-1]))
