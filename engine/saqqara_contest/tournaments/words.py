"""Stages and teams of an event in the words of a command line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

STAGE = "FORMAT:BOTS[:ROUNDS[:GROUPS]][@START]"
PLAYOFF = "playoff"
TEAM = "NAME=MEMBER,MEMBER"


@dataclass(frozen=True, slots=True)
class Stage:
    """A later stage: its format, how many bots play in it, and its length where it has one."""

    format: str
    take: int
    rounds: int | None = None
    groups: int | None = None
    start_ms: int | None = None
    """When it starts at the earliest, in Unix milliseconds."""
    playoff: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, and its bots or accounts."""

    name: str
    members: list[str]


def parse_stage(text: str) -> Stage:
    """A stage such as `single_elimination:8`, `swiss:16:5` or `round_robin:8:1:2`.

    `playoff:8` is one round of those whose points are equal about the eighth place.

    A start is written as `swiss:16:5@2026-12-01T20:00+01:00`; without an offset it is this
    machine's time. Raises `ValueError`.
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
    """A team such as `Red=b1,b2`; raises `ValueError`."""
    name, equals, members = text.partition("=")
    if not (name and equals and members):
        raise ValueError(f"Write a team as {TEAM}, not {text!r}.")
    return Team(name, members.split(","))
