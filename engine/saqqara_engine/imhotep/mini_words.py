"""The private ships, the wager and the favors in words and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.expansions.favor_actions import (
    FavorOfCards,
    FavorOfPlaces,
    FavorOfSupply,
)
from saqqara_engine.imhotep.expansions.favor_voyages import FavorOfLoad, FavorOfOrder
from saqqara_engine.imhotep.expansions.private_ships import Fleet, PrivateShip
from saqqara_engine.imhotep.expansions.stonemasons_wager import BET_SITES, COLUMNS, Bet, Bets
from saqqara_engine.imhotep.figures import SITE_TITLES
from saqqara_engine.imhotep.state import NONE
from saqqara_engine.imhotep.view import View

Favor: TypeAlias = FavorOfCards | FavorOfSupply | FavorOfOrder | FavorOfLoad | FavorOfPlaces
MiniAction: TypeAlias = PrivateShip | Bet | Favor
"""What the mini-expansions add to a turn."""


def mini_label(view: View, action: MiniAction) -> str:
    """The action in words."""
    match action:
        case PrivateShip(site):
            return f"Private ship: bring a stone to the {SITE_TITLES[site]}"
        case Bet(site, column):
            return f"Wager: bet a stone on the {SITE_TITLES[site]} ({COLUMNS[column]})"
        case _:
            return _favor_label(view, action)


def _favor_label(view: View, action: Favor) -> str:
    match action:
        case FavorOfCards(slots):
            return f"Favor 1: take {_and([_card(view, slot) for slot in slots])}"
        case FavorOfSupply(berth):
            place = f"place a stone on {_berth(berth)}, then " if berth else ""
            return f"Favor 2: {place}fill the sled"
        case FavorOfOrder(ship, site, stones):
            return f"Favor 3: {_order(ship, site, stones)}"
        case FavorOfLoad(ship, site, spaces):
            return f"Favor 4: {_load(ship, site, spaces)}"
        case FavorOfPlaces(berths):
            return f"Favor 5: place {_a_stone(len(berths))} on {_and(list(map(_berth, berths)))}"


def _card(view: View, slot: int) -> str:
    card = view.market[slot]
    return f"the {CARDS[KINDS[card]].title}" if card else f"the card in slot {slot + 1}"


def _order(ship: int, site: int, stones: Sequence[int]) -> str:
    seats = ", ".join("-" if stone == NONE else str(stone) for stone in stones)
    if site == NONE:
        return f"arrange ship {ship + 1} as {seats}, it stays"
    return f"sail ship {ship + 1} to the {SITE_TITLES[site]}, unload seats {seats}"


def _load(ship: int, site: int, spaces: Sequence[int]) -> str:
    where = f"ship {ship + 1}" + "".join(f", space {space + 1}" for space in spaces)
    onward = "it stays" if site == NONE else f"sail to the {SITE_TITLES[site]}"
    return f"place {_a_stone(len(spaces))} on {where}, {onward}"


def _a_stone(number: int) -> str:
    return ("no stone", "a stone")[number] if number <= 1 else f"{number} stones"


def _berth(berth: tuple[int, int]) -> str:
    return f"ship {berth[0] + 1}, space {berth[1] + 1}"


def _and(words: Sequence[str]) -> str:
    return " and ".join(words)


def draw_minis(view: View) -> Iterable[str]:
    """What the mini-expansions in play add to the table."""
    if view.private_ships:
        yield f"Private ships   {_fleet(view.private_ships)}"
    if view.wager:
        yield from _draw_bets(view.wager)
    if view.favors:
        yield f"Favors          {_owners(view.favors.used_by)}"


def _fleet(fleet: Fleet) -> str:
    words = (
        site or ("gone" if has_sailed else "ready")
        for has_sailed, site in zip(fleet.has_sailed, fleet.sites, strict=True)
    )
    return " ".join(words)


def _draw_bets(bets: Bets) -> Iterable[str]:
    for column, fields in zip(COLUMNS, bets.columns, strict=True):
        if fields:
            sites = (SITE_TITLES[site] for site in BET_SITES)
            owned = (f"{site} {_owner(owner)}" for site, owner in zip(sites, fields, strict=True))
            yield f"Wager, {column:<9}{', '.join(owned)}"


def _owners(owners: Sequence[int | None]) -> str:
    return " ".join(map(_owner, owners))


def _owner(owner: int | None) -> str:
    return "-" if owner is None else str(owner)
