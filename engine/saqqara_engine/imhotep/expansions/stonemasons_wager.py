"""The Stonemason's Wager: a stone on the site that will hold most stones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import ClassVar, Final

from saqqara_engine.blocks import Feature
from saqqara_engine.errors import MalformedAction, quote
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
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Part
from saqqara_engine.imhotep.pieces import Bets
from saqqara_engine.imhotep.scoring import KEPT
from saqqara_engine.imhotep.state import Action, Shape, State
from saqqara_engine.imhotep.texts.domains import joined
from saqqara_engine.imhotep.texts.notation import expect, read_site
from saqqara_engine.imhotep.texts.phrases import owner_word
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.one_hot import owners

BET_SITES: Final = (PYRAMIDS, TEMPLE, BURIAL, OBELISKS)
COLUMNS: Final = ("left", "right")


class Bet(Action):
    """Bet a stone from the quarry on a site, in the left or the right column of the card."""

    site: int
    """The site of the bet, from 0 in the order of `left`."""
    column: int
    """The field: 0 for the left one, 1 for the right one."""
    kind: ClassVar[str] = "bet"
    number: ClassVar[int] = 16
    shape: ClassVar[Shape] = {"site": int, "column": int}

    def __init__(self, site: int, column: int) -> None:
        self.site = site
        self.column = column

    def __str__(self) -> str:
        return f"{self.kind} {SITES[self.site]} {COLUMNS[self.column]}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Bet:
        """Parse `bet temple left`."""
        expect(words, 2, "bet SITE COLUMN")
        site = read_site(words[0])
        if site not in BET_SITES or words[1] not in COLUMNS:
            asked = quote(" ".join(words))
            raise MalformedAction(f"A bet must be on the left or right of a monument, not {asked}.")
        return cls(site, COLUMNS.index(words[1]))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every field of four players."""
        return joined((SITES[site] for site in BET_SITES), COLUMNS)

    def perform(self, state: State, seat: int) -> None:
        """Put the stone on the field."""
        state.quarry[seat] -= 1
        columns = list(WAGER.read(state).columns)
        fields = list(columns[self.column])
        fields[BET_SITES.index(self.site)] = seat
        columns[self.column] = tuple(fields)
        WAGER.write(state, Bets(*columns))

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Name the field."""
        site, column = say(SITE_TITLES[self.site]), say(COLUMNS[self.column])
        return say("Wager: bet a stone on the {site} ({column})", site=site, column=column)


@lru_cache(KEPT)
def _points(
    sizes: tuple[int, ...], columns: tuple[tuple[int | None, ...], ...], players: int
) -> tuple[int, ...]:
    due, points = bet_points(sizes), [0] * players
    for column, fields in enumerate(columns):
        for field, owner in enumerate(fields):
            if owner is not None:
                points[owner] = due[field][column]
    return tuple(points)


class StonemasonsWager(Part[Bets]):
    """The expansion: a card with fields for bets, whose stones count for no site."""

    name: ClassVar[str] = "wager"
    slot: ClassVar[int] = 7
    edition: ClassVar[Edition] = Edition.MINI
    sources: ClassVar[tuple[str, ...]] = ("wager",)
    actions: ClassVar[tuple[type[Action], ...]] = (Bet,)
    shown_as: ClassVar[str] = "wager"

    def game_started(self, state: State) -> None:
        """Start without bets."""
        empty = (None,) * len(BET_SITES)
        self.write(state, Bets(empty, empty if state.players == MAX_PLAYERS else ()))

    def turn_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return bets on every empty field; a seat bets once in the game."""
        bets = self.read(state)
        if seat in bets.left or seat in bets.right or not state.quarry[seat]:
            return ()
        return _open_bets(bets)

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of each bet by the rank of its site."""
        sizes = tuple([len(state.stones[site]) for site in BET_SITES])
        return (_points(sizes, self.read(state).columns, state.players),)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the bets on each field."""
        for column, fields in zip(COLUMNS, self.read(state).columns, strict=True):
            yield f"bets {column}", owners(fields, len(fields), me, state.players)

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield the bets on each field."""
        for column, fields in zip(COLUMNS, self.seen(view).columns, strict=True):
            if fields:
                sites = (SITE_TITLES[site] for site in BET_SITES)
                named = zip(sites, map(owner_word, fields), strict=True)
                yield f"Wager, {column:<9}{', '.join(map(' '.join, named))}"


WAGER: Final = StonemasonsWager()


def bet_points(stones: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the points of a bet on the left and on the right field of each site.

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
