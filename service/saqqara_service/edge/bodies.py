"""How large the bodies of requests may be: of calls, and of archives that are handed in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from saqqara_bundle import MOST_PACKED
from saqqara_service.api.table import OPERATIONS
from saqqara_service.errors import Busy, TooLarge, TooMany

BODY_LIMIT: Final = 65_536
HELD_LIMIT: Final = 33_554_432
"""Bytes of bodies that have begun and are not whole, in one process."""
UPLOAD_LIMIT: Final = MOST_PACKED
UPLOADS_HELD: Final = 6 * UPLOAD_LIMIT
"""Bytes of archives that come, wait or are read, in one process; other bodies have their own."""
UPLOADS: Final = tuple(one.address for one in OPERATIONS if one.once.takes_bytes)


def is_upload(method: str, path: str) -> bool:
    """Whether the body of such a request is an archive."""
    address = f"{method} {path.partition('?')[0]}"
    return any(one.fullmatch(address) for one in UPLOADS)


class Bodies:
    """What bodies of a kind may take of this process: each of them, and all together.

    Beyond a fair amount only those are read on that hold less than an equal share of it: of the
    addresses with bodies under way, and of the accounts at such an address. So all hold three times
    that amount at most, and nobody's bodies keep out those of others.
    """

    def __init__(self, limit: int, held_limit: int) -> None:
        self.limit = limit
        self._fair = held_limit // 3
        self._held: dict[str, dict[str, int]] = {}
        self._coming: set[str] = set()

    def coming(self, address: str, account_id: str = "") -> Body:
        """A body of an account at an address, held for the time of a block."""
        return Body(self, address, account_id)

    def demand_share(self, address: str, account_id: str) -> None:
        """Refuse more of whose bodies take more than their share while too much is held."""
        if sum(map(_size, self._held.values())) <= self._fair:
            return
        at_address = self._held.get(address, {})
        share = self._fair / len({*self._held, address})
        if _size(at_address) <= share:
            return
        if at_address.get(account_id, 0) > share / len({*at_address, account_id}):
            raise Busy(
                "This process is reading too many request bodies, and yours exceed their share."
                " Try again.",
                retry_after_ms=1_000,
            )

    def hold(self, address: str, account_id: str, size: int) -> None:
        """So many bytes more are held; a negative number of them is let go."""
        at_address = self._held.setdefault(address, {})
        at_address[account_id] = at_address.get(account_id, 0) + size
        if not at_address[account_id]:
            del at_address[account_id]
        if not at_address:
            del self._held[address]

    @contextmanager
    def alone(self, account_id: str) -> Iterator[None]:
        """Let an account send one body of this kind at a time; raises `TooMany`."""
        if account_id in self._coming:
            raise TooMany(
                "The account is already uploading an archive. Wait until that upload ends.", limit=1
            )
        self._coming.add(account_id)
        try:
            yield
        finally:
            self._coming.discard(account_id)


class Body:
    """A body under way, and how much of it is held."""

    def __init__(self, bodies: Bodies, address: str, account_id: str) -> None:
        self._bodies = bodies
        self._keys = address, account_id
        self.size = 0

    def __enter__(self) -> Body:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let go of what is held."""
        if self.size:
            self.hold(-self.size)

    def demand_room(self, announced: int) -> None:
        """Refuse one that is or will be too large, or more of it while too much is held."""
        limit = self._bodies.limit
        if max(self.size, announced) > limit:
            raise TooLarge(f"The request body exceeds {limit} bytes.", limit=limit)
        self._bodies.demand_share(*self._keys)

    def hold(self, size: int) -> None:
        """So many bytes more are held; a negative number of them is let go."""
        self.size += size
        self._bodies.hold(*self._keys, size)


def _size(at_address: Mapping[str, int]) -> int:
    return sum(at_address.values())
