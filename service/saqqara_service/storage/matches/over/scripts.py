"""The scripts that change matches when they are over."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import Script, UnlessMoved


class SeatName(NamedTuple):
    """A seat, who sits there, and what that player is called from now on."""

    seat: str
    player: str
    name: str


class Rename(NamedTuple):
    """Other names for players of a match."""

    names: Sequence[SeatName]


class Rewrite(NamedTuple):
    """The blob that an archived match had, when to delete it, the new one, and the stub with that.

    The stub is field, value, field, value …
    """

    archive: str
    delete_ms: str
    new: str
    stub: Sequence[str]


class Delete(NamedTuple):
    """A match as it was looked at: how indexes name it, its end, its blob, and when to delete that.

    What changed meanwhile is left alone.
    """

    id: str
    listed_as: str
    last_ms: str
    archive: str | None
    delete_ms: str


class DeleteReply(StrEnum):
    """Whether there is no such match any more; else why not."""

    DELETED = "deleted"
    CHANGED = "changed"
    UNSETTLED = "unsettled"


class Orphan(NamedTuple):
    """A blob that no match seems to name, and when to delete it."""

    digest: str
    delete_ms: str


class OrphanReply(StrEnum):
    """Whether it is to be deleted, or its match names it."""

    NOTED = "noted"
    NAMED = "named"


RENAME: Final = Script("matches/over/rename.lua", ("match",), Rename, UnlessMoved)
REWRITE: Final = Script("matches/over/rewrite.lua", ("match", "stale"), Rewrite, UnlessMoved)
DELETE: Final = Script(
    "matches/over/delete.lua",
    (
        *("match", "log", "seed", "acts", "beginning", "put_off"),
        *("ended", "over", "timers", "deadlines", "finished", "void", "stale", "moved"),
    ),
    Delete,
    DeleteReply,
)
ORPHAN: Final = Script("matches/over/orphan.lua", ("match", "stale"), Orphan, OrphanReply)
