"""Who plays: from what a person types to bots at the table.

A bot is an installed name, `FILE.py:CLASS`, `MODULE:CLASS`, or a command that speaks the line
protocol, such as `node bot.mjs` or `./bot`.
"""

from __future__ import annotations

import asyncio
import shlex
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self, TypeAlias

from saqqara_sdk.arena.lines import LineBot
from saqqara_sdk.arena.seated import InProcess, Misstep, Seated
from saqqara_sdk.arena.setting import Limits
from saqqara_sdk.bots.bot import Bot
from saqqara_sdk.bots.loading import BotNotFound, load_bot

HOST = (sys.executable, "-m", "saqqara_sdk.arena.host")


class Home(StrEnum):
    """Where Python bots live; commands have processes of their own in any case.

    `here`: in the process that plays the match. `process`: each in one of its own, over many
    matches. `fresh`: each in a new one for every match; a command is started anew.
    """

    HERE = "here"
    PROCESS = "process"
    FRESH = "fresh"


Command: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot under the label that it plays by, which tells two entries of one bot apart."""

    label: str
    bot: type[Bot] | Command


def enter(texts: Sequence[str], home: Home, limits: Limits) -> list[Entrant]:
    """The bots that the texts name, the second of a name labelled `greedy#2`.

    Those in processes of their own are started once to hear their names. Raises `BotNotFound`.
    """
    bots = [find_bot(text, home) for text in texts]
    names = [name_of(bot, text, limits) for bot, text in zip(bots, texts, strict=True)]
    return list(map(Entrant, unique(names), bots))


def find_bot(text: str, home: Home) -> type[Bot] | Command:
    """The class or command that a text means; raises `BotNotFound`."""
    if is_command(text):
        return tuple(shlex.split(text))
    if home is Home.HERE:
        return load_bot(text)
    return (*HOST, text) if home is Home.PROCESS else (*HOST, "--fresh", text)


def is_command(text: str) -> bool:
    """Whether a bot's text is a command: it has blanks, or is a path without a class."""
    if text.rpartition(":")[0].endswith(".py") and Path(text.rpartition(":")[0]).is_file():
        return False
    return " " in text.strip() or ("/" in text and ":" not in text)


def name_of(bot: type[Bot] | Command, text: str, limits: Limits) -> str:
    """The name that a bot has; raises `BotNotFound` if it cannot be started."""
    if not isinstance(bot, tuple):
        return bot.name
    seated = LineBot(bot, limits)
    try:
        return seated.introduce()
    except Misstep as misstep:
        told = f":\n{misstep.detail}" if misstep.detail else ""
        raise BotNotFound(f"{text} cannot play: {misstep.why}{told}") from misstep
    finally:
        seated.close()


def unique(names: Sequence[str]) -> list[str]:
    """The names, later ones of the same name with their number."""
    seen: Counter[str] = Counter()
    labels = []
    for name in names:
        seen[name] += 1
        labels.append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    return labels


class Roster:
    """The bots that sit down, each at as many seats as it is given."""

    def __init__(self, entrants: Sequence[Entrant], home: Home, limits: Limits) -> None:
        self._entrants = entrants
        self._home = home
        self._limits = limits
        self._runner = asyncio.Runner()
        self._seated: dict[tuple[int, int], Seated] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def seat(self, seating: Sequence[int]) -> list[Seated]:
        """The bots of these numbers; one that sits twice has two processes."""
        copies: Counter[int] = Counter()
        seats = []
        for number in seating:
            copies[number] += 1
            place = (number, copies[number])
            if place not in self._seated:
                self._seated[place] = self._new(self._entrants[number].bot)
            seats.append(self._seated[place])
        return seats

    def close(self) -> None:
        """Lets all processes end."""
        for seated in self._seated.values():
            seated.close()
        self._seated.clear()
        self._runner.close()

    def kill(self) -> None:
        """Ends all processes at once."""
        for seated in self._seated.values():
            seated.leave()

    def _new(self, bot: type[Bot] | Command) -> Seated:
        if not isinstance(bot, tuple):
            return InProcess(bot, self._runner)
        is_forked = bot[: len(HOST)] == HOST
        is_fresh = self._home is Home.FRESH and not is_forked
        return LineBot(bot, self._limits, is_fresh=is_fresh)
