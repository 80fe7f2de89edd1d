"""The vocabulary of a site's sides, shared by all games."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from saqqara_engine.terms import Vocabulary

SIDES: Final = Vocabulary(
    "Side",
    "A side of a site's board; the options of a game list the sides of each site.",
    {
        "A": "Side A of the base game's boards.",
        "B": "Side B of the base game's boards.",
        "C": "Side C, of A New Dynasty.",
        "D": "Side D, of A New Dynasty.",
    },
)
Side: TypeAlias = Annotated[str, SIDES]
