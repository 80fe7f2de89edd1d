"""Entrants: from the names of bots on the command line to bots at seats.

A bot is an installed name, `FILE.py[:CLASS]`, `MODULE:CLASS`, or a command that speaks the line
protocol, such as `node bot.mjs` or `./bot`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path
from time import perf_counter_ns

from saqqara_sdk.arena.seated import InProcess, Seated
from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.arena.texts import HOST, Command, command_of
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.bots.loader import BotNotFound, load_bot
from saqqara_sdk.bots.texts import is_command
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.line_bot import Introduction, LineBot
from saqqara_sdk.lines.logs import BotLog
from saqqara_sdk.lines.missteps import FaultKind, Misstep
from saqqara_sdk.lines.process import NS_PER_S, BotProcess, Surroundings
from saqqara_sdk.lines.termination import whole
from saqqara_sdk.sandbox import Sandbox

_log = logging.getLogger(__name__)


class Home(StrEnum):
    """The process of a Python bot; commands always have their own process.

    `here`: the process that plays the match. `process`: one for each bot, over many matches.
    `fresh`: a new one for every match, also for commands.
    """

    HERE = "here"
    PROCESS = "process"
    FRESH = "fresh"


MOST_SEATED = 32
"""The maximum number of bots of a roster that stay alive between matches, the latest ones."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot with its label, which distinguishes two entries of one bot.

    A command is started in the `sandbox`, if there is one. `log` opens the log of each of its
    processes, and `hear` receives each line that they print.
    """

    label: str
    bot: type[AnyBot] | Command
    sandbox: Sandbox | None = None
    log: Callable[[], BotLog] | None = None
    hear: Callable[[str], None] | None = None
    program: str | None = None
    """The hash of its program, if it is known."""


def labels_of(
    texts: Sequence[str], limits: Limits, game: str | None = None, *, is_sandboxed: bool = False
) -> list[str]:
    """Return the names of the bots; the second bot of a name is labelled `greedy#2`.

    Each is started once in its own process, so the import of a file cannot block or end this one.
    Raises `BotNotFound` if a bot cannot be started or does not play the game.
    """
    different = list(dict.fromkeys(texts))
    sandboxes = [sandbox_of(text) if is_sandboxed else None for text in different]
    introduce = partial(introduction_of, limits)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        labels = dict(zip(different, pool.map(introduce, different, sandboxes), strict=True))
    for text, bot in labels.items():
        if game is not None and not bot.plays(game):
            others = " or ".join(bot.games or ())
            raise BotNotFound(f"{text} does not play {game}. Omit it, or add --game {others}.")
    return unique([labels[text].name for text in texts])


def bots_of(
    files: Sequence[Path], limits: Limits, *, is_sandboxed: bool = False
) -> list[list[str]]:
    """Return the bots that each file defines; each file is imported in its own process.

    Raises `BotNotFound`, with a line for each file that cannot be imported.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = list(pool.map(partial(_bots_of, limits, is_sandboxed), files))
    if broken := [one for one in found if isinstance(one, str)]:
        raise BotNotFound("\n".join(broken))
    return [one for one in found if not isinstance(one, str)]


def find_bot(text: str, home: Home) -> type[AnyBot] | Command:
    """Return the class or command that a text names; raises `BotNotFound`."""
    if home is Home.HERE and not is_command(text):
        return load_bot(text)
    return command_of(text, "--fresh" if home is Home.FRESH else None)


class NotHere(BotNotFound):
    """This machine could not start the bot, which is not the bot's fault."""


def introduction_of(limits: Limits, text: str, sandbox: Sandbox | None = None) -> Introduction:
    """Start a bot and return its introduction; raises `BotNotFound` if it cannot be started."""
    seated = LineBot(command_of(text), limits, Surroundings(sandbox=sandbox))
    try:
        return seated.introduce()
    except Misstep as misstep:
        if not is_command(text) and misstep.kind is FaultKind.CRASH and misstep.detail:
            raise BotNotFound(misstep.detail) from misstep
        detail = f":\n{misstep.detail}" if misstep.detail else ""
        kind = NotHere if misstep.kind is FaultKind.HOST else BotNotFound
        raise kind(f"{text} cannot play: {misstep.why}{detail}") from misstep
    finally:
        seated.kill()


def _bots_of(limits: Limits, is_sandboxed: bool, file: Path) -> list[str] | str:  # noqa: FBT001
    """Return the bots of a file, or the reason why it cannot be imported."""
    around = Surroundings(sandbox=sandbox_of(f"{file}:") if is_sandboxed else None)
    process = BotProcess((*HOST, "--list", str(file)), limits, around)
    try:
        process.start()
        found = process.hear(perf_counter_ns() + round(limits.start_s * NS_PER_S))
    except Misstep as misstep:
        return misstep.detail or f"{file} cannot be imported: {misstep.why}"
    finally:
        process.kill()
    if found is None:
        return f"{file} could not be imported within {limits.start_s:g} s"
    bots: list[str] = json.loads(found)
    return bots


def unique(names: Sequence[str]) -> list[str]:
    """Return the names; repeated ones get a number."""
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return labels


class Roster:
    """The running bots of an arena, with a copy for each seat that a bot has."""

    def __init__(self, entrants: Sequence[Entrant], home: Home, limits: Limits) -> None:
        self._entrants = entrants
        self._home = home
        self._limits = limits
        self._runner = asyncio.Runner()
        self._seated = OrderedDict[tuple[int, int], Seated]()
        """In the order of use."""

    def seat(self, seating: Sequence[int]) -> list[Seated]:
        """Return the bots with these numbers; a bot with two seats has two processes."""
        copies: Counter[int] = Counter()
        seats = []
        for number in seating:
            copies[number] += 1
            place = (number, copies[number])
            if place not in self._seated:
                with whole():
                    self._seated[place] = self._new(self._entrants[number])
            self._seated.move_to_end(place)
            seats.append(self._seated[place])
        while len(self._seated) > max(MOST_SEATED, len(seats)):
            with whole():
                self._seated.popitem(last=False)[1].close()
        return seats

    def close(self) -> None:
        """Stop all processes."""
        with whole():
            for seated in self._seated.values():
                seated.close()
            self._seated.clear()
            self._runner.close()

    def kill(self) -> None:
        """Kill all processes."""
        for seated in self._seated.values():
            seated.kill()

    def _new(self, entrant: Entrant) -> Seated:
        bot = entrant.bot
        if not isinstance(bot, tuple):
            return InProcess(bot, self._runner)
        is_forked = bot[: len(HOST)] == HOST
        is_fresh = self._home is Home.FRESH and not is_forked

        def wait(match_id: str) -> None:
            limit_s = self._limits.answer_s
            _log.warning(
                "Waiting for %s in match %s, for at most %g s", entrant.label, match_id, limit_s
            )

        around = Surroundings(
            sandbox=entrant.sandbox, wait=wait, log=entrant.log, hear=entrant.hear
        )
        return LineBot(bot, self._limits, around, is_fresh=is_fresh)
