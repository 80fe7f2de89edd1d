"""Results: who sat where in a game and came in at which place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Result:
    """One game that counts, seat by seat; equal places are ties."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
