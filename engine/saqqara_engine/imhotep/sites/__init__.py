"""The five sites, one file each, and the table of the sides that exist."""

from __future__ import annotations

from saqqara_engine.imhotep.sites.burial_chamber import BurialA
from saqqara_engine.imhotep.sites.market import MarketA
from saqqara_engine.imhotep.sites.obelisks import ObelisksA
from saqqara_engine.imhotep.sites.pyramids import PyramidsA
from saqqara_engine.imhotep.sites.temple import TempleA
from saqqara_engine.imhotep.state import Part

SIDES: dict[str, dict[str, Part]] = {
    "market": {"A": MarketA()},
    "pyramids": {"A": PyramidsA()},
    "temple": {"A": TempleA()},
    "burial": {"A": BurialA()},
    "obelisks": {"A": ObelisksA()},
}
