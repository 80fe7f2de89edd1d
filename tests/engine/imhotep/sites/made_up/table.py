"""The table of sides with one more row, and the game that it makes."""

from __future__ import annotations

from dataclasses import dataclass

from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.expansions import EXPANSIONS
from saqqara_engine.imhotep.rules import imhotep
from saqqara_engine.imhotep.sites import SIDES
from saqqara_engine.imhotep.views.view import View
from tests.engine.imhotep.sites.made_up.temple_e import OracleView, TempleE

SIDES_WITH_E = {**SIDES, "temple": {**SIDES["temple"], "E": TempleE()}}


@dataclass(frozen=True, slots=True)
class ViewWithOracle(View):
    """A view with a field for what the new side shows."""

    oracle: OracleView | None
    """The oracle of the Temple's side E."""


GAME = imhotep(Catalogue(SIDES_WITH_E, EXPANSIONS), ViewWithOracle)
