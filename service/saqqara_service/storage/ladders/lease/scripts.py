"""The scripts that give and take leases, and the fence that guards who writes under one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from saqqara_service.storage.redis.scripts import A, Digits, Done, Guard, R, Script


class Claim(NamedTuple):
    """For how many ms the lease is wanted."""

    lease_ms: Digits


class ClaimKind(StrEnum):
    """Whether the lease was given."""

    CLAIMED = "claimed"
    TAKEN = "taken"
    MISSING = "missing"


class Claimed(NamedTuple):
    """Whether the lease was given, and its fencing token."""

    kind: ClaimKind
    token: int | None = None


class Release(NamedTuple):
    """The token of the lease that is given back."""

    token: Digits


class Fence(NamedTuple):
    """The token of who writes, and for how many ms that prolongs the lease."""

    token: Digits
    lease_ms: Digits


class LeaseRefusal(StrEnum):
    """Why a guarded script wrote nothing."""

    FENCED = "fenced"
    MOVED = "moved"


FENCE: Final = Guard("ladders/lease/fence.lua", ("ladder", "ladder_lease"), Fence, LeaseRefusal)


def guarded(
    file: str,
    keys: tuple[str, ...],
    arguments: type[A],
    reply: type[R],
    before: tuple[str, ...] = (),
) -> Script[A, R]:
    """A script behind the fence."""
    return Script(f"ladders/{file}.lua", keys, arguments, reply, before, FENCE)


CLAIM: Final = Script("ladders/lease/claim.lua", FENCE.keys, Claim, Claimed)
RELEASE: Final = Script("ladders/lease/release.lua", ("ladder_lease",), Release, Done)
