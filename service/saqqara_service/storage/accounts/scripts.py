"""The scripts that count what accounts keep, and note what their tokens and bots do."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import Script


class Reserve(NamedTuple):
    """One more for a set, and the most that there may be."""

    one: str
    most: int


class ReserveReply(StrEnum):
    """Whether it is listed, now or before."""

    TAKEN = "taken"
    FULL = "full"


class AddVersion(NamedTuple):
    """A version of a bot without its number, and the most that there may be."""

    version: str
    most: int


class AddKind(StrEnum):
    """Whether there was room."""

    ADDED = "added"
    FULL = "full"


class Added(NamedTuple):
    """The number of what was added; none if there was no room."""

    kind: AddKind
    number: int | None = None


class NoteUse(NamedTuple):
    """The day on which a token was used."""

    day: str


class NoteUseReply(StrEnum):
    """It is written down, unless there is no such token any more."""

    NOTED = "noted"


RESERVE: Final = Script("accounts/reserve.lua", ("kept",), Reserve, ReserveReply)
"""On any set of what somebody keeps."""
ADD_VERSION: Final = Script("accounts/add_version.lua", ("bot_versions",), AddVersion, Added)
NOTE_USE: Final = Script("accounts/note_use.lua", ("token",), NoteUse, NoteUseReply)
