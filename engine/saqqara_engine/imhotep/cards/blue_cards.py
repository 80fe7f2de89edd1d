"""The four blue cards; playing one is a single action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import ClassVar

from saqqara_engine.errors import MalformedAction
from saqqara_engine.imhotep.actions import members, remembered
from saqqara_engine.imhotep.cards.card_kinds import CHISEL, HAMMER, LEVER, ONE, SAIL_CARD
from saqqara_engine.imhotep.cards.piles import DISCARD
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.harbour import load_stone, sail, sail_in_order, take_stones
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.domains import BERTH_WORDS, SHIP_WORDS, chosen, joined, stone_rows
from saqqara_engine.imhotep.texts.notation import (
    berth_word,
    expect,
    read_berth,
    read_seats,
    read_ship,
    read_site,
    seats_word,
)
from saqqara_engine.imhotep.texts.phrases import (
    TO_SITES,
    berth_phrase,
    ship_with_load,
    stones_to_get,
)
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, listed, say, with_and


def play_card(state: State, seat: int, card: int) -> None:
    """Remove the card from the hand; it is discarded after its effect."""
    state.hands[seat] -= ONE[card]
    state.steps.append(DISCARD[card])


class Lever(Action):
    """Sail a ship and fix the order in which its stones are unloaded (H-37)."""

    ship: int
    """The ship, as an index into `ships`."""
    site: int
    """The destination, as an index into `sites`."""
    order: bytes
    """The owners of the ship's stones in the order in which they are unloaded."""
    kind: ClassVar[str] = "lever"
    number: ClassVar[int] = 4
    shape: ClassVar[Shape] = {"ship": int, "site": int, "order": bytes}

    def __init__(self, ship: int, site: int, order: bytes) -> None:
        self.ship = ship
        self.site = site
        self.order = order

    def __str__(self) -> str:
        return f"{self.kind} {self.ship + 1} {SITES[self.site]} {seats_word(self.order)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Lever:
        """Parse `lever 2 temple 0120`."""
        expect(words, 3, "lever SHIP SITE SEATS")
        return cls(read_ship(words[0]), read_site(words[1]), read_seats(words[2]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:
        """Every ship to every site with stones in every order."""
        return joined(SHIP_WORDS, SITES, stone_rows(options.players))

    def perform(self, state: State, seat: int) -> None:
        """Sail; the stones are unloaded in the chosen order."""
        play_card(state, seat, LEVER)
        sail_in_order(state, seat, self.ship, self.site, self.order)

    def label(self, view: TableView) -> Message:
        """Name the order."""
        return say(
            "Lever: sail {ship} {where}, unload seats {seats}",
            ship=ship_with_load(view, self.ship),
            where=TO_SITES[self.site],
            seats=listed(tuple(self.order)),
        )


class Hammer(Action):
    """Take up to three stones, then place one (H-38)."""

    ship: int
    """The ship, as an index into `ships`."""
    space: int
    """The space, from 0 at the bow."""
    kind: ClassVar[str] = "hammer"
    number: ClassVar[int] = 5
    shape: ClassVar[Shape] = {"ship": int, "space": int}

    def __init__(self, ship: int, space: int) -> None:
        self.ship = ship
        self.space = space

    def __str__(self) -> str:
        return f"{self.kind} {berth_word(self.ship, self.space)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Hammer:
        """Parse `hammer 2.3`."""
        expect(words, 1, "hammer SHIP.SPACE")
        return cls(*read_berth(words[0]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every space."""
        return BERTH_WORDS

    def perform(self, state: State, seat: int) -> None:
        """Take stones, then load one."""
        play_card(state, seat, HAMMER)
        take_stones(state, seat)
        load_stone(state, seat, self.ship, self.space)

    def label(self, view: TableView) -> Message:
        """Name the number of stones, and the space."""
        place = berth_phrase((self.ship, self.space))
        stones = stones_to_get(view)
        return say("Hammer: get {stones}, place one on {place}", stones=stones, place=place)


class SailCard(Action):
    """Place a stone on a ship, then sail that ship (H-40)."""

    ship: int
    """The ship, as an index into `ships`."""
    space: int
    """The space of the stone, from 0 at the bow."""
    site: int
    """The destination, as an index into `sites`."""
    kind: ClassVar[str] = "sailcard"
    number: ClassVar[int] = 6
    shape: ClassVar[Shape] = {"ship": int, "space": int, "site": int}

    def __init__(self, ship: int, space: int, site: int) -> None:
        self.ship = ship
        self.space = space
        self.site = site

    def __str__(self) -> str:
        return f"{self.kind} {berth_word(self.ship, self.space)} {SITES[self.site]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> SailCard:
        """Parse `sailcard 2.3 temple`."""
        expect(words, 2, "sailcard SHIP.SPACE SITE")
        return cls(*read_berth(words[0]), read_site(words[1]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every space with every site."""
        return joined(BERTH_WORDS, SITES)

    def perform(self, state: State, seat: int) -> None:
        """Load the stone and sail."""
        play_card(state, seat, SAIL_CARD)
        load_stone(state, seat, self.ship, self.space)
        sail(state, seat, self.ship, self.site)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the space and the site."""
        place = berth_phrase((self.ship, self.space))
        where = TO_SITES[self.site]
        return say("Sail: place a stone on {place}, sail {where}", place=place, where=where)


class Chisel(Action):
    """Place two stones, on one ship or on two (H-39); one, if the options allow that."""

    first: tuple[int, int]
    """Ship and space of the first stone, both from 0."""
    second: tuple[int, int] | None
    """Ship and space of the second stone; null if only one is placed."""
    kind: ClassVar[str] = "chisel"
    number: ClassVar[int] = 7
    shape: ClassVar[Shape] = {"first": tuple[int, int], "second": tuple[int, int] | None}

    def __init__(self, first: tuple[int, int], second: tuple[int, int] | None = None) -> None:
        self.first = first
        self.second = second

    def __str__(self) -> str:
        berths = [self.first] if self.second is None else [self.first, self.second]
        return " ".join((self.kind, *(berth_word(*berth) for berth in berths)))

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Chisel:
        """Parse `chisel 1.2 3.1`, the spaces in ascending order."""
        if len(words) == 1:
            return cls(read_berth(words[0]))
        expect(words, 2, "chisel SHIP.SPACE SHIP.SPACE")
        first, second = read_berth(words[0]), read_berth(words[1])
        if first >= second:
            raise MalformedAction("A chisel needs two spaces, in ascending order.")
        return cls(first, second)

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:
        """Every two spaces, and every single one if the options allow that."""
        return chosen(BERTH_WORDS, (2,) if options.chisel_needs_two else (2, 1))

    def perform(self, state: State, seat: int) -> None:
        """Load the stones."""
        play_card(state, seat, CHISEL)
        load_stone(state, seat, *self.first)
        if self.second is not None:
            load_stone(state, seat, *self.second)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the spaces."""
        if self.second is None:
            return say("Chisel: place a stone on {place}", place=berth_phrase(self.first))
        places = with_and([berth_phrase(self.first), berth_phrase(self.second)])
        return say("Chisel: place stones on {places}", places=places)


_lever, _hammer, _sail_card, _chisel = map(cache, (Lever, Hammer, SailCard, Chisel))
"""Cached constructors: equal actions are one object, which caches of codes rely on."""


@remembered
def lever_actions(ship: int, stones: bytes, sites_open: int) -> tuple[Action, ...]:
    """Every order of the ship's stones at every open site; `stones` is sorted."""
    orders = sorted({bytes(order) for order in permutations(stones)})
    return tuple(_lever(ship, site, order) for site in members(sites_open) for order in orders)


@remembered
def hammer_actions(free: int) -> tuple[Action, ...]:
    """Return a hammer for every space of the mask."""
    return tuple(_hammer(*divmod(space, 4)) for space in members(free))


@remembered
def sail_card_actions(ship: int, free: int, sites_open: int) -> tuple[Action, ...]:
    """Every empty space of the ship, its first at bit 0, with every open site."""
    return tuple(
        _sail_card(ship, space, site) for space in members(free) for site in members(sites_open)
    )


@remembered
def chisel_actions(free: int) -> tuple[Action, ...]:
    """Every pair of spaces of the mask."""
    berths = [divmod(space, 4) for space in members(free)]
    return tuple(_chisel(first, second) for first, second in combinations(berths, 2))


@remembered
def single_chisel_actions(free: int) -> tuple[Action, ...]:
    """Every space of the mask for a single stone."""
    return tuple(_chisel(divmod(space, 4)) for space in members(free))
