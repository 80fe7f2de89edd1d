"""The Private Ships: a ship of each colour for one stone, beside the ships of the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.imhotep.actions import members
from saqqara_engine.imhotep.figures import MARKET, SITES, UNUSED_PRIVATE_SHIP_POINTS
from saqqara_engine.imhotep.harbour import ALL_SITES, UNLOAD
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.pieces import Fleet
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.notation import expect, read_site
from saqqara_engine.imhotep.texts.phrases import TO_SITES
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.one_hot import turned


class PrivateShip(Action):
    """Sail your private ship with one stone from the sled."""

    site: int
    """The destination, as an index into `sites`."""
    kind: ClassVar[str] = "private"
    number: ClassVar[int] = 15
    shape: ClassVar[Shape] = {"site": int}

    def __init__(self, site: int) -> None:
        self.site = site

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> PrivateShip:
        """Parse `private temple`."""
        expect(words, 1, "private SITE")
        return cls(read_site(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every site."""
        return SITES

    def perform(self, state: State, seat: int) -> None:
        """Unload the stone at the site."""
        fleet = PRIVATE_SHIPS.read(state)
        has_sailed, sites = list(fleet.has_sailed), list(fleet.sites)
        has_sailed[seat], sites[seat] = True, SITES[self.site]
        PRIVATE_SHIPS.write(state, Fleet(tuple(has_sailed), tuple(sites)))
        state.sled[seat] -= 1
        state.steps.append(UNLOAD[self.site][seat])

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the site."""
        return say("Private ship: bring a stone {where}", where=TO_SITES[self.site])


class PrivateShips(Part[Fleet]):
    """One private ship for each site and round; they do not count as ships of the round."""

    name: ClassVar[str] = "private-ships"
    slot: ClassVar[int] = 6
    sources: ClassVar[tuple[str, ...]] = ("private-ships",)
    edition: ClassVar[Edition] = Edition.MINI
    actions: ClassVar[tuple[type[Action], ...]] = (PrivateShip,)
    shown_as: ClassVar[str] = "private_ships"

    def game_started(self, state: State) -> None:
        """Start with all private ships ready."""
        self.write(state, Fleet((False,) * state.players, (None,) * state.players))

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the sites without a private ship; the Market only if it has a card."""
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
        """Remove the ships that have sailed from their sites."""
        self.write(state, replace(self.read(state), sites=(None,) * state.players))

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return a point for each ship that never sailed."""
        return (
            tuple(
                0 if has_sailed else UNUSED_PRIVATE_SHIP_POINTS
                for has_sailed in self.read(state).has_sailed
            ),
        )

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the ships that have sailed, and the sites where ships lie."""
        fleet = self.read(state)
        yield "private ships gone", turned(list(map(float, fleet.has_sailed)), me)
        for site in SITES:
            yield f"private ship at {site}", [float(site in fleet.sites)]

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the state of each seat's ship."""
        fleet = self.seen(view)
        words = (
            site or ("gone" if has_sailed else "ready")
            for has_sailed, site in zip(fleet.has_sailed, fleet.sites, strict=True)
        )
        yield f"Private ships   {' '.join(words)}"


PRIVATE_SHIPS: Final = PrivateShips()


@cache
def _voyages(sites: int) -> tuple[Action, ...]:
    return tuple(PrivateShip(site) for site in members(sites))
