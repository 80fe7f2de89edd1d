"""Stages and teams of an event in the words of a command line."""

from __future__ import annotations

from dataclasses import dataclass

STAGE = "FORMAT:BOTS[:ROUNDS[:GROUPS]]"
TEAM = "NAME=MEMBER,MEMBER"


@dataclass(frozen=True, slots=True)
class Stage:
    """A later stage: its format, how many bots play in it, and its length where it has one."""

    format: str
    take: int
    rounds: int | None = None
    groups: int | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A team: its name, and its bots or accounts."""

    name: str
    members: list[str]


def parse_stage(text: str) -> Stage:
    """A stage such as `single_elimination:8`, `swiss:16:5` or `round_robin:8:1:2`.

    Raises `ValueError`.
    """
    word, *numbers = text.split(":")
    try:
        take, *rest = (int(number) for number in numbers)
        return Stage(word, take, *rest)
    except (TypeError, ValueError):
        raise ValueError(f"a stage is written {STAGE}, not {text!r}") from None


def parse_team(text: str) -> Team:
    """A team such as `Red=b1,b2`; raises `ValueError`."""
    name, equals, members = text.partition("=")
    if not (name and equals and members):
        raise ValueError(f"a team is written {TEAM}, not {text!r}")
    return Team(name, members.split(","))
