"""The exceptions of the engine.

One tree::

    * EngineError
      + IllegalAction      the action is not among the legal ones
      + MalformedAction    the text is not in the notation
      + UnknownOption      an option, side or game that does not exist, or a wrong combination
      + UnknownName        an unknown name, such as that of a site, looked up in a view
      + MalformedJson      JSON that does not fit the expected type
      + MalformedNote      a note that is too large, or has a field or value that it cannot have
      + RecordError        a record that cannot be read, or that does not replay
        - OtherVersion     a record of another format or of other rules
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import Final

LONGEST_QUOTE: Final = 40


class EngineError(Exception):
    """Base class; the message is a sentence that a person can act on."""


class IllegalAction(EngineError):
    """The action is well-formed but not legal here; `count` legal ones exist."""

    def __init__(self, message: str, *, action: str, count: int) -> None:
        super().__init__(message)
        self.action = action
        self.count = count


class MalformedAction(EngineError):
    """The text of an action or step does not follow `engine/NOTATION.md`."""


class UnknownOption(EngineError):
    """An option that does not exist or cannot be combined; the text names the allowed ones."""


class UnknownName(EngineError, LookupError):
    """An unknown name that was looked up; the text lists the known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = ", ".join(known)
        super().__init__(f"There is no {what} {quote(name)}; there is {names}.")
        self.name = name


class MalformedJson(EngineError):
    """JSON that does not fit the expected type; the text says where."""


class MalformedNote(EngineError):
    """A note beyond its bounds; the text names the bound and how to meet it."""


class RecordError(EngineError):
    """A record that cannot be read or whose parts contradict each other; the text says where."""


class OtherVersion(RecordError):
    """A record of another format or of other rules than this release knows."""


def quote(value: object) -> str:
    """Return the value's `repr` for a message; long texts are shortened between words.

    >>> quote("place 1.1 and then whatever else somebody may send")
    "'place 1.1 and then whatever else …'"
    """
    if not isinstance(value, str):
        try:
            return reprlib.repr(value)
        except ValueError:  # Python writes no integer of more than 4,300 digits
            return "a number that is too large"
    if len(value) <= LONGEST_QUOTE:
        return repr(value)
    start = value[:LONGEST_QUOTE]
    return repr(f"{start.rpartition(' ')[0] or start} …")
