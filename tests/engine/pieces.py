"""What both games have in common for a test: their pieces, and what their states hide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from saqqara_engine.duel import state as duel
from saqqara_engine.duel.legality import MEEPLES
from saqqara_engine.duel.tokens import BOX, EMPTY
from saqqara_engine.imhotep import state as imhotep
from saqqara_engine.imhotep.cards.card_kinds import NEVER_HIDDEN
from saqqara_engine.imhotep.cards.piles import DiscardCard, gather, spread
from saqqara_engine.imhotep.expansions.favor_actions import GainCard
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.pieces import Bets, Favors
from saqqara_engine.imhotep.setup import new_deck, stones_per_seat
from saqqara_engine.imhotep.sites.market import ReturnStone, market
from saqqara_engine.imhotep.sites.pyramids import BuildStone
from saqqara_engine.imhotep.state import NONE
from saqqara_engine.imhotep.views.composed_view import hidden_hand

AnyState = Any
"""A state of either game."""


def frozen(state: AnyState) -> str:
    """Everything in a state but what all states of a game share, as text to compare."""
    return repr([getattr(state, name) for name in type(state).holds if name != "table"])


def changeable(state: AnyState) -> list[object]:
    """Every list and byte array that a state holds."""
    values = [getattr(state, name) for name in type(state).holds if name != "table"]
    inner = [item for value in values if isinstance(value, list) for item in value]
    return [value for value in (*values, *inner) if isinstance(value, list | bytearray)]


def stones_of(state: imhotep.State, seat: int) -> int:
    """All stones of a seat, wherever they are."""
    under_way = sum(_stone_of(step) == seat for step in state.steps)
    at_sites = sum(stones.count(seat) for stones in state.stones)
    on_cards = sum(
        fields.count(seat)
        for kept in state.data
        for fields in (kept.columns if isinstance(kept, Bets) else ())
    ) + sum(kept.used_by.count(seat) for kept in state.data if isinstance(kept, Favors))
    on_ships = state.cargo.count(seat)
    return state.quarry[seat] + state.sled[seat] + on_ships + at_sites + under_way + on_cards


def _stone_of(step: imhotep.Step) -> int | None:
    """The owner of the stone that a step is about, while it is nowhere else."""
    match step:
        case UnloadStone() | ReturnStone():
            return step.owner
        case BuildStone():
            return step.seat
        case _:
            return None


def cards_of(state: imhotep.State) -> Counter[int]:
    """All market cards, wherever they are."""
    cards = Counter(state.deck)
    cards.update(card for card in market(state).face_up(state) if card != NONE)
    cards.update(market(state).face_down(state))
    for pile in (state.discard, *state.hands):
        cards.update(spread(pile))
    cards.update(step.card for step in state.steps if isinstance(step, DiscardCard | GainCard))
    return cards


def tokens_of(state: duel.State) -> Counter[int]:
    """All tokens of the Duel, wherever they are."""
    tokens = Counter(token for token in state.boats if token != EMPTY)
    tokens.update(state.supply[state.drawn :] + state.reserve[state.taken :])
    for counts in (*state.won, state.box):
        tokens.update({kind: count for kind, count in enumerate(counts) if count})
    return tokens


def check_imhotep(state: imhotep.State) -> None:
    """Stones and cards are neither lost nor made, and no sled carries too many."""
    seats = range(state.players)
    stones = stones_per_seat(state.table.options)
    assert [stones_of(state, seat) for seat in seats] == [stones] * state.players
    assert cards_of(state) == Counter(new_deck(state.table.options))
    assert all(0 <= state.sled[seat] <= state.capacity[seat] for seat in seats)
    assert min(state.quarry) >= 0


def check_duel(state: duel.State) -> None:
    """Sixty tokens, and four meeples a seat of which no two stand on one cell."""
    assert tokens_of(state) == Counter(BOX)
    assert not state.meeples[0] & state.meeples[1]
    assert all(meeples.bit_count() <= MEEPLES for meeples in state.meeples)


PIECES: dict[str, Callable[[AnyState], None]] = {"imhotep": check_imhotep, "duel": check_duel}
"""What must hold of the pieces of each game at any time."""


def imhotep_twin(state: imhotep.State, seat: int | None, choice: Random) -> imhotep.State:
    """A state that the seat cannot tell from this one: all that it does not see is shuffled."""
    twin = state.copy()
    twin.seed = choice.randbytes(32)
    twin.round_cards = state.round_cards[: state.round] + _shuffled(
        state.round_cards[state.round :], choice
    )
    hidden = [hidden_hand(state, owner, seat) for owner in range(state.players)]
    face_down = market(state).face_down(state)
    sees_pair = bool(market(state).seen_by(state, seat))
    unseen = gather(state.deck) + sum(hidden) + (0 if sees_pair else gather(face_down))
    for owner, cards in enumerate(hidden):
        dealt = gather(_shuffled(spread(unseen & ~NEVER_HIDDEN), choice)[: len(spread(cards))])
        twin.hands[owner] += dealt - cards
        unseen -= dealt
    row = _shuffled(spread(unseen), choice)
    if not sees_pair:
        market(twin).lay_down(twin, row[: len(face_down)])
        row = row[len(face_down) :]
    twin.deck = row
    return twin


def duel_twin(state: duel.State, seat: int | None, choice: Random) -> duel.State:
    """The same for the Duel, where supply and reserve are unseen."""
    twin = state.copy()
    unseen = _shuffled(state.supply[state.drawn :] + state.reserve[state.taken :], choice)
    supply = len(state.supply) - state.drawn
    twin.supply = state.supply[: state.drawn] + unseen[:supply]
    twin.reserve = state.reserve[: state.taken] + unseen[supply:]
    return twin


TWINS: dict[str, Callable[[AnyState, int | None, Random], AnyState]] = {
    "imhotep": imhotep_twin,
    "duel": duel_twin,
}


def _shuffled(items: bytes, choice: Random) -> bytes:
    return bytes(choice.sample(items, len(items)))
