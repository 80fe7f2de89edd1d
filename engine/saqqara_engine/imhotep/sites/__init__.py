"""The five sites, one file each, and the table of the sides that exist."""

from __future__ import annotations

from saqqara_engine.imhotep.sites.burial_chamber import BurialA, BurialB
from saqqara_engine.imhotep.sites.burial_chamber_cd import BurialC, BurialD
from saqqara_engine.imhotep.sites.market import MarketA
from saqqara_engine.imhotep.sites.market_b import MarketB
from saqqara_engine.imhotep.sites.market_cd import MarketC, MarketD
from saqqara_engine.imhotep.sites.obelisks import ObelisksA, ObelisksB
from saqqara_engine.imhotep.sites.obelisks_cd import ObelisksC, ObelisksD
from saqqara_engine.imhotep.sites.pyramids import PyramidsA
from saqqara_engine.imhotep.sites.pyramids_b import PyramidsB
from saqqara_engine.imhotep.sites.pyramids_cd import PyramidsC, PyramidsD
from saqqara_engine.imhotep.sites.temple import TempleA
from saqqara_engine.imhotep.sites.temple_b import TempleB
from saqqara_engine.imhotep.sites.temple_cd import TempleC, TempleD
from saqqara_engine.imhotep.state import Part

SIDES: dict[str, dict[str, Part]] = {
    "market": {"A": MarketA(), "B": MarketB(), "C": MarketC(), "D": MarketD()},
    "pyramids": {"A": PyramidsA(), "B": PyramidsB(), "C": PyramidsC(), "D": PyramidsD()},
    "temple": {"A": TempleA(), "B": TempleB(), "C": TempleC(), "D": TempleD()},
    "burial": {"A": BurialA(), "B": BurialB(), "C": BurialC(), "D": BurialD()},
    "obelisks": {"A": ObelisksA(), "B": ObelisksB(), "C": ObelisksC(), "D": ObelisksD()},
}
