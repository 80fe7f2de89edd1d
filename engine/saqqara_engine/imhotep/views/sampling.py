"""Sampling of full states that fit a seat's view, for search programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards.card_kinds import KINDS, NEVER_HIDDEN, ONE
from saqqara_engine.imhotep.cards.piles import card_words, gather, spread
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.scoring import points_by_source
from saqqara_engine.imhotep.setup import empty_state, round_card_words
from saqqara_engine.imhotep.state import NONE, State
from saqqara_engine.imhotep.steps import put_out
from saqqara_engine.imhotep.views.table_view import CardCount, ShipView
from saqqara_engine.imhotep.views.view import View


def sample(catalogue: Catalogue, view: View, seed: bytes) -> State:
    """Return a state with this view; the seed decides hidden cards and later shuffles.

    Its chance outcomes begin with the sampled ones.
    """
    state = empty_state(catalogue, view.options, seed)
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
    drawn = [outcome for part in state.table.parts for outcome in part.sampled(state, view)]
    state.steps = [catalogue.parse_step(text) for text in view.steps]
    _credit_sites(state, view)
    state.outcomes = (*_piles(state, view), *drawn, *_hidden_hands(state, view))
    return state


def _credit_sites(state: State, view: View) -> None:
    """Credit the points of each site, except those that are due at the end of the game."""
    due = points_by_source(state)
    for number, site in enumerate(view.sites):
        first = number * state.players
        given = due.get(site.site, [0] * state.players)
        state.points[first : first + state.players] = [
            points - again for points, again in zip(site.points, given, strict=True)
        ]


def _piles(state: State, view: View) -> Iterator[ChanceOutcome]:
    """Yield the order of the unseen cards in the piles."""
    yield ChanceOutcome("deck", view.round, card_words(state.deck))
    words = round_card_words(state.players, state.round_cards)
    yield ChanceOutcome("round cards", view.round, words)


def _hidden_hands(state: State, view: View) -> Iterator[ChanceOutcome]:
    """Yield the cards that were dealt face down."""
    for seat in view.seats:
        if seat.face_down:
            hidden = card_words(spread(state.hands[seat.seat] & ~NEVER_HIDDEN))
            yield ChanceOutcome(f"hidden cards of seat {seat.seat}", view.round, hidden)


def _pile(cards: Sequence[CardCount]) -> int:
    return sum(ONE[KINDS[card.card]] * card.count for card in cards)


def _deal_hidden(state: State, view: View, seed: bytes) -> int:
    """Give each seat its face-down cards from the unseen ones; return the remaining pile."""
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
