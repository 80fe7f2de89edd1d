"""What a season tells of how its bots behaved: the input of the report on cheats."""

from __future__ import annotations

from dataclasses import dataclass, field

from saqqara_contest.results import Result


@dataclass(frozen=True, slots=True)
class Played:
    """A match that counts, seat by seat."""

    match: str
    bots: tuple[str, ...]
    versions: tuple[int, ...]
    places: tuple[int, ...]
    block: int
    spent_ms: tuple[float | None, ...] = ()
    """What a decision of each seat took on average; None or empty where nothing is known."""

    @property
    def result(self) -> Result:
        """The same for a fit: each version is a bot of its own."""
        return Result(tuple(map(version_name, self.bots, self.versions)), self.places, self.block)


@dataclass(frozen=True, slots=True)
class Missed:
    """A match that was planned and not played because some of its bots were away."""

    match: str
    bots: tuple[str, ...]
    away: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What a bot chose in a match; equal questions are equal numbers, as are equal choices."""

    match: str
    bot: str
    questions: tuple[int, ...]
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A whole season, in the order of play."""

    played: tuple[Played, ...]
    missed: tuple[Missed, ...] = ()
    answers: tuple[Answers, ...] = field(default=(), repr=False)

    @property
    def bots(self) -> list[str]:
        """All bots that played, in a fixed order."""
        return sorted({bot for one in self.played for bot in one.bots})


def version_name(bot: str, version: int) -> str:
    """What a version of a bot is called in a fit."""
    return f"{bot} {version}"


def bot_of(name: str) -> str:
    """The bot of a name that `version_name` made."""
    return name.rpartition(" ")[0]
