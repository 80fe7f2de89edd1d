"""The evidence of a season: the input of the cheating report."""

from __future__ import annotations

from dataclasses import dataclass, field

from saqqara_contest.results import Result


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match that counts, seat by seat."""

    match: str
    bots: tuple[str, ...]
    versions: tuple[int, ...]
    places: tuple[int, ...]
    block: int
    spent_ms: tuple[float | None, ...] = ()
    """The mean time of each seat's decisions; None or empty if unknown."""

    @property
    def result(self) -> Result:
        """The result for a fit, in which each version is a bot of its own."""
        return Result(tuple(map(version_name, self.bots, self.versions)), self.places, self.block)


@dataclass(frozen=True, slots=True)
class Missed:
    """A planned match that was not played because some of its bots were absent."""

    match: str
    bots: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The choices of a bot in a match; equal questions and equal choices have equal numbers."""

    match: str
    bot: str
    questions: tuple[int, ...]
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A whole season, in the order of play."""

    played: tuple[CountedMatch, ...]
    missed: tuple[Missed, ...] = ()
    answers: tuple[Answers, ...] = field(default=(), repr=False)

    @property
    def bots(self) -> list[str]:
        """All bots that played, sorted."""
        return sorted({bot for one in self.played for bot in one.bots})


def version_name(bot: str, version: int) -> str:
    """Return the name of a bot's version in a fit."""
    return f"{bot} {version}"


def bot_of(name: str) -> str:
    """Return the bot of a name that `version_name` returned."""
    return name.rpartition(" ")[0]
