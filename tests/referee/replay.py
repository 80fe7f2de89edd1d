"""Any record of a whole game, refereed from `chance` and `plies` alone, without the seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from tests.referee.duel import Duel
from tests.referee.imhotep import Referee


class AnyReferee(Protocol):
    """What the referees of both games know."""

    @property
    def to_act(self) -> int | None:
        """The seat that is asked, None at the end."""
        ...

    def legal(self) -> list[str]:
        """What it may do."""
        ...

    def play(self, action: str) -> None:
        """Performs a legal action, and all that follows from it without a choice."""
        ...

    def scores(self) -> list[dict[str, Any]]:
        """The points of a game that is over, as a record has them."""
        ...

    def house_values(self) -> list[str]:
        """The register numbers that the options bring into play."""
        ...


def replay(record: dict[str, Any]) -> Iterator[AnyReferee]:
    """The referee before each ply, which is then checked and played, and at the end."""
    referee: AnyReferee = Duel(record) if record["game"] == "duel" else Referee(record)
    for number, ply in enumerate(record["plies"]):
        yield referee
        assert referee.to_act == ply["seat"], number
        assert ply["action"] in referee.legal(), (number, ply["action"])
        referee.play(ply["action"])
    yield referee


def placements(scores: list[dict[str, Any]]) -> list[int]:
    """The places by total, then by tie-break."""
    keys = [(score["total"], score["tieBreak"]) for score in scores]
    return [1 + sum(other > key for other in keys) for key in keys]
