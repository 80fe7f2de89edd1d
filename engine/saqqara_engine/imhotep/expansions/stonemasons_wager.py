"""The Stonemason's Wager: a stone on the site that will hold most stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.figures import (
    BURIAL,
    MAX_PLAYERS,
    OBELISKS,
    PYRAMIDS,
    SITES,
    TEMPLE,
    WAGER_LEAD_POINTS,
    WAGER_SECOND_POINTS,
    WAGER_TIED_POINTS,
)
from saqqara_engine.imhotep.notation import expect, read_site
from saqqara_engine.imhotep.state import Action, Keeper, State

BET_SITES = (PYRAMIDS, TEMPLE, BURIAL, OBELISKS)
COLUMNS = ("left", "right")


@dataclass(frozen=True, slots=True)
class Bets:
    """Who bet on the fields of pyramids, temple, burial and obelisks, in this order.

    Only with four players there are right fields.
    """

    left: tuple[int | None, ...]
    """Who bet on the left field of Pyramids, Temple, Burial Chamber and Obelisks."""
    right: tuple[int | None, ...]
    """Who bet on their right fields, which four players have."""

    @property
    def columns(self) -> tuple[tuple[int | None, ...], ...]:
        """The left fields, and the right ones."""
        return (self.left, self.right)


class StonemasonsWager(Keeper[Bets]):
    """A card with fields for stones that are bet on sites, and that count for no site."""

    name: ClassVar[str] = "wager"
    slot: ClassVar[int] = 7
    sources: ClassVar[tuple[str, ...]] = ("wager",)

    def game_started(self, state: State) -> None:
        """Nobody has bet."""
        empty = (None,) * len(BET_SITES)
        self.write(state, Bets(empty, empty if state.players == MAX_PLAYERS else ()))

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """A bet on any empty field, once in the game."""
        bets = self.read(state)
        if seat in bets.left or seat in bets.right or not state.quarry[seat]:
            return ()
        return _open_bets(bets)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Each bet by the rank of its site."""
        due = bet_points([len(state.stones[site]) for site in BET_SITES])
        points = [0] * state.players
        for column, fields in enumerate(self.read(state).columns):
            for field, owner in enumerate(fields):
                if owner is not None:
                    points[owner] = due[field][column]
        return (tuple(points),)


WAGER = StonemasonsWager()


def bet_points(stones: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """For each site the points of a bet on its left and on its right field.

    >>> bet_points([10, 7, 5, 3])
    ((5, 3), (3, 0), (0, 0), (0, 0))
    >>> bet_points([10, 10, 5, 0])
    ((3, 0), (3, 0), (0, 0), (0, 0))
    """
    lead, *others = sorted(stones, reverse=True)
    second = others[0]
    if second == lead:
        points = {lead: WAGER_TIED_POINTS}
    elif others.count(second) > 1:
        points = {lead: WAGER_LEAD_POINTS}
    else:
        points = {lead: WAGER_LEAD_POINTS, second: WAGER_SECOND_POINTS}
    return tuple(points.get(number, (0, 0)) for number in stones)


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """Bet a stone of the quarry on a site, in the left or the right column of the card."""

    site: int
    """The site that is bet on, counted from 0 in the order of `left`."""
    column: int
    """0 is the left field, 1 the right one."""
    kind: ClassVar[str] = "bet"

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]} {COLUMNS[self.column]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Bet:
        """Reads `bet temple left`."""
        expect(words, 2, "bet SITE COLUMN")
        site = read_site(words[0])
        if site not in BET_SITES or words[1] not in COLUMNS:
            asked = quote(" ".join(words))
            raise MalformedAction(f"A bet is on the left or right of a monument, not {asked}.")
        return cls(site, COLUMNS.index(words[1]))

    def perform(self, state: State, seat: int) -> None:
        """Lays the stone on the field."""
        state.quarry[seat] -= 1
        columns = list(WAGER.read(state).columns)
        fields = list(columns[self.column])
        fields[BET_SITES.index(self.site)] = seat
        columns[self.column] = tuple(fields)
        WAGER.write(state, Bets(*columns))


@cache
def _open_bets(bets: Bets) -> tuple[Action, ...]:
    return tuple(
        Bet(site, column)
        for column, fields in enumerate(bets.columns)
        for site, owner in zip(BET_SITES, fields, strict=False)
        if owner is None
    )
