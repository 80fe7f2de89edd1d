"""The setup of a game, from options and a seed to the first turn."""

from __future__ import annotations

from functools import cache
from typing import Final

from saqqara_engine.chance import SEED_BYTES, permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.cards.card_kinds import NEW_DECK, NEW_DYNASTY_DECK
from saqqara_engine.imhotep.cards.piles import card_words
from saqqara_engine.imhotep.catalogue import Catalogue
from saqqara_engine.imhotep.figures import (
    ROUND_CARDS,
    SECOND_COLOUR_STONES,
    SITES,
    SLED_CAPACITY,
    STARTING_STONES,
    STONES_PER_COLOUR,
)
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.part import Edition, Table
from saqqara_engine.imhotep.state import NONE, State
from saqqara_engine.imhotep.steps import NEXT_ROUND, put_out


@cache
def table_of(catalogue: Catalogue, options: Options) -> Table:
    """Return the parts of the game, grouped by their hooks."""
    parts = catalogue.parts_of(options)
    keeps = options.keep_red_cards
    if keeps is None:
        keeps = any(part.edition is Edition.NEW_DYNASTY for part in parts)
    return Table(options, parts, keeps)


def slots_of(table: Table) -> int:
    """Return the number of slots that a state needs."""
    return 1 + max(part.slot for part in table.parts)


def empty_state(catalogue: Catalogue, options: Options, seed: bytes) -> State:
    """Return a state before the first round, without any shuffle."""
    state = State()
    players = options.players
    state.table = table_of(catalogue, options)
    state.players = players
    state.seed = seed
    state.outcomes = ()
    state.round_cards = bytes(range(len(ROUND_CARDS[players])))
    state.deck = new_deck(options)
    state.discard = 0
    state.round = 0
    state.start = 0
    state.sailor = NONE
    state.passes = 0
    state.sled = list(STARTING_STONES[:players])
    state.capacity = (SLED_CAPACITY,) * players
    state.quarry = [stones_per_seat(options) - stones for stones in state.sled]
    state.hands = [0] * players
    slots = slots_of(state.table)
    state.points = [0] * (players * slots)
    state.stones = [b""] * len(SITES)
    state.data = [None] * slots
    state.steps = []
    put_out(state, ())
    return state


def new_deck(options: Options) -> bytes:
    """Return all market cards in play, by number."""
    return NEW_DYNASTY_DECK if options.new_dynasty_cards else NEW_DECK


def stones_per_seat(options: Options) -> int:
    """Return the number of stones of each seat."""
    return STONES_PER_COLOUR + (SECOND_COLOUR_STONES if options.second_colour else 0)


def shuffled_state(catalogue: Catalogue, options: Options, seed: bytes) -> State:
    """Return a state with shuffled cards, before its first round."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    state = empty_state(catalogue, options, seed)
    state.deck = permutation(seed, "deck", 0, state.deck)
    state.round_cards = permutation(seed, "round cards", 0, state.round_cards)
    state.outcomes = (
        ChanceOutcome("deck", 0, card_words(state.deck)),
        ChanceOutcome("round cards", 0, round_card_words(options.players, state.round_cards)),
    )
    for part in state.table.parts:
        part.game_started(state)
    state.steps.append(NEXT_ROUND)
    return state


ROUND_CARD_WORDS: Final = {
    players: tuple(["".join(map(str, ships)) for ships in cards])
    for players, cards in ROUND_CARDS.items()
}
"""Round cards as four digits, the capacities of the ships."""


def round_card_words(players: int, cards: bytes) -> tuple[str, ...]:
    """Return the words of some round cards."""
    words = ROUND_CARD_WORDS[players]
    return tuple([words[card] for card in cards])
