"""The text form of an event's stages and teams on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

STAGE = "FORMAT:BOTS[:ROUNDS[:GROUPS]][@START]"
PLAYOFF = "playoff"
TEAM = "NAME=MEMBER,MEMBER"


@dataclass(frozen=True, slots=True)
class Stage:
    """A later stage: its format, its number of bots, and its length if it has one."""

    format: str
    take: int
    rounds: int | None = None
    groups: int | None = None
    start_ms: int | None = None
    """Its earliest start, in Unix milliseconds."""
    playoff: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, and its bots or accounts."""

    name: str
    members: list[str]


def parse_stage(text: str) -> Stage:
    """Parse a stage such as `single_elimination:8`, `swiss:16:5` or `round_robin:8:1:2`.

    `playoff:8` is one round of the bots with equal points around the eighth place. Add a start with
    `swiss:16:5@2026-12-01T20:00+01:00`; without an offset it is in local time. Raises
    `ValueError`.
    """
    what, at, when = text.partition("@")
    word, *numbers = what.split(":")
    try:
        start_ms = int(datetime.fromisoformat(when).timestamp() * 1000) if at else None
        length = _length(*map(int, numbers))
    except (OverflowError, TypeError, ValueError):
        raise ValueError(f"Write a stage as {STAGE}, not {text!r}.") from None
    if word != PLAYOFF:
        return Stage(word, *length, start_ms)
    take, rounds, groups = length
    return Stage(
        "round_robin", take, 1 if rounds is None else rounds, groups, start_ms, playoff=True
    )


def _length(
    take: int, rounds: int | None = None, groups: int | None = None
) -> tuple[int, int | None, int | None]:
    return take, rounds, groups


def parse_team(text: str) -> Team:
    """Parse a team such as `Red=b1,b2`; raises `ValueError`."""
    name, equals, members = text.partition("=")
    if not (name and equals and members):
        raise ValueError(f"Write a team as {TEAM}, not {text!r}.")
    return Team(name, members.split(","))
