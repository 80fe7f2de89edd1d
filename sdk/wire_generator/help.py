"""The help of commands, in the words of a command line, by the call that a command makes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from wire_generator.models import HEAD

ABOUT = "The help of commands over the client: what a call does, and what its arguments are."
TEXT = (
    HEAD.format(about=ABOUT)
    + '''
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CallHelp:
    """A call in one line, the paragraphs after it, and its arguments by name.

    Names of arguments stand in backticks, as Python spells them.
    """

    line: str
    paragraphs: tuple[str, ...]
    arguments: Mapping[str, str]


CALLS: Final[Mapping[str, CallHelp]] = {
'''
)


class CallHelp(NamedTuple):
    """The help of one call, named `group.method`."""

    call: str
    line: str
    paragraphs: tuple[str, ...]
    arguments: dict[str, str]


def module(calls: Iterable[CallHelp]) -> str:
    """The module of all help."""
    rows = (f'    "{call}": CallHelp{tuple(values)!r},\n' for call, *values in calls)
    return f"{TEXT}{''.join(rows)}}}\n"


def imperative(summary: str, verb: str) -> str:
    """A summary that is a noun phrase, after a verb."""
    return f"{verb} {summary[0].lower()}{summary[1:]}"


def typed(text: str) -> str:
    """A text in words of a command line, where None is an option that is not given."""
    text = re.sub(r"(?<=\. )None: ", "By default ", text).replace("None: ", "by default ")
    return re.sub(r"\bNone (if|in)\b", r"omitted \1", text)


def phrase(text: str) -> str:
    """A single sentence without its full stop, as commands and options are described."""
    return text if ". " in text else text.removesuffix(".")
