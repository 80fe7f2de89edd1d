"""Full states that fit what a seat knows, for programs that search."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards import KINDS, NEVER_HIDDEN, ONE, card_words, gather, spread
from saqqara_engine.imhotep.expansions.favor_card import FAVOR_CARD
from saqqara_engine.imhotep.expansions.new_dynasty import NEW_DYNASTY_CARDS
from saqqara_engine.imhotep.expansions.private_ships import PRIVATE_SHIPS
from saqqara_engine.imhotep.expansions.prophecies import PROPHECIES
from saqqara_engine.imhotep.expansions.stonemasons_wager import WAGER
from saqqara_engine.imhotep.figures import BURIAL, OBELISKS, PYRAMIDS, SITES, TEMPLE
from saqqara_engine.imhotep.setup import empty_state, round_card_words
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.sites.market_cd import put_back
from saqqara_engine.imhotep.state import NONE, State
from saqqara_engine.imhotep.steps import put_out
from saqqara_engine.imhotep.view import CardCount, ShipView, View
from saqqara_engine.imhotep.vocabulary import parse_step


def sample(view: View, seed: bytes) -> State:
    """A state with this view; the order of what is unseen, and later shuffles, come from the seed.

    Its chance outcomes begin with what was drawn for it.
    """
    state = empty_state(view.options, seed)
    state.hands = [_pile(seat.cards) for seat in view.seats]
    _shuffle_unseen(state, view, seed)
    state.discard = _pile(view.discard_pile)
    state.round = view.round
    state.start = view.start_seat
    state.sailor = NONE if view.last_sailor is None else view.last_sailor
    state.passes = view.passes
    _fill_harbour(state, view.ships)
    state.sled = [seat.sled for seat in view.seats]
    state.capacity = tuple(seat.sled_capacity for seat in view.seats)
    state.quarry = [seat.quarry for seat in view.seats]
    for number, site in enumerate(view.sites):
        state.stones[number] = bytes(site.stones)
        first = number * view.options.players
        state.points[first : first + view.options.players] = site.points
    market(state).game_started(state)
    if view.coins is not None:
        put_back(state, view.coins)
    slots = tuple(NONE if card is None else KINDS[card] for card in view.market)
    market(state).lay_out(state, slots)
    _lay_down(state, view)
    for slot, data in (
        (PYRAMIDS, view.pyramids),
        (OBELISKS, view.towers),
        (TEMPLE, view.chariots),
        (TEMPLE, view.imhotep),
        (BURIAL, view.crypt),
        (OBELISKS, view.obelisk_tiles),
        (PRIVATE_SHIPS.slot, view.private_ships),
        (WAGER.slot, view.wager),
        (FAVOR_CARD.slot, view.favors),
        (PROPHECIES.slot, view.prophecies),
    ):
        if data is not None:
            state.data[slot] = data
    if view.stone_quarries is not None:
        first = NEW_DYNASTY_CARDS.slot * view.options.players
        state.points[first : first + view.options.players] = view.stone_quarries
    state.steps = [parse_step(text) for text in view.steps]
    state.outcomes = _drawn(state, view)
    return state


def _drawn(state: State, view: View) -> tuple[ChanceOutcome, ...]:
    """What lay unseen, where it lies now."""
    rows = [("deck", card_words(state.deck))]
    rows += [("round cards", round_card_words(state.players, state.round_cards))]
    if view.market_face_down and not view.market_looked_at:
        rows += [("face-down pair", card_words(market(state).face_down(state)))]
    for seat in view.seats:
        if seat.face_down:
            hidden = state.hands[seat.seat] & ~NEVER_HIDDEN
            rows += [(f"hidden cards of seat {seat.seat}", card_words(spread(hidden)))]
    return tuple(ChanceOutcome(what, view.round, items) for what, items in rows)


def _lay_down(state: State, view: View) -> None:
    """Face-down cards are those that the seat looks at, or any of the unseen."""
    cards = bytes(KINDS[card] for card in view.market_looked_at)
    if not cards:
        cards, state.deck = (
            state.deck[: view.market_face_down],
            state.deck[view.market_face_down :],
        )
    market(state).lay_down(state, cards)


def _pile(cards: Sequence[CardCount]) -> int:
    return sum(ONE[KINDS[card.card]] * card.count for card in cards)


def _deal_hidden(state: State, view: View, seed: bytes) -> int:
    """Gives each seat its face-down cards from the unseen ones; returns the pile that is left."""
    unseen = _pile(view.draw_pile)
    if view.options.hidden_market_cards:
        cards = permutation(seed, "sampled hands", 0, spread(unseen & ~NEVER_HIDDEN))
        for seat in view.seats:
            dealt, cards = gather(cards[: seat.face_down]), cards[seat.face_down :]
            state.hands[seat.seat] += dealt
            unseen -= dealt
    return unseen


def _shuffle_unseen(state: State, view: View, seed: bytes) -> None:
    state.deck = permutation(seed, "sampled deck", 0, spread(_deal_hidden(state, view, seed)))
    words = round_card_words(view.options.players, state.round_cards)
    number = {word: bytes((card,)) for card, word in zip(state.round_cards, words, strict=True)}
    seen = b"".join(number[word] for word in view.round_cards)
    unseen = b"".join(number[word] for word in view.round_cards_left)
    state.round_cards = seen + permutation(seed, "sampled round cards", 0, unseen)


def _fill_harbour(state: State, ships: Sequence[ShipView]) -> None:
    put_out(state, tuple(ship.capacity for ship in ships))
    for number, ship in enumerate(ships):
        for space, owner in enumerate(ship.spaces):
            if owner is not None:
                state.cargo[4 * number + space] = owner
                state.free &= ~(1 << 4 * number + space)
        if ship.is_ready:
            state.ready |= 1 << number
        if ship.site is not None:
            state.docks[number] = SITES.index(ship.site)
            state.sites_open &= ~(1 << state.docks[number])
            state.free &= ~(15 << 4 * number)
