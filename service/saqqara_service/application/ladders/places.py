"""Where a match of a ladder stands, which its id says."""

from __future__ import annotations


def where(match_id: str) -> tuple[int, int]:
    """The block and the rotation."""
    _ladder, block, rotation, *_attempt = match_id.split("-")
    return int(block[1:]), int(rotation[1:])


def ladder_of(match_id: str) -> str:
    """The ladder."""
    return match_id.partition("-")[0]
