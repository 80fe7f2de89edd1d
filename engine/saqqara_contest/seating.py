"""Random seats that nobody can choose and everybody can verify."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence


def draw_commitment(secret: bytes, challenge_id: str) -> str:
    """Return the commitment that is published before anybody accepts the challenge."""
    return hashlib.sha256(secret + challenge_id.encode("utf-8")).hexdigest()


def draw_seats(secret: bytes, bot_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the bots in seat order: sorted by SHA-256 of the secret and the bot's id.

    >>> draw_seats(bytes(32), ("b1", "b2", "b3"))
    ('b1', 'b3', 'b2')
    """
    return tuple(sorted(bot_ids, key=lambda one: hashlib.sha256(secret + one.encode()).digest()))
