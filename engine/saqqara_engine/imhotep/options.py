"""What fixes a game of Imhotep but for its chance."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.game import Json
from saqqara_engine.imhotep.figures import SITES

RULES_VERSION = "1"
"""Changes whenever the same seed and actions could lead to another state or other points."""


@dataclass(frozen=True, slots=True)
class Options:
    """The number of seats and the side of each site, in the order of `SITES`."""

    players: int = 2
    sides: tuple[str, ...] = ("A",) * len(SITES)
    rules_version: str = RULES_VERSION

    def to_json(self) -> dict[str, Json]:
        """The options as plain JSON."""
        return {
            "players": self.players,
            "sides": dict(zip(SITES, self.sides, strict=True)),
            "rulesVersion": self.rules_version,
        }
