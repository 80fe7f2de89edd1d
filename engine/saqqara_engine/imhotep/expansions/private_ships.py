"""The Private Ships: a ship of each colour for one stone, beside the ships of the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from saqqara_engine.imhotep.actions import members
from saqqara_engine.imhotep.figures import MARKET, SITES, UNUSED_PRIVATE_SHIP_POINTS
from saqqara_engine.imhotep.harbour import ALL_SITES, UNLOAD
from saqqara_engine.imhotep.notation import expect, read_site
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import Action, Keeper, State
from saqqara_engine.imhotep.terms import SiteName


@dataclass(frozen=True, slots=True)
class Fleet:
    """By seat, whether the private ship has sailed, and its site while it lies there."""

    has_sailed: tuple[bool, ...]
    """Whether each seat's private ship has sailed."""
    sites: tuple[SiteName | None, ...]
    """The site where each seat's private ship lies, if it does."""


class PrivateShips(Keeper[Fleet]):
    """One private ship for each site and round; they do not count as ships of the round."""

    name: ClassVar[str] = "private-ships"
    slot: ClassVar[int] = 6
    sources: ClassVar[tuple[str, ...]] = ("private-ships",)

    def game_started(self, state: State) -> None:
        """Every ship is ready."""
        self.write(state, Fleet((False,) * state.players, (None,) * state.players))

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """A stone to any site without a private ship; the Market needs a card for it."""
        fleet = self.read(state)
        if fleet.has_sailed[seat] or not state.sled[seat]:
            return ()
        sites = ALL_SITES
        for site in fleet.sites:
            if site is not None:
                sites &= ~(1 << SITES.index(site))
        if not market(state).offers(state, seat):
            sites &= ~(1 << MARKET)
        return _voyages(sites)

    def round_cleared(self, state: State) -> None:
        """Ships that have sailed leave the game."""
        self.write(state, replace(self.read(state), sites=(None,) * state.players))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """A point for a ship that never sailed."""
        return (
            tuple(
                0 if has_sailed else UNUSED_PRIVATE_SHIP_POINTS
                for has_sailed in self.read(state).has_sailed
            ),
        )


PRIVATE_SHIPS = PrivateShips()


@dataclass(frozen=True, slots=True)
class PrivateShip(Action):
    """Sail the own private ship with a stone of the sled."""

    site: int
    """Where it sails, as a place in `sites`."""
    kind: ClassVar[str] = "private"

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> PrivateShip:
        """Reads `private temple`."""
        expect(words, 1, "private SITE")
        return cls(read_site(words[0]))

    def perform(self, state: State, seat: int) -> None:
        """Unloads the stone at the site."""
        fleet = PRIVATE_SHIPS.read(state)
        has_sailed, sites = list(fleet.has_sailed), list(fleet.sites)
        has_sailed[seat], sites[seat] = True, SITES[self.site]
        PRIVATE_SHIPS.write(state, Fleet(tuple(has_sailed), tuple(sites)))
        state.sled[seat] -= 1
        state.steps.append(UNLOAD[self.site][seat])


@cache
def _voyages(sites: int) -> tuple[Action, ...]:
    return tuple(PrivateShip(site) for site in members(sites))
