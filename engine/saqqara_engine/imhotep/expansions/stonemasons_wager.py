"""The Stonemason's Wager: a stone on the site that will hold most stones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.domains import joined
from saqqara_engine.imhotep.figures import (
    BURIAL,
    MAX_PLAYERS,
    OBELISKS,
    PYRAMIDS,
    SITE_TITLES,
    SITES,
    TEMPLE,
    WAGER_LEAD_POINTS,
    WAGER_SECOND_POINTS,
    WAGER_TIED_POINTS,
)
from saqqara_engine.imhotep.notation import expect, read_site
from saqqara_engine.imhotep.part import Edition, Keeper
from saqqara_engine.imhotep.phrases import owner_word
from saqqara_engine.imhotep.state import Action, State
from saqqara_engine.one_hot import Feature, owners

if TYPE_CHECKING:
    from saqqara_engine.imhotep.options import Options
    from saqqara_engine.imhotep.view import View

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


@dataclass(frozen=True, slots=True)
class Bet(Action):
    """Bet a stone of the quarry on a site, in the left or the right column of the card."""

    site: int
    """The site that is bet on, counted from 0 in the order of `left`."""
    column: int
    """0 is the left field, 1 the right one."""
    kind: ClassVar[str] = "bet"
    number: ClassVar[int] = 16

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

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every field of four players."""
        return joined((SITES[site] for site in BET_SITES), COLUMNS)

    def perform(self, state: State, seat: int) -> None:
        """Lays the stone on the field."""
        state.quarry[seat] -= 1
        columns = list(WAGER.read(state).columns)
        fields = list(columns[self.column])
        fields[BET_SITES.index(self.site)] = seat
        columns[self.column] = tuple(fields)
        WAGER.write(state, Bets(*columns))

    def label(self, view: View) -> str:  # noqa: ARG002
        """Tells the field."""
        return f"Wager: bet a stone on the {SITE_TITLES[self.site]} ({COLUMNS[self.column]})"


class StonemasonsWager(Keeper[Bets]):
    """A card with fields for stones that are bet on sites, and that count for no site."""

    name: ClassVar[str] = "wager"
    slot: ClassVar[int] = 7
    edition: ClassVar[Edition] = Edition.MINI
    sources: ClassVar[tuple[str, ...]] = ("wager",)
    actions: ClassVar[tuple[type[Action], ...]] = (Bet,)
    shown_as: ClassVar[str] = "wager"

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

    def features(self, view: View, me: int) -> Iterator[Feature]:
        """Who bet on which field."""
        for column, fields in zip(COLUMNS, self.seen(view).columns, strict=True):
            yield f"bets {column}", owners(fields, len(fields), me, view.options.players)

    def drawn(self, view: View) -> Iterable[str]:
        """Who bet on which field."""
        for column, fields in zip(COLUMNS, self.seen(view).columns, strict=True):
            if fields:
                sites = (SITE_TITLES[site] for site in BET_SITES)
                named = zip(sites, map(owner_word, fields), strict=True)
                yield f"Wager, {column:<9}{', '.join(map(' '.join, named))}"


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


@cache
def _open_bets(bets: Bets) -> tuple[Action, ...]:
    return tuple(
        Bet(site, column)
        for column, fields in enumerate(bets.columns)
        for site, owner in zip(BET_SITES, fields, strict=False)
        if owner is None
    )
