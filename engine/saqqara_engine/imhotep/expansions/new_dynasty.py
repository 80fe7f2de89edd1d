"""The market cards that A New Dynasty adds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import ClassVar, Final, cast

from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.actions import members
from saqqara_engine.imhotep.cards.blue_cards import play_card
from saqqara_engine.imhotep.cards.card_kinds import (
    CARGO_SLED,
    LOADING_PLANK,
    RAFT,
    STONE_ORNAMENT,
    STONE_QUARRY,
)
from saqqara_engine.imhotep.cards.piles import count
from saqqara_engine.imhotep.figures import (
    CARGO_SLED_CAPACITY,
    LOADING_PLANK_TOLL,
    MARKET,
    RAFT_TOLL,
    SITES,
    STONE_QUARRY_POINTS,
    STONES_PER_ORNAMENT_POINT,
)
from saqqara_engine.imhotep.harbour import ALL_SITES, UNLOAD, aboard, sail, take_stones
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.domains import SHIP_WORDS, joined
from saqqara_engine.imhotep.texts.notation import expect, read_ship, read_site
from saqqara_engine.imhotep.texts.phrases import TO_SITES, row, ship_with_load
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say


def _loading_planks(state: State, seat: int) -> tuple[Action, ...]:
    """Return sails of ready ships with a stone of the seat to sites with exactly one ship."""
    sites = sum(1 << site for site in range(len(SITES)) if _takes_second_ship(state, site))
    ships = sum(1 << ship for ship in members(state.ready) if seat in aboard(state, ship))
    return loading_plank_actions(ships, sites)


def _takes_second_ship(state: State, site: int) -> bool:
    if site == MARKET and not market(state).has_card(state):
        return False
    return state.docks.count(site) == 1


def _pay_stones(state: State, seat: int, stones: int) -> None:
    state.sled[seat] -= stones
    state.quarry[seat] += stones


class Raft(Action):
    """Return two stones from the sled to the quarry, and put a third one on any site."""

    site: int
    """The site that gets the third stone, as an index into `sites`."""
    kind: ClassVar[str] = "raft"
    number: ClassVar[int] = 22
    shape: ClassVar[Shape] = {"site": int}

    def __init__(self, site: int) -> None:
        self.site = site

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Raft:
        """Parse `raft temple`."""
        expect(words, 1, "raft SITE")
        return cls(read_site(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every site."""
        return SITES

    def perform(self, state: State, seat: int) -> None:
        """Deliver the stone; a Raft is no ship, so every site is open to it."""
        play_card(state, seat, RAFT)
        _pay_stones(state, seat, RAFT_TOLL)
        state.sled[seat] -= 1
        state.steps.append(UNLOAD[self.site][seat])

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the site."""
        where = TO_SITES[self.site]
        return say("Raft: return 2 stones to the quarry, send one {where}", where=where)


class LoadingPlank(Action):
    """Return a stone from the sled to the quarry; sail a ship to a site that already has one."""

    ship: int
    """The ship, as an index into `ships`."""
    site: int
    """The destination, as an index into `sites`."""
    kind: ClassVar[str] = "plank"
    number: ClassVar[int] = 23
    shape: ClassVar[Shape] = {"ship": int, "site": int}

    def __init__(self, ship: int, site: int) -> None:
        self.ship = ship
        self.site = site

    def __str__(self) -> str:
        return f"{self.kind} {self.ship + 1} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> LoadingPlank:
        """Parse `plank 2 temple`."""
        expect(words, 2, "plank SHIP SITE")
        return cls(read_ship(words[0]), read_site(words[1]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every ship to every site."""
        return joined(SHIP_WORDS, SITES)

    def perform(self, state: State, seat: int) -> None:
        """Pay a stone and sail, even to a site where a ship lies."""
        play_card(state, seat, LOADING_PLANK)
        _pay_stones(state, seat, LOADING_PLANK_TOLL)
        sail(state, seat, self.ship, self.site)

    def label(self, view: TableView) -> Message:
        """Name the ship's load."""
        return say(
            "Loading Plank: return a stone to the quarry, sail {ship} {where}",
            ship=ship_with_load(view, self.ship),
            where=TO_SITES[self.site],
        )


@cache
def raft_actions(sites: int) -> tuple[Action, ...]:
    """A Raft to every site of the mask."""
    return tuple(Raft(site) for site in members(sites))


@cache
def loading_plank_actions(ships: int, sites: int) -> tuple[Action, ...]:
    """Every ship of a mask to every site of another."""
    return tuple(LoadingPlank(ship, site) for ship in members(ships) for site in members(sites))


class NewDynastyCards(Part[None]):
    """Cargo Sleds, Private Stone Quarries, Stone Ornaments, Rafts and Loading Planks."""

    name: ClassVar[str] = "stone-quarries"
    slot: ClassVar[int] = 9
    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    sources: ClassVar[tuple[str, ...]] = ("stone-quarries", "stone-ornaments")
    actions: ClassVar[tuple[type[Action], ...]] = (Raft, LoadingPlank)
    shown_as: ClassVar[str] = "stone_quarries"

    def card_gained(self, state: State, seat: int, card: int) -> None:
        """Enlarge the sled, or give the point and stones of a Private Stone Quarry."""
        if card == CARGO_SLED:
            capacity = list(state.capacity)
            capacity[seat] += CARGO_SLED_CAPACITY
            state.capacity = tuple(capacity)
        elif card == STONE_QUARRY:
            state.score(self.slot, seat, STONE_QUARRY_POINTS)
            take_stones(state, seat)

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal plays of the seat's Rafts and Loading Planks."""
        hand = state.hands[seat]
        legal: tuple[Action, ...] = ()
        if count(hand, RAFT) and state.sled[seat] > RAFT_TOLL:
            has_card = market(state).has_card(state)
            legal += raft_actions(ALL_SITES if has_card else ALL_SITES & ~(1 << MARKET))
        if count(hand, LOADING_PLANK) and state.sled[seat] >= LOADING_PLANK_TOLL:
            legal += _loading_planks(state, seat)
        return legal

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of Stone Ornaments for the stones on each seat's sled."""
        ornaments = (
            count(hand, STONE_ORNAMENT) * stones * STONES_PER_ORNAMENT_POINT
            for hand, stones in zip(state.hands, state.sled, strict=True)
        )
        return ((0,) * state.players, tuple(ornaments))

    def shown(self, state: State, seat: int | None) -> object:  # noqa: ARG002
        """Return the points of Private Stone Quarries by seat."""
        first = self.slot * state.players
        return tuple(state.points[first : first + state.players])

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield these points."""
        yield f"Stone quarries  {row(getattr(view, self.shown_as))} points by seat"

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Restore the points."""
        first = self.slot * state.players
        points = cast("tuple[int, ...]", getattr(view, self.shown_as))
        state.points[first : first + state.players] = points
        return ()


NEW_DYNASTY_CARDS: Final = NewDynastyCards()
