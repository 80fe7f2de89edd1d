"""The fields of every view, with types of their own so that nothing leaks; parts add theirs.

Seats count from 0. Cards and sites are named by their words, ships by their index in `ships`.
Without face-down cards every seat knows the same, and views differ only in `seat`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from saqqara_engine.errors import UnknownName
from saqqara_engine.game import Score
from saqqara_engine.imhotep.cards.card_kinds import CARDS
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.texts.terms import SiteName
from saqqara_engine.sides import Side
from saqqara_engine.terms import Vocabulary

CARD_NAMES: Final = Vocabulary(
    "ImhotepCard",
    "A kind of market card.",
    {card.word: f"The {card.colour} card {card.title}." for card in CARDS},
)
CardName: TypeAlias = Annotated[str, CARD_NAMES]


@dataclass(frozen=True, slots=True)
class CardCount:
    """The number of cards of one kind."""

    card: CardName
    """The card's name in the notation."""
    count: int
    """The number of cards."""


@dataclass(frozen=True, slots=True)
class ShipView:
    """A ship of the round: its `spaces` from the bow backwards, its `site` once it has sailed."""

    capacity: int
    """The number of stones that the ship can hold."""
    minimum: int
    """The number of stones that the ship needs to sail."""
    spaces: tuple[int | None, ...]
    """The owner of the stone on each space, from the bow backwards."""
    is_ready: bool
    """Whether the ship is in the harbour and has enough stones to sail."""
    site: SiteName | None
    """The site where the ship lies; null before it has sailed."""


@dataclass(frozen=True, slots=True)
class SiteView:
    """A site, with its stones in the order of arrival and the points that it gives.

    `stones` lists the owners. `ships` lists the ships of the round at this site, ordered by
    number: two if one used a Loading Plank. Points are by seat.
    """

    site: SiteName
    """The site's name in the notation."""
    side: Side
    """The letter of the side in play."""
    ships: tuple[int, ...]
    """The ships of the round at this site, as indexes into `ships`, ascending."""
    stones: tuple[int, ...]
    """The owners of the site's stones in the order of arrival."""
    points: tuple[int, ...]
    """The points that the site has given so far, by seat; at the end, all of them."""
    projected_points: tuple[int, ...]
    """The points that the site would have given if the game ended now, by seat; see `projected`."""

    def of(self, seat: int) -> int:
        """Return the number of its stones that belong to the seat."""
        return self.stones.count(seat)


@dataclass(frozen=True, slots=True)
class SeatView:
    """The possessions of a seat, its score, and its projected score if the game ended now.

    `faceDown` counts the cards that the viewer cannot see; they are not among `cards`.
    """

    seat: int
    """The number of the seat, from 0."""
    sled: int
    """The number of stones on the sled."""
    sled_capacity: int
    """The number of stones that the sled can hold."""
    quarry: int
    """The number of stones left in the quarry."""
    cards: tuple[CardCount, ...]
    """The visible market cards, in the order of the card table."""
    face_down: int
    """The number of further cards that the viewer cannot see."""
    scored: Score
    """The points scored so far; at the end, the final points."""
    projected: Score
    """The points that the seat would have if the round and the game ended now.

    They are computed from the viewer's knowledge: no card is drawn, cards that the viewer
    cannot see count nothing, and pending decisions of the turn are ignored."""

    def count(self, card: str) -> int:
        """Return the number of visible cards of a kind, such as `statue`; raises `UnknownName`."""
        if card not in CARD_NAMES.words:
            raise UnknownName("card", card, CARD_NAMES.words)
        return next((one.count for one in self.cards if one.card == card), 0)


@dataclass(frozen=True, slots=True)
class TableView:
    """The fields of every game's view: see `View` in `view.py`."""

    seat: int | None
    """The seat that has this view; null for the public."""
    options: Options
    """The options of the game."""
    round: int
    """The current round, from 1."""
    rounds: int
    """The number of rounds in the game."""
    start_seat: int
    """The start player."""
    turn_seat: int | None
    """The seat whose turn it is; null while a round is scored, and when the game is over."""
    to_act: int | None
    """The seat that decides now, which may differ from the seat whose turn it is."""
    question: str | None
    """The kind of decision that is needed now."""
    ships: tuple[ShipView, ...]
    """The ships of the round, in the order of the round card.

    The list is empty when the game is over, and while a round that ended by passing is scored."""
    sites: tuple[SiteView, ...]
    """The five sites, the Market first."""
    seats: tuple[SeatView, ...]
    """The state of each seat."""
    market: tuple[CardName | None, ...]
    """The face-up market cards by slot, three on sides B and D; null where a slot is empty."""
    market_face_down: int
    """The number of face-down cards at the Market."""
    market_looked_at: tuple[CardName, ...]
    """The face-down cards from which this seat is choosing, in order."""
    discard_pile: tuple[CardCount, ...]
    """The discarded market cards, in the order of the card table."""
    draw_pile: tuple[CardCount, ...]
    """The cards of the draw pile and the unseen face-down cards, in the order of the card table.

    This order is unrelated to that of the pile."""
    round_cards: tuple[str, ...]
    """The round cards turned up so far; this round's card is the last."""
    round_cards_left: tuple[str, ...]
    """The other round cards, in the order of the rules, which is unrelated to the order to come.

    One of them is out of the game."""
    unloading: tuple[int, ...]
    """The owners of the stones still aboard the ship that is being unloaded, next one first."""
    last_sailor: int | None
    """The seat that sailed the latest ship of the round; null if none has."""
    passes: int
    """The number of consecutive passes."""
    steps: tuple[str, ...]
    """The steps still to come, the next one last."""

    def site(self, name: str) -> SiteView:
        """Return the site with a name such as `obelisks`; raises `UnknownName`."""
        for site in self.sites:
            if site.site == name:
                return site
        raise UnknownName("site", name, (site.site for site in self.sites))
