"""What a seat, or the public, may know of a game: a type of its own, so that nothing can leak.

Seats count from 0. Cards and sites go by their words, ships by their place in `ships`. Where no
card lies face down, every seat knows the same, and views differ only in `seat`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from saqqara_engine.errors import UnknownName
from saqqara_engine.game import Score
from saqqara_engine.imhotep.card_kinds import CARDS
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.expansions import ExpansionsView
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.sites import SitesView
from saqqara_engine.imhotep.terms import SiteName
from saqqara_engine.sides import Side
from saqqara_engine.terms import Vocabulary

CARD_NAMES: Final = Vocabulary(
    "ImhotepCard",
    "A kind of market card.",
    {card.word: f"The {card.colour} card {card.title}." for card in CARDS},
)
CardName: TypeAlias = Annotated[str, CARD_NAMES]

QUESTIONS: Final = Vocabulary(
    "ImhotepQuestion",
    "The decisions that a seat can have to make.",
    {word: kind.meaning for word, kind in CATALOGUE.questions.items()},
)
QuestionName: TypeAlias = Annotated[str, QUESTIONS]


@dataclass(frozen=True, slots=True)
class CardCount:
    """How many cards of a kind lie somewhere."""

    card: CardName
    """The card's word, as in the notation."""
    count: int
    """How many of them."""


@dataclass(frozen=True, slots=True)
class ShipView:
    """A ship of the round.

    Its `spaces` from the bow backwards, and its `site` after it has sailed.
    """

    capacity: int
    """How many stones the ship holds."""
    minimum: int
    """How many stones it needs to sail."""
    spaces: tuple[int | None, ...]
    """The owner of the stone on each space, from the bow backwards."""
    is_ready: bool
    """Whether it has enough stones to sail and lies in the harbour."""
    site: SiteName | None
    """The site where it lies once it has sailed."""


@dataclass(frozen=True, slots=True)
class SiteView:
    """A site: its stones in the order of arrival, and the points that it gives.

    `stones` are the owners. `ships` are the ships of the round that lie there: two, if one used a
    Loading Plank, by their numbers and not by their arrival. Points are by seat.
    """

    site: SiteName
    """The site's word, as in the notation."""
    side: Side
    """The side that is played, by its letter."""
    ships: tuple[int, ...]
    """The ships of the round that lie there, as places in `ships`, ascending."""
    stones: tuple[int, ...]
    """The owners of its stones in the order of arrival."""
    points: tuple[int, ...]
    """The points that it has given already, by seat; at the end all of them."""
    projected_points: tuple[int, ...]
    """The points that it would have given if the game ended now, by seat; see `projected`."""

    def of(self, seat: int) -> int:
        """How many of its stones are the seat's."""
        return self.stones.count(seat)


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a seat has, what it has scored, and what it would have if the game ended now.

    `face_down` counts the cards that the viewer cannot see; they are not among `cards`.
    """

    seat: int
    """Which seat, from 0."""
    sled: int
    """How many stones lie on the sled."""
    sled_capacity: int
    """How many stones the sled holds."""
    quarry: int
    """How many stones are left in the quarry."""
    cards: tuple[CardCount, ...]
    """The market cards that may be seen, in the order of the table of cards."""
    face_down: int
    """How many more cards the viewer cannot see."""
    scored: Score
    """The points that it has scored already; at the end the final points."""
    projected: Score
    """The points that it would have if the round, and the game with it, ended now, as far as the
    viewer can know: no card is drawn, cards that the viewer cannot see count nothing, and what the
    turn still waits for is left out."""

    def count(self, card: str) -> int:
        """How many cards of a kind may be seen, by its word such as `statue`; or `UnknownName`."""
        if card not in CARD_NAMES.words:
            raise UnknownName("card", card, CARD_NAMES.words)
        return next((one.count for one in self.cards if one.card == card), 0)


@dataclass(frozen=True, slots=True)
class TableView:
    """What every game shows: see `View`."""

    seat: int | None
    """Whose view this is; null for the public."""
    options: Options
    """What is played."""
    round: int
    """The round that is played, from 1."""
    rounds: int
    """How many rounds the game has."""
    start_seat: int
    """The start player."""
    turn_seat: int | None
    """Whose turn it is; null while a round is scored, and when the game is over."""
    to_act: int | None
    """Which seat decides now; this may be another seat than the one whose turn it is."""
    question: QuestionName | None
    """The kind of decision that is needed now."""
    ships: tuple[ShipView, ...]
    """The ships of the round, in the order of the round card; none when the game is over, and while
    a round is scored that ended because everybody passed."""
    sites: tuple[SiteView, ...]
    """The five sites, the Market first."""
    seats: tuple[SeatView, ...]
    """What each seat has."""
    market: tuple[CardName | None, ...]
    """The face-up market cards by slot, three on sides B and D; null where a slot is empty."""
    market_face_down: int
    """How many cards lie face down at the Market."""
    market_looked_at: tuple[CardName, ...]
    """The face-down cards from which this seat is choosing, the first and the second."""
    discard_pile: tuple[CardCount, ...]
    """The discarded market cards, in the order of the table of cards."""
    draw_pile: tuple[CardCount, ...]
    """The cards of the draw pile and those that lie face down unseen, in the order of the table of
    cards, which tells nothing of the pile's."""
    round_cards: tuple[str, ...]
    """The round cards that were turned up; this round's card is the last."""
    round_cards_left: tuple[str, ...]
    """The other round cards, in the order in which the rules list them, which tells nothing of the
    order to come; one of them is out of the game."""
    unloading: tuple[int, ...]
    """The owners of the stones still aboard the ship that is being unloaded, the next first."""
    last_sailor: int | None
    """Who sailed the last ship of the round so far; null if nobody has."""
    passes: int
    """How many turns in a row were passes."""
    steps: tuple[str, ...]
    """All steps that are still to come, the next one last."""

    def site(self, name: str) -> SiteView:
        """The site of that word, such as `obelisks`; raises `UnknownName`."""
        for site in self.sites:
            if site.site == name:
                return site
        raise UnknownName("site", name, (site.site for site in self.sites))


@dataclass(frozen=True, slots=True)
class View(ExpansionsView, SitesView, TableView):
    """The table as `seat` sees it (None: the public).

    `round_cards` are those turned up; this round's card is the last. One of `round_cards_left` is
    out of the game; nobody knows the order of the others. `draw_pile` lists the cards in the draw
    pile and the face-down cards that the seat has not seen, without their places.
    `market_face_down` counts the cards that lie face down at the Market; `market_looked_at` are
    those from which the seat is choosing. `question` is the kind of decision that is needed now.
    `unloading` are the owners of the stones that are still aboard the ship that is being unloaded.
    `steps` are all steps that are still to come, the next one last. What belongs to a side or an
    expansion is None in games without it.
    """
