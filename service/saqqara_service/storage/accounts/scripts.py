"""The scripts that count what accounts keep, and note what their tokens and bots do."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import NOW, Digits, Done, Nothing, Script, UnlessFull


class Reserve(NamedTuple):
    """One more for a set, and the most that there may be."""

    one: str
    most: int


class ReserveLadder(NamedTuple):
    """One more ladder to run, its seats, and the most of both that there may be."""

    ladder: str
    seats: int
    most: int
    most_seats: int


class ReserveLadderReply(StrEnum):
    """Whether it is listed, now or before, and what there is too much of if not."""

    TAKEN = "taken"
    FULL = "full"
    NO_SEATS = "no_seats"


class ForgetLadders(NamedTuple):
    """Ladders and what is listed of them: one and the other in turn."""

    gone: Sequence[str]


class EnlistGuest(NamedTuple):
    """One more guest for a time, and the most that there may be at once."""

    guest: str
    most: int
    for_ms: int


class AddVersion(NamedTuple):
    """A version of a bot without its number, the most that there may be, its archive if any."""

    version: str
    most: int
    archive_hash: str | None


class Added(NamedTuple):
    """The number of what was added; none if there was no room."""

    kind: UnlessFull
    number: int | None = None


class SetProfile(NamedTuple):
    """A profile as JSON, and what its names look like; one to be forgotten claims no name."""

    account: str
    profile: str
    forget_in_ms: int | None
    looks: Sequence[str]


class ProfileKind(StrEnum):
    """Whether the names were free."""

    SET = "set"
    TAKEN = "taken"


class ProfileReply(NamedTuple):
    """If they were not, which look is another account's."""

    kind: ProfileKind
    look: str | None = None


class ClaimLooks(NamedTuple):
    """What the name of an account looks like, and whether the account is to have it."""

    account: str
    is_kept: bool
    looks: Sequence[str]


class ReleaseLooks(NamedTuple):
    """What the name of an account looked like."""

    account: str
    looks: Sequence[str]


class NoteUse(NamedTuple):
    """The day on which a token was used."""

    day: str


class Prolong(NamedTuple):
    """The instant at which a token ends from now on, in milliseconds."""

    expires_ms: Digits


class ProlongReply(StrEnum):
    """Whether there is such a token still."""

    PROLONGED = "prolonged"
    GONE = "gone"


class Pseudonym(NamedTuple):
    """What an account or bot is called after its deletion, which began at that instant."""

    name: str
    deleted_ms: Digits


RESERVE: Final = Script("accounts/reserve.lua", ("kept",), Reserve, UnlessFull)
"""On any set of what somebody keeps."""
RESERVE_LADDER: Final = Script(
    "accounts/reserve_ladder.lua", ("account_ladders",), ReserveLadder, ReserveLadderReply, (NOW,)
)
FORGET_LADDERS: Final = Script(
    "accounts/forget_ladders.lua", ("account_ladders",), ForgetLadders, Done
)
ENLIST_GUEST: Final = Script("accounts/enlist_guest.lua", ("guests",), EnlistGuest, UnlessFull)
ADD_VERSION: Final = Script("accounts/add_version.lua", ("bot_versions",), AddVersion, Added)
NOTE_USE: Final = Script("accounts/note_use.lua", ("token",), NoteUse, Done, is_kept=False)
PROLONG: Final = Script("accounts/prolong.lua", ("token",), Prolong, ProlongReply)
_TAKEN: Final = "accounts/taken_look.lua"
SET_PROFILE: Final = Script(
    "accounts/set_profile.lua",
    ("looks", "plain_looks", "account_looks", "profile"),
    SetProfile,
    ProfileReply,
    (_TAKEN,),
)
CLAIM_LOOKS: Final = Script(
    "accounts/claim_looks.lua", ("looks", "plain_looks"), ClaimLooks, ProfileReply, (_TAKEN,)
)
RELEASE_LOOKS: Final = Script("accounts/release_looks.lua", ("plain_looks",), ReleaseLooks, Done)
FORGET_PROFILE: Final = Script(
    "accounts/forget_profile.lua",
    ("looks", "account_looks", "profile"),
    Nothing,
    Done,
)
PSEUDONYM: Final = Script("accounts/pseudonym.lua", ("named",), Pseudonym, Done)
"""On an account or a bot."""
