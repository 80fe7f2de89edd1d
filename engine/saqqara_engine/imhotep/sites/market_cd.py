"""The Market of A New Dynasty: coins on cards that stay, and the draw pile (house rules)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, cast

from saqqara_engine.blocks import Feature
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.actions import DRAW, Draw
from saqqara_engine.imhotep.cards.piles import can_draw
from saqqara_engine.imhotep.figures import (
    COIN_POINTS,
    COINS,
    MARKET_D_SLOTS,
    MARKET_SLOTS,
    ROUNDS,
)
from saqqara_engine.imhotep.part import Edition
from saqqara_engine.imhotep.pieces import Coins, Slots
from saqqara_engine.imhotep.sites.market import EMPTY, Market, MarketA, Take, deal_slots
from saqqara_engine.imhotep.state import NONE, Action, State
from saqqara_engine.imhotep.texts.phrases import row
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.one_hot import turned


class MarketC(Market[tuple[Slots, Coins]]):
    """Remaining cards stay, and collect coins for the seat that takes them (H-10)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-10",)
    sources: ClassVar[tuple[str, ...]] = ("market",)
    shown_as: ClassVar[str] = "coins"

    def face_up(self, state: State) -> Slots:
        """Return the cards, the first half of its data."""
        return self.read(state)[0]

    def lay_out(self, state: State, cards: Slots) -> None:
        """Replace the cards, but not the coins."""
        self.write(state, (cards, self.read(state)[1]))

    def game_started(self, state: State) -> None:
        """Start without cards, with all coins in the supply."""
        self.write(state, (EMPTY, Coins(COINS, (0,) * MARKET_SLOTS, (0,) * state.players)))

    def round_started(self, state: State) -> None:
        """Fill the empty slots."""
        self.refill(state, range(MARKET_SLOTS))

    def round_cleared(self, state: State) -> None:
        """Add a coin to every card that stays for the next round, while coins are left."""
        if state.round == ROUNDS:
            return
        cards, coins = self.read(state)
        left, on_cards = coins.left, list(coins.on_cards)
        for slot in self.filled(state)[:left]:
            on_cards[slot] += 1
            left -= 1
        self.write(state, (cards, Coins(left, tuple(on_cards), coins.taken)))

    def pick_up(self, state: State, seat: int, slot: int) -> int:
        """Remove a card, and give its coins to the seat that takes it."""
        card = super().pick_up(state, seat, slot)
        cards, coins = self.read(state)
        taken, on_cards = list(coins.taken), list(coins.on_cards)
        taken[seat] += on_cards[slot]
        on_cards[slot] = 0
        self.write(state, (cards, Coins(coins.left, tuple(on_cards), tuple(taken))))
        return card

    def final_points(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the points of the coins."""
        return (tuple(COIN_POINTS * coins for coins in self.read(state)[1].taken),)

    def shown(self, state: State, seat: int | None) -> object:  # noqa: ARG002
        """Return the coins; views show the cards of every side."""
        return self.read(state)[1]

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Restore the coins, then the cards."""
        self.write(state, (EMPTY, _coins(view)))
        return super().sampled(state, view)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """Yield the coins on cards and of each seat."""
        yield "coins on cards", [coins / COINS for coins in self.read(state)[1].on_cards]
        yield "coins taken", turned(self.read(state)[1].taken, me, COINS)

    def drawn(self, view: TableView) -> Iterable[str]:
        """Yield where the coins are."""
        coins = _coins(view)
        on_cards, taken = row(coins.on_cards), row(coins.taken)
        yield f"Coins           {on_cards} by slot, {taken} by seat, {coins.left} left"


def _coins(view: TableView) -> Coins:
    return cast("Coins", getattr(view, MarketC.shown_as))


class MarketD(MarketA):
    """Three cards face up, and at any time the top card of the draw pile (H-11)."""

    edition: ClassVar[Edition] = Edition.NEW_DYNASTY
    house: ClassVar[tuple[str, ...]] = ("H-11",)
    actions: ClassVar[tuple[type[Action], ...]] = (Take, Draw)

    def round_started(self, state: State) -> None:
        """Fill the slots as far as the piles allow."""
        self.write(state, deal_slots(state, MARKET_D_SLOTS))

    def round_cleared(self, state: State) -> None:
        """Discard the remaining cards."""
        super().round_cleared(state)
        self.write(state, (NONE,) * MARKET_D_SLOTS)

    def has_card(self, state: State) -> bool:
        """Return whether there is a card to take, also in the piles."""
        return super().has_card(state) or can_draw(state)

    def offers(self, state: State, seat: int) -> tuple[Action, ...]:
        """The face-up cards and the draw pile."""
        face_up = super().offers(state, seat)
        return (*face_up, DRAW) if can_draw(state) else face_up
