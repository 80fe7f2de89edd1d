"""The table of all sides of the five sites.

A new side needs a file, a row of `SIDES`, a row in `saqqara_engine.sides` if its letter is new, and
a field of `SitesView` if it shows data. The part defines everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.pieces import (
    Chariots,
    Coins,
    Crypt,
    Imhotep,
    ObeliskTiles,
    ThreePyramids,
    Towers,
)
from saqqara_engine.imhotep.sites.burial_chamber import BurialA, BurialB, BurialC, BurialD
from saqqara_engine.imhotep.sites.market import MarketA
from saqqara_engine.imhotep.sites.market_b import MarketB
from saqqara_engine.imhotep.sites.market_cd import MarketC, MarketD
from saqqara_engine.imhotep.sites.obelisks import (
    ObelisksA,
    ObelisksB,
    ObelisksC,
    ObelisksD,
)
from saqqara_engine.imhotep.sites.pyramids import (
    PyramidsA,
    PyramidsB,
    PyramidsC,
    PyramidsD,
)
from saqqara_engine.imhotep.sites.temple import (
    TempleA,
    TempleB,
    TempleC,
    TempleD,
)

SIDES: dict[str, dict[str, AnyPart]] = {
    "market": {"A": MarketA(), "B": MarketB(), "C": MarketC(), "D": MarketD()},
    "pyramids": {"A": PyramidsA(), "B": PyramidsB(), "C": PyramidsC(), "D": PyramidsD()},
    "temple": {"A": TempleA(), "B": TempleB(), "C": TempleC(), "D": TempleD()},
    "burial": {"A": BurialA(), "B": BurialB(), "C": BurialC(), "D": BurialD()},
    "obelisks": {"A": ObelisksA(), "B": ObelisksB(), "C": ObelisksC(), "D": ObelisksD()},
}
"""The sides of each site by their letters."""


@dataclass(frozen=True)
class SitesView:
    """The fields of a view for the data of sides, by each side's `shown_as`.

    A field is None if another side is in play. The order is that of the features.
    """

    __slots__ = ()

    coins: Coins | None
    """The coins of the Market's side C."""
    pyramids: ThreePyramids | None
    """The three pyramids of side B."""
    towers: Towers | None
    """The towers of the Obelisks' side B."""
    chariots: Chariots | None
    """The chariots of the Temple's side C."""
    imhotep: Imhotep | None
    """The figure of Imhotep on the Temple's side D."""
    crypt: Crypt | None
    """The tiles of the Burial Chamber's side C."""
    obelisk_tiles: ObeliskTiles | None
    """The tiles of the Obelisks' side D."""
